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
		return r.Words("Solved: %s is worth %.0f in 100, the next best move %.0f.",
			advise(best.Move), 100*best.Chance, 100*p.Moves[1].Chance)
	}
	return r.Words("Not solved: %s gives away %s of %s in 100. Better: %s.",
		advise(given.Move), r.Decimal(100*(best.Chance-given.Chance)), r.Decimal(100*best.Chance), advise(best.Move))
}

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
