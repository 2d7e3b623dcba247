-- A match is its record, line by line as `grognard check` reads it. What was said and offered stands beside it, and in
-- the match's row how it stands: clock, take-backs. Matches without a standing are still told by the journal alone; they
-- are brought over when the server starts.
ALTER TABLE matches ADD COLUMN standing TEXT NOT NULL DEFAULT '';

CREATE TABLE record (
    match_id TEXT COLLATE "C" NOT NULL REFERENCES matches (id),
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (match_id, number)
);

CREATE TABLE talk (
    match_id TEXT COLLATE "C" NOT NULL REFERENCES matches (id),
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    side BIGINT,
    body TEXT NOT NULL,
    PRIMARY KEY (match_id, number)
);
