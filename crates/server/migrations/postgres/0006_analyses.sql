-- Finished matches looked at again: asked for, and then what was found or why nothing was.
CREATE TABLE analyses (
    match_id TEXT COLLATE "C" NOT NULL REFERENCES matches (id),
    -- With whose eyes, and how deep.
    eyes TEXT COLLATE "C" NOT NULL,
    depth TEXT COLLATE "C" NOT NULL,
    asked BIGINT NOT NULL,
    found TEXT,
    failed TEXT,
    PRIMARY KEY (match_id, eyes, depth)
);
CREATE INDEX analyses_to_do ON analyses (asked) WHERE found IS NULL AND failed IS NULL;
