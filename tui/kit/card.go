package kit

import (
	"slices"
	"strings"

	"noir/tui"
)

// Face is what a card shows: a short symbol and, where there is room, a word.
type Face struct {
	Sign  string
	Word  string
	Style tui.Style
}

// Edge is the border of a card and its colour.
type Edge struct {
	tui.Frame
	Style tui.Style
}

// Light is the quiet border of a card.
func Light(g *tui.Glyphs) tui.Frame {
	return tui.Frame{
		Horizontal: g.Horizontal, Vertical: g.Vertical,
		TopLeft: g.TopLeft, TopRight: g.TopRight, BottomLeft: g.BottomLeft, BottomRight: g.BottomRight,
	}
}

// Around frames lines of w−2 cells each, with a label, if any, in the upper border.
func (e Edge) Around(w int, label string, lines ...string) Block {
	return e.Enclose(box(w-2, lines), Label{Cut(label, w-2), e.Style}, Label{})
}

// Label is a text in the border of a frame. If it has no style as a whole, its text may have styles of its own.
type Label struct {
	Text  string
	Style tui.Style
}

// Enclose frames a block, with labels in the middle of the upper border and near the right end of the lower
// one.
func (e Edge) Enclose(b Block, above, below Label) Block {
	return e.EncloseRow(Setting{}, tui.Ground{}, 0, []Block{b}, above, below)
}

// Setting is what a frame stands in: lines of at least Width cells with a Ground behind them, the frame
// X cells from their left, and a block left of it, Indent cells from the left and at most X wide with
// them. The zero Setting is the frame alone.
type Setting struct {
	Ground    tui.Ground
	Width, X  int
	Left      Block
	Indent    int
	Clickable string // the name of the whole frame as a clickable place; none when empty
	Before    Block  // what stood in its place; its memory is reused, and lines that stay the same
}

// EncloseRow is Enclose around blocks side by side, gap cells between two, with a ground of their own
// behind them, in a setting. It writes each line once.
func (e Edge) EncloseRow(s Setting, g tui.Ground, gap int, blocks []Block, above, below Label) Block {
	w, height, zones := -gap, 0, len(s.Left.zones)+1
	for i := range blocks {
		w += gap + blocks[i].width
		height, zones = max(height, len(blocks[i].lines)), zones+len(blocks[i].zones)
	}
	out := Block{
		lines: s.Before.room(max(height+2, len(s.Left.lines))), zones: make([]zone, 0, zones),
		width: max(s.Width, s.X+w+2),
	}
	out.place(s.Left, s.Indent, 0)
	x := s.X + 1
	for _, b := range blocks {
		out.place(b, x, 1)
		x += b.width + gap
	}
	if s.Clickable != "" {
		out.zones = append(out.zones, zone{name: s.Clickable, x: s.X, w: w + 2, h: height + 2})
	}
	over, under := Width(above.Text), Width(below.Text)
	left, right := (w-over)/2, min(1, w-under)
	line := make([]byte, 0, 1024)
	for y := range out.lines {
		line = s.before(line[:0], y)
		switch {
		case y == 0:
			line = e.border(line, g, e.TopLeft, left, above, w-left-over, e.TopRight)
		case y <= height:
			line = g.Render(g.Begin(line), e.Style, e.Vertical)
			for i := range blocks {
				if i > 0 {
					line = Spaces(line, gap)
				}
				part := blocks[i].line(y - 1)
				line = Spaces(g.Append(line, part.text), blocks[i].width-part.cells)
			}
			line = g.End(g.Render(line, e.Style, e.Vertical))
		case y == height+1:
			line = e.border(line, g, e.BottomLeft, w-right-under, below, right, e.BottomRight)
		default:
			line = s.Ground.End(Spaces(s.Ground.Begin(line), w+2))
		}
		if after := out.width - s.X - w - 2; after > 0 {
			line = s.Ground.End(Spaces(s.Ground.Begin(line), after))
		}
		out.lines[y] = measured{out.again(y, line, s.Ground), out.width}
	}
	return out
}

// before appends what stands left of the frame in a line.
func (s *Setting) before(line []byte, y int) []byte {
	if s.X == 0 {
		return line
	}
	part := s.Left.line(y)
	line = s.Ground.Append(Spaces(s.Ground.Begin(line), s.Indent), part.text)
	return s.Ground.End(Spaces(line, s.X-s.Indent-part.cells))
}

