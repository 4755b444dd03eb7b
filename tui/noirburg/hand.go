package noirburg

import (
	"cmp"
	"slices"
	"strconv"

	"noir/engine/noirburg/rules"
	"noir/tui"
	"noir/tui/kit"
)

// cells is how wide a card is.
func (d density) cells() int {
	switch d {
	case lettered:
		return cardWidth + 10
	case vast:
		return cardWidth + 4
	}
	return cardWidth
}

// cardHeight is how many lines a card has.
func cardHeight(d density) int {
	return [...]int{13, 9, 7, 5, 4}[d-lettered]
}

// cardLook is everything that determines a card's drawing except the theme, which caches it for every table.
type cardLook struct {
	kind         rules.Kind
	number       int
	title, price string
	gist         string // "" where there is no room
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
		return p.handWords(hand, p.handName)
	case d == mixed:
		return p.handWords(hand, p.handShort)
	case d == terse:
		return p.handLines(hand)
	}
	cards := make([]kit.Block, len(hand))
	for i, c := range hand {
		look := cardLook{kind: c.Kind(), number: c.Number(), title: p.handTitle(c), price: p.price(c), state: p.state(i, c), density: d, key: p.digit(i)}
		if d == lettered {
			look.gist = p.gist(c)
		}
		cards[i] = p.dealt(i, p.clickable(i, p.card(look)))
	}
	used := len(hand)*(d.cells()+1) - 1
	return kit.Row(max(margin, (p.w-used)/2), 1, cards...)
}

// card draws a card.
func (p handView) card(look cardLook) kit.Block {
	if drawn, ok := p.th.Kept(look); ok {
		return drawn.(kit.Block)
	}
	frame, ink := p.suit(look.kind)
	edge, style := kit.Edge{Frame: frame, Style: p.th.Smoke}, p.th.Text
	switch look.state {
	case open:
		edge.Style, style = p.th.Text, p.th.Bright
	case picked:
		edge, style, ink = kit.Edge{Frame: p.g.Heavy, Style: p.th.Lamp}, p.th.Lamp, p.th.Lamp
	case pointed:
		edge.Style, look.key = p.th.Lamp, p.g.Cursor+look.key
	}
	w := look.density.cells()
	lines := make([]string, 0, cardHeight(look.density)-2)
	add := func(style tui.Style, text string) { lines = append(lines, style.Render(kit.Center(text, w-2))) }
	art := emblem(look.kind, look.number, look.density)
	for _, line := range art[max(0, len(art)+2-cap(lines)):] {
		add(ink, p.th.Sign(line))
	}
	add(style, look.title)
	if look.price != "" || look.gist == "" {
		add(style, look.price)
	}
	for _, line := range kit.Shorten(look.gist, w-4, cap(lines)-len(lines), p.g.More) {
		add(p.th.Smoke, line)
	}
	for len(lines) < cap(lines) {
		add(style, "")
	}
	drawn := edge.Around(w, look.key, lines...)
	p.th.Keep(look, drawn)
	return drawn
}

// suit is the border of a kind of cards, and the colour of their pictures.
func (p handView) suit(k rules.Kind) (tui.Frame, tui.Style) {
	switch k {
	case rules.Gangster:
		return p.g.Round, p.th.Gangs[0]
	case rules.Business:
		return kit.Light(p.g), p.th.Gangs[3]
	}
	return p.g.Double, p.th.Gangs[2]
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

// handWords writes the hand in words, on as many lines as they need: the longer ones if they fit on one.
func (p handView) handWords(hand []rules.Card, name func(rules.Card) string) kit.Block {
	if words := p.handRow(hand, false, p.handName); words.Width() < p.w {
		return words
	}
	cards := p.handCards(hand, false, name)
	return kit.Stack(rows(cards, 2, p.w-2*margin)...).Indent(margin)
}

// handName is a card's name with its number.
func (p handView) handName(c rules.Card) string { return kit.Join(" ", p.handTitle(c), number(c)) }

// handShort is a card's name in short: a word, except for gangsters, which are the most numerous.
func (p handView) handShort(c rules.Card) string {
	switch c.Kind() {
	case rules.Gangster:
		return p.sign(c)
	case rules.Business:
		return p.Words(shorts[c.Number()])
	}
	return p.handTitle(c)
}

// handLines writes the hand without borders: in words or short ones if they fit on a line, otherwise in symbols.
func (p handView) handLines(hand []rules.Card) kit.Block {
	words := p.handRow(hand, false, p.handName)
	brief := p.handRow(hand, false, p.handShort)
	signs := p.handRow(hand, false, p.sign)
	switch {
	case words.Width() < p.w:
		return words
	case brief.Width() < p.w:
		return brief
	case signs.Width() < p.w:
		return signs
	}
	return p.handRow(hand, true, p.sign)
}

// handRow writes the hand on one line, each card after its digit. In a tight one a mark takes the
// place of the space before a card.
func (p handView) handRow(hand []rules.Card, tight bool, name func(rules.Card) string) kit.Block {
	cards := p.handCards(hand, tight, name)
	if tight {
		return kit.Beside(0, cards...)
	}
	return kit.Row(margin, 2, cards...)
}

// handCards are the cards of handRow.
func (p handView) handCards(hand []rules.Card, tight bool, name func(rules.Card) string) []kit.Block {
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
		cards[i] = p.dealt(i, p.clickable(i, kit.Lines(text)))
	}
	return cards
}

// dealt is a drawn card of the hand, or the room for it while the hand is being dealt.
func (p handView) dealt(i int, card kit.Block) kit.Block {
	if p.still.deal && i >= p.still.hand {
		return kit.Blank(card.Height()).Widen(card.Width())
	}
	return card
}
