-- Events that are repeated, and whose first are told so.

-- +goose Up
ALTER TABLE contests ADD COLUMN every INTEGER NOT NULL DEFAULT 0; -- milliseconds from its start to that of the next; 0: there is none
ALTER TABLE contests ADD COLUMN follows INTEGER REFERENCES contests; -- the one that it repeats
ALTER TABLE contests ADD COLUMN honoured INTEGER; -- when its first three were left a letter
CREATE UNIQUE INDEX contests_in_row ON contests (follows) WHERE follows IS NOT NULL;
