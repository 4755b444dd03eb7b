-- How much time a table gives.

-- +goose Up
ALTER TABLE matches ADD COLUMN clock TEXT NOT NULL DEFAULT 'x1'; -- of those from before one could choose
