// Package page lays out the screens that are not tables: a title, a body, a foot, lists and menus.
package page

import (
	"strings"

	"noir/tui"
	"noir/tui/kit"
)

// Page is a screen: a title and a fact at the top, a body, and lines at the foot. If there is no
// room the fact goes first, then the foot. Titles are set in capitals by English rules; pass those
// of other languages in capitals (Reader.Upper).
type Page struct {
	Title string
	Fact  string
	Foot  []string
}

// Area is where the body of a page goes, in cells of the window.
type Area struct{ X, Y, W, H int }

// Body returns the area of a page's body in a window of w×h cells.
func (p Page) Body(w, h int) Area {
	a := Area{X: 1, Y: 2, W: min(w, tui.PageWidth) - 2, H: h - 2}
	a.X += (w - min(w, tui.PageWidth)) / 2
	if h >= 30 {
		a.Y++
		a.H -= 2
	}
	if p.footed(h) {
		a.H -= len(p.Foot) + 1
	}
	return a
}

// Indented returns a line with n cells before it. Visitors who see the same line share its memory.
func Indented(th *tui.Theme, n int, line string) string {
	return th.Line(append(kit.Spaces(make([]byte, 0, 1024), n), line...))
}

func (p Page) footed(h int) bool { return len(p.Foot) > 0 && h >= 14 }

// Draw draws the page around its body, whose lines begin at the top of the area.
func (p Page) Draw(th *tui.Theme, w, h int, body []string) []string {
	a := p.Body(w, h)
	indented := func(line string) string { return Indented(th, a.X, line) }
	lines := make([]string, 0, h)
	lines = append(lines, indented(p.head(th, a.W)), indented(kit.Rule(th, a.W, "")))
	for len(lines) < a.Y {
		lines = append(lines, "")
	}
	for _, line := range body[:min(len(body), a.H)] {
		lines = append(lines, indented(crop(th, line, a.W)))
	}
	if !p.footed(h) {
		return street(th, w, h, lines)
	}
	for len(lines) < h-len(p.Foot)-1 {
		lines = append(lines, "")
	}
	lines = append(lines, indented(kit.Rule(th, a.W, "")))
	for _, line := range p.Foot {
		lines = append(lines, indented(" "+kit.Cut(line, a.W-2)))
	}
	return lines
}

// street appends the dark town to a page that leaves most of its window empty.
func street(th *tui.Theme, w, h int, lines []string) []string {
	const air = 8 // lines that stay empty above it
	spare := h - len(lines)
	town := kit.Foot(th, w, spare-air, 0)
	if spare < h/2 || town.Height() == 0 {
		return lines
	}
	for range spare - town.Height() {
		lines = append(lines, "")
	}
	return town.AppendText(lines)
}

// head is the title and, where there is room, the fact.
func (p Page) head(th *tui.Theme, w int) string {
	title := " " + th.Bright.Render(strings.ToUpper(p.Title))
	fact := th.Smoke.Render(p.Fact) + " "
	if kit.Width(title)+kit.Width(fact) >= w {
		return title
	}
	return kit.Spread(w, title, fact)
}

// crop cuts a text to w cells, and shows that there was more.
func crop(th *tui.Theme, text string, w int) string {
	if kit.Width(text) <= w {
		return text
	}
	more := th.Glyphs.More
	return kit.Cut(text, w-kit.Width(more)) + more
}

// FoldRoom is the width of a mark of Fold, at the end of a line.
const FoldRoom = 3

// Fold marks visible lines of w cells beyond which there are others, above or below.
func Fold(th *tui.Theme, lines []string, w int, above, below bool) []string {
	mark := func(i int, sign string) {
		lines[i] = kit.Spread(w, lines[i], th.Lamp.Render(sign)+" ")
	}
	if len(lines) == 0 {
		return lines
	}
	if above {
		mark(0, th.Glyphs.Up)
	}
	if below {
		mark(len(lines)-1, th.Glyphs.Down)
	}
	return lines
}
