package play

import (
	"errors"
	"slices"
	"strings"

	"noir/data"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
)

// headLines is the number of lines above the table. Below it there is more than one line only while
// leastBody are left for the table.
const (
	headLines     = 1
	mostFootLines = 3
	leastBody     = 9
)

// edges are the lines above and below the table. They stay while time passes, the upper one as long
// as the frame is the same.
type edges struct {
	w, h     int // of the window
	th       *tui.Theme
	revision int // of the frame
	head     string
	foot     []string // nil when it must be drawn again
}

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
	now, was := edges{w: w, h: h, th: th, revision: t.frame.Revision}, &t.drawn
	same := was.w == w && was.h == h && was.th == th
	if same && was.foot != nil {
		return
	}
	if now.head = was.head; !same || was.revision != now.revision {
		now.head = t.header(th, w)
	}
	now.foot = t.footer(th, w, h)
	*was = now
}

// header names the game and what it is played for.
func (s *sight) header(th *tui.Theme, w int) string {
	if s.board == nil {
		return ""
	}
	f, dot := s.frame, " "+th.Sign("·")+" "
	right := ""
	switch {
	case s.mode == replaying:
		right = th.Words("replay") + " "
	case s.mode == watching:
		right = th.Words("you are watching") + " "
	case f.Watchers > 0:
		right = th.Several(f.Watchers, "%d watching", "%d watching") + " "
	}
	title := " " + th.Bright.Render(strings.ToUpper(s.session.Title(f.Game)))
	facts := kit.Join(dot, s.board.Heading(), terms(th, f))
	long := title + "  " + th.Smoke.Render(facts)
	if kit.Width(long)+kit.Width(right) < w {
		return kit.Spread(w, long, th.Smoke.Render(right))
	}
	short := title + "  " + th.Smoke.Render(s.board.Heading())
	return kit.FirstFit(w, long, short, " "+th.Smoke.Render(s.board.Heading()))
}

// terms says what the game counts for and how fast it goes.
func terms(th *tui.Theme, f matchmaking.Frame) string {
	word := th.Words("casual")
	switch {
	case f.Rated:
		word = th.Words("rated")
	case f.Origin != data.Origin{}:
		word = th.Words("casual, on from move %d", f.Origin.Plies)
	}
	if f.Pace == data.Day {
		word = th.Words("%s, a day a move", word)
	}
	return word
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

// waiting is shown before there is a table, or in its place.
func (s *sight) waiting(th *tui.Theme, w, h int) []string {
	text, style := th.Words("Taking your seat."), th.Smoke
	if s.mode == replaying {
		text = th.Words("Fetching the game.")
	}
	switch {
	case errors.Is(s.ended, matchmaking.ErrNoTable): // lists have no tables that never were
		text, style = th.Words("That game is over, and its table has been cleared."), th.Text
	case s.ended != nil:
		text, style = Sorry(th.Reader, nil, s.ended), th.Text
	}
	lines := make([]string, max(0, h/2-1))
	for _, line := range kit.Wrap(text, w-4) {
		lines = append(lines, style.Render(kit.Center(line, w)))
	}
	return lines
}

// footer is the text below the table: what went wrong or has just happened, on as many lines as can
// be spared, or else one line.
func (t *table) footer(th *tui.Theme, w, h int) []string {
	trouble, news := t.remarks.complaint, t.remarks.news()
	if trouble == "" && t.mode != replaying && t.lost() {
		trouble = th.Words("The table is closed for now. The game is kept.")
	}
	if Relieved(t.frame) {
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

// advice is a text on at most h lines: all of it, or its end, which says what to do.
func advice(r *language.Reader, text string, w, h int, more string) []string {
	for _, end := range []string{". ", "; ", ": "} {
		for len(kit.Wrap(text, w)) > h && strings.Contains(text, end) {
			_, rest, _ := strings.Cut(text, end)
			text = tui.Sentence(r, rest)
		}
	}
	return kit.Shorten(text, w, h, more)
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
	case Weary(t.frame):
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
