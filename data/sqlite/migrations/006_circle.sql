-- How players stand to each other, what they complain of, and what they are told.

-- +goose Up
CREATE TABLE ties (
  player INTEGER NOT NULL REFERENCES players,
  other  INTEGER NOT NULL REFERENCES players CHECK (other <> player),
  tie    TEXT    NOT NULL CHECK (tie IN ('friend', 'muted', 'blocked')),
  since  INTEGER NOT NULL,
  PRIMARY KEY (player, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX ties_to ON ties (other);
CREATE INDEX blocks ON ties (player, other) WHERE tie = 'blocked';

CREATE TABLE reports (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  by         INTEGER REFERENCES players, -- NULL once he is deleted
  by_name    TEXT    NOT NULL, -- then
  about      INTEGER REFERENCES players, -- NULL for a guest and once he is deleted
  about_name TEXT    NOT NULL,
  match      INTEGER REFERENCES matches, -- NULL: it was at no table
  reason     TEXT    NOT NULL,
  talk       TEXT    NOT NULL, -- JSON, an array
  at         INTEGER NOT NULL,
  closed     INTEGER, -- NULL: it is open
  verdict    TEXT    NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX reports_by ON reports (by, at);
CREATE INDEX reports_about ON reports (about);

CREATE TABLE silences (
  player INTEGER PRIMARY KEY REFERENCES players,
  until  INTEGER NOT NULL,
  reason TEXT    NOT NULL
) STRICT;

CREATE TABLE letters ( -- unread ones
  id     INTEGER PRIMARY KEY AUTOINCREMENT,
  player INTEGER NOT NULL REFERENCES players,
  at     INTEGER NOT NULL,
  kind   TEXT    NOT NULL,
  detail TEXT    NOT NULL -- JSON, an object
) STRICT;
CREATE INDEX letters_of_player ON letters (player, id);
