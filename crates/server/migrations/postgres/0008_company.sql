-- When a match ended, and who won: side 0 or 1, 2 nobody. Of older matches the server finds out who, once: -1.
ALTER TABLE matches ADD COLUMN ended BIGINT;
ALTER TABLE matches ADD COLUMN winner BIGINT;
ALTER TABLE matches ADD COLUMN rated BIGINT NOT NULL DEFAULT 0;
-- The same time for public ones alone: what the archive is ordered by.
ALTER TABLE matches ADD COLUMN shown BIGINT;
UPDATE matches SET ended = updated, winner = -1, shown = CASE WHEN private = 0 THEN updated END WHERE status = 'over';
CREATE INDEX matches_shown ON matches (shown, id) WHERE shown IS NOT NULL;
CREATE INDEX matches_shown_of_game ON matches (game, shown, id) WHERE shown IS NOT NULL;
CREATE INDEX matches_shown_of_scenario ON matches (game, scenario, shown, id) WHERE shown IS NOT NULL;
CREATE INDEX matches_shown_rated ON matches (rated, shown, id) WHERE shown IS NOT NULL;
CREATE INDEX matches_unread ON matches (id) WHERE winner = -1;

-- Whether somebody wants to be rated.
ALTER TABLE users ADD COLUMN rated BIGINT NOT NULL DEFAULT 0;

-- Rated matches in the order in which they ended: all that ratings follow from. They outlive matches and users. An account
-- has an id, a computer a level.
CREATE TABLE rated_matches (
    number BIGSERIAL PRIMARY KEY,
    match_id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    ended BIGINT NOT NULL,
    user0 TEXT,
    user1 TEXT,
    computer0 TEXT,
    computer1 TEXT,
    -- As in matches.
    winner BIGINT NOT NULL
);

CREATE TABLE ratings (
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id),
    game TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    -- When the last rated match ended.
    last BIGINT NOT NULL,
    matches BIGINT NOT NULL,
    won BIGINT NOT NULL,
    drawn BIGINT NOT NULL,
    PRIMARY KEY (user_id, game)
);
CREATE INDEX ratings_of_game ON ratings (game, rating, user_id);

CREATE TABLE tournaments (
    -- Lists go on after an id: both databases must order ids alike.
    id TEXT COLLATE "C" PRIMARY KEY,
    -- Who holds it. He may be gone by now, like those who played: no constraint refers to users.
    host TEXT NOT NULL,
    -- What never changes: title, game, pace, kind; JSON.
    head TEXT NOT NULL,
    max_players BIGINT NOT NULL,
    version BIGINT NOT NULL,
    -- open, playing, over or called_off.
    status TEXT NOT NULL,
    round BIGINT NOT NULL,
    players BIGINT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    deadline BIGINT,
    -- When somebody must look after it.
    due BIGINT,
    winner TEXT
);
CREATE INDEX tournaments_listed ON tournaments (updated, id);
CREATE INDEX tournaments_by_status ON tournaments (status, updated, id);
CREATE INDEX tournaments_due ON tournaments (due) WHERE due IS NOT NULL;
CREATE INDEX tournaments_of_host ON tournaments (host);

CREATE TABLE tournament_players (
    tournament_id TEXT COLLATE "C" NOT NULL REFERENCES tournaments (id),
    user_id TEXT NOT NULL,
    entered BIGINT NOT NULL,
    -- The place at the beginning, from 0.
    seed BIGINT,
    withdrawn BIGINT NOT NULL,
    PRIMARY KEY (tournament_id, user_id)
);
CREATE INDEX tournaments_of_player ON tournament_players (user_id);

CREATE TABLE tournament_matches (
    tournament_id TEXT COLLATE "C" NOT NULL REFERENCES tournaments (id),
    round BIGINT NOT NULL,
    board BIGINT NOT NULL,
    leg BIGINT NOT NULL,
    match_id TEXT UNIQUE,
    -- Who has the game's first side, and who the second; nobody in a bye.
    user0 TEXT NOT NULL,
    user1 TEXT,
    -- In halves: 2 for a win.
    points0 BIGINT,
    points1 BIGINT,
    -- played, forfeit, bye or void.
    how TEXT,
    PRIMARY KEY (tournament_id, round, board, leg)
);
