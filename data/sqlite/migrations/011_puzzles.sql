-- Positions of matches that are over, of which each day has one, and who has found
-- the best move.

-- +goose Up
CREATE TABLE puzzles (
  id    INTEGER PRIMARY KEY AUTOINCREMENT,
  match INTEGER NOT NULL REFERENCES matches,
  seat  INTEGER NOT NULL,
  after INTEGER NOT NULL, -- plies of the log that the seat had seen
  moves TEXT    NOT NULL, -- JSON, the best first
  added INTEGER NOT NULL,
  UNIQUE (match, after, seat)
) STRICT;
CREATE INDEX puzzles_by_time ON puzzles (added);

CREATE TABLE puzzle_answers (
  player INTEGER NOT NULL REFERENCES players,
  day    INTEGER NOT NULL, -- since 1970, UTC
  move   TEXT    NOT NULL,
  best   INTEGER NOT NULL,
  PRIMARY KEY (player, day)
) STRICT, WITHOUT ROWID;
