-- A match is its record, line by line as `grognard check` reads it. What was said and offered stands beside it, and in
-- the match's row how it stands: clock, take-backs. Matches without a standing are still told by the journal alone; they
-- are brought over when the server starts.
ALTER TABLE matches ADD COLUMN standing TEXT NOT NULL DEFAULT '';

CREATE TABLE record (
    match_id TEXT NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (match_id, number)
) STRICT;

CREATE TABLE talk (
    match_id TEXT NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    side INTEGER,
    body TEXT NOT NULL,
    PRIMARY KEY (match_id, number)
) STRICT;
