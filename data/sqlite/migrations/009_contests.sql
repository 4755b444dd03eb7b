-- Events of some minutes. Their standings follow from their matches.

-- +goose Up
CREATE TABLE contests (
  id     INTEGER PRIMARY KEY AUTOINCREMENT,
  title  TEXT    NOT NULL,
  game   TEXT    NOT NULL,
  seats  INTEGER NOT NULL,
  starts INTEGER NOT NULL,
  ends   INTEGER NOT NULL CHECK (ends > starts),
  opened TEXT    NOT NULL -- by whom
) STRICT;
CREATE INDEX contests_by_end ON contests (ends);

CREATE TABLE contest_matches (
  match   INTEGER PRIMARY KEY REFERENCES matches,
  contest INTEGER NOT NULL REFERENCES contests
) STRICT;
CREATE INDEX matches_of_contest ON contest_matches (contest);
