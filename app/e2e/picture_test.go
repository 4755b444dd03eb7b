//go:build e2e

package e2e

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"strconv"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// A cell of a picture, in points.
const cellWidth, cellHeight, textSize = 9, 18, 15

// ground is the colour of an empty cell.
type ground struct{ behind, text string }

// The backgrounds of a dark and a light terminal.
var (
	night = ground{"#0e1014", "#c5c0b4"}
	day   = ground{"#fbf9f4", "#3a3732"}
)

// still is the screen at one moment as SVG, line by line.
type still struct {
	lines []string
}

// still takes a picture of the screen.
func (t *terminal) still(g ground) still {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := still{lines: make([]string, t.cells.Height())}
	for y := range s.lines {
		s.lines[y] = svgLine(g, y, t.cells.Width(), func(x int) *uv.Cell { return t.cells.CellAt(x, y) })
	}
	return s
}

// svgLine draws the cells of a line: backgrounds first, then runs of characters with one style.
func svgLine(g ground, y, w int, cell func(x int) *uv.Cell) string {
	var behind, text bytes.Buffer
	for x := 0; x < w; {
		from, style := x, styleOf(cell(x))
		var run strings.Builder
		for x < w && styleOf(cell(x)) == style {
			c, cells := cell(x), 1
			if c != nil && c.Content != "" {
				cells = max(1, c.Width)
				run.WriteString(c.Content)
			} else {
				run.WriteByte(' ')
			}
			x += cells
		}
		fg, bg := hex(style.Fg, g.text), hex(style.Bg, g.behind)
		if style.Attrs&uv.AttrReverse != 0 {
			fg, bg = bg, fg
		}
		if bg != g.behind {
			fmt.Fprintf(&behind, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, from*cellWidth, y*cellHeight, (x-from)*cellWidth, cellHeight, bg)
		}
		signs := strings.TrimRight(run.String(), " ")
		if signs == "" && style.Underline == 0 {
			continue
		}
		more := ""
		if style.Attrs&uv.AttrBold != 0 {
			more += ` font-weight="bold"`
		}
		if style.Underline != 0 {
			signs, more = run.String(), more+` text-decoration="underline"`
		}
		lead := len(signs) - len(strings.TrimLeft(signs, " "))
		signs = signs[lead:]
		fmt.Fprintf(&text, `<text x="%d" y="%d" fill="%s"%s textLength="%d">`, (from+lead)*cellWidth, y*cellHeight+14, fg, more, ansi.StringWidth(signs)*cellWidth)
		_ = xml.EscapeText(&text, []byte(signs)) // a buffer never fails
		text.WriteString("</text>")
	}
	return behind.String() + text.String()
}

func styleOf(c *uv.Cell) uv.Style {
	if c == nil {
		return uv.Style{}
	}
	return c.Style
}

// hex writes a colour, or a default for none.
func hex(c color.Color, none string) string {
	if c == nil {
		return none
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// frame makes a document of lines of a picture of w×h cells.
func frame(g ground, w, h int, lines string) []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" xml:space="preserve" font-family="'DejaVu Sans Mono','Menlo','Consolas',monospace" font-size="%d"><rect width="100%%" height="100%%" fill="%s"/>%s</svg>`+"\n",
		w*cellWidth, h*cellHeight, textSize, g.behind, lines)
}

// picture returns a still as a document.
func (s still) picture(g ground, w int) []byte {
	return frame(g, w, len(s.lines), strings.Join(s.lines, ""))
}

// film shows stills of one size one after another, in a loop.
type film []still

// stillTime is how long a film shows a still, in seconds.
const stillTime = 0.8

// picture returns a film as a document. A line that stays from one still to the next is drawn
// once.
func (f film) picture(g ground, w int) []byte {
	var lines bytes.Buffer
	h := len(f[0].lines)
	for y := range h {
		for from := 0; from < len(f); {
			to := from + 1
			for to < len(f) && f[to].lines[y] == f[from].lines[y] {
				to++
			}
			if line := f[from].lines[y]; line != "" {
				lines.WriteString(f.during(from, to, line))
			}
			from = to
		}
	}
	return frame(g, w, h, lines.String())
}

// during shows a part of the picture from one still until another.
func (f film) during(from, to int, part string) string {
	if from == 0 && to == len(f) {
		return part
	}
	var shown, times []string
	add := func(still int, visibility string) {
		shown, times = append(shown, visibility), append(times, strconv.FormatFloat(float64(still)/float64(len(f)), 'f', 4, 64))
	}
	if from > 0 {
		add(0, "hidden")
	}
	add(from, "visible")
	if to < len(f) {
		add(to, "hidden")
	}
	return fmt.Sprintf(`<g>%s<animate attributeName="visibility" values="%s" keyTimes="%s" calcMode="discrete" dur="%.1fs" repeatCount="indefinite"/></g>`,
		part, strings.Join(shown, ";"), strings.Join(times, ";"), stillTime*float64(len(f)))
}
