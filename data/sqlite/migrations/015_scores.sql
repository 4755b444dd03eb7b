-- Which matches of a contest bring points.

-- +goose Up
ALTER TABLE contest_matches ADD COLUMN turns TEXT; -- JSON, an array: the moves with which a seat has had a turn; NULL: they are not counted
ALTER TABLE contest_matches ADD COLUMN scores INTEGER; -- whether it does; NULL while it runs, and of one that was aborted
UPDATE contest_matches SET scores = 1 WHERE match IN (
  SELECT number FROM matches WHERE ended IS NOT NULL AND result ->> '$.reason' <> 'aborted');
