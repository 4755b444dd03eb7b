-- When the spread of ratings changes, for stores that several processes serve. There is nothing to change here: one
-- process ends all games.

-- +goose Up
SELECT 1;
