-- Only matches in which somebody's time runs need a place by it: what is played without a clock does not touch the index.
DROP INDEX matches_in_play;
CREATE INDEX matches_timed ON matches (deadline) WHERE deadline IS NOT NULL;
