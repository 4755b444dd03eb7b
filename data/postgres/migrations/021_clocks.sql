-- How much time a table gives (001).

-- +goose Up
SELECT 1;
