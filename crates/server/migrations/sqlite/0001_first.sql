-- Times are milliseconds since 1970, switches are 0 or 1, sides are 0 or 1 in the game's order.
CREATE TABLE users (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    -- The name as it is compared; guests have none, so that only accounts must differ.
    name_key TEXT UNIQUE,
    password TEXT,
    email TEXT,
    email_confirmed INTEGER NOT NULL,
    webhook TEXT,
    notice_mail INTEGER NOT NULL,
    notice_webhook INTEGER NOT NULL,
    created INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES users (id),
    bot TEXT,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (expires);

CREATE TABLE mail_codes (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    email TEXT NOT NULL,
    hash TEXT NOT NULL,
    expires INTEGER NOT NULL,
    tries INTEGER NOT NULL
) STRICT;

CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    scenario TEXT NOT NULL,
    head TEXT NOT NULL,
    version INTEGER NOT NULL,
    created INTEGER NOT NULL,
    private INTEGER NOT NULL,
    status TEXT NOT NULL,
    updated INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    actions INTEGER NOT NULL,
    to_choose INTEGER,
    deadline INTEGER,
    result TEXT,
    rematch TEXT,
    seat0_kind TEXT NOT NULL,
    seat0_user TEXT REFERENCES users (id),
    seat0_computer TEXT,
    seat0_token TEXT,
    seat0_seen INTEGER NOT NULL,
    seat0_notices INTEGER NOT NULL,
    seat1_kind TEXT NOT NULL,
    seat1_user TEXT REFERENCES users (id),
    seat1_computer TEXT,
    seat1_token TEXT,
    seat1_seen INTEGER NOT NULL,
    seat1_notices INTEGER NOT NULL
) STRICT;
CREATE INDEX matches_listed ON matches (private, status, updated, id);
CREATE INDEX matches_in_play ON matches (deadline) WHERE status = 'playing';
CREATE INDEX matches_of_user0 ON matches (seat0_user);
CREATE INDEX matches_of_user1 ON matches (seat1_user);

CREATE TABLE journal (
    match_id TEXT NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    side INTEGER,
    body TEXT NOT NULL,
    PRIMARY KEY (match_id, number)
) STRICT;

CREATE TABLE notices (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    match_id TEXT NOT NULL REFERENCES matches (id),
    channel TEXT NOT NULL,
    body TEXT NOT NULL,
    due INTEGER NOT NULL,
    tries INTEGER NOT NULL
) STRICT;
CREATE INDEX notices_due ON notices (due);
CREATE INDEX notices_of_user ON notices (user_id);
