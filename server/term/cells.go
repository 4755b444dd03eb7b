package term

import (
	"unicode/utf8"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
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

// palette numbers the styles of one comparison; 0 is the terminal's default.
type palette struct {
	styles  []uv.Style
	blanks  []uint16             // what shows of each on a space
	changes map[[2]uint16]string // sequences from one style to another
	profile colorprofile.Profile
}

func (p *palette) reset(profile colorprofile.Profile) {
	if p.changes == nil {
		p.changes = map[[2]uint16]string{}
	}
	clear(p.changes)
	p.styles, p.blanks, p.profile = append(p.styles[:0], uv.Style{}), append(p.blanks[:0], 0), profile
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
// returns the style at its end. Control characters and sequences other than
// SGR are left out: nothing in a view can move the cursor.
func (p *palette) read(line string, pen uv.Style, cells []cell) uv.Style {
	parser := ansi.GetParser()
	defer ansi.PutParser(parser)
	now := p.number(pen)
	x := 0
	for len(line) > 0 {
		if c := line[0]; c >= ' ' && c < ansi.DEL {
			if x < len(cells) {
				cells[x] = cell{text: line[:1], style: now, width: 1}
				if c == ' ' {
					cells[x].style = p.blanks[now]
				}
				x++
			}
			line = line[1:]
			continue
		}
		seq, width, n, _ := ansi.DecodeSequence(line, ansi.NormalState, parser)
		switch {
		case width > 0:
			x = put(cells, x, cell{text: seq, style: now, width: uint8(width)})
		case parser.Command() == 'm':
			uv.ReadStyle(parser.Params(), &pen)
			now = p.number(pen)
		}
		line = line[max(n, 1):]
	}
	for ; x < len(cells); x++ {
		cells[x] = blank
	}
	return pen
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
