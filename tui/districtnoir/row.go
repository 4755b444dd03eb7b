package districtnoir

import (
	"slices"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/tui/kit"
)

// placing is how the row is drawn and where its newest five stand.
type placing struct {
	density
	gap    int  // between two of them
	x, w   int  // of the frame around them
	beside bool // the older cards lie left of them
}

// rowView draws the common row: older cards, the newest five with what they mean.
type rowView struct {
	cardView
	at    placing
	now   still
	taker engine.Seat // in the middle of a take
	left  *leftCards
}

// leftCards are the older cards as they were last drawn, left of the newest five.
type leftCards struct {
	of    []rules.Card
	x     int // of the frame around the newest five
	block kit.Block
}

// placed returns the row with its newest five in their place. Their right end is always in the same place, except where
// the older cards lie above: then the five are in the middle.
func (p rowView) placed() rowView {
	at := &p.at
	card, _ := at.rowSize.Cells()
	if at.gap = 1; p.beside(p.framed(card, 5)) < mostOlder {
		at.gap = 0
	}
	at.w = p.framed(card, len(p.view.Offer())+p.slots())
	at.x = p.w - margin - at.w
	if at.beside = len(p.older()) <= p.beside(at.w) && at.rowSize < kit.Huge; !at.beside && at.rowSize > kit.Small {
		at.x = (p.w - at.w) / 2
	}
	at.x = max(0, at.x)
	return p
}

// slots are the places that are left of the newest five while there are fewer; small cards have
// none.
func (p rowView) slots() int {
	if p.at.rowSize == kit.Small {
		return 0
	}
	return 5 - len(p.view.Offer())
}

// mostOlder is how many older cards there can be.
const mostOlder = 15

// framed is the width of a frame around n cards.
func (p rowView) framed(card, n int) int { return n*(card+p.at.gap) - p.at.gap + 2 }

// beside is how many small cards fit beside a frame.
func (p rowView) beside(frame int) int {
	_, h := p.at.rowSize.Cells()
	return max(0, p.tiles(p.w-frame-1)) * ((h + 1) / 2)
}

// tiles is how many small cards fit side by side between the margins.
func (p rowView) tiles(w int) int {
	card, _ := kit.Small.Cells()
	return (w - 2*margin) / card
}

// older are the cards of the row under the newest five.
func (p rowView) older() []rules.Card { return p.view.Row[:len(p.view.Row)-len(p.view.Offer())] }

// empty stands in place of the cards where they have no slots.
func (p rowView) empty() kit.Block {
	_, h := p.at.rowSize.Cells()
	empty := make([]string, h+2)
	empty[h/2] = p.th.Smoke.Render(kit.Center(p.Words("the row is empty"), p.w))
	return kit.Lines(empty...).On(p.th.Lamplight, p.w)
}

// offer draws the newest five in a frame that says whose they are, and left of it the older cards if
// they lie there.
func (p rowView) offer() kit.Block {
	at := p.at
	edge, what := kit.Edge{Frame: kit.Light(p.g), Style: p.th.Smoke}, []string{""}
	switch len(p.view.Offer()) {
	case 0:
		what = []string{p.Words("the row is empty"), ""}
	case 5:
		what = []string{p.Words("the newest five"), ""}
	}
	if p.mayTake() {
		edge, what = kit.Edge{Frame: p.g.Heavy, Style: p.th.Lamp}, []string{p.Words("yours if you take"), p.Words("take"), ""}
	}
	for i, text := range what {
		switch {
		case text == "":
		case p.pick.kind == takePick:
			what[i] = p.th.Sign(" ▸ " + text + " ◂ ")
		default:
			what[i] = " " + text + " "
		}
	}
	cards := make([]kit.Block, 0, 5)
	for range p.slots() {
		cards = append(cards, kit.Slot(p.th, at.rowSize))
	}
	for i, c := range p.view.Offer() {
		newest := i == len(p.view.Offer())-1
		look := cardLook{card: c, size: at.rowSize, back: newest && p.now.back}
		look.picked = p.pick.kind == takePick || i < p.now.grasped
		cards = append(cards, p.card(look))
	}
	if p.now.gone {
		cards = []kit.Block{p.leaving(at.w-2, cards[0].Height())}
	}
	ground := p.th.Lamplight
	if p.mayTake() {
		ground = p.th.Felt
	}
	setting := kit.Setting{Ground: p.th.Lamplight, Width: p.w, X: at.x, Before: p.stood}
	if p.now.grasped == 0 {
		setting.Clickable = clickTake
	}
	if at.beside && len(p.older()) > 0 {
		setting.Left, setting.Indent = p.beneath(), margin
	}
	return edge.EncloseRow(setting, ground, at.gap, cards, kit.Label{Text: kit.FirstFit(at.w-4, what...), Style: edge.Style}, p.newest(at.w-4))
}

