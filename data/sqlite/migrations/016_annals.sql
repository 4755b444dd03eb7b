-- What is told of players without reading all of their games: when each seat's match
-- ended, counts that follow every change of a seat, and how many stand where in a
-- table. Triggers keep them, so that whoever changes a seat, an event or a rating
-- changes nothing else.

-- +goose Up
ALTER TABLE seats ADD COLUMN ended INTEGER; -- as in matches
ALTER TABLE seats ADD COLUMN place INTEGER; -- in the result; NULL while it runs, and of what was aborted or made void
ALTER TABLE seats ADD COLUMN won INTEGER; -- 2: alone, 1: with others, 0: no; NULL as place
UPDATE seats SET ended = m.ended, place = m.result ->> ('$.places[' || seat || ']'),
    won = CASE
      WHEN NOT EXISTS (SELECT 1 FROM json_each(m.result, '$.winners') w WHERE w.value = seat) THEN 0
      WHEN json_array_length(m.result, '$.winners') > 1 THEN 1
      ELSE 2 END
  FROM matches m WHERE m.number = match AND m.ended IS NOT NULL;
UPDATE seats SET place = NULL, won = NULL
  WHERE place IS NULL OR match IN (SELECT number FROM matches WHERE voided IS NOT NULL OR result ->> '$.reason' = 'aborted');
CREATE INDEX seats_by_end ON seats (player, ended, match) WHERE player IS NOT NULL;
DROP INDEX seats_of_player;

CREATE TABLE tallies ( -- of seats with a place
  player INTEGER NOT NULL REFERENCES players,
  game   TEXT    NOT NULL,
  pace   TEXT    NOT NULL,
  hour   INTEGER NOT NULL, -- 0 to 23, UTC, in which they began
  games  INTEGER NOT NULL,
  rated  INTEGER NOT NULL, -- of these, but for those of a player who has joined (seats.apart)
  wins   INTEGER NOT NULL, -- of the rated ones, as are losses and draws
  losses INTEGER NOT NULL,
  draws  INTEGER NOT NULL,
  PRIMARY KEY (player, game, pace, hour)
) STRICT, WITHOUT ROWID;
INSERT INTO tallies
  SELECT s.player, m.game, m.pace, m.started / 3600000 % 24, count(*), count(s.after),
    total(s.after IS NOT NULL AND s.won = 2), total(s.after IS NOT NULL AND s.won = 0), total(s.after IS NOT NULL AND s.won = 1)
  FROM (SELECT match, player, place, won, iif(apart, NULL, after) AS after FROM seats) s JOIN matches m ON m.number = s.match WHERE s.player IS NOT NULL AND s.place IS NOT NULL GROUP BY 1, 2, 3, 4;

CREATE TABLE rivals ( -- of two seats with a place, both ways
  player INTEGER NOT NULL,
  game   TEXT    NOT NULL,
  rival  INTEGER NOT NULL CHECK (rival <> player),
  games  INTEGER NOT NULL,
  wins   INTEGER NOT NULL, -- by places
  losses INTEGER NOT NULL,
  draws  INTEGER NOT NULL,
  PRIMARY KEY (player, game, rival)
) STRICT, WITHOUT ROWID;
INSERT INTO rivals
  SELECT s.player, m.game, o.player, count(*), total(s.place < o.place), total(s.place > o.place), total(s.place = o.place)
  FROM seats s JOIN seats o ON o.match = s.match AND o.player <> s.player JOIN matches m ON m.number = s.match
  WHERE s.place IS NOT NULL AND o.place IS NOT NULL GROUP BY 1, 2, 3;
CREATE INDEX rivals_by_games ON rivals (player, game, games DESC, rival);

