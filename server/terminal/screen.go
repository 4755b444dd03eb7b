package terminal

import (
	"strconv"
	"strings"
	"sync"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"

	"noir/tui/width"
)

// screen is what a terminal shows, kept as the text that was drawn. Lines that changed are split
// into cells only while they are compared.
type screen struct {
	size    Size
	profile colorprofile.Profile
	lines   []kept // as many as the height; nil if the terminal has to be cleared
}

// line is a line of styled text with the styles in force at its ends.
type line struct {
	text    string
	in, out uv.Style
}

// kept is a line as a screen stores it. Nearly all begin and end in the default style.
type kept struct {
	text string
	ends *[2]uv.Style // nil for the default style
}

// read copies the stored line to l.
func (k *kept) read(l *line) {
	if *l = (line{text: k.text}); k.ends != nil {
		l.in, l.out = k.ends[0], k.ends[1]
	}
}

// keep stores a line.
func (k *kept) keep(l *line) {
	*k = kept{text: l.text}
	if plain := (uv.Style{}); l.in != plain || l.out != plain {
		k.ends = &[2]uv.Style{l.in, l.out}
	}
}

// brush is the memory that a comparison needs, borrowed for its duration.
type brush struct {
	palette
	was, now []cell
}

// brushes are pools for each profile, shared by all sessions: few compare at the same time, and a
// palette suits any session with its profile.
var brushes [colorprofile.TrueColor + 1]sync.Pool

func lendBrush(profile colorprofile.Profile, w int) *brush {
	br, ok := brushes[profile].Get().(*brush)
	if !ok {
		br = &brush{palette: newPalette(profile)}
	}
	br.bounded()
	br.was, br.now = sized(br.was, w), sized(br.now, w)
	return br
}

func (br *brush) giveBack() {
	brushes[br.profile].Put(br)
}

// draw appends what turns the terminal's picture into lines, as far as there is room, and reports
// whether it reached the end. The cursor may be anywhere before and after; the style is the
// default.
func (s *screen) draw(b []byte, lines []string, size Size) (_ []byte, done bool) {
	if s.lines == nil || s.size != size {
		b = append(b, "\x1b[2J"...)
		s.size, s.lines = size, make([]kept, size.Height)
	}
	br := lendBrush(s.profile, size.Width)
	defer br.giveBack()
	pn := pen{b: b, x: -1, palette: &br.palette}
	var old, now line
	var style uv.Style
	for y := range s.lines {
		if len(pn.b) > fullAt {
			pn.use(0)
			return pn.b, false
		}
		text := ""
		if y < len(lines) {
			text = lines[y]
		}
		s.lines[y].read(&old)
		if old.text == text && old.in == style {
			s.lines[y].text = text // releases the previous frame
			style = old.out
			continue
		}
		now.text, now.in = text, style
		pn.change(y, &old, &now, br)
		s.lines[y].keep(&now)
		style = now.out
	}
	pn.use(0)
	return pn.b, true
}

func sized(cells []cell, n int) []cell {
	if cap(cells) < n {
		return make([]cell, n)
	}
	return cells[:n]
}

// pen writes cells and tracks the terminal's cursor and current style.
type pen struct {
	b       []byte
	x, y    int // x is -1 when unknown
	style   uint16
	palette *palette
}

// change turns one line of the terminal into another, and sets the style at its end. It skips the
// common beginning and end of both lines.
func (p *pen) change(y int, old, next *line, br *brush) {
	var head, tail int
	if old.in == next.in {
		head, tail = alike(old.text, next.text)
	}
	before, after, from := &old.in, &next.in, 0
	if head > 0 {
		before, after, from = &uv.Style{}, &uv.Style{}, min(width.Of(next.text[:head]), len(br.now))
	}
	if tail > 0 {
		gone, _ := br.read(old.text[head:len(old.text)-tail], *before, br.was[from:])
		come, _ := br.read(next.text[head:len(next.text)-tail], *after, br.now[from:])
		if to := from + come; gone == come && to < len(br.now) { // the end is where it was
			next.out = old.out
			p.line(y, from, to, br.was, br.now)
			return
		}
	}
	br.read(old.text[head:], *before, br.was[from:])
	_, next.out = br.read(next.text[head:], *after, br.now[from:])
	p.line(y, from, len(br.now), br.was, br.now)
}

// alike returns how many bytes two lines begin and end with alike, up to points where the style is
// the default.
func alike(a, b string) (head, tail int) {
	const stride = 32
	n := min(len(a), len(b))
	for head+stride <= n && a[head:head+stride] == b[head:head+stride] {
		head += stride
	}
	for head < n && a[head] == b[head] {
		head++
	}
	head = strings.LastIndex(a[:head], plainly) + 1
	if head > 0 {
		head += len(plainly) - 1
	}
	for tail < n-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	if at := strings.Index(a[len(a)-tail:], plainly); at >= 0 {
		return head, tail - at - len(plainly)
	}
	return head, 0
}

// line changes the cells of a line in [from, to).
func (p *pen) line(y, from, to int, was, now []cell) {
	text := to // where the blanks at the line's end begin
	for to == len(now) && text > from && now[text-1] == blank {
		text--
	}
	for x := from; x < text; x++ {
		if was[x] != now[x] && now[x].width > 0 {
			p.reach(x, y, now)
			p.put(now[x])
		}
	}
	for x := text; x < to; x++ {
		if was[x] != blank {
			p.move(x, y)
			p.use(0)
			p.b = append(p.b, "\x1b[K"...)
			return
		}
	}
}

// reach moves the cursor to x. Writing what is there once more is often shorter than a cursor
// movement.
func (p *pen) reach(x, y int, now []cell) {
	if p.y == y && p.x >= 0 && p.x < x {
		bytes := 0
		for _, c := range now[p.x:x] {
			bytes += p.palette.long(c.sign)
			if !p.fits(c) || bytes > 4 {
				p.move(x, y)
				return
			}
		}
		for _, c := range now[p.x:x] {
			p.b = p.palette.write(p.b, c.sign)
		}
		p.x = x
	}
	p.move(x, y)
}

func (p *pen) move(x, y int) {
	if p.y == y && p.x == x {
		return
	}
	p.b = append(p.b, "\x1b["...)
	if gap := x - p.x; p.y == y && p.x >= 0 && gap > 0 {
		if gap > 1 {
			p.b = strconv.AppendInt(p.b, int64(gap), 10)
		}
		p.b = append(p.b, 'C')
	} else {
		p.b = strconv.AppendInt(p.b, int64(y+1), 10)
		if x > 0 {
			p.b = strconv.AppendInt(append(p.b, ';'), int64(x+1), 10)
		}
		p.b = append(p.b, 'H')
	}
	p.x, p.y = x, y
}

func (p *pen) use(style uint16) {
	if style != p.style {
		p.b = append(p.b, p.palette.change(p.style, style)...)
		p.style = style
	}
}

// fits tells whether a cell can be written in the current style, as a space can in a style that
// differs only in how letters look.
func (p *pen) fits(c cell) bool {
	return c.style == p.style || c.sign == ' ' && c.style == p.palette.blanks[p.style]
}

func (p *pen) put(c cell) {
	if !p.fits(c) {
		p.use(c.style)
	}
	p.b = p.palette.write(p.b, c.sign)
	p.x += int(c.width)
	if c.sign >= clustered || turns(rune(c.sign)) { // terminals disagree on the width of clusters
		p.x = -1
	}
}
