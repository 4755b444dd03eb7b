package term

import (
	"strconv"
	"strings"
	"sync"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
)

// screen is what a terminal shows, kept as the text that was drawn: cells are
// made of the lines that changed, only while they are compared.
type screen struct {
	size    Size
	profile colorprofile.Profile
	lines   []line // of the size's height; nil when the terminal has to be cleared
}

// line is a line of styled text with the styles in force at its ends.
type line struct {
	text    string
	in, out uv.Style
}

// brush is the memory that a comparison needs, lent for its duration.
type brush struct {
	palette
	was, now []cell
}

var brushes = sync.Pool{New: func() any { return new(brush) }}

// draw appends what turns the terminal's picture into content. The cursor may
// be anywhere before and after; the style is the default one.
func (s *screen) draw(b []byte, content string, size Size) []byte {
	if s.lines == nil || s.size != size {
		b = append(b, "\x1b[2J"...)
		s.size, s.lines = size, make([]line, size.Height)
	}
	br := brushes.Get().(*brush)
	defer brushes.Put(br)
	br.reset(s.profile)
	br.was, br.now = sized(br.was, size.Width), sized(br.now, size.Width)

	pn := pen{b: b, x: -1, palette: &br.palette}
	var style uv.Style
	for y := range s.lines {
		var text string
		text, content, _ = strings.Cut(content, "\n")
		old := &s.lines[y]
		if old.text == text && old.in == style {
			old.text = text // lets go of the frame before
			style = old.out
			continue
		}
		br.read(old.text, old.in, br.was)
		next := line{text: text, in: style, out: br.read(text, style, br.now)}
		pn.line(y, br.was, br.now)
		*old, style = next, next.out
	}
	pn.use(0)
	return pn.b
}

// clear forgets what the terminal shows.
func (s *screen) clear() { s.lines = nil }

func sized(cells []cell, n int) []cell {
	if cap(cells) < n {
		return make([]cell, n)
	}
	return cells[:n]
}

// pen writes cells and remembers where the terminal's cursor is and in which
// style it writes.
type pen struct {
	b       []byte
	x, y    int // x is -1 when it is not known
	style   uint16
	palette *palette
}

// line turns one line of the terminal into another.
func (p *pen) line(y int, was, now []cell) {
	text := len(now) // where the blanks at the end begin
	for text > 0 && now[text-1] == blank {
		text--
	}
	for x := range text {
		if was[x] != now[x] && now[x].width > 0 {
			p.reach(x, y, now)
			p.put(now[x])
		}
	}
	for x := text; x < len(was); x++ {
		if was[x] != blank {
			p.move(x, y)
			p.use(0)
			p.b = append(p.b, "\x1b[K"...)
			return
		}
	}
}

// reach goes to x. Writing once more what is there is often shorter than a
// jump over it.
func (p *pen) reach(x, y int, now []cell) {
	if p.y == y && p.x >= 0 && p.x < x {
		bytes := 0
		for _, c := range now[p.x:x] {
			bytes += len(c.text)
			if !p.fits(c) || bytes > 4 {
				p.move(x, y)
				return
			}
		}
		for _, c := range now[p.x:x] {
			p.b = append(p.b, c.text...)
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

// fits tells whether a cell can be written in the present style, as a space
// can in a style that differs only in what letters would look like.
func (p *pen) fits(c cell) bool {
	return c.style == p.style || c.text == " " && c.style == p.palette.blanks[p.style]
}

func (p *pen) put(c cell) {
	if !p.fits(c) {
		p.use(c.style)
	}
	p.b = append(p.b, c.text...)
	p.x += int(c.width)
	if !c.single() {
		p.x = -1
	}
}
