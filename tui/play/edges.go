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
// as the frame is the same.
type edges struct {
	w, h     int // of the window
	th       *tui.Theme
	revision int // of the frame
	head     string
	foot     []string // nil when it must be drawn again
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
