package play

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"noir/data/review"
	"noir/internal/language"
)

// decided is the move that decided a game. Without a ply, no review has named one.
type decided struct {
	ply    int
	chance review.Estimate
	judged bool // there is a review
}

// decide looks for the move that decided the game, if it has been reviewed. It has no review made,
// and says nothing of what fails: the sheet is complete without it.
func (s *sheet) decide() tea.Cmd {
	if !s.on || s.decision.judged {
		return nil
	}
	ctx, matches, id := s.session.Context, s.session.Services.Matches, s.match
	return func() tea.Msg {
		r, ok, err := matches.Kept(ctx, id)
		if err != nil || !ok {
			return nil
		}
		for _, d := range r.Decisions {
			if r.Turning != nil && d.Ply == *r.Turning {
				return decided{d.Ply, d.Known, true}
			}
		}
		return decided{judged: true}
	}
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
