package districtnoir

import (
	"strings"

	rules "noir/engine/districtnoir"
	"noir/tui/kit"
)

// row adds the common row: older cards, the newest five with what they mean.
func (p *painter) row(d density) {
	s, offer := &p.shown, p.view.Offer()
	older := p.view.Row[:len(p.view.Row)-len(offer)]
	if d == bare {
		words := func() kit.Block { return p.rowLine(older, offer) }
		s.add(words().Height(), words).takes = true
		return
	}
	if len(p.view.Row) == 0 {
		empty := make([]string, cardSize[d].h)
		empty[1] = p.th.Smoke.Render(kit.Center(p.Words("the row is empty"), p.w))
		s.drawn(kit.Lines(empty...)).airAt(1)
		return
	}
	under := p.sliversWidth(older)
	newest := len(offer)*(cardSize[d].w+1) - 1
	x := p.offerColumn(under, newest, d)
	if x < 0 {
		x = max(0, (p.w-newest)/2)
		s.drawn(p.olderLines(older)).airAt(1)
		s.line(func() string { return p.brace(x, newest) }).shedAt(caption)
		s.add(cardSize[d].h, func() kit.Block { return p.offer(x, kit.Block{}, offer, d) }).takes = true
		return
	}
	s.line(func() string { return p.brace(x, newest) }).shedAt(caption).airAt(1)
	s.add(cardSize[d].h, func() kit.Block {
		return p.offer(max(x, margin+under), p.slivers(older, d), offer, d)
	}).takes = true
	s.line(func() string { return p.endsOfRow(under, x+newest) }).shedAt(endLabels)
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

// offer draws the newest five from column x, in double borders, or heavy ones
// when the take is picked; left of them, from the margin, those under them.
func (p *painter) offer(x int, under kit.Block, cards []rules.Card, d density) kit.Block {
	look := cardLook{border: offered, density: d}
	switch {
	case p.pick.kind == takePick:
		look.border = picked
	case p.mayTake():
		look.border = yours
	}
	start, blocks := x, make([]kit.Block, 0, 8)
	if under.Width() > 0 {
		start, blocks = margin, append(blocks, under.Widen(x-margin-1))
	}
	for _, look.card = range cards {
		blocks = append(blocks, p.card(look))
	}
	row := kit.Row(start, 1, blocks...)
	return row.ClickPart(clickTake, x, row.Width()-x)
}

// slivers draws the older cards, the oldest leftmost.
func (p *painter) slivers(cards []rules.Card, d density) kit.Block {
	face := func(i int) kit.Face { return p.face(cards[i]) }
	return kit.Slivers(p.g, len(cards), face, p.th.Smoke, cardSize[d].h)
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
func (p *painter) olderLines(cards []rules.Card) kit.Block {
	words := []string{p.th.Smoke.Render(p.Words("older"))}
	for _, c := range cards {
		words = append(words, p.face(c).Style.Render(sign(p.g, c)))
	}
	return kit.Lines(kit.Flow(words, p.w-2*margin)...).Indent(margin)
}

// rowLine writes the whole row without borders, the newest five in brackets.
func (p *painter) rowLine(older, offer []rules.Card) kit.Block {
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

// brace says above the newest five whose they are; they are w cells wide, from x.
func (p *painter) brace(x, w int) string {
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
func (p *painter) endsOfRow(older, end int) string {
	oldest := ""
	if older > 0 {
		oldest = p.Words("oldest")
	}
	return " " + p.th.Smoke.Render(kit.Spread(end-margin, oldest, p.Words("newest")))
}
