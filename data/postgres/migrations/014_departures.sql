-- Players who go. What they leave without bound, their games above all, is given
-- away bit by bit after they are gone for everybody who reads.

-- +goose Up
CREATE TABLE departures (
  player  bigint  PRIMARY KEY REFERENCES players, -- whose row goes last; nobody finds it any more
  heir    bigint  REFERENCES players, -- with whom they have become one; NULL: they are deleted
  name    text, -- what a deleted one is called on seats
  ratings boolean NOT NULL, -- whether what their games did to ratings is the heir's too
  CHECK ((heir IS NULL) = (name IS NOT NULL))
);
CREATE INDEX departures_to ON departures (heir) WHERE heir IS NOT NULL;

CREATE VIEW sitters AS -- seats by whose they are by now, under the names of now
  SELECT s.match, s.seat, CASE WHEN d.player IS NULL THEN s.player ELSE d.heir END AS player, coalesce(d.name, p.name, s.name) AS name,
    s.kind, s.level, s.before, s.after, s.games, s.pair_games, s.apart OR (d.heir IS NOT NULL AND NOT d.ratings) AS apart
  FROM seats s LEFT JOIN departures d ON d.player = s.player
    LEFT JOIN players p ON p.id = CASE WHEN d.player IS NULL THEN s.player ELSE d.heir END;

CREATE VIEW changes AS -- rating events by whose they are by now
  SELECT e.number, e.match, e.seat, e.kind, CASE WHEN d.player IS NULL THEN e.player ELSE d.heir END AS player, e.game, e.at, e.change
  FROM rating_events e LEFT JOIN departures d ON d.player = e.player
  WHERE d.player IS NULL OR d.ratings;

CREATE TABLE voices ( -- whose words a report quotes, and under which name
  player bigint NOT NULL REFERENCES players,
  report bigint NOT NULL REFERENCES reports,
  name   text   NOT NULL,
  PRIMARY KEY (player, report, name)
);
