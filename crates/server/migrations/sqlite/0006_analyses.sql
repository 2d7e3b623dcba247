-- Finished matches looked at again: asked for, and then what was found or why nothing was.
CREATE TABLE analyses (
    match_id TEXT NOT NULL REFERENCES matches (id),
    -- With whose eyes, and how deep.
    eyes TEXT NOT NULL,
    depth TEXT NOT NULL,
    asked INTEGER NOT NULL,
    found TEXT,
    failed TEXT,
    PRIMARY KEY (match_id, eyes, depth)
) STRICT;
CREATE INDEX analyses_to_do ON analyses (asked) WHERE found IS NULL AND failed IS NULL;
