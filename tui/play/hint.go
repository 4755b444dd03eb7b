package play

import (
	tea "charm.land/bubbletea/v2"

	"noir/matchmaking"
	"noir/tui"
)

// hint is what the house would do, while the turn lasts for which it was asked.
type hint struct {
	ply  int    // of that turn; 0 for none
	says string // "" while the house thinks
}

// hinted brings the hint for a turn, or why there is none.
type hinted struct {
	ply  int
	hint matchmaking.Hint
	err  error
}

// consult asks the house for a hint, once for a turn.
func (t *table) consult() tea.Cmd {
	switch {
	case t.frame.Rated:
		t.complaint = Sorry(t.session.Language, t.board, matchmaking.ErrRated)
		return nil
	case t.frame.Turn == nil:
		t.complaint = Sorry(t.session.Language, t.board, matchmaking.ErrNotYourTurn)
		return nil
	case t.hint.ply == t.frame.Turn.Ply:
		return nil
	}
	ply := t.frame.Turn.Ply
	t.hint, t.notice.text = hint{ply: ply}, ""
	ctx, h := t.session.Context, t.hold
	return func() tea.Msg {
		seat, err := h.seat()
		if err != nil {
			return hinted{ply: ply, err: err}
		}
		got, err := seat.Hint(ctx)
		return hinted{ply, got, err}
	}
}

// advise takes a hint over, if it is for the turn that is shown.
func (t *table) advise(h hinted) {
	switch {
	case h.err != nil:
		t.complaint = Sorry(t.session.Language, t.board, h.err)
		if t.hint == (hint{ply: h.ply}) {
			t.hint = hint{}
		}
	case t.frame.Turn != nil && h.hint.Ply == t.frame.Turn.Ply:
		t.hint = hint{h.hint.Ply, Advice(t.session, t.board, h.hint)}
	}
}

// text is what there is to say of the hint; "" when it was for another turn.
func (h hint) text(t *table) string {
	switch {
	case h.ply == 0 || t.frame.Turn == nil || t.frame.Turn.Ply != h.ply:
		return ""
	case h.says == "":
		return t.session.Words("The house thinks about a hint.")
	}
	return h.says
}

// Advice is a hint in a sentence. The board shows the turn that it is for.
func Advice(s *tui.Session, b tui.Board, h matchmaking.Hint) string {
	return s.Words("The house would %s: %.0f in 100 to win.", b.Advise(h.Move), 100*h.Chance)
}
