-- Tables of a month, and programs that are ranked apart.

-- +goose Up
ALTER TABLE players ADD COLUMN bot INTEGER NOT NULL DEFAULT 0; -- an operator has marked it as a program's account

ALTER TABLE ratings ADD COLUMN bot INTEGER NOT NULL DEFAULT 0; -- as in players
DROP INDEX rankings;
CREATE INDEX rankings ON ratings (game, bot, value DESC);

-- Months run in UTC. What happens after a month's end changes none of its rows, but
-- for who they are of.
CREATE TABLE seasons (
  number INTEGER PRIMARY KEY,
  game   TEXT    NOT NULL,
  month  INTEGER NOT NULL, -- 202611: November 2026
  player INTEGER REFERENCES players, -- NULL once he is deleted
  name   TEXT, -- of who is deleted
  bot    INTEGER NOT NULL, -- as in players at the end of the month
  value  REAL    NOT NULL, -- rating at its end, or now
  games  INTEGER NOT NULL, -- in the month
  wins   INTEGER NOT NULL,
  losses INTEGER NOT NULL,
  draws  INTEGER NOT NULL,
  CHECK ((player IS NULL) = (name IS NOT NULL))
) STRICT;
CREATE INDEX season_rankings ON seasons (game, month, bot, value DESC);
CREATE INDEX seasons_of_player ON seasons (player, game, month, bot);

-- A game that was made void in its own month is not counted in it.
INSERT INTO seasons (game, month, player, bot, value, games, wins, losses, draws)
  WITH events AS (
    SELECT e.*, CAST(strftime('%Y%m', e.at / 1000, 'unixepoch') AS INTEGER) AS month FROM rating_events e
  ), played AS (
    SELECT e.game, e.month, e.player, m.result, EXISTS (
        SELECT 1 FROM json_each(m.result, '$.winners') w WHERE w.value = e.seat) AS won
    FROM events e JOIN matches m ON m.number = e.match
    WHERE e.kind = 'game' AND NOT EXISTS (
      SELECT 1 FROM events v WHERE v.match = e.match AND v.seat = e.seat AND v.kind = 'void' AND v.month = e.month)
  ), counted AS (
    SELECT game, month, player, count(*) AS games,
      sum(won AND json_array_length(result, '$.winners') = 1) AS wins, sum(NOT won) AS losses,
      sum(won AND json_array_length(result, '$.winners') > 1) AS draws
    FROM played GROUP BY game, month, player
  )
  SELECT c.game, c.month, c.player, 0, ifnull(
      (SELECT value FROM ratings r WHERE r.player = c.player AND r.game = c.game AND NOT EXISTS (
        SELECT 1 FROM events l WHERE l.player = c.player AND l.game = c.game AND l.month > c.month)),
      1500.0 + (SELECT total(change) FROM events u WHERE u.player = c.player AND u.game = c.game AND u.month <= c.month)),
    c.games, c.wins, c.losses, c.draws
  FROM counted c;

CREATE INDEX matches_by_end ON matches (ended); -- also finds those that run
DROP INDEX running_matches;

CREATE TABLE analyses (
  match INTEGER PRIMARY KEY REFERENCES matches,
  body  TEXT    NOT NULL -- JSON
) STRICT;
