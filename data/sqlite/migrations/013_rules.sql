-- How a match is rated, and with what version its record is written.

-- +goose Up
ALTER TABLE matches ADD COLUMN rule INTEGER NOT NULL DEFAULT 1; -- of those from before there was a second one
