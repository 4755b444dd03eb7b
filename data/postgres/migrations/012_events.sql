-- Events that are repeated (009).

-- +goose Up
SELECT 1;
