package districtnoir

import (
	"strings"

	rules "noir/engine/districtnoir"
	"noir/tui/kit"
)

// placing is how the row is drawn and where its newest five stand.
type placing struct {
	density
	x     int // of the leftmost of them
	under int // cells of the older cards left of them, drawn as slivers
	w     int // of the newest five, in cells
}

// rowView draws the common row: older cards, the newest five with what they mean.
type rowView struct {
	cardView
	at placing
}

// placed returns the row with its newest five in their place, and whether the older cards
// lie beside them.
func (p rowView) placed() (placed rowView, beside bool) {
	at := &p.at
	at.w = len(p.view.Offer())*(cardSize[at.density].w+1) - 1
	under := p.sliversWidth(p.older())
	if at.x = p.offerColumn(under); at.x < 0 {
		at.x = max(0, (p.w-at.w)/2)
		return p, false
	}
	at.x, at.under = max(at.x, margin+under), under
	return p, true
}

// older are the cards of the row under the newest five.
func (p rowView) older() []rules.Card { return p.view.Row[:len(p.view.Row)-len(p.view.Offer())] }

// empty stands in place of the cards.
func (p rowView) empty() kit.Block {
	empty := make([]string, cardSize[p.at.density].h)
	empty[1] = p.th.Smoke.Render(kit.Center(p.Words("the row is empty"), p.w))
	return kit.Lines(empty...)
}

// offerColumn is where the newest five stand: their right end is at the same
// place as long as the older cards leave it free. It is negative when they do
// not fit beside them.
func (p rowView) offerColumn(older int) int {
	five, newest := 5*cardSize[p.at.density].w+4, p.at.w
	x := p.w/2 + (p.w/2+five)/2 - newest
	if older > 0 {
		x = max(x, margin+older+1)
	}
	if x = min(x, p.w-newest); older > 0 && x < margin+older+1 {
		return -1
	}
	return x
}

// offer draws the newest five, in double borders, or heavy ones when the take is
// picked; left of them, from the margin, those under them.
func (p rowView) offer() kit.Block {
	at := p.at
	look := cardLook{border: offered, density: at.density}
	switch {
	case p.pick.kind == takePick:
		look.border = picked
	case p.mayTake():
		look.border = yours
	}
	start, blocks := at.x, make([]kit.Block, 0, 8)
	if at.under > 0 {
		start, blocks = margin, append(blocks, p.slivers().Widen(at.x-margin-1))
	}
	for _, look.card = range p.view.Offer() {
		blocks = append(blocks, p.card(look))
	}
	row := kit.Row(start, 1, blocks...)
	return row.ClickPart(clickTake, at.x, row.Width()-at.x)
}

// slivers draws the older cards, the oldest leftmost.
func (p rowView) slivers() kit.Block {
	cards := p.older()
	face := func(i int) kit.Face { return p.face(cards[i]) }
	return kit.Slivers(p.g, len(cards), face, p.th.Smoke, cardSize[p.at.density].h)
}

// sliversWidth is how many cells they take.
func (p rowView) sliversWidth(cards []rules.Card) int {
	w := 0
	for _, c := range cards {
		w += 1 + kit.Width(sign(p.g, c))
	}
	return w + min(w, 1)
}

// olderLines writes the older cards without borders.
func (p rowView) olderLines() kit.Block {
	words := []string{p.th.Smoke.Render(p.Words("older"))}
	for _, c := range p.older() {
		words = append(words, p.face(c).Style.Render(sign(p.g, c)))
	}
	return kit.Lines(kit.Flow(words, p.w-2*margin)...).Indent(margin)
}

// line writes the whole row without borders, the newest five in brackets.
func (p rowView) line() kit.Block {
	older, offer := p.older(), p.view.Offer()
	words := make([]string, 0, len(older)+len(offer))
	for _, c := range older {
		words = append(words, p.face(c).Style.Render(sign(p.g, c)))
	}
	bracket := p.th.Smoke
	if p.mayTake() {
		bracket = p.th.Lamp
	}
	opening, closing := "[", "]"
	if p.pick.kind == takePick {
		opening, closing = ">", "<"
	}
	for i, c := range offer {
		word := p.face(c).Style.Render(sign(p.g, c))
		if i == 0 {
			word = bracket.Render(opening) + word
		}
		if i == len(offer)-1 {
			word += bracket.Render(closing)
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		words = append(words, p.th.Smoke.Render(p.Words("the row is empty")))
	}
	return kit.Lines(kit.Flow(words, p.w-2*margin)...).Click(clickTake).Indent(margin)
}

// brace says above the newest five whose they are.
func (p rowView) brace() string {
	x, w := p.at.x, p.at.w
	what, yours := p.Words("the newest five"), p.Words("the newest five: yours if you take")
	if len(p.view.Row) < 5 {
		what, yours = p.Words("the whole row"), p.Words("the whole row: yours if you take")
	}
	over := kit.Brace(p.g, p.th.Smoke, p.th.Smoke, w, what)
	if p.mayTake() {
		over = kit.Brace(p.g, p.th.Smoke, p.th.Lamp, w, yours, p.Words("yours if you take"), p.Words("take"))
	}
	return strings.Repeat(" ", x) + over
}

// ends marks the direction of the row.
func (p rowView) ends() string {
	at, oldest := p.at, ""
	if at.under > 0 {
		oldest = p.Words("oldest")
	}
	return " " + p.th.Smoke.Render(kit.Spread(at.x+at.w-margin, oldest, p.Words("newest")))
}
