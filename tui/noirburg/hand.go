package noirburg

import (
	"cmp"
	"slices"
	"strconv"

	"noir/engine/noirburg/rules"
	"noir/tui/kit"
)

// The sizes of cards; framedWidth has room for six of them.
const (
	cardWidth   = 12
	framedWidth = 6*cardWidth + 5 + 2*margin
)

// cells is how wide a card is.
func (d density) cells() int {
	if d == vast {
		return cardWidth + 4
	}
	return cardWidth
}

// cardHeight is how many lines a card has.
func cardHeight(d density) int { return 4 + int(flat-d) + max(0, int(tall-d)) }

// cardLook is everything that determines a card's drawing besides the theme, which caches it for
// every table.
type cardLook struct {
	kind         rules.Kind
	number       int
	title, price string
	state        cardState
	density      density
	key          string
}

// cardState is what is going on with a card of the hand.
type cardState int8

const (
	idle    cardState = iota
	open              // it can be played
	picked            // it is picked or marked
	pointed           // the cursor of a swap is on it
)

// handView draws the near hand.
type handView struct{ brush }

// handBlock draws the near hand with the keys of its cards; nothing for a hidden hand.
func (p handView) handBlock(d density) kit.Block {
	hand := p.hands[p.Near()]
	switch {
	case hand == nil:
		return kit.Block{}
	case len(hand) == 0:
		return kit.Lines(" " + p.th.Smoke.Render(p.Words("your hand is empty")))
	case d == bare:
		return p.handLines(hand)
	}
	cards := make([]kit.Block, len(hand))
	for i, c := range hand {
		cards[i] = p.clickable(i, p.card(cardLook{c.Kind(), c.Number(), p.handTitle(c), p.price(c), p.state(i, c), d, p.digit(i)}))
	}
	used := len(hand)*(d.cells()+1) - 1
	return kit.Row(max(margin, (p.w-used)/2), 1, cards...)
}

// card draws a card.
func (p handView) card(look cardLook) kit.Block {
	if drawn, ok := p.th.Kept(look); ok {
		return drawn.(kit.Block)
	}
	edge := kit.Edge{Frame: kit.Light(p.g), Style: p.th.Smoke}
	style, ink := p.th.Text, p.th.Smoke
	switch look.state {
	case open:
		edge.Style, style, ink = p.th.Text, p.th.Bright, p.th.Cold
	case picked:
		edge, style, ink = kit.Edge{Frame: p.g.Heavy, Style: p.th.Lamp}, p.th.Lamp, p.th.Lamp
	case pointed:
		edge = kit.Edge{Frame: p.g.Double, Style: p.th.Lamp}
	}
	lines := make([]string, cardHeight(look.density)-2)
	art, w := emblem(look.kind, look.number, look.density), look.density.cells()
	for i := range lines {
		up := len(lines) - i // lines from here to the lower border
		switch {
		case up == 2:
			lines[i] = style.Render(kit.Center(look.title, w-2))
		case up == 1:
			lines[i] = style.Render(kit.Center(look.price, w-2))
		case up-3 < len(art):
			lines[i] = ink.Render(kit.Center(p.th.Sign(art[len(art)-up+2]), w-2))
		}
	}
	drawn := edge.Around(w, look.key, lines...)
	p.th.Keep(look, drawn)
	return drawn
}

// state is what is going on with the card at a position in the hand.
func (p handView) state(i int, c rules.Card) cardState {
	switch pick := p.pick.(type) {
	case *choice:
		if c == pick.card || slices.Contains(pick.more, c) {
			return picked
		}
	case *swap:
		if slices.Contains(pick.marked, c) {
			return picked
		}
		if i == pick.at {
			return pointed
		}
	}
	if !p.Watching() && len(p.offeredWith(c)) > 0 {
		return open
	}
	return idle
}

// digit is the key that picks a card; "" for spectators, at the end, and while digits pick
// gangsters.
func (p handView) digit(i int) string {
	switch p.pick.(type) {
	case *attack, *arrangement:
		return ""
	}
	if p.Watching() || p.Frame.End != nil {
		return ""
	}
	return strconv.Itoa(i + 1)
}

func (p handView) clickable(i int, b kit.Block) kit.Block {
	if p.Watching() {
		return b
	}
	return b.Click(clickCard + strconv.Itoa(i))
}

// handLines writes the hand without borders: in words if they fit on a line, else in symbols.
func (p handView) handLines(hand []rules.Card) kit.Block {
	words := p.handRow(hand, false, func(c rules.Card) string { return kit.Join(" ", p.handTitle(c), number(c)) })
	signs := p.handRow(hand, false, p.sign)
	switch {
	case words.Width() < p.w:
		return words
	case signs.Width() < p.w:
		return signs
	}
	return p.handRow(hand, true, p.sign)
}

// handRow writes the hand on one line, each card after its digit. In a tight one a mark takes the
// place of the space before a card.
func (p handView) handRow(hand []rules.Card, tight bool, name func(rules.Card) string) kit.Block {
	cards := make([]kit.Block, len(hand))
	for i, c := range hand {
		style, before, after := p.th.Smoke, "", ""
		switch p.state(i, c) {
		case open:
			style = p.th.Bright
		case picked:
			style, before, after = p.th.Lamp, ">", "<"
		case pointed:
			style = p.th.Lamp
		}
		digit := p.digit(i)
		text := style.Render(before + name(c) + after)
		switch {
		case tight:
			text = style.Render(cmp.Or(before, " ")) + p.th.Smoke.Render(digit) + style.Render(name(c))
		case digit != "":
			text = p.th.Smoke.Render(digit+" ") + text
		}
		cards[i] = p.clickable(i, kit.Lines(text))
	}
	if tight {
		return kit.Beside(0, cards...)
	}
	return kit.Row(margin, 2, cards...)
}
