-- Codes that bind further keys to a player. Of each only a SHA-256 sum is kept.

-- +goose Up
CREATE TABLE invitations (
  player  INTEGER PRIMARY KEY REFERENCES players,
  locator TEXT    NOT NULL UNIQUE, -- the part of the code that finds it
  proof   BLOB    NOT NULL CHECK (length(proof) = 32), -- of the code
  expires INTEGER NOT NULL,
  wrong   INTEGER NOT NULL DEFAULT 0 -- codes tried that it was found by
) STRICT;

CREATE TABLE recovery_codes ( -- unused ones
  player INTEGER NOT NULL REFERENCES players,
  proof  BLOB    NOT NULL CHECK (length(proof) = 32),
  PRIMARY KEY (player, proof)
) STRICT, WITHOUT ROWID;

CREATE TABLE recovery_failures (
  player INTEGER PRIMARY KEY REFERENCES players,
  wrong  INTEGER NOT NULL, -- codes tried, none of them an hour after the one before
  latest INTEGER NOT NULL
) STRICT;
