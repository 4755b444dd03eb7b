-- Whoever comes from one address plays for no rating (001, 007).

-- +goose Up
SELECT 1;
