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

// Line is Lines for one line, in the block's memory: do not use the block afterwards.
func (b Block) Line(line string) Block {
	cells := Width(line)
	return Block{lines: append(b.lines[:0], measured{line, cells}), width: cells}
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

// Width returns the width of the block.
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
func (b Block) On(g tui.Ground, w int) Block { return RowOn(g, w, 0, 0, b) }

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

// Lower returns the block with empty lines below it. It reuses the block's memory: do not use the block
// afterwards.
func (b Block) Lower(lines int) Block {
	for range lines {
		b.lines = append(b.lines, measured{})
	}
	return b
}

// Emptied returns an empty block that reuses the memory of one that is no longer used.
func (b Block) Emptied() Block { return Block{lines: b.lines[:0], zones: b.zones[:0]} }

// Beside puts blocks side by side, their first lines level, gap cells between
// two.
func Beside(gap int, blocks ...Block) Block { return Row(0, gap, blocks...) }

// Row is Beside with x cells left of the first block.
func Row(x, gap int, blocks ...Block) Block { return RowOn(tui.Ground{}, 0, x, gap, blocks...) }

// RowOn is Row padded to w cells, with a ground behind all of it. It writes each line once.
func RowOn(g tui.Ground, w, x, gap int, blocks ...Block) Block {
	return Block{}.RowOn(g, w, x, gap, blocks...)
}

// RowOn is the function RowOn, but it reuses the block's memory, and lines that stay the same. Do not use the block
// afterwards.
func (b Block) RowOn(g tui.Ground, w, x, gap int, blocks ...Block) Block {
	zones, height := 0, 0
	for i := range blocks {
		zones += len(blocks[i].zones)
		height = max(height, len(blocks[i].lines))
	}
	out := Block{width: x, zones: make([]zone, 0, zones), lines: b.room(height)}
	for i := range blocks {
		if i > 0 {
			out.width += gap
		}
		out.place(blocks[i], out.width, 0)
		out.width += blocks[i].width
	}
	used := out.width
	out.width = max(w, used)
	line := make([]byte, 0, 1024)
	for y := range out.lines {
		line = Spaces(g.Begin(line[:0]), x)
		for i := range blocks {
			if i > 0 {
				line = Spaces(line, gap)
			}
			part := blocks[i].line(y)
			line = Spaces(g.Append(line, part.text), blocks[i].width-part.cells)
		}
		line = g.End(Spaces(line, out.width-used))
		out.lines[y] = measured{out.again(y, line, g), out.width}
	}
	return out
}

// room returns the block's lines, n in number; further ones are empty.
func (b Block) room(lines int) []measured {
	if lines <= len(b.lines) {
		return b.lines[:lines]
	}
	return append(make([]measured, 0, lines), b.lines...)[:lines]
}

// Spaces appends n spaces to a line.
func Spaces(line []byte, n int) []byte {
	for range n {
		line = append(line, ' ')
	}
	return line
}

// line is empty below the last one.
func (b *Block) line(y int) measured {
	if y < len(b.lines) {
		return b.lines[y]
	}
	return measured{}
}

// again returns a text on a ground as a string: the block's own line at y, if that is the same.
func (b *Block) again(y int, text []byte, g tui.Ground) string {
	text = tui.Terse(make([]byte, 0, 1024), text)
	if b.lines[y].text == string(text) {
		return b.lines[y].text
	}
	return g.Line(text)
}

// Part returns n lines of the block from y on, without its clickable places. In a block that was emptied they are its
// old lines, until others are put there.
func (b Block) Part(y, n int) Block {
	end := min(y+n, cap(b.lines))
	return Block{lines: b.lines[min(y, end):end]}
}

// place adds the clickable places of a block put at x, y.
func (b *Block) place(other Block, x, y int) {
	for _, z := range other.zones {
		z.x, z.y = z.x+x, z.y+y
		b.zones = append(b.zones, z)
	}
}

// Crop returns the block cut to w×h cells, and its clickable places with it.
func (b Block) Crop(w, h int) Block {
	if b.width <= w && len(b.lines) <= h {
		return b
	}
	out := Block{zones: make([]zone, 0, len(b.zones)), lines: make([]measured, 0, min(len(b.lines), max(0, h)))}
	for _, z := range b.zones {
		z.w, z.h = min(z.w, w-z.x), min(z.h, h-z.y)
		if z.w > 0 && z.h > 0 {
			out.zones = append(out.zones, z)
		}
	}
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
