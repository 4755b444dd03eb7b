package review

import (
	"encoding/json"

	"noir/data"
	"noir/internal/language"
)

// Answer says what an answer to a puzzle is worth, in the words of a review. advise words a move as
// advice.
func Answer(r *language.Reader, p data.Puzzle, given data.Weighed, advise func(json.RawMessage) string) string {
	best := p.Best()
	if p.Solved(given) {
		return r.Words("Solved: %s (%s to win). The next best move: %s.",
			advise(best.Move), Percent(r, best.Chance), Percent(r, p.Moves[1].Chance))
	}
	return r.Words("Not quite: %s takes you from %s to %s. Better: %s.",
		advise(given.Move), Percent(r, best.Chance), Percent(r, given.Chance), advise(best.Move))
}

// Percent is a chance, from 0 to 1, as people read it.
func Percent(r *language.Reader, chance float64) string { return r.Words("%.0f %%", 100*chance) }

// Fared says how somebody has done with puzzles; "" for a player who has answered none.
func Fared(r *language.Reader, s data.Solving) string {
	switch {
	case s.Tries == 0:
		return ""
	case s.Run == 0:
		return r.Words("Solved %d of %d.", s.Solved, s.Tries)
	}
	return r.Words("Solved %d of %d, %s.", s.Solved, s.Tries, r.Several(s.Run, "%d day in a row", "%d days in a row"))
}
