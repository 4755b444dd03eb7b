package play

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"noir/data/review"
	"noir/internal/language"
)

// decided is the move that decided a game; without a ply no review has named one.
type decided struct {
	ply    int
	chance review.Estimate
}

// decide looks for the move that decided the game, if it has been reviewed. It has no review made,
// and says nothing of what fails: the sheet is complete without it.
func (s *sheet) decide() tea.Cmd {
	if !s.on || s.decision.ply != 0 {
		return nil
	}
	ctx, matches, id := s.session.Context, s.session.Services.Matches, s.match
	return func() tea.Msg {
		r, ok, err := matches.Kept(ctx, id)
		if err != nil || !ok || r.Turning == nil {
			return nil
		}
		for _, d := range r.Decisions {
			if d.Ply == *r.Turning {
				return decided{d.Ply, d.Known}
			}
		}
		return nil
	}
}

// words tells the move; "" if there is none.
func (d decided) words(r *language.Reader, s *sight) string {
	if d.ply < 1 || d.ply > len(s.frame.Log) {
		return ""
	}
	move := strings.TrimSuffix(s.board.Tell(s.frame.Log[d.ply-1]), ".")
	return r.Words("Decided at move %d: %s. Win chance %s.", d.ply, move, change(r, d.chance))
}
