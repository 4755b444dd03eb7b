-- Where the clocks of running matches stood when a server went down.

-- +goose Up
CREATE TABLE stops (
  match bigint NOT NULL REFERENCES matches,
  ply   bigint NOT NULL, -- the newest of the log then, or 0: a stop holds until the next
  at_ms bigint NOT NULL, -- game time, as in moves
  at    bigint NOT NULL,
  PRIMARY KEY (match, ply, at_ms) -- clocks that had not gone on since stand where they stood
);