// border appends a border on a ground, with a label and the number of cells before and after it.
func (e Edge) border(line []byte, g tui.Ground, left string, before int, label Label, after int, right string) []byte {
	line = append(e.Style.Begin(g.Begin(line)), left...)
	for range before {
		line = append(line, e.Horizontal...)
	}
	line = e.Style.Begin(g.Render(g.Begin(e.Style.End(line)), label.Style, label.Text))
	for range after {
		line = append(line, e.Horizontal...)
	}
	return g.End(e.Style.End(append(line, right...)))
}

// Tile draws a small card: three cells of its face, its right border and its lower one.
func (e Edge) Tile(face string) Block {
	return box(4, []string{face + e.Style.Render(e.Vertical), e.Style.Render(strings.Repeat(e.Horizontal, 3) + e.BottomRight)})
}

// Back draws a card face down, with an N in its middle if there is room.
func Back(th *tui.Theme, s Size) Block {
	type key struct{ Size }
	if drawn, ok := th.Kept(key{s}); ok {
		return drawn.(Block)
	}
	w, h := s.Cells()
	edge := Edge{th.Glyphs.Round, th.Smoke}
	lines := make([]string, h-2)
	for y := range lines {
		lines[y] = strings.Repeat(th.Glyphs.Shade, w-2)
	}
	drawn := edge.Tile(th.Smoke.Render(strings.Repeat(th.Glyphs.Shade, 3)))
	if s > Small {
		half := strings.Repeat(th.Glyphs.Shade, (w-2)/2-1)
		lines[len(lines)/2] = half + " N " + half
		for y := range lines {
			lines[y] = th.Smoke.Render(lines[y])
		}
		drawn = edge.Around(w, "", lines...)
	}
	th.Keep(key{s}, drawn)
	return drawn
}

// Slot draws the dim outline of a place without a card.
func Slot(th *tui.Theme, s Size) Block {
	type key Size
	if drawn, ok := th.Kept(key(s)); ok {
		return drawn.(Block)
	}
	w, h := s.Cells()
	drawn := Edge{th.Glyphs.Round, th.Ash}.Enclose(Blank(h-2).Widen(w-2), Label{}, Label{})
	th.Keep(key(s), drawn)
	return drawn
}

// Slivers draws n overlapping cards, h lines high: of each only the left part with its symbol is
// visible, and below that, from a height of four, its word if it is as wide as the symbol.
func Slivers(g *tui.Glyphs, n int, face func(int) Face, edge tui.Style, h int) Block {
	if n == 0 {
		return Block{}
	}
	w := 1
	for i := range n {
		w += Width(face(i).Sign) + 1
	}
	var top, blank, bottom strings.Builder
	top.Grow(w * len(g.Horizontal))
	blank.Grow(w * len(g.Vertical))
	bottom.Grow(w * len(g.Horizontal))
	sign := edge.Append(make([]byte, 0, 1024), g.Vertical)
	word, worded := edge.Append(make([]byte, 0, 256), g.Vertical), false
	top.WriteString(g.TopLeft)
	blank.WriteString(g.Vertical)
	bottom.WriteString(g.BottomLeft)
	for i := range n {
		f := face(i)
		teeDown, teeUp := g.TeeDown, g.TeeUp
		if i == n-1 {
			teeDown, teeUp = g.TopRight, g.BottomRight
		}
		for range Width(f.Sign) {
			top.WriteString(g.Horizontal)
			blank.WriteByte(' ')
			bottom.WriteString(g.Horizontal)
		}
		top.WriteString(teeDown)
		sign = edge.Append(f.Style.Append(sign, f.Sign), g.Vertical)
		if below := f.Word; h > 3 {
			if Width(below) == Width(f.Sign) && below != "" {
				word, worded = f.Style.Append(word, below), true
			} else {
				word = append(word, strings.Repeat(" ", Width(f.Sign))...)
			}
			word = edge.Append(word, g.Vertical)
		}
		blank.WriteString(g.Vertical)
		bottom.WriteString(teeUp)
	}
	lines := slices.Repeat([]string{edge.Render(blank.String())}, h)
	lines[0], lines[1+(h-3)/2], lines[h-1] = edge.Render(top.String()), string(sign), edge.Render(bottom.String())
	if worded {
		lines[2+(h-3)/2] = string(word)
	}
	return box(w, lines)
}
