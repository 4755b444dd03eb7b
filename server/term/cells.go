package term

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"noir/tui/width"
)

// cell is one cell of a line while it is compared. Its text points into the
// line it was read from; a cell without any is the second half of the wide one
// before it.
type cell struct {
	text  string
	style uint16 // in the palette
	width uint8
}

var blank = cell{text: " ", width: 1}

// palette numbers styles; 0 is the terminal's default. It remembers what it has
// seen from one comparison to the next: screens use few styles, again and again.
type palette struct {
	profile colorprofile.Profile
	styles  []uv.Style           // as the terminal can show them; the first is the default one
	blanks  []uint16             // what shows of each on a space
	inks    map[string]ink       // what sequences make of the default style
	changes map[[2]uint16]string // sequences from one style to another
}

// ink is a style as a view asks for it, and its number.
type ink struct {
	style  uv.Style
	number uint16
}

// maxStyles is how many styles a palette remembers.
const maxStyles = 256

func newPalette(profile colorprofile.Profile) palette {
	return palette{
		profile: profile, styles: []uv.Style{{}}, blanks: []uint16{0},
		inks: map[string]ink{}, changes: map[[2]uint16]string{},
	}
}

// bounded forgets everything when it has become too much.
func (p *palette) bounded() {
	if len(p.styles) > maxStyles || len(p.inks) > maxStyles || len(p.changes) > 4*maxStyles {
		*p = newPalette(p.profile)
	}
}

// number returns that of a style as the terminal can show it.
func (p *palette) number(s uv.Style) uint16 {
	s = uv.ConvertStyle(s, p.profile)
	for i := range p.styles {
		if p.styles[i] == s {
			return uint16(i)
		}
	}
	n := uint16(len(p.styles))
	p.styles, p.blanks = append(p.styles, s), append(p.blanks, n)
	if s.Underline == 0 && s.Attrs&(uv.AttrReverse|uv.AttrStrikethrough) == 0 {
		p.blanks[n] = p.number(uv.Style{Bg: s.Bg})
	}
	return n
}

// change returns the shortest sequence that turns one style into another.
func (p *palette) change(from, to uint16) string {
	key := [2]uint16{from, to}
	if seq, ok := p.changes[key]; ok {
		return seq
	}
	seq := uv.StyleDiff(&p.styles[from], &p.styles[to])
	if anew := p.styles[to].String(); from != 0 && to != 0 && len("0;")+len(anew) < len(seq) {
		seq = "\x1b[0;" + anew[len("\x1b["):]
	}
	p.changes[key] = seq
	return seq
}

// read fills cells with the beginning of a line whose style so far is pen, and
// returns how many it has taken and the style at its end. Control characters and
// sequences other than SGR are left out: nothing in a view can move the cursor.
func (p *palette) read(line string, pen uv.Style, cells []cell) (taken int, _ uv.Style) {
	now := ink{pen, p.number(pen)}
	x := 0
	for len(line) > 0 {
		if n := width.Sign(line); n > 0 {
			if x < len(cells) {
				cells[x] = cell{text: line[:n], style: now.number, width: 1}
				if line[0] == ' ' {
					cells[x].style = p.blanks[now.number]
				}
				x++
			}
			line = line[n:]
			continue
		}
		if n := width.Style(line); n > 0 {
			now = p.dip(now, line[:n])
			line = line[n:]
			continue
		}
		text, w, n, _ := ansi.DecodeSequence(line, ansi.NormalState, nil)
		if w > 0 {
			x = put(cells, x, cell{text: text, style: now.number, width: uint8(w)})
		}
		line = line[max(n, 1):]
	}
	for taken = x; x < len(cells); x++ {
		cells[x] = blank
	}
	return taken, now.style
}

// plainly is the sequence after which the style is the default one.
const plainly = ansi.ResetStyle

// dip returns what an SGR sequence makes of a style.
func (p *palette) dip(from ink, seq string) ink {
	if seq == plainly {
		return ink{}
	}
	plain := from.style == uv.Style{}
	if to, ok := p.inks[seq]; ok && plain {
		return to
	}
	parser := ansi.GetParser()
	defer ansi.PutParser(parser)
	ansi.DecodeSequence(seq, ansi.NormalState, parser)
	to := from
	uv.ReadStyle(parser.Params(), &to.style)
	if to.number = p.number(to.style); plain {
		p.inks[strings.Clone(seq)] = to
	}
	return to
}

// put places a character at x and returns where the next one goes. A wide one
// that would hang over the edge leaves a blank.
func put(cells []cell, x int, c cell) int {
	end := x + int(c.width)
	if end > len(cells) {
		for ; x < len(cells); x++ {
			cells[x] = blank
		}
		return len(cells)
	}
	cells[x] = c
	for x++; x < end; x++ {
		cells[x] = cell{style: c.style}
	}
	return end
}

// single tells whether a terminal surely gives the text the width that we do:
// opinions differ on several runes that form one character.
func (c cell) single() bool {
	_, n := utf8.DecodeRuneInString(c.text)
	return n == len(c.text)
}
