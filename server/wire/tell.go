package wire

import (
	"context"
	"errors"
	"io"

	"noir/matchmaking"
)

// teller sends what is new at a table: its start, an answer that is kept back, every event,
// notices, its end.
type teller struct {
	link    *link
	started bool
	kept    int // ply of the newest answer that was kept back
	plies   int
	noted   int
	ended   bool
	only    map[string]bool // codes of notices to send; nil: all
}

func (t *teller) tell(f matchmaking.Frame) {
	if !t.started {
		t.started = true
		t.link.send(newStart(f))
		if n := len(f.Notes); n > 0 {
			t.noted = f.Notes[n-1].Seq // earlier talk is not repeated
		}
		if !f.Kept.Now {
			t.kept = f.Kept.Ply
		}
	}
	for _, l := range f.Log[t.plies:] {
		if l.Ply == f.Kept.Ply { // before its result
			t.confirm(f.Kept.Ply)
		}
		t.link.send(event{Type: "event", Line: l})
	}
	t.plies = len(f.Log)
	t.confirm(f.Kept.Ply)
	for _, n := range f.Notes {
		if n.Seq > t.noted && (t.only == nil || t.only[n.Code]) {
			t.notice(f, n)
		}
		t.noted = max(t.noted, n.Seq)
	}
	if f.End != nil && !t.ended {
		t.ended = true
		t.link.send(newEnd(f))
	}
}

// notice sends a note of the table, with the clock if the note is about that.
func (t *teller) notice(f matchmaking.Frame, n matchmaking.Note) {
	told := newNotice(n.Code, n.Seat, n.Phrase)
	told.Text = n.Text
	if n.Code == "slowed" {
		told.Clock = clockOf(f)
	}
	t.link.send(told)
}

// confirm sends once that an answer given for a ply is kept back.
func (t *teller) confirm(ply int) {
	if ply > t.kept {
		t.kept = ply
		t.link.send(passed{Type: "passed", Ply: ply})
	}
}

// watched are the notices that spectators get (protocol, section 3).
var watched = map[string]bool{"away": true, "back": true, "substituted": true, "slowed": true}

// Watch sends a running table to a program, from its start to its end, and leaves the chair. An
// error says why it did not see the end.
func Watch(ctx context.Context, chair matchmaking.Viewer, out io.Writer) error {
	defer chair.Leave()
	told := teller{link: newLink(out), only: watched}
	for after := 0; !told.ended; {
		f, err := chair.Next(ctx, after)
		if errors.Is(err, io.EOF) {
			err = matchmaking.ErrDraining
		}
		if err != nil {
			return err
		}
		after = f.Revision
		told.tell(f)
		if told.link.broken != nil {
			return told.link.broken
		}
	}
	return nil
}
