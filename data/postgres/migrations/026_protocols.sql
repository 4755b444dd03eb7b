-- Which protocol the servers of the house speak with each other.

-- +goose Up
ALTER TABLE nodes ADD COLUMN speaks integer NOT NULL DEFAULT 1; -- 0: with nobody; programs from before did not say that theirs is 1
