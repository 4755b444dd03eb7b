-- Whoever comes from one address plays for no rating.

-- +goose Up
ALTER TABLE challenges ADD COLUMN address TEXT; -- from where it was made, of IPv6 the /64; NULL when that is not known
ALTER TABLE matches ADD COLUMN one_address INTEGER NOT NULL DEFAULT 0; -- casual only since players at it come from one
