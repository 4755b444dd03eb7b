-- Which node runs a match, who does what only one may do, and who sits in a live game.

-- +goose Up
ALTER TABLE matches ADD COLUMN owner bigint REFERENCES nodes ON DELETE SET NULL; -- NULL: nobody runs it; whoever adopts it does
ALTER TABLE matches ADD COLUMN epoch bigint NOT NULL DEFAULT 0; -- how often it has been adopted
CREATE INDEX matches_owned ON matches (owner) WHERE owner IS NOT NULL; -- for ON DELETE SET NULL
CREATE INDEX matches_orphaned ON matches (number) WHERE owner IS NULL AND ended IS NULL;

ALTER TABLE beats ADD COLUMN linked boolean NOT NULL DEFAULT FALSE; -- whether the other nodes can reach it

CREATE TABLE roles ( -- what one node does for all
  name  text   COLLATE "C" PRIMARY KEY,
  node  bigint REFERENCES nodes ON DELETE SET NULL,
  epoch bigint NOT NULL DEFAULT 0 -- how often it has been taken
);
CREATE INDEX roles_of ON roles (node) WHERE node IS NOT NULL;

CREATE TABLE live_seats ( -- the one live game against people that somebody may have
  player bigint PRIMARY KEY, -- a guest's too, who is in no table
  match  bigint NOT NULL REFERENCES matches
);
CREATE INDEX live_seats_of ON live_seats (match);
INSERT INTO live_seats (player, match)
  SELECT s.player, max(m.number) FROM seats s JOIN matches m ON m.number = s.match
  WHERE m.ended IS NULL AND m.pace <> 'day' AND s.player IS NOT NULL
    AND (SELECT count(*) FROM seats o WHERE o.match = m.number AND o.kind <> 'bot') > 1
  GROUP BY s.player;
