-- Servers that share the work. Their times are the database's own, as the clocks of machines differ.
CREATE TABLE servers (
    -- A server that has lost touch with the others comes back under a new number.
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- Where the others reach it.
    reach TEXT NOT NULL,
    -- Until then what it plays is its own.
    until TIMESTAMPTZ NOT NULL
);

-- At which server a match is played. It is free where none of this number lives any more.
CREATE TABLE owners (
    match_id TEXT COLLATE "C" PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    server BIGINT NOT NULL
);
CREATE INDEX owners_of_server ON owners (server);

-- One row: by what the servers know each other, and since when one of them at least has been there.
CREATE TABLE fellowship (
    secret TEXT NOT NULL,
    since BIGINT NOT NULL
);

-- How often somebody has tried something lately, at whichever server.
CREATE TABLE tallies (
    what TEXT COLLATE "C" PRIMARY KEY,
    since BIGINT NOT NULL,
    times BIGINT NOT NULL
);
CREATE INDEX tallies_by_age ON tallies (since);
