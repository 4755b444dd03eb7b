-- What an operator does: bans, void games, merged players, the log of it.

-- +goose Up
CREATE TABLE bans (
  id     INTEGER PRIMARY KEY AUTOINCREMENT,
  kind   TEXT    NOT NULL CHECK (kind IN ('key', 'name', 'prefix')),
  value  TEXT    NOT NULL, -- canonical; of a ban by name the name when it was made
  player INTEGER REFERENCES players, -- of a ban by name; NULL of the others, and once he is deleted
  reason TEXT    NOT NULL,
  by     TEXT    NOT NULL,
  since  INTEGER NOT NULL,
  until  INTEGER, -- NULL: it does not end by itself
  lifted INTEGER  -- NULL: it was not
) STRICT;
CREATE INDEX bans_of_player ON bans (player) WHERE player IS NOT NULL;

CREATE TABLE audit (
  number  INTEGER PRIMARY KEY AUTOINCREMENT,
  at      INTEGER NOT NULL,
  by      TEXT    NOT NULL,
  verb    TEXT    NOT NULL,
  subject TEXT    NOT NULL,
  detail  TEXT    NOT NULL -- JSON, an object
) STRICT;
-- +goose StatementBegin
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
BEGIN SELECT raise(ABORT, 'the audit log is only added to'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER audit_is_not_cut BEFORE DELETE ON audit
BEGIN SELECT raise(ABORT, 'the audit log is only added to'); END;
-- +goose StatementEnd

ALTER TABLE matches ADD COLUMN voided INTEGER; -- when an operator took back what it did to ratings; NULL: it counts

-- Merged players may find themselves on two seats of a match that does not count.
DROP INDEX seats_of_player;
CREATE INDEX seats_of_player ON seats (player, match) WHERE player IS NOT NULL;

-- An event is what happened to a rating, not where the rating stood after it:
-- that is the sum, whoever the events belong to by then.
CREATE TABLE changes (
  number INTEGER PRIMARY KEY, -- in the order in which they happened
  match  INTEGER NOT NULL,
  seat   INTEGER NOT NULL,
  kind   TEXT    NOT NULL CHECK (kind IN ('game', 'void')), -- a void takes back what the game did
  player INTEGER NOT NULL REFERENCES players,
  game   TEXT    NOT NULL,
  at     INTEGER NOT NULL, -- when the match ended or was made void
  change REAL    NOT NULL,
  UNIQUE (match, seat, kind),
  FOREIGN KEY (match, seat) REFERENCES seats
) STRICT;
INSERT INTO changes (number, match, seat, kind, player, game, at, change)
  SELECT e.number, e.match, s.seat, 'game', e.player, e.game, e.at, s.after - s.before
  FROM rating_events e JOIN seats s ON s.match = e.match AND s.player = e.player;
DROP TABLE rating_events;
ALTER TABLE changes RENAME TO rating_events;
CREATE INDEX rating_history ON rating_events (player, game, at);
