-- Which matches of a contest bring points (009).

-- +goose Up
SELECT 1;
