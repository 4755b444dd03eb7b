package noirburg

import (
	"fmt"
	"slices"
	"strings"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/tui/kit"
)

// centreView draws what lies in the middle of a table: the deck, the discards, and how far everybody
// is on the way to the money that wins.
type centreView struct{ seatView }

// draw draws it on h lines, at least one for each seat.
func (p centreView) draw(h int) kit.Block {
	_, tall := kit.Medium.Cells()
	parts := make([]kit.Block, 0, 3)
	if h >= tall {
		parts = append(parts, p.deck(), p.discards())
	}
	centre := kit.Row(margin, 2, append(parts, p.race(h))...)
	return kit.Stack(centre, kit.Blank(h-centre.Height()))
}

// deck is a card face down, with the number of cards.
func (p centreView) deck() kit.Block {
	w, h := kit.Medium.Cells()
	back := slices.Repeat([]string{p.th.Smoke.Render(strings.Repeat(p.g.Shade, w-2))}, h-2)
	return p.pile(back, w, p.view.Deck)
}

// discards are the newest discard, with the number of cards.
func (p centreView) discards() kit.Block {
	const w = cardWidth
	_, h := kit.Medium.Cells()
	lines := make([]string, h-2)
	if n := len(p.view.Discard); n > 0 {
		top := p.view.Discard[n-1]
		lines[0] = p.th.Text.Render(kit.Center(p.handTitle(top), w-2))
		lines[1] = p.th.Bright.Render(kit.Center(number(top), w-2))
	}
	return p.pile(lines, w, len(p.view.Discard))
}

// pile is a card of w cells with the number of cards under its picture.
func (p centreView) pile(picture []string, w, n int) kit.Block {
	return kit.Edge{Frame: p.g.Round, Style: p.th.Smoke}.Enclose(kit.Lines(picture...).Widen(w-2), "", p.th.Bright.Render(fmt.Sprint(n)))
}

// race draws a bar for each mafia, as long as the money that wins: below a line that says what it is,
// if there is one for it.
func (p centreView) race(h int) kit.Block {
	seats := append([]engine.Seat{p.Near()}, rivalView{mafiaView(p)}.others()...)
	goal, name := rules.Majority(len(seats)), 0
	for _, s := range seats {
		name = max(name, kit.Width(p.Frame.Seats[s].Name))
	}
	name = min(name, 14)
	lines := make([]string, 0, len(seats)+1)
	if h > len(seats) {
		lines = append(lines, p.th.Smoke.Render(p.marks(name+5, goal)))
	}
	for _, s := range seats {
		mafia := p.view.Seats[s]
		who := p.nameStyle(s).Render(kit.Pad(shortened(p.Frame.Seats[s].Name, name), name))
		if !mafia.Alive {
			lines = append(lines, who+" "+p.th.Smoke.Render(p.Words("out")))
			continue
		}
		style := p.th.Cold
		if s == p.Near() {
			style = p.th.Bright
		}
		bar := kit.Bar(p.g, style, goal, float64(mafia.Money)/float64(goal))
		lines = append(lines, who+p.th.Bright.Render(kit.Spread(4, "", money(mafia.Money)))+" "+bar)
	}
	return kit.Lines(lines...)
}

// marks point at the money that starts the countdown and at what wins, on bars from a column on.
func (p centreView) marks(from, goal int) string {
	line := ""
	if third := rules.Third(len(p.Frame.Seats)); p.view.Countdown == nil {
		line = kit.Pad("", from+third-1) + p.g.Down + " " + money(third)
	}
	if p.view.MoneyWin {
		line = kit.Pad(line, from+goal-1) + p.g.Down + " " + money(goal)
	}
	return line
}
