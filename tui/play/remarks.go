package play

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/matchmaking"
	"noir/tui"
	"noir/tui/wording"
)

// remarks is the text below the table: errors, what has just happened, hints.
type remarks struct {
	*sight
	complaint string // why the last action failed, until the next key
	notice    notice
	hint      hint
}

// complain says why something failed; nothing for nil.
func (r *remarks) complain(err error) {
	if err != nil {
		r.complaint = wording.Sorry(r.session.Language, r.board, err)
	}
}

// noticeTime is how long a notice stays.
const noticeTime = 8 * time.Second

// notice is the newest note of the table, while it stays.
type notice struct {
	text   string
	number int // of the note with this text
	seen   int // number of the newest note handled
}

// noticeOver removes the notice of that number.
type noticeOver int

// tell shows what is new at the table. Notes from before the viewer came are skipped.
func (r *remarks) tell(before matchmaking.Frame) tea.Cmd {
	told, n := false, &r.notice
	if before.Revision == 0 && r.frame.OneAddress {
		n.text, n.number, told = r.session.Words(matchmaking.OneAddress), 0, true
	}
	for _, note := range r.frame.Notes {
		if note.Seq <= n.seen {
			continue
		}
		n.seen = note.Seq
		text := wording.Notice(r.session.Language, r.frame, note)
		if text == "" || before.Revision == 0 && r.session.Now().Sub(note.At) > noticeTime {
			continue
		}
		n.text, n.number, told = text, note.Seq, true
	}
	if !told {
		return nil
	}
	return tui.After(noticeTime, noticeOver(n.number))
}

// end removes a notice that has stayed long enough.
func (r *remarks) end(over noticeOver) {
	if int(over) == r.notice.number {
		r.notice.text = ""
	}
}

// news is what to say when nothing went wrong: a hint stays as long as its turn, and events cover
// it for a while.
func (r *remarks) news() string {
	turn := r.frame.Turn
	switch {
	case r.mode == replaying:
		return ""
	case r.notice.text != "":
		return r.notice.text
	case r.hint.ply == 0 || turn == nil || turn.Ply != r.hint.ply:
		return ""
	case r.hint.says == "":
		return r.session.Words("The house is thinking about a hint.")
	}
	return r.hint.says
}

// hint is what the house would do, for one turn.
type hint struct {
	ply  int    // of that turn; 0 for none
	says string // "" while the house thinks
}

// hinted brings the hint for a turn, or the reason for its absence.
type hinted struct {
	ply  int
	hint matchmaking.Hint
	err  error
}

// consult asks the house for a hint, once per turn.
func (r *remarks) consult() tea.Cmd {
	switch {
	case r.frame.Rated:
		r.complain(matchmaking.ErrRated)
		return nil
	case r.frame.Turn == nil:
		r.complain(matchmaking.ErrNotYourTurn)
		return nil
	case r.hint.ply == r.frame.Turn.Ply:
		return nil
	}
	ply := r.frame.Turn.Ply
	r.hint, r.notice.text = hint{ply: ply}, ""
	ctx, h := r.session.Context, r.hold
	return func() tea.Msg {
		seat, err := h.seat()
		if err != nil {
			return hinted{ply: ply, err: err}
		}
		got, err := seat.Hint(ctx)
		return hinted{ply, got, err}
	}
}

// advise stores a hint, if it is for the shown turn.
func (r *remarks) advise(h hinted) {
	r.complain(h.err)
	switch {
	case h.err != nil:
		if r.hint == (hint{ply: h.ply}) {
			r.hint = hint{}
		}
	case r.frame.Turn != nil && h.hint.Ply == r.frame.Turn.Ply:
		r.hint = hint{h.hint.Ply, wording.Advice(r.session, r.board, h.hint)}
	}
}
