package kit

import "strings"

// Block is a rectangle of text and the places in it that can be clicked. It is
// a value: what is made of blocks leaves them as they are.
type Block struct {
	lines []measured
	width int // at least that of the longest line
	zones []zone
}

// measured is a line and how many cells it takes: to find that out is what
// costs most about drawing.
type measured struct {
	text  string
	cells int
}

// zone is a place that can be clicked.
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

// box returns a block of lines of w cells each.
func box(w int, lines []string) Block {
	b := Block{lines: make([]measured, len(lines)), width: w}
	for i, line := range lines {
		b.lines[i] = measured{line, w}
	}
	return b
}

// Width returns how many cells the block takes beside another one.
func (b Block) Width() int { return b.width }

// Height returns the number of lines.
func (b Block) Height() int { return len(b.lines) }

// Click makes the whole block a place with a name.
func (b Block) Click(name string) Block {
	all := zone{name: name, w: b.width, h: len(b.lines)}
	b.zones = append(b.zones[:len(b.zones):len(b.zones)], all)
	return b
}

// At returns the name of the place at a cell, the innermost if there are
// several.
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
	return Beside(0, Block{width: n}, b)
}

// Widen returns the block with room at its right, w cells wide in all.
func (b Block) Widen(w int) Block {
	b.width = max(b.width, w)
	return b
}

// Stack puts blocks below one another.
func Stack(blocks ...Block) Block {
	var out Block
	for _, b := range blocks {
		out.place(b, 0, len(out.lines))
		out.lines = append(out.lines, b.lines...)
		out.width = max(out.width, b.width)
	}
	return out
}

// Beside puts blocks side by side, their first lines level, gap cells between
// two.
func Beside(gap int, blocks ...Block) Block {
	var out Block
	height := 0
	for _, b := range blocks {
		height = max(height, len(b.lines))
	}
	rows := make([]strings.Builder, height)
	for i, b := range blocks {
		if i > 0 {
			out.width += gap
		}
		for y := range rows {
			var line measured
			if y < len(b.lines) {
				line = b.lines[y]
			}
			if i > 0 {
				blanks(&rows[y], gap)
			}
			rows[y].WriteString(line.text)
			blanks(&rows[y], b.width-line.cells)
		}
		out.place(b, out.width, 0)
		out.width += b.width
	}
	for y := range rows {
		out.lines = append(out.lines, measured{rows[y].String(), out.width})
	}
	return out
}

func blanks(b *strings.Builder, n int) {
	for range n {
		b.WriteByte(' ')
	}
}

// place takes over the places of a block that is put at x, y.
func (b *Block) place(other Block, x, y int) {
	for _, z := range other.zones {
		z.x, z.y = z.x+x, z.y+y
		b.zones = append(b.zones, z)
	}
}

// Crop returns the block cut to w×h cells.
func (b Block) Crop(w, h int) Block {
	out := Block{zones: b.zones}
	for _, line := range b.lines[:min(len(b.lines), max(0, h))] {
		if line.cells > w {
			line.text = Cut(line.text, w)
			line.cells = Width(line.text)
		}
		out.lines = append(out.lines, line)
		out.width = max(out.width, line.cells)
	}
	return out
}

// String returns the lines.
func (b Block) String() string {
	var out strings.Builder
	for i, line := range b.lines {
		if i > 0 {
			out.WriteByte('\n')
		}
		out.WriteString(line.text)
	}
	return out.String()
}
