-- What is told of players without reading all of their games: counts that follow every change of a
-- seat, and how many stand where in a table. Triggers keep them, so that whoever changes a seat, an
-- event or a rating changes nothing else.

-- +goose Up
CREATE TABLE tallies ( -- of seats with a place
  player bigint NOT NULL REFERENCES players,
  game   text   COLLATE "C" NOT NULL,
  pace   text   COLLATE "C" NOT NULL,
  hour   bigint NOT NULL, -- 0 to 23, UTC, in which they began
  games  bigint NOT NULL,
  rated  bigint NOT NULL, -- of these, but for those of a player who has joined (seats.apart)
  wins   bigint NOT NULL, -- of the rated ones, as are losses and draws
  losses bigint NOT NULL,
  draws  bigint NOT NULL,
  PRIMARY KEY (player, game, pace, hour)
);

CREATE TABLE rivals ( -- of two seats with a place, both ways
  player bigint NOT NULL,
  game   text   COLLATE "C" NOT NULL,
  rival  bigint NOT NULL CHECK (rival <> player),
  games  bigint NOT NULL,
  wins   bigint NOT NULL, -- by places
  losses bigint NOT NULL,
  draws  bigint NOT NULL,
  PRIMARY KEY (player, game, rival)
);
CREATE INDEX rivals_by_games ON rivals (player, game, games DESC, rival);

-- count_seat counts a seat from now on (sign 1) or no more (-1).
-- +goose StatementBegin
CREATE FUNCTION count_seat(sign bigint, s seats) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  is_rated boolean := s.after IS NOT NULL AND NOT s.apart;
BEGIN
  INSERT INTO tallies AS t (player, game, pace, hour, games, rated, wins, losses, draws)
    SELECT s.player, m.game, m.pace, m.started / 3600000 % 24, sign, CASE WHEN is_rated THEN sign ELSE 0 END,
      CASE WHEN is_rated AND s.won = 2 THEN sign ELSE 0 END, CASE WHEN is_rated AND s.won = 0 THEN sign ELSE 0 END,
      CASE WHEN is_rated AND s.won = 1 THEN sign ELSE 0 END
    FROM matches m WHERE m.number = s.match
    ON CONFLICT (player, game, pace, hour) DO UPDATE SET games = t.games + excluded.games, rated = t.rated + excluded.rated,
      wins = t.wins + excluded.wins, losses = t.losses + excluded.losses, draws = t.draws + excluded.draws;
  INSERT INTO rivals AS r (player, game, rival, games, wins, losses, draws)
    SELECT x.player, x.game, x.rival, sum(sign), sum(CASE WHEN x.own < x.theirs THEN sign ELSE 0 END),
      sum(CASE WHEN x.own > x.theirs THEN sign ELSE 0 END), sum(CASE WHEN x.own = x.theirs THEN sign ELSE 0 END)
    FROM (
      SELECT s.player AS player, m.game, o.player AS rival, s.place AS own, o.place AS theirs
      FROM matches m JOIN seats o ON o.match = m.number
      WHERE m.number = s.match AND o.seat <> s.seat AND o.player <> s.player AND o.place IS NOT NULL
      UNION ALL
      SELECT o.player, m.game, s.player, o.place, s.place
      FROM matches m JOIN seats o ON o.match = m.number
      WHERE m.number = s.match AND o.seat <> s.seat AND o.player <> s.player AND o.place IS NOT NULL
    ) x GROUP BY x.player, x.game, x.rival
    ON CONFLICT (player, game, rival) DO UPDATE SET games = r.games + excluded.games,
      wins = r.wins + excluded.wins, losses = r.losses + excluded.losses, draws = r.draws + excluded.draws;
  IF sign < 0 THEN
    DELETE FROM tallies WHERE games = 0 AND player = s.player;
    DELETE FROM rivals r WHERE r.games = 0 AND (r.player = s.player OR r.rival = s.player
      AND r.player IN (SELECT o.player FROM seats o WHERE o.match = s.match));
  END IF;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION seat_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' AND NEW.player IS NOT NULL AND NEW.place IS NOT NULL THEN PERFORM count_seat(1, NEW); END IF;
  IF OLD.player IS NOT NULL AND OLD.place IS NOT NULL THEN PERFORM count_seat(-1, OLD); END IF;
  IF TG_OP <> 'DELETE' AND OLD.ended IS NOT NULL THEN
    UPDATE contests SET revision = revision + 1 WHERE id = (SELECT contest FROM contest_matches WHERE match = NEW.match);
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
-- +goose StatementEnd
-- BEFORE, since two seats of one match may change in one statement: then the second is counted beside
-- what the first has become. AFTER triggers would see both changed.
CREATE TRIGGER seat_is_another BEFORE UPDATE OF player, name, place, won, after, apart ON seats FOR EACH ROW EXECUTE FUNCTION seat_changes();
CREATE TRIGGER seat_is_gone BEFORE DELETE ON seats FOR EACH ROW EXECUTE FUNCTION seat_changes();

