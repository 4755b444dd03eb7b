package play

import (
	"errors"
	"strings"

	"noir/data"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/wording"
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

func (s *sight) titling() titling {
	if s.board == nil {
		return titling{}
	}
	f := &s.frame
	return titling{f.Game, s.board.Heading(), f.Rated, f.Origin, f.Pace, f.Watchers}
}

// header names the game and what it is played for.
func (s *sight) header(th *tui.Theme, w int, tells titling) string {
	if s.board == nil {
		return ""
	}
	dot := " " + th.Sign("·") + " "
	right := ""
	switch {
	case s.mode == replaying:
		right = th.Words("replay") + " "
	case s.mode == watching:
		right = th.Words("you are watching") + " "
	case tells.watchers > 0:
		right = th.Several(tells.watchers, "%d watching", "%d watching") + " "
	}
	title := " " + th.Bright.Render(strings.ToUpper(s.session.Title(tells.game)))
	facts := kit.Join(dot, tells.heading, tells.terms(th))
	long := title + "  " + th.Smoke.Render(facts)
	if kit.Width(long)+kit.Width(right) < w {
		return kit.Spread(w, long, th.Smoke.Render(right))
	}
	heading := th.Smoke.Render(tells.heading)
	return kit.FirstFit(w, long, title+"  "+heading, " "+heading)
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

// waiting is shown before there is a table, or in its place.
func (s *sight) waiting(th *tui.Theme, w, h int) []string {
	text, style := th.Words("Taking your seat."), th.Smoke
	if s.mode == replaying {
		text = th.Words("Fetching the game.")
	}
	switch {
	case errors.Is(s.ended, matchmaking.ErrNoTable): // a table that never existed is in no list
		text, style = th.Words("That game is over, and its table has been cleared."), th.Text
	case s.ended != nil:
		text, style = wording.Sorry(th.Reader, nil, s.ended), th.Text
	}
	lines := make([]string, max(0, h/2-1))
	for _, line := range kit.Wrap(text, w-4) {
		lines = append(lines, style.Render(kit.Center(line, w)))
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
