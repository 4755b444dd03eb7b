package districtnoir

import (
	"time"

	"noir/tui"
	"noir/tui/kit"
)

// density is how large the parts of the table are drawn.
type density int

const (
	roomy density = iota // tall cards
	full                 // cards of four lines, their digits above
	tight                // cards of three lines, their digits in the border
	bare                 // cards without borders
)

// cardSize is how large cards are drawn, by density.
var cardSize = [...]struct{ w, h int }{roomy: {7, 5}, full: {5, 4}, tight: {5, 3}}

// The order in which parts of the table are left out when it does not fit; keep
// is never. Up to decoration they go before cards become smaller.
const (
	keep = iota
	endLabels
	ruleLines
	caption
	lastMoves
	takingNow
	farTableau
)

// sheds is the last part that is left out before the next density is tried.
var sheds = [...]int{roomy: keep, full: caption, tight: caption, bare: farTableau}

// A window of sideWidth cells or more has the log at its side.
const (
	sideWidth = 112
	logWidth  = 32
	margin    = 1
)

// painter draws one board at one moment for one theme.
type painter struct {
	*Board
	th  *tui.Theme
	g   *tui.Glyphs
	w   int
	now time.Time
}

// section is a part of the table that spans its width.
type section struct {
	kit.Block
	shed int // when it is left out
	air  int // its turn to get an empty line above, from 1; 0 is never
}

// View draws the table.
func (b *Board) View(w, h int, now time.Time, th *tui.Theme) string {
	if !b.ready() || w < 1 || h < 1 {
		return ""
	}
	p := painter{Board: b, th: th, g: &th.Glyphs, w: w, now: now}
	if w >= sideWidth && h >= 20 {
		p.w = w - logWidth - 2
		b.drawn = kit.Beside(2, p.table(h), p.sideLog(h)).Crop(w, h)
	} else {
		b.drawn = p.table(h).Crop(w, h)
	}
	return b.drawn.String()
}

// table draws the table as large as it can be on h lines.
func (p painter) table(h int) kit.Block {
	for d := roomy; d < bare; d++ {
		if d == roomy && !p.spacious(h) {
			continue
		}
		if fitted, ok := fit(p.sections(d), h, sheds[d]); ok {
			return stack(fitted, h)
		}
	}
	fitted, _ := fit(p.sections(bare), h, sheds[bare])
	return stack(fitted, h)
}

// spacious reports whether roomy cards are no trouble: there are lines to spare
// and the whole row lies on one of them.
func (p painter) spacious(h int) bool {
	const (
		lines  = 24
		sliver = 3 // cells of an older card, at most
	)
	older := max(0, len(p.view.Row)-5)
	return h >= lines && 2*margin+sliver*older+5*(cardSize[roomy].w+1) <= p.w
}

// fit leaves out sections, in their order up to a last one, until they fit on h
// lines.
func fit(sections []section, h, last int) ([]section, bool) {
	for shed := keep; shed <= last; shed++ {
		height := 0
		kept := make([]section, 0, len(sections))
		for _, s := range sections {
			if s.shed == keep || s.shed > shed {
				kept = append(kept, s)
				height += s.Height()
			}
		}
		sections = kept
		if height <= h {
			return sections, true
		}
	}
	return sections, false
}

// stack puts the sections below one another and the lines that are left over
// between them.
func stack(sections []section, h int) kit.Block {
	const most = 3 // empty lines in one place
	spare := h
	for _, s := range sections {
		spare -= s.Height()
	}
	above := make([]int, len(sections))
	for range most {
		for turn := 1; turn <= len(sections); turn++ {
			for i, s := range sections {
				if s.air == turn && spare > 0 {
					above[i]++
					spare--
				}
			}
		}
	}
	var blocks []kit.Block
	for i, s := range sections {
		blocks = append(blocks, kit.Lines(make([]string, above[i])...), s.Block)
	}
	return kit.Stack(blocks...)
}

// sections lists the parts of the table from the top.
func (p painter) sections(d density) []section {
	near, far := p.near(), p.far()
	sections := []section{
		{Block: kit.Lines(p.seatLine(far))},
		{Block: kit.Lines(p.tableau(far)), shed: farTableau},
		{Block: kit.Lines(p.rule()), shed: ruleLines, air: 4},
	}
	sections = append(sections, p.row(d)...)
	sections = append(sections,
		section{Block: kit.Lines(p.taking()), shed: takingNow},
		section{Block: kit.Lines(p.rule()), shed: ruleLines, air: 3},
		section{Block: kit.Lines(p.tableau(near)), air: 6},
		section{Block: kit.Lines(p.seatLine(near))},
	)
	if hand := p.handBlock(d); hand.Height() > 0 {
		sections = append(sections, section{Block: hand, air: 5})
	}
	return append(sections,
		section{Block: kit.Lines(p.lastMoves()), shed: lastMoves, air: 2},
		section{Block: p.prompt()},
	)
}

func (p painter) rule() string { return kit.Rule(p.th, p.w, "") }
