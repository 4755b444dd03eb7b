-- How players want things.

-- +goose Up
CREATE TABLE settings (
  player INTEGER PRIMARY KEY REFERENCES players,
  body   TEXT    NOT NULL CHECK (length(body) <= 4096) -- JSON, an object
) STRICT;
CREATE UNIQUE INDEX feeds ON settings (body ->> '$.feed') WHERE body ->> '$.feed' IS NOT NULL;
