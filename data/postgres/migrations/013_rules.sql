-- How a match is rated (001).

-- +goose Up
SELECT 1;
