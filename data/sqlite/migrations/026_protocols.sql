-- Which protocol the servers of a house speak with each other: for stores that several processes serve. There is
-- nothing to change here.

-- +goose Up
SELECT 1;
