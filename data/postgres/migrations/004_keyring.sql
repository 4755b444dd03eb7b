-- Codes that bind further keys to a player. Of each only a SHA-256 sum is kept.

-- +goose Up
CREATE TABLE invitations (
  player  bigint PRIMARY KEY REFERENCES players,
  locator text   COLLATE "C" NOT NULL UNIQUE, -- the part of the code that finds it
  proof   bytea  NOT NULL CHECK (length(proof) = 32), -- of the code
  expires bigint NOT NULL
);

CREATE TABLE recovery_codes ( -- unused ones
  player bigint NOT NULL REFERENCES players,
  proof  bytea  NOT NULL CHECK (length(proof) = 32),
  PRIMARY KEY (player, proof)
);

CREATE TABLE recovery_failures (
  player bigint PRIMARY KEY REFERENCES players,
  wrong  bigint NOT NULL, -- codes tried, none of them an hour after the one before
  latest bigint NOT NULL
);
