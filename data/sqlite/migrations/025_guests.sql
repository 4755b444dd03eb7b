-- Which guest has a seat, and which host keys the servers of a house show: for stores that several processes
-- serve. Here nobody asks.

-- +goose Up
ALTER TABLE seats ADD COLUMN guest INTEGER;

CREATE TABLE host_keys (
  node INTEGER NOT NULL,
  key  TEXT    NOT NULL, -- the public half, as in authorized_keys
  PRIMARY KEY (node, key)
) STRICT;
