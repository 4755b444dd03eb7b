-- Offers of games, and tables that are closed to watchers.

-- +goose Up
CREATE TABLE challenges (
  number   INTEGER PRIMARY KEY AUTOINCREMENT, -- in the order in which they were made
  id       TEXT    NOT NULL UNIQUE,
  player   INTEGER NOT NULL REFERENCES players,
  opponent INTEGER REFERENCES players CHECK (opponent <> player), -- NULL: whoever takes it
  game     TEXT    NOT NULL,
  rated    INTEGER NOT NULL,
  pace     TEXT    NOT NULL,
  seats    INTEGER NOT NULL,
  options  TEXT, -- JSON; NULL when none were given
  at       INTEGER NOT NULL,
  expires  INTEGER NOT NULL
) STRICT;
CREATE INDEX challenges_by ON challenges (player);
CREATE INDEX challenges_to ON challenges (opponent) WHERE opponent IS NOT NULL;

ALTER TABLE matches ADD COLUMN closed INTEGER NOT NULL DEFAULT 0; -- to watchers
