-- Studies that somebody shares by a link: a record with what was written to it.
CREATE TABLE studies (
    -- Lists go on after an id: both databases must order ids alike.
    id TEXT COLLATE "C" PRIMARY KEY,
    maker TEXT COLLATE "C" NOT NULL REFERENCES users (id),
    game TEXT NOT NULL,
    scenario TEXT NOT NULL,
    title TEXT NOT NULL,
    -- How long the text is, in bytes.
    size BIGINT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX studies_of_maker ON studies (maker, updated, id);
CREATE INDEX studies_updated ON studies (updated, id);
