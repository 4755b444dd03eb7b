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
	return r.Words("Not quite: %s drops you from %s to %s. Better: %s.",
		advise(given.Move), Percent(r, best.Chance), Percent(r, given.Chance), advise(best.Move))
}

// Retried says what a move is worth that is made in place of another one, in the words of a review.
func Retried(r *language.Reader, p data.Puzzle, made json.RawMessage, given data.Weighed, advise func(json.RawMessage) string) string {
	best := p.Best()
	was, _ := p.Weigh(made) // after a resignation nothing is left
	own := r.Words("Your move in the game: %s.", Percent(r, was.Chance))
	var said string
	switch loss := best.Chance - given.Chance; {
	case loss == 0:
		said = r.Words("Found: %s (%s to win).", advise(given.Move), Percent(r, given.Chance))
	case loss < DubiousLoss:
		said = r.Words("Good: %s (%s to win), hardly less than %s (%s).",
			advise(given.Move), Percent(r, given.Chance), advise(best.Move), Percent(r, best.Chance))
	case given.Chance > was.Chance:
		said = r.Words("Better: %s (%s to win). Better still: %s (%s).",
			advise(given.Move), Percent(r, given.Chance), advise(best.Move), Percent(r, best.Chance))
	default:
		return r.Words("No better: %s drops you from %s to %s. Better: %s.",
			advise(given.Move), Percent(r, best.Chance), Percent(r, given.Chance), advise(best.Move))
	}
	return said + " " + own
}

// Unweighed says of a move that it was not weighed, and what would be best.
func Unweighed(r *language.Reader, p data.Puzzle, move json.RawMessage, advise func(json.RawMessage) string) string {
	best := p.Best()
	return r.Words("The house has not weighed %s and cannot say. The best that it knows: %s (%s to win).",
		advise(move), advise(best.Move), Percent(r, best.Chance))
}

// Percent is a chance, from 0 to 1, as people read it.
func Percent(r *language.Reader, chance float64) string { return r.Words("%.0f %%", 100*chance) }

// Fared words a player's results with puzzles; "" for a player who has answered none.
func Fared(r *language.Reader, s data.Solving) string {
	switch {
	case s.Tries == 0:
		return ""
	case s.Run == 0:
		return r.Words("Solved %d of %d.", s.Solved, s.Tries)
	}
	return r.Words("Solved %d of %d, %s.", s.Solved, s.Tries, r.Several(s.Run, "%d day in a row", "%d days in a row"))
}
