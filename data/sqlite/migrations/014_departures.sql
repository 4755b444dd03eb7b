-- Players who go. What they leave without bound, their games above all, is given
-- away bit by bit after they are gone for everybody who reads.

-- +goose Up
CREATE TABLE departures (
  player  INTEGER PRIMARY KEY REFERENCES players, -- whose row goes last; nobody finds it any more
  heir    INTEGER REFERENCES players, -- with whom they have become one; NULL: they are deleted
  name    TEXT, -- what a deleted one is called on seats
  ratings INTEGER NOT NULL, -- whether what their games did to ratings is the heir's too
  CHECK ((heir IS NULL) = (name IS NOT NULL))
) STRICT;
CREATE INDEX departures_to ON departures (heir) WHERE heir IS NOT NULL;

-- A game that a player brought along when they became one with another at their own
-- wish: what it did to a rating is nobody's.
ALTER TABLE seats ADD COLUMN apart INTEGER NOT NULL DEFAULT 0;

CREATE VIEW sitters AS -- seats by whose they are by now, under the names of now
  SELECT s.match, s.seat, iif(d.player IS NULL, s.player, d.heir) AS player, coalesce(d.name, p.name, s.name) AS name,
    s.kind, s.level, s.before, s.after, s.games, s.pair_games, s.apart OR (d.heir IS NOT NULL AND NOT d.ratings) AS apart
  FROM seats s LEFT JOIN departures d ON d.player = s.player
    LEFT JOIN players p ON p.id = iif(d.player IS NULL, s.player, d.heir);

CREATE VIEW changes AS -- rating events by whose they are by now
  SELECT e.number, e.match, e.seat, e.kind, iif(d.player IS NULL, e.player, d.heir) AS player, e.game, e.at, e.change
  FROM rating_events e LEFT JOIN departures d ON d.player = e.player
  WHERE d.player IS NULL OR d.ratings;

-- Letters that name somebody go with them.
ALTER TABLE letters ADD COLUMN about INTEGER REFERENCES players;
UPDATE letters SET about = (
  SELECT p.id FROM json_each(detail) j JOIN players p ON p.name = j.value
  WHERE j.key IN ('from', 'by', 'about') AND p.id <> player);
CREATE INDEX letters_about ON letters (about) WHERE about IS NOT NULL;

CREATE TABLE voices ( -- whose words a report quotes, and under which name
  player INTEGER NOT NULL REFERENCES players,
  report INTEGER NOT NULL REFERENCES reports,
  name   TEXT    NOT NULL,
  PRIMARY KEY (player, report, name)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO voices (player, report, name)
  SELECT s.player, r.id, j.value ->> '$.name' FROM reports r, json_each(r.talk) j
    JOIN seats s ON s.match = r.match AND s.seat = j.value ->> '$.seat'
  WHERE s.player IS NOT NULL AND j.value ->> '$.name' IS NOT NULL
  UNION
  SELECT p.id, r.id, p.name FROM reports r, json_each(r.talk) j JOIN players p ON p.name = j.value ->> '$.name';
