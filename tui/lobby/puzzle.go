package lobby

import (
	"noir/data"
	"noir/internal/language"
	"noir/tui"
	"noir/tui/page"
)

// puzzle is the puzzle of the day as home announces it. The zero value is none.
type puzzle struct {
	data.Puzzle
	fared data.Solving
}

func (p puzzle) there() bool { return p.ID != 0 }

// today leads to the puzzle of the day.
func (h *facts) today() page.Entry {
	s := h.session
	e := page.Entry{
		Label: s.Words("Today's puzzle"), Verb: language.Mark("look at it"),
		Choose: push(func() tui.Screen { return s.Routes.Puzzle(s) }),
	}
	given, answered := h.puzzle.Weigh(h.puzzle.fared.Today)
	switch run := h.puzzle.fared.Run; {
	case !answered:
		e.Live = s.Words("new")
	case h.puzzle.Solved(given) && run > 1:
		e.Live = s.Several(run, "%d day in a row", "%d days in a row")
	case h.puzzle.Solved(given):
		e.Live = s.Words("solved")
	default:
		e.Live = s.Words("not solved")
	}
	return e
}