// beneath draws the older cards left of the newest five, unless they are the same as before.
func (p rowView) beneath() kit.Block {
	if left := p.left; left.x != p.at.x || !slices.Equal(left.of, p.older()) {
		caption := kit.Lines(p.th.Smoke.Render(kit.FirstFit(p.at.x-2*margin, p.Words("older, out of reach"), p.Words("older"), "")))
		*left = leftCards{p.older(), p.at.x, kit.Stack(caption, p.tiers(p.tiles(p.at.x)))}
	}
	return p.left.block
}

// leaving stands in the place of cards that have been taken.
func (p rowView) leaving(w, h int) kit.Block {
	arrow := p.g.Up
	if p.taker == p.Near() {
		arrow = p.g.Down
	}
	lines := make([]string, h)
	lines[h/2] = p.th.Lamp.Render(kit.Center(arrow+" "+p.name(p.taker), w))
	return kit.Lines(lines...).Widen(w)
}

// newest names the end of the row that grows; a card that has just been played stays marked until the
// next move.
func (p rowView) newest(w int) kit.Label {
	if len(p.view.Row) == 0 {
		return kit.Label{}
	}
	text := kit.FirstFit(w, " "+p.Words("newest")+" ", "")
	if p.last.placed {
		return kit.Label{Text: kit.FirstFit(w, " "+p.g.Up+text, p.g.Up), Style: p.th.Lamp}
	}
	return kit.Label{Text: text, Style: p.th.Smoke}
}

// tiers are the older cards as small ones, in rows of a number, the oldest first.
func (p rowView) tiers(wide int) kit.Block {
	return p.layers(kit.Small, wide, 0)
}

// layers are the older cards in a size, in rows of a number, the oldest first.
func (p rowView) layers(size kit.Size, wide, gap int) kit.Block {
	layers := make([]kit.Block, 0, 4)
	for cards := range slices.Chunk(p.older(), max(1, wide)) {
		line := make([]kit.Block, 0, mostOlder)
		for _, c := range cards {
			line = append(line, p.card(cardLook{card: c, size: size}))
		}
		layers = append(layers, kit.Beside(gap, line...))
	}
	return kit.Stack(layers...)
}

// above draws the older cards above the newest five: large ones as full cards where there is room. Those
// have a place before there are any, so that the hand does not move when the first goes there.
func (p rowView) above() kit.Block {
	if p.at.rowSize < kit.Huge {
		return p.stood.RowOn(p.th.Lamplight, p.w, margin, 0, p.tiers(p.tiles(p.w)))
	}
	card, h := kit.Large.Cells()
	if len(p.older()) == 0 {
		return kit.Blank(1+h).On(p.th.Lamplight, p.w)
	}
	wide := (p.w - 2*margin + 1) / (card + 1)
	n := min(wide, len(p.older()))
	older := p.layers(kit.Large, wide, 1)
	caption := p.th.Smoke.Render(kit.Center(p.Words("older, out of reach"), p.w))
	return kit.RowOn(p.th.Lamplight, p.w, 0, 0, kit.Stack(kit.Lines(caption), older.Indent((p.w-n*(card+1)+1)/2)))
}

// line writes the whole row without borders, the newest five in brackets.
func (p rowView) line() kit.Block {
	words, offer := p.chips(p.view.Row), len(p.view.Offer())
	bracket := p.th.Smoke
	for i, c := range p.view.Offer() {
		switch at := len(words) - offer + i; {
		case i < p.now.grasped:
			words[at] = p.th.Lamp.Render(chip(p.g, c))
		case i == offer-1 && p.now.back:
			words[at] = p.th.Smoke.Render(kit.Pad(p.g.Back, kit.Width(chip(p.g, c))))
		}
	}
	if p.mayTake() {
		bracket = p.th.Lamp
	}
	opening, closing := "[", "]"
	if p.pick.kind == takePick {
		opening, closing = ">", "<"
	}
	if offer > 0 {
		first, last := len(words)-offer, len(words)-1
		words[first] = bracket.Render(opening) + words[first]
		words[last] += bracket.Render(closing)
	} else {
		words = append(words, p.th.Smoke.Render(p.Words("the row is empty")))
	}
	line := kit.Lines(kit.Flow(words, p.w-2*margin)...)
	if p.now.grasped == 0 {
		line = line.Click(clickTake)
	}
	return line.Indent(margin)
}
