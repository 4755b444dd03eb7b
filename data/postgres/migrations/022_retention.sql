-- Matches that are kept for a time alone (001).

-- +goose Up
SELECT 1;
