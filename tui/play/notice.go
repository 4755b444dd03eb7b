package play

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/matchmaking"
	"noir/tui/kit"
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
	if before.Revision == 0 && t.frame.OneAddress {
		t.notice.text, t.notice.number, told = t.session.Language.Words(matchmaking.OneAddress), 0, true
	}
	for _, n := range t.frame.Notes {
		if n.Seq <= t.notice.seen {
			continue
		}
		t.notice.seen = n.Seq
		text := Notice(t.session.Language, t.frame, n)
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

// news is what there is to say beside the table: a hint stands there as long as its
// turn, and what happens meanwhile covers it for a while.
func (t *table) news() string {
	if t.notice.text != "" {
		return t.notice.text
	}
	return t.hint.text(t)
}

// tock rings once a second while little of the viewer's own time is left, for who
// wants that.
func (t *table) tock() tea.Cmd {
	s, f := t.session, t.frame
	if !s.Settings.Ticking || s.Settings.Silent || !asked(f) || !f.Clocks[f.Seat].Running {
		return nil
	}
	move, bank := f.Clocks[f.Seat].Left(s.Now())
	left := (move + bank).Round(time.Second)
	if left > nearlyOver || left == t.tolled {
		return nil
	}
	t.tolled = left
	return tea.Raw("\a")
}

// nearlyOver is when the clock begins to tick aloud.
const nearlyOver = 10 * time.Second

// run asks for a tick at which a clock in sight shows another time.
func (t *table) run() tea.Cmd {
	if t.ticking || t.hidden || t.gameOver() || t.ended != nil {
		return nil
	}
	wait, now := time.Duration(0), t.session.Now()
	for _, c := range t.frame.Clocks {
		if !c.Running {
			continue
		}
		if lasts := kit.Lasts(c.Left(now)); lasts > 0 && (wait == 0 || lasts < wait) {
			wait = lasts
		}
	}
	if wait == 0 {
		return nil
	}
	t.ticking = true
	return t.session.Tick(wait)
}
