-- Who sits in a live game. That somebody owns a match is for stores that several processes serve:
-- here nobody does.

-- +goose Up
ALTER TABLE matches ADD COLUMN owner INTEGER;
ALTER TABLE matches ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;

CREATE TABLE roles (
  name  TEXT PRIMARY KEY,
  node  INTEGER,
  epoch INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE live_seats ( -- the one live game against people that somebody may have
  player INTEGER PRIMARY KEY, -- a guest's too, who is in no table
  match  INTEGER NOT NULL REFERENCES matches
) STRICT;
CREATE INDEX live_seats_of ON live_seats (match);
INSERT INTO live_seats (player, match)
  SELECT s.player, max(m.number) FROM seats s JOIN matches m ON m.number = s.match
  WHERE m.ended IS NULL AND m.pace <> 'day' AND s.player IS NOT NULL
    AND (SELECT count(*) FROM seats o WHERE o.match = m.number AND o.kind <> 'bot') > 1
  GROUP BY s.player;
