-- Everybody's ratings change the same rows of the spread. They are changed when the transaction commits, under a lock of
-- their own, so that they are held for as long as the disk takes and not for as long as the server that ends a game does.

-- +goose Up
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION rating_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(3, 0);
  IF TG_OP <> 'INSERT' THEN PERFORM place(-1, OLD.game, 0, OLD.bot, OLD.value); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM place(1, NEW.game, 0, NEW.bot, NEW.value); END IF;
  RETURN NULL;
END $$;
-- +goose StatementEnd
DROP TRIGGER rating_comes ON ratings;
DROP TRIGGER rating_goes ON ratings;
DROP TRIGGER rating_moves ON ratings;
CREATE CONSTRAINT TRIGGER rating_comes AFTER INSERT ON ratings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rating_moves();
CREATE CONSTRAINT TRIGGER rating_goes AFTER DELETE ON ratings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rating_moves();
CREATE CONSTRAINT TRIGGER rating_moves AFTER UPDATE OF game, bot, value ON ratings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (floor(NEW.value / 8) <> floor(OLD.value / 8) OR NEW.bot <> OLD.bot OR NEW.game <> OLD.game) EXECUTE FUNCTION rating_moves();
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION season_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(3, 0);
  IF TG_OP <> 'INSERT' THEN PERFORM place(-1, OLD.game, OLD.month, OLD.bot, OLD.value); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM place(1, NEW.game, NEW.month, NEW.bot, NEW.value); END IF;
  RETURN NULL;
END $$;
-- +goose StatementEnd
DROP TRIGGER season_comes ON seasons;
DROP TRIGGER season_goes ON seasons;
DROP TRIGGER season_moves ON seasons;
CREATE CONSTRAINT TRIGGER season_comes AFTER INSERT ON seasons DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION season_moves();
CREATE CONSTRAINT TRIGGER season_goes AFTER DELETE ON seasons DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION season_moves();
CREATE CONSTRAINT TRIGGER season_moves AFTER UPDATE OF game, month, bot, value ON seasons DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (floor(NEW.value / 8) <> floor(OLD.value / 8) OR NEW.bot <> OLD.bot OR NEW.month <> OLD.month OR NEW.game <> OLD.game) EXECUTE FUNCTION season_moves();
