-- Matches that are kept for a time alone, and those that somebody has marked.

-- +goose Up
ALTER TABLE matches ADD COLUMN passing INTEGER NOT NULL DEFAULT 0; -- it goes some time after its end
ALTER TABLE seats ADD COLUMN kept INTEGER NOT NULL DEFAULT 0; -- its player has marked the match
CREATE INDEX passing_matches ON matches (ended) WHERE passing;
CREATE INDEX kept_seats ON seats (player) WHERE kept;
CREATE INDEX reports_of_match ON reports (match);

UPDATE matches SET passing = 1 WHERE NOT rated
  AND (SELECT count(*) FROM seats WHERE match = number AND kind <> 'bot') < 2
  AND number NOT IN (SELECT match FROM analyses) AND number NOT IN (SELECT match FROM puzzles)
  AND number NOT IN (SELECT match FROM contest_matches) AND number NOT IN (SELECT match FROM reports WHERE match IS NOT NULL);
