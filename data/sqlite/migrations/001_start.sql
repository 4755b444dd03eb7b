-- Times are milliseconds since 1970 UTC.

-- +goose Up
CREATE TABLE server ( -- whoever holds the data directory's lock; one row
  id  INTEGER PRIMARY KEY CHECK (id = 1),
  pid INTEGER NOT NULL
) STRICT;

CREATE TABLE players (
  id       INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice
  name     TEXT    NOT NULL UNIQUE,
  skeleton TEXT    NOT NULL UNIQUE, -- of the name: look-alikes share it
  created  INTEGER NOT NULL
) STRICT;

CREATE TABLE keys (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  player      INTEGER NOT NULL REFERENCES players,
  fingerprint TEXT    NOT NULL UNIQUE, -- SHA256:…
  label       TEXT    NOT NULL,
  added       INTEGER NOT NULL,
  last_seen   INTEGER NOT NULL
) STRICT;
CREATE INDEX keys_of_player ON keys (player);

CREATE TABLE ratings (
  player INTEGER NOT NULL REFERENCES players,
  game   TEXT    NOT NULL,
  value  REAL    NOT NULL,
  games  INTEGER NOT NULL,
  wins   INTEGER NOT NULL,
  losses INTEGER NOT NULL,
  draws  INTEGER NOT NULL,
  PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX rankings ON ratings (game, value DESC);

CREATE TABLE matches (
  number  INTEGER PRIMARY KEY, -- short, for the tables below
  id      TEXT    NOT NULL UNIQUE,
  game    TEXT    NOT NULL,
  rated   INTEGER NOT NULL,
  pace    TEXT    NOT NULL,
  private INTEGER NOT NULL,
  options TEXT, -- JSON; NULL when none were given
  seed    BLOB    NOT NULL CHECK (length(seed) = 32),
  started INTEGER NOT NULL,
  ended   INTEGER, -- NULL while it runs
  result  TEXT,    -- JSON
  CHECK ((ended IS NULL) = (result IS NULL))
) STRICT;
CREATE INDEX running_matches ON matches (number) WHERE ended IS NULL;

CREATE TABLE seats (
  match      INTEGER NOT NULL REFERENCES matches,
  seat       INTEGER NOT NULL,
  player     INTEGER REFERENCES players, -- NULL for bots and guests
  name       TEXT    NOT NULL,
  kind       TEXT    NOT NULL,
  level      TEXT    NOT NULL,
  before     REAL, -- rating when the match began; NULL in a casual match
  after      REAL, -- before and the change; NULL until a rated match is over
  games      INTEGER NOT NULL,
  pair_games INTEGER NOT NULL,
  PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX seats_of_player ON seats (player, match) WHERE player IS NOT NULL;

CREATE TABLE moves (
  match INTEGER NOT NULL REFERENCES matches,
  ply   INTEGER NOT NULL,
  seat  INTEGER NOT NULL,
  move  TEXT    NOT NULL, -- JSON, as are dice and drawn
  at_ms INTEGER NOT NULL,
  by    TEXT    NOT NULL,
  dice  TEXT    NOT NULL,
  drawn TEXT    NOT NULL,
  PRIMARY KEY (match, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE rating_events (
  number INTEGER PRIMARY KEY, -- in the order in which they happened
  match  INTEGER NOT NULL REFERENCES matches,
  player INTEGER NOT NULL REFERENCES players,
  game   TEXT    NOT NULL,
  at     INTEGER NOT NULL, -- when the match ended
  rating REAL    NOT NULL, -- after it
  UNIQUE (match, player)
) STRICT;
CREATE INDEX rating_history ON rating_events (player, game, at);
