package play

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"

	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
)

// sheet is the score sheet, shown in place of the table once the game is over.
type sheet struct {
	*sight
	on   bool
	from int // the first visible line
	last int // the largest useful from, as last drawn
}

// sheetWidth is the greatest width of a sheet.
const sheetWidth = 60

// appear shows the sheet when the game has just ended in the viewer's sight, and hides it when a
// replay goes back.
func (s *sheet) appear(before matchmaking.Frame) {
	switch {
	case !s.gameOver():
		s.on = false
	case before.End == nil:
		s.on, s.from = s.mode != replaying, 0
	}
}

// opens reports whether the sheet appears because of somebody else.
func (s *sheet) opens(before matchmaking.Frame) bool {
	if s.mode == replaying || !s.gameOver() || before.End != nil || before.Revision == 0 {
		return false
	}
	now := s.frame
	last := now.Log[now.Ply()-1]
	return last.Seat != now.Seat || last.By != engine.ByPlayer
}

func (s *sheet) scroll(down bool) {
	if down {
		s.from = min(s.from+1, s.last)
	} else {
		s.from = max(s.from-1, 0)
	}
}

// flip switches between the table and the sheet.
func (s *sheet) flip() key.Binding {
	if s.on {
		return keys.table
	}
	return keys.sheet
}

// draw shows the sheet in the middle of w×h cells.
func (s *sheet) draw(th *tui.Theme, w, h int) []string {
	width := min(w-2, sheetWidth)
	lines := strings.Split(s.board.Score(width, th), "\n")
	if ratings := Ratings(th.Reader, s.frame, th.Glyphs.Right, th.Glyphs.Minus); len(ratings) > 0 {
		lines = append(lines, "")
		for i, line := range ratings {
			style := th.Text
			if changes := s.frame.End.Changes; i < len(changes) && s.frame.Seat == changes[i].Seat {
				style = th.Bright
			}
			lines = append(lines, style.Render(line))
		}
	}
	lines = append(lines, "")
	for _, line := range kit.Wrap(th.Words("See it again: %s", s.link()), width) {
		lines = append(lines, th.Smoke.Render(line))
	}
	if len(lines) > h {
		lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
	}
	s.last = max(0, len(lines)-h)
	s.from = min(s.from, s.last)
	lines = lines[s.from:min(len(lines), s.from+h)]
	out := make([]string, (h-len(lines))/3, h)
	for _, line := range lines {
		out = append(out, strings.Repeat(" ", (w-width)/2)+kit.Cut(line, width))
	}
	return out
}
