package terminal

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"noir/tui/width"
)

// cell is one cell of a line while it is compared. It has no pointers: thousands are written for
// each frame, and each pointer would cost the garbage collector a write barrier.
type cell struct {
	sign  sign
	style uint16 // in the palette
	width uint8
}

// sign is what a cell shows: a character or, from clustered on, the number in the palette of a
// cluster of several. It is 0 in the second half of a wide cell.
type sign uint32

const clustered sign = utf8.MaxRune + 1

var blank = cell{sign: ' ', width: 1}

// palette numbers styles; 0 is the terminal's default. It is kept from one comparison to the next:
// screens use few styles, again and again.
type palette struct {
	profile colorprofile.Profile
	styles  []uv.Style           // as the terminal can show them; the first is the default
	blanks  []uint16             // the number of what a space shows of each
	inks    []ink                // styles as views ask for them; the first is the default
	dips    map[dip]uint16       // the ink that a sequence makes of another
	changes map[[2]uint16]string // sequences from one style to another

	clusters []string        // characters that form one cell
	numbers  map[string]sign // of clusters
}

// ink is a style as a view asks for it, and the number of what the terminal can show of it.
type ink struct {
	style  uv.Style
	number uint16
}

// dip is a sequence in one of the inks.
type dip struct {
	from uint16
	seq  string
}

// maxStyles and maxClusters bound a palette.
const maxStyles, maxClusters = 256, 256

func newPalette(profile colorprofile.Profile) palette {
	return palette{
		profile: profile, styles: []uv.Style{{}}, blanks: []uint16{0},
		inks: []ink{{}}, dips: map[dip]uint16{}, changes: map[[2]uint16]string{}, numbers: map[string]sign{},
	}
}

// bounded empties a palette that has grown too big.
func (p *palette) bounded() {
	if len(p.styles) > maxStyles || len(p.inks) > maxStyles || len(p.dips) > 4*maxStyles || len(p.changes) > 4*maxStyles || len(p.clusters) > maxClusters {
		*p = newPalette(p.profile)
	}
}

// number returns the number of a style as the terminal can show it.
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

// read fills cells with the beginning of a line whose style so far is pen, and returns how many it
// filled and the style at the end. It drops control characters and sequences other than SGR:
// nothing in a view can move the cursor.
func (p *palette) read(line string, pen uv.Style, cells []cell) (taken int, _ uv.Style) {
	at := p.ink(pen)
	now := p.inks[at]
	x := 0
	for len(line) > 0 {
		if r, n := width.Sign(line); n > 0 {
			if x < len(cells) {
				cells[x] = cell{sign: sign(r), style: now.number, width: 1}
				if r == ' ' {
					cells[x].style = p.blanks[now.number]
				}
				x++
			}
			line = line[n:]
			continue
		}
		if n := width.Style(line); n > 0 {
			at = p.dip(at, line[:n])
			now, line = p.inks[at], line[n:]
			continue
		}
		text, w, n := width.Decode(line, nil)
		if w > 0 {
			x = put(cells, x, cell{sign: p.sign(text), style: now.number, width: uint8(w)})
		}
		line = line[max(n, 1):]
	}
	for taken = x; x < len(cells); x++ {
		cells[x] = blank
	}
	return taken, now.style
}

// plainly is the sequence that resets the style.
const plainly = ansi.ResetStyle

// ink returns the place of a style among the inks.
func (p *palette) ink(s uv.Style) uint16 {
	for i := range p.inks {
		if p.inks[i].style == s {
			return uint16(i)
		}
	}
	p.inks = append(p.inks, ink{s, p.number(s)})
	return uint16(len(p.inks) - 1)
}

// dip returns the ink that an SGR sequence makes of another.
func (p *palette) dip(from uint16, seq string) uint16 {
	if seq == plainly {
		return 0
	}
	if to, ok := p.dips[dip{from, seq}]; ok {
		return to
	}
	parser := ansi.GetParser()
	defer ansi.PutParser(parser)
	width.Decode(seq, parser)
	style := p.inks[from].style
	uv.ReadStyle(parser.Params(), &style)
	to := p.ink(style)
	p.dips[dip{from, strings.Clone(seq)}] = to
	return to
}

// put places a character at x and returns where the next one goes. A wide character that would hang
// over the edge becomes a blank.
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

// sign numbers what a cell shows.
func (p *palette) sign(text string) sign {
	if r, n := utf8.DecodeRuneInString(text); n == len(text) && r != utf8.RuneError {
		return sign(r)
	}
	number, known := p.numbers[text]
	if !known {
		number = clustered + sign(len(p.clusters))
		text = strings.Clone(text)
		p.clusters, p.numbers[text] = append(p.clusters, text), number
	}
	return number
}

// write appends what a cell shows. It keeps a right-to-left letter in its cell: otherwise a
// terminal with bidirectional text would move its neighbours too, numbers and edges among them, and
// would lose track of where to write next.
func (p *palette) write(b []byte, s sign) []byte {
	from := len(b)
	switch {
	case s == 0:
		return b
	case s < clustered:
		b = utf8.AppendRune(b, rune(s))
	default:
		b = append(b, p.clusters[s-clustered]...)
	}
	if r, _ := utf8.DecodeRune(b[from:]); turns(r) {
		b = append(b, leftToRight...)
	}
	return b
}

// leftToRight has no width and ends a right-to-left run.
const leftToRight = "\u200e"

// turns reports whether a character belongs to a right-to-left script: those of Unicode's blocks
// for these.
func turns(r rune) bool {
	return r >= 0x590 && (r < 0x900 || r >= 0xFB1D && r < 0xFE00 || r >= 0xFE70 && r < 0xFEFF ||
		r >= 0x10800 && r < 0x11000 || r >= 0x1E800 && r < 0x1F000)
}

// long is how many bytes that takes.
func (p *palette) long(s sign) int {
	switch {
	case s == 0:
		return 0
	case s < clustered && !turns(rune(s)):
		return utf8.RuneLen(rune(s))
	}
	return len(p.write(nil, s))
}
