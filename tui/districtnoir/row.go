package districtnoir

import (
	rules "noir/engine/districtnoir"
	"noir/tui/kit"
)

// face is how a card looks.
func (p painter) face(c rules.Card) kit.Face {
	f := kit.Face{Sign: sign(p.g, c), Style: p.th.Text}
	switch {
	case c.City():
		f.Word, f.Style = cityWords[c], p.th.Bright
	case c.Value() < 0:
		f.Style = p.th.Danger
	case c.Deal():
		f.Style = p.th.Bright
	}
	return f
}

// cityWords explain the signs of the cities on large cards.
var cityWords = map[rules.Card]string{rules.Harbor: "harb.", rules.Police: "pol.", rules.CityHall: "hall"}

// row draws the common row: older cards, the newest five with what they mean.
func (p painter) row(d density) []section {
	offer := p.view.Offer()
	older := p.view.Row[:len(p.view.Row)-len(offer)]
	if d == bare {
		return []section{{Block: p.rowLine(older, offer)}}
	}
	newest := p.offer(offer, d)
	if len(p.view.Row) == 0 {
		empty := make([]string, cardSize[d].h)
		empty[1] = p.th.Smoke.Render(kit.Center("the row is empty", p.w))
		return []section{{Block: kit.Lines(empty...), air: 1}}
	}
	slivers := p.slivers(older, d)
	x := p.offerColumn(slivers.Width(), newest.Width(), d)
	brace := p.brace(newest.Width())
	if x < 0 {
		x = max(0, (p.w-newest.Width())/2)
		return []section{
			{Block: p.olderLines(older), air: 1},
			{Block: kit.Lines(brace).Indent(x), shed: caption},
			{Block: newest.Indent(x)},
		}
	}
	gap := max(0, x-margin-slivers.Width())
	return []section{
		{Block: kit.Lines(brace).Indent(x), shed: caption, air: 1},
		{Block: kit.Beside(gap, slivers, newest).Indent(margin)},
		{Block: kit.Lines(p.endsOfRow(slivers.Width(), x+newest.Width())), shed: endLabels},
	}
}

// offerColumn is where the newest five stand: their right end is at the same
// place as long as the older cards leave it free. It is negative when they do
// not fit beside them.
func (p painter) offerColumn(older, newest int, d density) int {
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

// offer draws the newest five in double borders, or heavy ones when the take is
// picked.
func (p painter) offer(cards []rules.Card, d density) kit.Block {
	edge := kit.Edge{Frame: p.g.Double, Style: p.th.Smoke}
	switch {
	case p.pick.kind == takePick:
		edge = kit.Edge{Frame: p.g.Heavy, Style: p.th.Lamp}
	case p.mayTake():
		edge.Style = p.th.Lamp
	}
	blocks := make([]kit.Block, len(cards))
	for i, c := range cards {
		blocks[i] = kit.Card(p.face(c), edge, "", cardSize[d].w, cardSize[d].h)
	}
	return kit.Beside(1, blocks...).Click(clickTake)
}

// slivers draws the older cards, the oldest leftmost.
func (p painter) slivers(cards []rules.Card, d density) kit.Block {
	faces := make([]kit.Face, len(cards))
	for i, c := range cards {
		faces[i] = p.face(c)
	}
	return kit.Slivers(p.g, faces, p.th.Smoke, cardSize[d].h)
}

// olderLines writes the older cards without borders.
func (p painter) olderLines(cards []rules.Card) kit.Block {
	words := []string{p.th.Smoke.Render("older")}
	for _, c := range cards {
		words = append(words, p.face(c).Style.Render(sign(p.g, c)))
	}
	return kit.Lines(kit.Flow(words, p.w-2*margin)...).Indent(margin)
}

// rowLine writes the whole row without borders, the newest five in brackets.
func (p painter) rowLine(older, offer []rules.Card) kit.Block {
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
		words = append(words, p.th.Smoke.Render("the row is empty"))
	}
	return kit.Lines(kit.Flow(words, p.w-2*margin)...).Click(clickTake).Indent(margin)
}

// brace says above the newest five whose they are.
func (p painter) brace(w int) string {
	what := "the newest five"
	if len(p.view.Row) < 5 {
		what = "the whole row"
	}
	if p.mayTake() {
		return kit.Brace(p.g, p.th.Smoke, p.th.Lamp, w, what+": yours if you take", "yours if you take", "take")
	}
	return kit.Brace(p.g, p.th.Smoke, p.th.Smoke, w, what)
}

// endsOfRow marks the direction of the row.
func (p painter) endsOfRow(older, end int) string {
	line := kit.Spread(end-margin, "", "newest")
	if older > 0 {
		line = kit.Spread(end-margin, "oldest", "newest")
	}
	return " " + p.th.Smoke.Render(line)
}
