package lobby

import (
	"context"

	"noir/data"
	"noir/data/language"
	"noir/tui"
	"noir/tui/page"
)

// puzzle is the day's, as home tells of it. The zero value is none.
type puzzle struct {
	data.Puzzle
	fared data.Solving
}

// lookPuzzle finds today's, and how a player has fared. What cannot be had is left out.
func lookPuzzle(ctx context.Context, store data.Store, player data.Player, today data.Date) (p puzzle) {
	p.Puzzle, _ = store.Puzzle(ctx, today)
	if p.there() && !player.ID.Guest() {
		p.fared, _ = store.Solving(ctx, player.ID, today)
	}
	return p
}

func (p puzzle) there() bool { return p.ID != 0 }

// today leads to the day's puzzle.
func (h *home) today() page.Entry {
	s := h.session
	e := page.Entry{
		Label: s.Words("Today's puzzle"), Hint: s.Words("find the best move"), Verb: language.Mark("look at it"),
		Choose: push(func() tui.Screen { return s.Routes.Puzzle(s) }),
	}
	if run := h.puzzle.fared.Run; run > 0 {
		e.Hint = s.Several(run, "%d day in a row", "%d days in a row")
	}
	given, answered := h.puzzle.Weigh(h.puzzle.fared.Today)
	switch {
	case !answered:
		e.Live = s.Words("not answered yet")
	case h.puzzle.Solved(given):
		e.Live = s.Words("solved")
	default:
		e.Live = s.Words("not solved")
	}
	return e
}
