-- Studies that somebody shares by a link: a record with what was written to it.
CREATE TABLE studies (
    id TEXT PRIMARY KEY,
    maker TEXT NOT NULL REFERENCES users (id),
    game TEXT NOT NULL,
    scenario TEXT NOT NULL,
    title TEXT NOT NULL,
    -- How long the text is, in bytes.
    size INTEGER NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    text TEXT NOT NULL
) STRICT;
CREATE INDEX studies_of_maker ON studies (maker, updated, id);
CREATE INDEX studies_updated ON studies (updated, id);