-- +goose StatementBegin
CREATE FUNCTION event_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  known bigint[] := '{}';
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.kind = 'void' THEN
      UPDATE rating_events SET won = NULL WHERE match = NEW.match AND seat = NEW.seat AND kind = 'game';
    ELSIF EXISTS (SELECT 1 FROM rating_events WHERE player = NEW.player AND game = NEW.game AND at > NEW.at) THEN
      known := ARRAY[NEW.player];
    END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    known := ARRAY[OLD.player, NEW.player];
  ELSE
    known := ARRAY[OLD.player];
  END IF;
  UPDATE ratings SET streak = NULL, best = NULL, highest = NULL, doubts = doubts + 1
    WHERE player = ANY (known) AND game = CASE WHEN TG_OP = 'DELETE' THEN OLD.game ELSE NEW.game END;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER event_comes AFTER INSERT ON rating_events FOR EACH ROW EXECUTE FUNCTION event_changes();
CREATE TRIGGER event_is_another AFTER UPDATE OF player, at, change, won ON rating_events FOR EACH ROW EXECUTE FUNCTION event_changes();
CREATE TRIGGER event_is_gone AFTER DELETE ON rating_events FOR EACH ROW EXECUTE FUNCTION event_changes();

CREATE TABLE spread ( -- how many there are in each step of a table of rankings
  game    text    COLLATE "C" NOT NULL,
  month   bigint  NOT NULL, -- 0: of all time
  bot     boolean NOT NULL,
  step    bigint  NOT NULL, -- eight points: floor(value / 8)
  players bigint  NOT NULL,
  PRIMARY KEY (game, month, bot, step)
);
-- +goose StatementBegin
CREATE FUNCTION place(sign bigint, its_game text, its_month bigint, its_bot boolean, value double precision) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO spread AS s (game, month, bot, step, players) VALUES (its_game, its_month, its_bot, floor(value / 8), sign)
    ON CONFLICT (game, month, bot, step) DO UPDATE SET players = s.players + excluded.players;
  IF sign < 0 THEN
    DELETE FROM spread WHERE game = its_game AND month = its_month AND bot = its_bot AND step = floor(value / 8)::bigint AND players = 0;
  END IF;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION rating_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM place(-1, OLD.game, 0, OLD.bot, OLD.value); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM place(1, NEW.game, 0, NEW.bot, NEW.value); END IF;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER rating_comes AFTER INSERT ON ratings FOR EACH ROW EXECUTE FUNCTION rating_moves();
CREATE TRIGGER rating_goes AFTER DELETE ON ratings FOR EACH ROW EXECUTE FUNCTION rating_moves();
CREATE TRIGGER rating_moves AFTER UPDATE OF game, bot, value ON ratings FOR EACH ROW
  WHEN (floor(NEW.value / 8) <> floor(OLD.value / 8) OR NEW.bot <> OLD.bot OR NEW.game <> OLD.game) EXECUTE FUNCTION rating_moves();
-- +goose StatementBegin
CREATE FUNCTION season_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM place(-1, OLD.game, OLD.month, OLD.bot, OLD.value); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM place(1, NEW.game, NEW.month, NEW.bot, NEW.value); END IF;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER season_comes AFTER INSERT ON seasons FOR EACH ROW EXECUTE FUNCTION season_moves();
CREATE TRIGGER season_goes AFTER DELETE ON seasons FOR EACH ROW EXECUTE FUNCTION season_moves();
CREATE TRIGGER season_moves AFTER UPDATE OF game, month, bot, value ON seasons FOR EACH ROW
  WHEN (floor(NEW.value / 8) <> floor(OLD.value / 8) OR NEW.bot <> OLD.bot OR NEW.month <> OLD.month OR NEW.game <> OLD.game) EXECUTE FUNCTION season_moves();

-- +goose StatementBegin
CREATE FUNCTION contest_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'players' THEN
    UPDATE contests SET revision = revision + 1;
  ELSE
    UPDATE contests SET revision = revision + 1 WHERE id = OLD.contest;
  END IF;
  RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER contest_match_is_gone AFTER DELETE ON contest_matches FOR EACH ROW EXECUTE FUNCTION contest_changes();
CREATE TRIGGER contest_player_is_another AFTER UPDATE OF name, bot ON players FOR EACH ROW EXECUTE FUNCTION contest_changes();
