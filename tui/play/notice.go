package play

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/matchmaking"
)

// noticeTime is how long a notice stays.
const noticeTime = 8 * time.Second

// notice is the newest note of the table, while it stays.
type notice struct {
	text   string
	number int // of the note that the text is of
	seen   int // number of the newest note that was taken in
}

// noticeOver takes the notice of that number away.
type noticeOver int

// tell shows what is new at the table. Notes from before one came are old.
func (t *table) tell(before matchmaking.Frame) tea.Cmd {
	told := false
	for _, n := range t.frame.Notes {
		if n.Seq <= t.notice.seen {
			continue
		}
		t.notice.seen = n.Seq
		text := Notice(t.frame, n)
		if text == "" || before.Revision == 0 && t.session.Now().Sub(n.At) > noticeTime {
			continue
		}
		t.notice.text, t.notice.number, told = text, n.Seq, true
	}
	if !told {
		return nil
	}
	number := t.notice.number
	return t.session.After(noticeTime, noticeOver(number))
}

func (n *notice) end(over noticeOver) {
	if int(over) == n.number {
		n.text = ""
	}
}

// run asks for the next tick while somebody's time passes in sight.
func (t *table) run() tea.Cmd {
	if t.ticking || t.hidden || t.gameOver() || t.ended != nil {
		return nil
	}
	wait, now := time.Duration(0), t.session.Now()
	for _, c := range t.frame.Clocks {
		if !c.Running {
			continue
		}
		left, bank := c.Left(now)
		if left == 0 {
			left = bank
		}
		if left == 0 {
			continue
		}
		// The figures change when another whole second is gone.
		until := left % time.Second
		if until == 0 {
			until = time.Second
		}
		if wait == 0 || until < wait {
			wait = until
		}
	}
	if wait == 0 {
		return nil
	}
	t.ticking = true
	return t.session.After(wait, tick{})
}
