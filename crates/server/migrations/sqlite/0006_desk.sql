-- Codes by which a forgotten password is replaced.
CREATE TABLE reset_codes (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    email TEXT NOT NULL,
    hash TEXT NOT NULL,
    expires INTEGER NOT NULL,
    tries INTEGER NOT NULL
) STRICT;

-- Whom the operator has shown out.
ALTER TABLE users ADD COLUMN banned INTEGER NOT NULL DEFAULT 0;
