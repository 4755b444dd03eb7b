package play

import (
	"strings"

	"noir/data"
	"noir/internal/language"
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
// as it says the same.
type edges struct {
	*sight
	remarks *remarks
	tape    *tape

	w, h  int // of the window
	th    *tui.Theme
	tells titling
	head  string
	foot  []string // nil when it must be drawn again
}

// titling is what the line above the table tells; zero before the first frame.
type titling struct {
	game, heading string
	rated         bool
	origin        data.Origin
	pace          data.Pace
	watchers      int
}

// terms says what the game counts for and how fast it goes.
func (t titling) terms(th *tui.Theme) string {
	word := th.Words("casual")
	switch {
	case t.rated:
		word = th.Words("rated")
	case t.origin != data.Origin{}:
		word = th.Words("casual, on from move %d", t.origin.Plies)
	}
	if t.pace == data.Day {
		word = th.Words("%s, a day a move", word)
	}
	return word
}

// draw draws those that have changed.
func (e *edges) draw(w, h int, th *tui.Theme) {
	same := e.w == w && e.h == h && e.th == th
	if same && e.foot != nil {
		return
	}
	e.w, e.h, e.th = w, h, th
	if tells := e.titling(); !same || tells != e.tells {
		e.tells = tells
		e.head = e.header(th, w)
	}
	e.foot = e.footer(th, w, h)
}

func (e *edges) titling() titling {
	if e.board == nil {
		return titling{}
	}
	f := &e.frame
	return titling{f.Game, e.board.Heading(), f.Rated, f.Origin, f.Pace, f.Watchers}
}

// header names the game and what it is played for.
func (e *edges) header(th *tui.Theme, w int) string {
	if e.board == nil {
		return ""
	}
	dot := " " + th.Sign("·") + " "
	right := ""
	switch {
	case e.mode == replaying:
		right = th.Words("replay") + " "
	case e.mode == watching:
		right = th.Words("you are watching") + " "
	case e.tells.watchers > 0:
		right = th.Several(e.tells.watchers, "%d watching", "%d watching") + " "
	}
	title := " " + th.Bright.Render(strings.ToUpper(e.session.Title(e.tells.game)))
	facts := kit.Join(dot, e.tells.heading, e.tells.terms(th))
	long := title + "  " + th.Smoke.Render(facts)
	if kit.Width(long)+kit.Width(right) < w {
		return kit.Spread(w, long, th.Smoke.Render(right))
	}
	heading := th.Smoke.Render(e.tells.heading)
	return kit.FirstFit(w, long, title+"  "+heading, " "+heading)
}

// footer is the text below the table: what went wrong or has just happened, on as many lines as can
// be spared, at least one.
func (e *edges) footer(th *tui.Theme, w, h int) []string {
	trouble, news := e.remarks.complaint, e.remarks.news()
	if trouble == "" && e.mode != replaying && e.lost() {
		trouble = th.Words("The table is closed for now. The game is kept.")
	}
	if e.frame.PlayedByHouse() {
		return e.relieved(th, w)
	}
	spare, style, lines := max(1, min(mostFootLines, h-headLines-leastBody)), th.Danger, []string(nil)
	switch {
	case trouble != "":
		lines = advice(th.Reader, trouble, w-2, spare, th.Glyphs.More)
	case news != "":
		lines, style = kit.Shorten(th.Sign(news), w-2, spare, th.Glyphs.More), th.Text
	default:
		return e.status(th, w, h)
	}
	for i := range lines {
		lines[i] = style.Render(" " + lines[i])
	}
	return lines
}

// status is the line below the table when nothing has happened: what the table does for the viewer,
// what is offered, how far a replay is.
func (e *edges) status(th *tui.Theme, w, h int) []string {
	if e.mode == replaying && e.board != nil {
		at, last := e.tape.at()
		return append(e.tape.appraisal.draw(th, w, h-headLines-leastBody-1, h, at, last), kit.Cut(e.tape.line(th, w), w))
	}
	style, texts := th.Lamp, passing{e.sight}.offers(th)
	switch {
	case e.frame.Warned:
		style = th.Danger
		texts = []string{th.Words("One more turn without a move, and the house plays for you."), th.Words("Move, or the house plays for you.")}
	case e.gameOver():
		texts = after{e.sight}.offers(th)
	}
	return []string{" " + style.Render(kit.FirstFit(w-1, texts...))}
}

// relieved is a banner across the window while the house plays for the viewer. Nothing covers it.
func (e *edges) relieved(th *tui.Theme, w int) []string {
	text := kit.FirstFit(w-2,
		th.Words("You missed two prompts; the house is playing your hand. Enter takes it back."),
		th.Words("The house plays your hand: enter takes it back."))
	return []string{th.Alarm.Render(kit.Center(" "+text+" ", w))}
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
