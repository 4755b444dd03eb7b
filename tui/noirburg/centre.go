package noirburg

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/tui/kit"
)

// centreView draws what lies in the middle of a table: the deck, the discards, and how far everybody
// is on the way to the money that wins.
type centreView struct{ seatView }

// draw draws it on h lines, at least one for each seat. Where it is narrow there are no discards.
func (p centreView) draw(h int) kit.Block {
	_, tall := kit.Medium.Cells()
	parts := []kit.Block{p.race(h)}
	if h >= tall {
		parts = []kit.Block{p.deck(), p.discards(), parts[0]}
	}
	centre := kit.Row(margin, 2, parts...)
	if len(parts) > 1 && centre.Width() > p.w {
		centre = kit.Row(margin, 2, slices.Delete(parts, 1, 2)...)
	}
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
	return kit.Edge{Frame: p.g.Round, Style: p.th.Smoke}.Enclose(kit.Lines(picture...).Widen(w-2), kit.Label{}, kit.Label{Text: fmt.Sprint(n), Style: p.th.Bright})
}

// race draws a bar for each mafia, as long as the money that wins, and the points that it has as if
// counted now: below a line that says what they are. Without room for that line it leaves out the
// points.
func (p centreView) race(h int) kit.Block {
	seats := append([]engine.Seat{p.Near()}, rivalView{mafiaView(p)}.others()...)
	goal, name := rules.Majority(len(seats)), 0
	for _, s := range seats {
		name = max(name, kit.Width(p.Frame.Seats[s].Name))
	}
	name = min(name, 14)
	lines := make([]string, 0, len(seats)+1)
	const beyond = 4 // cells that a mark at the end of the bars needs
	headed, points := h > len(seats), p.Words("points")
	if headed {
		lines = append(lines, p.th.Smoke.Render(kit.Pad(p.marks(name+5, goal), name+5+goal+beyond)+"  "+points))
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
		line := who + p.th.Bright.Render(kit.Spread(4, "", money(mafia.Money))) + " " + bar
		if headed {
			line += strings.Repeat(" ", beyond+2) + p.th.Text.Render(kit.Spread(kit.Width(points), "", strconv.Itoa(p.worth(s))))
		}
		lines = append(lines, line)
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
