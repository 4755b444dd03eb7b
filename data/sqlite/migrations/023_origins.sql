-- Matches that go on from a position of another one, which need not be there any more.

-- +goose Up
ALTER TABLE matches ADD COLUMN origin TEXT NOT NULL DEFAULT ''; -- its id; '' for a match that was dealt for itself
ALTER TABLE matches ADD COLUMN origin_plies INTEGER NOT NULL DEFAULT 0; -- how many entries of its log they have in common