-- Into counted goes a seat that counts from now on (sign 1) or no more (-1).
CREATE VIEW counted (sign, match, seat, player, place, won, rated) AS SELECT 0, 0, 0, 0, 0, 0, 0 WHERE FALSE;
-- +goose StatementBegin
CREATE TRIGGER seat_is_counted INSTEAD OF INSERT ON counted
BEGIN
  INSERT INTO tallies
    SELECT new.player, game, pace, started / 3600000 % 24, new.sign, new.sign * new.rated,
      new.sign * (new.rated AND new.won = 2), new.sign * (new.rated AND new.won = 0), new.sign * (new.rated AND new.won = 1)
    FROM matches WHERE number = new.match
    ON CONFLICT DO UPDATE SET games = games + excluded.games, rated = rated + excluded.rated,
      wins = wins + excluded.wins, losses = losses + excluded.losses, draws = draws + excluded.draws;
  DELETE FROM tallies WHERE new.sign < 0 AND games = 0 AND player = new.player;
  INSERT INTO rivals
    SELECT new.player, m.game, o.player, new.sign,
      new.sign * (new.place < o.place), new.sign * (new.place > o.place), new.sign * (new.place = o.place)
    FROM matches m JOIN seats o ON o.match = m.number
    WHERE m.number = new.match AND o.seat <> new.seat AND o.player <> new.player AND o.place IS NOT NULL
    ON CONFLICT DO UPDATE SET games = games + excluded.games,
      wins = wins + excluded.wins, losses = losses + excluded.losses, draws = draws + excluded.draws;
  INSERT INTO rivals
    SELECT o.player, m.game, new.player, new.sign,
      new.sign * (o.place < new.place), new.sign * (o.place > new.place), new.sign * (o.place = new.place)
    FROM matches m JOIN seats o ON o.match = m.number
    WHERE m.number = new.match AND o.seat <> new.seat AND o.player <> new.player AND o.place IS NOT NULL
    ON CONFLICT DO UPDATE SET games = games + excluded.games,
      wins = wins + excluded.wins, losses = losses + excluded.losses, draws = draws + excluded.draws;
  DELETE FROM rivals WHERE new.sign < 0 AND games = 0 AND (player, game, rival) IN (
    SELECT o.player, m.game, new.player FROM matches m JOIN seats o ON o.match = m.number WHERE m.number = new.match
    UNION ALL SELECT new.player, m.game, o.player FROM matches m JOIN seats o ON o.match = m.number WHERE m.number = new.match);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER seat_counts AFTER UPDATE OF player, place, won, after, apart ON seats
WHEN new.player IS NOT NULL AND new.place IS NOT NULL
BEGIN INSERT INTO counted VALUES (1, new.match, new.seat, new.player, new.place, new.won, new.after IS NOT NULL AND NOT new.apart); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER seat_has_counted AFTER UPDATE OF player, place, won, after, apart ON seats
WHEN old.player IS NOT NULL AND old.place IS NOT NULL
BEGIN INSERT INTO counted VALUES (-1, old.match, old.seat, old.player, old.place, old.won, old.after IS NOT NULL AND NOT old.apart); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER seat_is_gone AFTER DELETE ON seats
WHEN old.player IS NOT NULL AND old.place IS NOT NULL
BEGIN INSERT INTO counted VALUES (-1, old.match, old.seat, old.player, old.place, old.won, old.after IS NOT NULL AND NOT old.apart); END;
-- +goose StatementEnd

-- Runs: NULL until somebody asks (Store.Record) and the events are read.
ALTER TABLE ratings ADD COLUMN streak INTEGER; -- of the latest games: wins in a row, or losses if negative
ALTER TABLE ratings ADD COLUMN best INTEGER; -- the most wins in a row
ALTER TABLE ratings ADD COLUMN highest REAL; -- value after any game
ALTER TABLE ratings ADD COLUMN doubts INTEGER NOT NULL DEFAULT 0; -- how often what is told there became unknown
ALTER TABLE rating_events ADD COLUMN won INTEGER; -- as of the seat; NULL of a void and of what it takes back
UPDATE rating_events SET won = (SELECT s.won FROM seats s WHERE s.match = rating_events.match AND s.seat = rating_events.seat)
  WHERE kind = 'game';
DROP INDEX rating_history;
CREATE INDEX rating_history ON rating_events (player, game, at, number, change, won);
-- +goose StatementBegin
CREATE TRIGGER event_is_not_the_last AFTER INSERT ON rating_events
WHEN new.kind <> 'void' AND EXISTS (SELECT 1 FROM rating_events WHERE player = new.player AND game = new.game AND at > new.at)
BEGIN UPDATE ratings SET streak = NULL, best = NULL, highest = NULL, doubts = doubts + 1 WHERE player = new.player AND game = new.game; END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER event_takes_back AFTER INSERT ON rating_events
WHEN new.kind = 'void'
BEGIN UPDATE rating_events SET won = NULL WHERE match = new.match AND seat = new.seat AND kind = 'game'; END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER event_is_another AFTER UPDATE OF player, at, change, won ON rating_events
BEGIN UPDATE ratings SET streak = NULL, best = NULL, highest = NULL, doubts = doubts + 1 WHERE player IN (old.player, new.player) AND game = new.game; END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER event_is_gone AFTER DELETE ON rating_events
BEGIN UPDATE ratings SET streak = NULL, best = NULL, highest = NULL, doubts = doubts + 1 WHERE player = old.player AND game = old.game; END;
-- +goose StatementEnd

