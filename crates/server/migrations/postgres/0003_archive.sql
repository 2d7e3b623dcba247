-- Matches that a user has put away.
CREATE TABLE archived (
    match_id TEXT COLLATE "C" NOT NULL REFERENCES matches (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    PRIMARY KEY (user_id, match_id)
);
