package terminal

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"noir/tui/width"
)

// cell is one cell of a line while it is compared. It points nowhere: thousands are
// written for each frame, and while garbage is collected each pointer is noted.
type cell struct {
	sign  sign
	style uint16 // in the palette
	width uint8
}

// sign is what a cell shows: a character or, from clustered on, several that form one, by
// their number in the palette. It is 0 in the second half of a wide cell.
type sign uint32

const clustered sign = utf8.MaxRune + 1

var blank = cell{sign: ' ', width: 1}

// palette numbers styles; 0 is the terminal's default. It remembers what it has
// seen from one comparison to the next: screens use few styles, again and again.
type palette struct {
	profile colorprofile.Profile
	styles  []uv.Style           // as the terminal can show them; the first is the default one
	blanks  []uint16             // what shows of each on a space
	inks    map[string]ink       // what sequences make of the default style
	changes map[[2]uint16]string // sequences from one style to another

	clusters []string        // characters that form one
	numbers  map[string]sign // of clusters
}

// ink is a style as a view asks for it, and its number.
type ink struct {
	style  uv.Style
	number uint16
}

// maxStyles is how many styles a palette remembers, and maxClusters how many characters
// of several.
const maxStyles, maxClusters = 256, 256

func newPalette(profile colorprofile.Profile) palette {
	return palette{
		profile: profile, styles: []uv.Style{{}}, blanks: []uint16{0},
		inks: map[string]ink{}, changes: map[[2]uint16]string{}, numbers: map[string]sign{},
	}
}

// bounded forgets everything when it has become too much.
func (p *palette) bounded() {
	if len(p.styles) > maxStyles || len(p.inks) > maxStyles || len(p.changes) > 4*maxStyles || len(p.clusters) > maxClusters {
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
			now = p.dip(now, line[:n])
			line = line[n:]
			continue
		}
		text, w, n, _ := ansi.DecodeSequence(line, ansi.NormalState, nil)
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

// write appends what a cell shows. A letter that is read from right to left stays in its
// cell: a terminal that turns lines would take what stands beside it along, numbers and
// edges too, and would not know where to write the next time.
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

// leftToRight takes no room and ends what is read from right to left.
const leftToRight = "\u200e"

// turns reports whether a sign is of a script that is read from right to left, or a
// digit of one: those of the blocks in which Unicode has them.
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
