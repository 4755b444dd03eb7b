package play

import (
	"errors"
	"slices"

	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
)

// View draws a title line, the table or the score sheet, and a line for remarks.
func (t *table) View(w, h int, th *tui.Theme) []string {
	t.edge(w, h, th)
	lines, below := slices.Grow(t.lines[:0], h)[:h], h-len(t.drawn.foot)
	t.lines = lines
	clear(lines)
	lines[0] = t.drawn.head
	copy(lines[below:], t.drawn.foot)
	copy(lines[headLines:below], t.body(th, w, below-headLines))
	if t.cover.overlay == nil {
		return lines
	}
	return t.cover.draw(lines, w, h, th)
}

// edge draws the edges that have changed.
func (t *table) edge(w, h int, th *tui.Theme) {
	now, was := edges{w: w, h: h, th: th}, &t.drawn
	same := was.w == w && was.h == h && was.th == th
	if same && was.foot != nil {
		return
	}
	now.tells, now.head = t.titling(), was.head
	if !same || was.tells != now.tells {
		now.head = t.header(th, w, now.tells)
	}
	now.foot = t.footer(th, w, h)
	*was = now
}

func (t *table) body(th *tui.Theme, w, h int) []string {
	switch {
	case t.board == nil, errors.Is(t.ended, matchmaking.ErrClosed):
		return t.waiting(th, w, h)
	case t.sheet.on:
		return t.sheet.draw(th, w, h)
	}
	return t.board.View(w, h, t.session.Now(), th)
}

// footer is the text below the table: what went wrong or has just happened, on as many lines as can
// be spared, at least one.
func (t *table) footer(th *tui.Theme, w, h int) []string {
	trouble, news := t.remarks.complaint, t.remarks.news()
	if trouble == "" && t.mode != replaying && t.lost() {
		trouble = th.Words("The table is closed for now. The game is kept.")
	}
	if t.frame.PlayedByHouse() {
		return t.relieved(th, w)
	}
	spare, style, lines := max(1, min(mostFootLines, h-headLines-leastBody)), th.Danger, []string(nil)
	switch {
	case trouble != "":
		lines = advice(th.Reader, trouble, w-2, spare, th.Glyphs.More)
	case news != "":
		lines, style = kit.Shorten(th.Sign(news), w-2, spare, th.Glyphs.More), th.Text
	default:
		return t.status(th, w, h)
	}
	for i := range lines {
		lines[i] = style.Render(" " + lines[i])
	}
	return lines
}

// status is the line below the table when nothing has happened: what the table does for the viewer,
// what is offered, how far a replay is.
func (t *table) status(th *tui.Theme, w, h int) []string {
	if t.mode == replaying && t.board != nil {
		at, last := t.tape.at()
		return append(t.tape.appraisal.draw(th, w, h-headLines-leastBody-1, h, at, last), kit.Cut(t.tape.line(th, w), w))
	}
	style, texts := th.Lamp, after{t.sight}.offers(th)
	switch {
	case t.frame.Warned:
		style = th.Danger
		texts = []string{th.Words("One more turn without a move, and the house plays for you."), th.Words("Move, or the house plays for you.")}
	case t.gameOver():
	case t.frame.Passing == matchmaking.PassTurn:
		texts = []string{th.Words("You pass until your turn, except when something of yours is at stake. A ends it."), th.Words("Auto-pass is on: A ends it.")}
	case t.frame.Passing == matchmaking.PassAlways:
		texts = []string{th.Words("You always pass, except when something of yours is at stake. A ends it."), th.Words("Auto-pass is on: A ends it.")}
	case t.frame.OffersAutoPass():
		texts = []string{th.Words("Pass again? A passes for you until your turn."), th.Words("A passes until your turn.")}
	}
	return []string{" " + style.Render(kit.FirstFit(w-1, texts...))}
}

// relieved is a banner across the window while the house plays for the viewer. Nothing covers it.
func (t *table) relieved(th *tui.Theme, w int) []string {
	text := kit.FirstFit(w-2,
		th.Words("You missed two prompts; the house is playing your hand. Enter takes it back."),
		th.Words("The house plays your hand: enter takes it back."))
	return []string{th.Alarm.Render(kit.Center(" "+text+" ", w))}
}
