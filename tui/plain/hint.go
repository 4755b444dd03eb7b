package plain

import (
	"noir/matchmaking"
	"noir/tui/wording"
)

// advise says a hint, unless the turn has changed.
func (s *sitting) advise(a matchmaking.Advice) {
	s.counsel.Done()
	switch {
	case a.Err != nil:
		s.try(a.Err)
	case s.frame.Turn != nil && s.frame.Turn.Ply == a.Hint.Ply:
		s.say("%s", wording.Advice(s.session, s.board, a.Hint))
	}
}
