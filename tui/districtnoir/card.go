package districtnoir

import (
	rules "noir/engine/districtnoir"
	"noir/internal/language"
	"noir/tui/kit"
)

// cardLook is everything that determines a card's drawing besides the theme, which caches it for
// every table.
type cardLook struct {
	card    rules.Card
	border  border
	density density
	inHand  bool // it has a key, or space for one
	key     byte // 0 for none
}

// border is the state of a card.
type border int8

const (
	held    border = iota // in the hand
	picked                // enter would play or take it
	offered               // the picked take would take it
	yours                 // it may be taken now
)

// cardView draws cards.
type cardView struct{ brush }

// card draws a card of the hand or of the newest five.
func (p cardView) card(look cardLook) kit.Block {
	if drawn, ok := p.th.Kept(look); ok {
		return drawn.(kit.Block)
	}
	drawn := p.drawCard(look)
	p.th.Keep(look, drawn)
	return drawn
}

func (p cardView) drawCard(look cardLook) kit.Block {
	size, edge, key := cardSize[look.density], p.edge(look.border), ""
	if look.key != 0 {
		key = string(look.key)
	}
	if !look.inHand || look.density == tight {
		return kit.Card(p.face(look.card), edge, key, size.w, size.h)
	}
	style := p.th.Smoke
	if look.border == picked {
		style = p.th.Lamp
	}
	above := kit.Lines(style.Render(kit.Center(key, size.w)))
	return kit.Stack(above, kit.Card(p.face(look.card), edge, "", size.w, size.h))
}

func (p cardView) edge(b border) kit.Edge {
	switch b {
	case picked:
		return kit.Edge{Frame: p.g.Heavy, Style: p.th.Lamp}
	case offered:
		return kit.Edge{Frame: p.g.Double, Style: p.th.Smoke}
	case yours:
		return kit.Edge{Frame: p.g.Double, Style: p.th.Lamp}
	}
	return kit.Edge{Frame: kit.Light(p.g), Style: p.th.Text}
}

// face is how a card looks.
func (p cardView) face(c rules.Card) kit.Face {
	f := kit.Face{Sign: sign(p.g, c), Style: p.th.Text}
	switch {
	case c.City():
		f.Word, f.Style = p.th.Words(cityWords[c]), p.th.Bright
	case c.Value() < 0:
		f.Style = p.th.Danger
	case c.Deal():
		f.Style = p.th.Bright
	}
	return f
}

// cityWords explain the symbols of the cities on large cards.
var cityWords = map[rules.Card]string{
	rules.Harbor: language.Mark("harb."), rules.Police: language.Mark("pol."), rules.CityHall: language.Mark("hall"),
}
