package play

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
	"noir/tui/wording"
)

// sheet is the score sheet, shown in place of the table once the game is over.
type sheet struct {
	*sight
	on       bool
	from     int // the first visible line
	last     int // the largest useful from, as last drawn
	decision decided
}

// sheetWidth is the greatest width of a sheet.
const sheetWidth = 60

// A sheet appears in sheetFrames pictures: its lines in the first ones, and in the last barFrames
// the rating goes from where it was to where it is.
const (
	sheetFrames = 12
	barFrames   = 4
	glowFrames  = 5 // the first ones, in which the windows of the town light up or go out
	sheetFrame  = 120 * time.Millisecond
)

// appear shows the sheet when the game has just ended in the viewer's sight, line by line, and hides
// it when a replay goes back.
func (s *sheet) appear(before matchmaking.Frame) tea.Cmd {
	switch {
	case !s.gameOver():
		s.on = false
	case before.End == nil && s.mode != replaying:
		s.on, s.from = true, 0
		s.motion.Start(slices.Repeat([]time.Duration{sheetFrame}, sheetFrames)...)
		return s.decide()
	case before.End == nil:
		s.on = false
	}
	return nil
}

// opens reports whether the sheet appears over a board on which keys may be in flight: at every end
// but the viewer's own resignation.
func (s *sheet) opens(before matchmaking.Frame) bool {
	if s.mode == replaying || !s.gameOver() || before.End != nil || before.Revision == 0 {
		return false
	}
	last := s.frame.Log[s.frame.Ply()-1]
	return last.Seat != s.frame.Seat || !bytes.Equal(last.Move, engine.Resign)
}

// decide looks for the move that decided the game, if it has been reviewed. It has no review made,
// and says nothing of what fails: the sheet is complete without it.
func (s *sheet) decide() tea.Cmd {
	if !s.on || s.decision.judged {
		return nil
	}
	ctx, matches, id := s.session.Context, s.session.Services.Matches, s.match
	return func() tea.Msg {
		r, ok, err := matches.Kept(ctx, id)
		if err != nil || !ok {
			return nil
		}
		for _, d := range r.Decisions {
			if r.Turning != nil && d.Ply == *r.Turning {
				return decided{d.Ply, d.Known, true}
			}
		}
		return decided{judged: true}
	}
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
	lines := append(s.headline(th, width), strings.Split(s.board.Score(width, th, s.counted()), "\n")...)
	if ratings := s.ratings(th, width); len(ratings) > 0 {
		lines = append(append(lines, ""), ratings...)
	}
	if text := s.decision.words(th.Reader, s.sight); text != "" {
		lines = append(lines, "")
		for _, line := range kit.Wrap(th.Sign(text), width) {
			lines = append(lines, th.Text.Render(line))
		}
	}
	if link := wording.Link(s.session, s.frame); link != "" {
		lines = append(lines, "")
		for _, line := range page.Link(link, width) {
			lines = append(lines, th.Smoke.Render(line))
		}
	}
	if len(lines) > h {
		lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
	}
	s.last = max(0, len(lines)-h)
	s.from = min(s.from, s.last)
	lines = lines[s.from:min(len(lines), s.from+h)]
	street := s.street(th, w, h-len(lines)-sheetAir)
	out := make([]string, (h-len(lines)-street.Height())/3, h)
	for _, line := range lines[:s.written(len(lines))] {
		out = append(out, strings.Repeat(" ", (w-width)/2)+kit.Cut(line, width))
	}
	if street.Height() > 0 {
		out = append(append(out, make([]string, h-len(out)-street.Height())...), street.Text()...)
	}
	return out
}

// sheetAir is how many lines stay free above and below the lines of a sheet with a street.
const sheetAir = 4

// street is the town at the foot of the sheet. Its windows light up, from the left to the right, for the
// winner, and go out for the others.
func (s *sheet) street(th *tui.Theme, w, h int) kit.Block {
	won := s.frame.End.Result.Winners
	if s.mode != seated || len(won) != 1 {
		return kit.Foot(th, w, h, len(s.frame.Seats)+s.frame.Watchers)
	}
	part := 1.0
	if frame, moves := s.motion.Frame(); moves {
		part = min(1, float64(frame)/glowFrames)
	}
	if won[0] != s.frame.Seat {
		part = 1 - part
	}
	return kit.Glow(th, w, h, part)
}

// written is how many of the lines are there yet.
func (s *sheet) written(lines int) int {
	if frame, moves := s.motion.Frame(); moves {
		return lines * min(frame+1, sheetFrames-barFrames) / (sheetFrames - barFrames)
	}
	return lines
}

// counted is how far the totals and the rating have come, from 0 to 1.
func (s *sheet) counted() float64 {
	if frame, moves := s.motion.Frame(); moves {
		return 1 - float64(min(sheetFrames-frame, barFrames))/barFrames
	}
	return 1
}

// headline is what the end is to the viewer, in letters wide apart where there is room; none for
// others, and where nobody has won alone.
func (s *sheet) headline(th *tui.Theme, w int) []string {
	winners := s.frame.End.Result.Winners
	if s.mode != seated || len(winners) != 1 {
		return nil
	}
	text, style := th.Words("THE CITY IS YOURS"), th.Lamp
	if winners[0] != s.frame.Seat {
		text, style = th.Words("%s OWNS THE DOCKS", strings.ToUpper(wording.Name(th.Reader, s.frame, winners[0]))), th.Cold
	}
	wide := strings.Join(strings.Split(text, ""), " ")
	return []string{style.Render(kit.Center(kit.FirstFit(w, wide, text), w)), ""}
}

// ratings are the changes of the ratings, the viewer's with a bar.
func (s *sheet) ratings(th *tui.Theme, w int) (lines []string) {
	changes := s.frame.End.Changes
	for i, line := range wording.Ratings(th.Reader, s.frame, th.Glyphs.Right, th.Glyphs.Minus) {
		if i >= len(changes) || changes[i].Seat != s.frame.Seat {
			lines = append(lines, th.Text.Render(line))
			continue
		}
		lines = append(lines, th.Bright.Render(line), s.bar(th, min(w, mostBar), changes[i]))
	}
	return lines
}

// mostBar is the greatest width of the bar of a rating with its figures.
const mostBar = 40

// bar shows a rating between full hundreds.
func (s *sheet) bar(th *tui.Theme, w int, c data.Change) string {
	low, high := 100*math.Floor(min(c.Before, c.After)/100), 100*(math.Floor(max(c.Before, c.After)/100)+1)
	at := c.Before + (c.After-c.Before)*s.counted()
	from, to := fmt.Sprintf("%.0f ", low), fmt.Sprintf(" %.0f", high)
	bar := kit.Bar(&th.Glyphs, th.Lamp, w-len(from)-len(to), (at-low)/(high-low))
	return th.Smoke.Render(from) + bar + th.Smoke.Render(to)
}
