-- Matches that go on from a position of another one (001).

-- +goose Up
SELECT 1;