CREATE TABLE spread ( -- how many there are in each step of a table of rankings
  game    TEXT    NOT NULL,
  month   INTEGER NOT NULL, -- 0: of all time
  bot     INTEGER NOT NULL,
  step    INTEGER NOT NULL, -- eight points: floor(value / 8)
  players INTEGER NOT NULL,
  PRIMARY KEY (game, month, bot, step)
) STRICT, WITHOUT ROWID;
INSERT INTO spread SELECT game, 0, bot, floor(value / 8), count(*) FROM ratings GROUP BY 1, 2, 3, 4;
INSERT INTO spread SELECT game, month, bot, floor(value / 8), count(*) FROM seasons GROUP BY 1, 2, 3, 4;
CREATE VIEW placed (sign, game, month, bot, value) AS SELECT 0, '', 0, 0, 0.0 WHERE FALSE;
-- +goose StatementBegin
CREATE TRIGGER row_is_placed INSTEAD OF INSERT ON placed
BEGIN
  INSERT INTO spread VALUES (new.game, new.month, new.bot, floor(new.value / 8), new.sign)
    ON CONFLICT DO UPDATE SET players = players + excluded.players;
  DELETE FROM spread WHERE new.sign < 0 AND game = new.game AND month = new.month AND bot = new.bot
    AND step = floor(new.value / 8) AND players = 0;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER rating_comes AFTER INSERT ON ratings
BEGIN INSERT INTO placed VALUES (1, new.game, 0, new.bot, new.value); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER rating_goes AFTER DELETE ON ratings
BEGIN INSERT INTO placed VALUES (-1, old.game, 0, old.bot, old.value); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER rating_moves AFTER UPDATE OF game, bot, value ON ratings
WHEN floor(new.value / 8) <> floor(old.value / 8) OR new.bot <> old.bot OR new.game <> old.game
BEGIN
  INSERT INTO placed VALUES (-1, old.game, 0, old.bot, old.value);
  INSERT INTO placed VALUES (1, new.game, 0, new.bot, new.value);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER season_comes AFTER INSERT ON seasons
BEGIN INSERT INTO placed VALUES (1, new.game, new.month, new.bot, new.value); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER season_goes AFTER DELETE ON seasons
BEGIN INSERT INTO placed VALUES (-1, old.game, old.month, old.bot, old.value); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER season_moves AFTER UPDATE OF game, month, bot, value ON seasons
WHEN floor(new.value / 8) <> floor(old.value / 8) OR new.bot <> old.bot OR new.month <> old.month OR new.game <> old.game
BEGIN
  INSERT INTO placed VALUES (-1, old.game, old.month, old.bot, old.value);
  INSERT INTO placed VALUES (1, new.game, new.month, new.bot, new.value);
END;
-- +goose StatementEnd

-- What is kept of a contest's standings in memory is read again once it has another
-- revision, and goes on from the matches that have come since.
ALTER TABLE contests ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE contest_matches ADD COLUMN ended INTEGER; -- as in matches
ALTER TABLE contest_matches ADD COLUMN finished INTEGER; -- 1, 2, …: in the order in which ends were stored
UPDATE contest_matches SET (ended, finished) = (m.ended, m.place) FROM (
  SELECT number, m.ended, row_number() OVER (PARTITION BY contest ORDER BY m.ended, number) AS place
  FROM contest_matches c JOIN matches m ON m.number = c.match WHERE m.ended IS NOT NULL
) m WHERE m.number = match;
DROP INDEX matches_of_contest;
CREATE INDEX contest_matches_by_end ON contest_matches (contest, ended);
CREATE UNIQUE INDEX contest_matches_in_order ON contest_matches (contest, finished) WHERE finished IS NOT NULL;
-- +goose StatementBegin
CREATE TRIGGER contest_seat_is_another AFTER UPDATE OF player, name, apart, place, won ON seats
WHEN old.ended IS NOT NULL
BEGIN UPDATE contests SET revision = revision + 1 WHERE id = (SELECT contest FROM contest_matches WHERE match = new.match); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER contest_match_is_gone AFTER DELETE ON contest_matches
BEGIN UPDATE contests SET revision = revision + 1 WHERE id = old.contest; END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER contest_player_is_another AFTER UPDATE OF name, bot ON players
BEGIN UPDATE contests SET revision = revision + 1; END;
-- +goose StatementEnd
