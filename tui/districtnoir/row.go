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

// row adds the common row: older cards, the newest five with what they mean.
func (p *painter) row() {
	s, offer, older := p.shown, p.view.Offer(), p.older()
	at := &s.row
	if at.density == bare {
		s.add(p.rowLine().Height(), (*painter).rowLine).takes = true
		return
	}
	size := cardSize[at.density]
	if len(p.view.Row) == 0 {
		s.add(size.h, (*painter).emptyRow).airAt(1)
		return
	}
	at.w = len(offer)*(size.w+1) - 1
	under := p.sliversWidth(older)
	if at.x = p.offerColumn(under, at.w, at.density); at.x < 0 {
		at.x = max(0, (p.w-at.w)/2)
		s.add(p.olderLines().Height(), (*painter).olderLines).airAt(1)
		s.line((*painter).brace).shedAt(caption)
		s.add(size.h, (*painter).offer).takes = true
		return
	}
	at.x, at.under = max(at.x, margin+under), under
	s.line((*painter).brace).shedAt(caption).airAt(1)
	s.add(size.h, (*painter).offer).takes = true
	s.line((*painter).endsOfRow).shedAt(endLabels)
}

// older are the cards of the row under the newest five.
func (p *painter) older() []rules.Card { return p.view.Row[:len(p.view.Row)-len(p.view.Offer())] }

// emptyRow stands in place of the cards.
func (p *painter) emptyRow() kit.Block {
	empty := make([]string, cardSize[p.shown.row.density].h)
	empty[1] = p.th.Smoke.Render(kit.Center(p.Words("the row is empty"), p.w))
	return kit.Lines(empty...)
}

// offerColumn is where the newest five stand: their right end is at the same
// place as long as the older cards leave it free. It is negative when they do
// not fit beside them.
func (p *painter) offerColumn(older, newest int, d density) int {
	five := 5*cardSize[d].w + 4
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
func (p *painter) offer() kit.Block {
	at := p.shown.row
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
func (p *painter) slivers() kit.Block {
	cards := p.older()
	face := func(i int) kit.Face { return p.face(cards[i]) }
	return kit.Slivers(p.g, len(cards), face, p.th.Smoke, cardSize[p.shown.row.density].h)
}

// sliversWidth is how many cells they take.
func (p *painter) sliversWidth(cards []rules.Card) int {
	w := 0
	for _, c := range cards {
		w += 1 + kit.Width(sign(p.g, c))
	}
	return w + min(w, 1)
}

// olderLines writes the older cards without borders.
func (p *painter) olderLines() kit.Block {
	words := []string{p.th.Smoke.Render(p.Words("older"))}
	for _, c := range p.older() {
		words = append(words, p.face(c).Style.Render(sign(p.g, c)))
	}
	return kit.Lines(kit.Flow(words, p.w-2*margin)...).Indent(margin)
}

// rowLine writes the whole row without borders, the newest five in brackets.
func (p *painter) rowLine() kit.Block {
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
func (p *painter) brace() string {
	x, w := p.shown.row.x, p.shown.row.w
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

// endsOfRow marks the direction of the row.
func (p *painter) endsOfRow() string {
	at, oldest := p.shown.row, ""
	if at.under > 0 {
		oldest = p.Words("oldest")
	}
	return " " + p.th.Smoke.Render(kit.Spread(at.x+at.w-margin, oldest, p.Words("newest")))
}
