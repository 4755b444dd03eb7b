-- How players want things.

-- +goose Up
CREATE TABLE settings (
  player bigint PRIMARY KEY REFERENCES players,
  body   json   NOT NULL CHECK (length(body::text) <= 4096) -- an object
);
CREATE UNIQUE INDEX feeds ON settings ((body ->> 'feed')) WHERE body ->> 'feed' IS NOT NULL;
