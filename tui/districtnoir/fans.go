package districtnoir

import (
	"fmt"
	"slices"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/tui/kit"
)

// fanView draws what the seats have taken as cards that overlap.
type fanView struct{ cardView }

// column draws what both have taken below one another, with what it is worth.
func (p fanView) column(h int) kit.Block {
	far, near := p.fans(p.far()), p.fans(p.Near())
	gap := max(1, h-far.Height()-near.Height())
	return kit.Stack(far, kit.Blank(gap), near)
}

// pile is what a seat has taken of one kind, or of the alliances and betrayals together.
type pile struct {
	kind  rules.Card // the first of the kinds in it
	cards []rules.Card
}

// piles are the gangs and the deals that a seat has taken, and the cities.
func (p fanView) piles(s engine.Seat) []pile {
	own := p.tally(s)
	piles := make([]pile, 0, len(supports)+2)
	for _, c := range supports {
		piles = append(piles, pile{c, slices.Repeat([]rules.Card{c}, int(own[c]))})
	}
	deals, towns := pile{kind: rules.Plus2}, pile{kind: rules.Harbor}
	for c := rules.Plus2; c <= rules.CityHall; c++ {
		of := &deals
		if c.City() {
			of = &towns
		}
		of.cards = append(of.cards, slices.Repeat([]rules.Card{c}, int(own[c]))...)
	}
	return append(piles, deals, towns)
}

// fans are a seat's cards by kind, with what they are worth.
func (p fanView) fans(s engine.Seat) kit.Block {
	score := p.view.Scores()[s]
	style := p.th.Cold
	if s == p.Near() {
		style = p.th.Bright
	}
	parts := []kit.Block{kit.Lines(kit.Spread(p.w, style.Render(p.Frame.Seats[s].Name), p.th.Bright.Render(p.Words("now")+" "+number(p.g, score.Total))))}
	for _, own := range p.piles(s) {
		worth := ""
		switch {
		case own.kind.Deal():
			worth = signed(p.g, score.Deals)
		case own.kind.Support() && score.Majorities[own.kind] > 0:
			worth = p.Words("leads") + " " + signed(p.g, score.Majorities[own.kind])
		case own.kind.Support() && len(own.cards) == 0:
			worth = p.Words("%d in all", own.kind.Copies())
		}
		parts = append(parts, p.fan(own, worth))
	}
	return kit.Stack(append(parts, kit.Lines(kit.Spread(p.w, p.th.Text.Render(fmt.Sprintf("%s %d", p.Words("sets"), score.Sets)), p.th.Text.Render(signed(p.g, score.SetPoints)))))...)
}

// fan draws cards that overlap, and what they are worth. Without cards there is a place for them, and how
// many there are.
func (p fanView) fan(own pile, worth string) kit.Block {
	const h = 4
	fan, style := p.slivers(own, cut{whole: true}, h), p.th.Text
	if len(own.cards) == 0 {
		style = p.th.Smoke
		none := kit.Pad(chip(p.g, own.kind), 5)
		switch {
		case own.kind.City():
			none = p.Words("cities")
		case own.kind.Deal():
			none = p.Words("alliances") + ", " + p.Words("betrayals")
		}
		fan = kit.Slivers(p.g, 1, func(int) kit.Face { return kit.Face{Sign: none, Style: p.th.Ash} }, p.th.Ash, h)
	}
	if fan.Width()+kit.Width(worth) >= p.w {
		return fan
	}
	return kit.Beside(0, fan.Widen(p.w-kit.Width(worth)), kit.Lines("", style.Render(worth)))
}

// cut is how much of the cards of a pile is seen.
type cut struct {
	tight bool // only an edge of each further card of a kind
	whole bool // the last one is as wide as a card
}

// slivers draws the cards of a pile h lines high.
func (p fanView) slivers(own pile, c cut, h int) kit.Block {
	return kit.Slivers(p.g, len(own.cards), func(i int) kit.Face {
		f := kit.Face{Sign: chip(p.g, own.cards[i]), Style: tone(p.th, own.cards[i])}
		switch {
		case c.tight && i > 0 && own.cards[i] == own.cards[i-1]:
			f.Sign = ""
		case c.whole && i == len(own.cards)-1:
			f.Sign, f.Word = kit.Pad(f.Sign, 5), kit.Spread(5, "", f.Sign)
		}
		return f
	}, p.th.Smoke, h)
}

// stripHeight is the height of a strip.
const stripHeight = 3

// strip draws what a seat has taken as piles side by side, in the order of tableauView.line. Every pile has the same
// place for both seats.
func (p fanView) strip(s engine.Seat) kit.Block {
	says := tableauView{p.brush}
	right := kit.Lines("", says.cities(s, " ")+"   "+says.now(s))
	room := p.w - 2*margin - right.Width() - 2
	var piles kit.Block
	for _, form := range [...]struct {
		tight bool
		lead  string
	}{{false, " " + p.Words("leads")}, {true, " " + p.Words("leads")}, {false, "+"}, {true, "+"}, {true, ""}} {
		own, rival := p.spread(s, form.tight, form.lead), p.spread(1-s, form.tight, form.lead)
		for i := range own {
			own[i] = own[i].Widen(rival[i].Width())
		}
		if piles = kit.Beside(2, own...); piles.Width() <= room {
			break
		}
	}
	mark := kit.Lines("", says.mark(s), "") // without cards a strip is as high: the first take moves nothing else
	return kit.Beside(0, mark, piles.Widen(room+2), right).Crop(p.w, stripHeight)
}

// spread draws a seat's gangs, with a word where they lead, and their deals.
func (p fanView) spread(s engine.Seat, tight bool, lead string) []kit.Block {
	own, rival := p.tally(s), p.tally(1-s)
	out := make([]kit.Block, 0, len(supports)+1)
	for _, held := range p.piles(s) {
		switch {
		case held.kind.City():
			continue
		case len(held.cards) > 0:
			drawn := p.slivers(held, cut{tight: tight}, stripHeight)
			if held.kind.Support() && own[held.kind] > rival[held.kind] {
				drawn = kit.Beside(0, drawn, kit.Lines("", p.th.Bright.Render(lead)))
			}
			out = append(out, drawn)
		case held.kind.Support():
			out = append(out, kit.Lines("", tone(p.th, held.kind).Render(" "+chip(p.g, held.kind)+" ")+p.th.Smoke.Render(p.g.Dash)))
		default:
			out = append(out, kit.Block{})
		}
	}
	return out
}
