package districtnoir

import (
	rules "noir/engine/districtnoir"
	"noir/tui/kit"
)

// cardLook is everything that determines a card's drawing except the theme, which caches it for
// every table.
type cardLook struct {
	card   rules.Card
	size   kit.Size
	picked bool // enter would play or take it, or a motion lights it
	back   bool // it lies face down
	inHand bool // it has a key, or space for one
	slot   bool // there is no card, but a place for one
	none   bool // the place is not there yet either
	key    byte // which picks it, as a click does; 0 for none
}

// cardView draws cards.
type cardView struct{ brush }

// card draws a card. One of the hand has its key above it; a picked one is raised, its key below.
func (p cardView) card(look cardLook) kit.Block {
	if drawn, ok := p.th.Kept(look); ok {
		return drawn.(kit.Block)
	}
	drawn := p.drawCard(look)
	p.th.Keep(look, drawn)
	return drawn
}

func (p cardView) drawCard(own cardLook) kit.Block {
	switch {
	case own.back:
		return kit.Back(p.th, own.size)
	case own.none:
		w, h := own.size.Cells()
		return kit.Blank(h + 1).Widen(w)
	case own.slot:
		return kit.Stack(kit.Blank(1), kit.Slot(p.th, own.size))
	}
	edge := kit.Edge{Frame: frame(p.g, own.card), Style: tone(p.th, own.card)}
	if own.picked {
		edge.Style = p.th.Lamp
	}
	w, _ := own.size.Cells()
	lines, key := face(p.th, own.card, own.size), ""
	drawn := edge.Around(w, "", lines...)
	if own.size == kit.Small {
		drawn = edge.Tile(lines[0])
	}
	if own.key != 0 {
		key = string(own.key)
	}
	switch {
	case !own.inHand:
		return drawn
	case own.picked:
		drawn = kit.Stack(drawn, kit.Lines(p.th.Lamp.Render(kit.Center(p.th.Sign("▸"+key+"◂"), w))))
	default:
		drawn = kit.Stack(kit.Lines(p.th.Smoke.Render(kit.Center(key, w))), drawn)
	}
	if own.key != 0 {
		drawn = drawn.Click(clickCards[own.key-'1'])
	}
	return drawn
}

// chips are cards in a line of text.
func (p cardView) chips(cards []rules.Card) []string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = tone(p.th, c).Render(chip(p.g, c))
	}
	return words
}
