-- Wrong codes void no invitation (004).

-- +goose Up
SELECT 1;
