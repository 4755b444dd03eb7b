-- Which guest has a seat, so that it is theirs at the next owner too; and which host keys the servers of the house
-- show. Live games are adopted before those at pace day.

-- +goose Up
ALTER TABLE seats ADD COLUMN guest bigint; -- of a game that runs; one that is over may have any

CREATE TABLE host_keys (
  node bigint NOT NULL REFERENCES nodes ON DELETE CASCADE,
  key  text   COLLATE "C" NOT NULL, -- the public half, as in authorized_keys
  PRIMARY KEY (node, key)
);

ALTER TABLE voices ALTER COLUMN name TYPE text COLLATE "C"; -- the last index over texts that followed the database's language

DROP INDEX matches_orphaned;
CREATE INDEX matches_orphaned ON matches ((pace = 'day'), number) WHERE owner IS NULL AND ended IS NULL;
