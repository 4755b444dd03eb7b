package kit

import (
	"slices"
	"strings"

	"noir/tui"
)

// Block is a rectangle of text with clickable places. It is a value: blocks made from it leave it
// as it is.
type Block struct {
	lines []measured
	width int // at least the longest line's
	zones []zone
}

// measured is a line and its width in cells: measuring is the most expensive part of drawing.
type measured struct {
	text  string
	cells int
}

// zone is a clickable place.
type zone struct {
	name       string
	x, y, w, h int
}

// Lines returns a block of lines.
func Lines(lines ...string) Block {
	b := Block{lines: make([]measured, len(lines))}
	for i, line := range lines {
		b.lines[i] = measured{line, Width(line)}
		b.width = max(b.width, b.lines[i].cells)
	}
	return b
}

// Blank returns a block of empty lines.
func Blank(lines int) Block { return Block{lines: make([]measured, lines)} }

// box returns a block of lines of w cells each.
func box(w int, lines []string) Block {
	b := Block{lines: make([]measured, len(lines)), width: w}
	for i, line := range lines {
		b.lines[i] = measured{line, w}
	}
	return b
}

// Width returns the width of the block beside another one.
func (b Block) Width() int { return b.width }

// Height returns the number of lines.
func (b Block) Height() int { return len(b.lines) }

// Click makes the whole block clickable under a name.
func (b Block) Click(name string) Block { return b.ClickPart(name, 0, b.width) }

// ClickPart makes w cells of every line, from x, clickable under a name.
func (b Block) ClickPart(name string, x, w int) Block {
	part := zone{name: name, x: x, w: w, h: len(b.lines)}
	b.zones = append(b.zones[:len(b.zones):len(b.zones)], part)
	return b
}

// At returns the name of the clickable place at a cell, the innermost if there are several.
func (b Block) At(x, y int) (name string, ok bool) {
	for _, z := range b.zones {
		if z.x <= x && x < z.x+z.w && z.y <= y && y < z.y+z.h {
			return z.name, true
		}
	}
	return "", false
}

// Indent moves a block to the right.
func (b Block) Indent(n int) Block {
	if n <= 0 {
		return b
	}
	return Row(n, 0, b)
}

// Widen returns the block padded to w cells.
func (b Block) Widen(w int) Block {
	b.width = max(b.width, w)
	return b
}

// On returns the block padded to w cells with a ground behind all of it.
func (b Block) On(g tui.Ground, w int) Block {
	out := Block{lines: make([]measured, len(b.lines)), width: max(w, b.width), zones: b.zones}
	for i, line := range b.lines {
		out.lines[i] = measured{g.Under(line.text, max(0, w-line.cells)), max(w, line.cells)}
	}
	return out
}

// Stack puts blocks below one another.
func Stack(blocks ...Block) Block {
	height, zones := 0, 0
	for i := range blocks {
		height += len(blocks[i].lines)
		zones += len(blocks[i].zones)
	}
	out := Block{lines: make([]measured, 0, height), zones: make([]zone, 0, zones)}
	for _, b := range blocks {
		out = out.Below(b)
	}
	return out
}

// Below returns the block with another one below it. It reuses the block's memory: do not use the
// block afterwards.
func (b Block) Below(other Block) Block {
	b.place(other, 0, len(b.lines))
	b.lines = append(b.lines, other.lines...)
	b.width = max(b.width, other.width)
	return b
}

// Emptied returns an empty block that reuses the memory of one that is no longer used.
func (b Block) Emptied() Block { return Block{lines: b.lines[:0], zones: b.zones[:0]} }

// Beside puts blocks side by side, their first lines level, gap cells between
// two.
func Beside(gap int, blocks ...Block) Block { return Row(0, gap, blocks...) }

// Row is Beside with x cells left of the first block.
func Row(x, gap int, blocks ...Block) Block {
	zones := 0
	for i := range blocks {
		zones += len(blocks[i].zones)
	}
	out := Block{width: x, zones: make([]zone, 0, zones)}
	height := 0
	for i, b := range blocks {
		if i > 0 {
			out.width += gap
		}
		out.place(b, out.width, 0)
		out.width += b.width
		height = max(height, len(b.lines))
	}
	out.lines = make([]measured, height)
	for y := range out.lines {
		out.lines[y] = measured{level(y, x, gap, blocks), out.width}
	}
	return out
}

// level is one line across blocks side by side.
func level(y, x, gap int, blocks []Block) string {
	size := x + gap*(len(blocks)-1)
	for i := range blocks {
		line := blocks[i].line(y)
		size += len(line.text) + blocks[i].width - line.cells
	}
	var out strings.Builder
	out.Grow(size)
	blanks(&out, x)
	for i := range blocks {
		if i > 0 {
			blanks(&out, gap)
		}
		line := blocks[i].line(y)
		out.WriteString(line.text)
		blanks(&out, blocks[i].width-line.cells)
	}
	return out.String()
}

// line is empty below the last one.
func (b *Block) line(y int) measured {
	if y < len(b.lines) {
		return b.lines[y]
	}
	return measured{}
}

func blanks(b *strings.Builder, n int) {
	for range n {
		b.WriteByte(' ')
	}
}

// place adds the clickable places of a block put at x, y.
func (b *Block) place(other Block, x, y int) {
	for _, z := range other.zones {
		z.x, z.y = z.x+x, z.y+y
		b.zones = append(b.zones, z)
	}
}

// Crop returns the block cut to w×h cells.
func (b Block) Crop(w, h int) Block {
	if b.width <= w && len(b.lines) <= h {
		return b
	}
	out := Block{zones: b.zones, lines: make([]measured, 0, min(len(b.lines), max(0, h)))}
	for _, line := range b.lines[:cap(out.lines)] {
		if line.cells > w {
			line.text = Cut(line.text, w)
			line.cells = Width(line.text)
		}
		out.lines = append(out.lines, line)
		out.width = max(out.width, line.cells)
	}
	return out
}

// With returns the block with another one in place of as many of its lines, from y. It reuses the
// block's memory: do not use the block afterwards.
func (b Block) With(y int, other Block) Block {
	end := y + len(other.lines)
	b.zones = slices.DeleteFunc(b.zones, func(z zone) bool { return y <= z.y && z.y < end })
	b.place(other, 0, y)
	copy(b.lines[y:end], other.lines)
	b.width = max(b.width, other.width)
	return b
}

// Text returns the lines.
func (b Block) Text() []string { return b.AppendText(make([]string, 0, len(b.lines))) }

// AppendText appends the lines to others.
func (b Block) AppendText(text []string) []string {
	for i := range b.lines {
		text = append(text, b.lines[i].text)
	}
	return text
}

// String returns the lines as one text.
func (b Block) String() string { return strings.Join(b.Text(), "\n") }
