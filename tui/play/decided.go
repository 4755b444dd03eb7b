package play

import (
	"strings"

	"noir/data/review"
	"noir/internal/language"
)

// decided is the move that decided a game. Without a ply, no review has named one.
type decided struct {
	ply    int
	chance review.Estimate
	judged bool // there is a review
}

// leastReviewed is how many moves make a game in which a review is recommended.
const leastReviewed = 8

// words names the move, or says how to find it; "" if no move decided the game.
func (d decided) words(r *language.Reader, s *sight) string {
	switch {
	case !d.judged && s.mode != replaying && (after{s}).canReview() && s.frame.Ply() >= leastReviewed:
		return r.Words("a shows the move that decided.")
	case d.ply < 1 || d.ply > len(s.frame.Log):
		return ""
	}
	move := strings.TrimSuffix(s.board.Tell(s.frame.Log[d.ply-1]), ".")
	return r.Words("Decided at move %d: %s (win chance %s).", d.ply, move, change(r, d.chance))
}
