package noirburg

import (
	"strconv"
	"strings"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/tui/kit"
)

// streetView draws mafias as streets of buildings. A building is as wide as its number, which is
// how much power has room in it: lit windows are taken by gangsters, each with their power in the
// first one, and dots are free.
type streetView struct{ mafiaView }

// streets draws the mafias of some seats below one another, or side by side where there is room.
func (p streetView) streets(seats []engine.Seat, d detail) []kit.Block {
	units := make([]kit.Block, len(seats))
	for i, s := range seats {
		units[i] = kit.Stack(kit.Lines(p.sign(s)), p.street(s, p.w-margin, d).Indent(margin))
	}
	const gap = 3
	return rows(units, gap, p.w)
}

// sign is the line above a street: who it belongs to, what they have, and what they are asked.
func (p streetView) sign(s engine.Seat) string {
	rival := rivalView(p)
	if !p.view.Seats[s].Alive {
		return rival.purse(s, full)
	}
	return rival.purse(s, full) + rival.standingOf(s, p.w/2)
}

// street draws the places of a mafia, at most w cells wide: a business above the Hideout leans on
// it.
func (p streetView) street(s engine.Seat, w int, d detail) kit.Block {
	mafia := p.view.Seats[s]
	if !mafia.Alive {
		return kit.Lines(p.th.Smoke.Render(p.fate(s)))
	}
	var houses []kit.Block
	for i, place := range p.places(s) {
		house := p.house(s, place, d)
		if i == 1 && place.Business() == mafia.Hideout.Under {
			houses[0] = kit.Beside(0, houses[0], house)
			continue
		}
		houses = append(houses, house)
	}
	if alley := p.alley(s); alley.Height() > 0 {
		houses = append(houses, alley)
	}
	return kit.Stack(rows(houses, 1, w)...)
}

// alley is what a mafia has beside its buildings: hidden gangsters and trophies.
func (p streetView) alley(s engine.Seat) kit.Block {
	mafia := p.view.Seats[s]
	var lines []string
	if len(mafia.Hidden) > 0 {
		lines = append(lines, p.holding(s, rules.Hidden, full))
	}
	if n := len(mafia.Trophies); n > 0 {
		lines = append(lines, p.th.Bright.Render(p.trophies(n, full)))
	}
	if len(lines) == 0 {
		return kit.Block{}
	}
	return kit.Lines(append([]string{""}, lines...)...)
}

// houseLook is everything that determines a building's drawing besides the theme, which caches it
// for every table.
type houseLook struct {
	label      string
	number     int
	crew       string // powers, in order
	hideout    bool
	grand      bool
	aimed, hit bool
}

// house draws a building, with what it pays if it is grand. What is aimed at has a heavy border.
func (p streetView) house(s engine.Seat, place rules.Place, d detail) kit.Block {
	look := houseLook{
		label: p.spot(s, place), number: income(place), crew: numbers(p.crew(s, place), ""),
		hideout: place == rules.OnHideout, grand: d == grand, aimed: p.aimedAt(s, place), hit: p.threatened(s, place),
	}
	if drawn, ok := p.th.Kept(look); ok {
		return drawn.(kit.Block)
	}
	drawn := p.build(look)
	p.th.Keep(look, drawn)
	return drawn
}

func (p streetView) build(look houseLook) kit.Block {
	text, edge := p.th.Text, kit.Edge{Frame: kit.Light(p.g), Style: p.th.Smoke}
	if look.hideout {
		edge.Frame = p.g.Double
	}
	switch {
	case look.aimed:
		edge, text, look.label = kit.Edge{Frame: p.g.Heavy, Style: p.th.Lamp}, p.th.Picked, p.g.Cursor+look.label
	case look.hit:
		edge, text, look.label = kit.Edge{Frame: p.g.Heavy, Style: p.th.Danger}, p.th.Danger, "!"+look.label
	}
	w := max(2*look.number+1, kit.Width(look.label))
	lines := []string{kit.Center(p.windows(look.crew, look.number), w)}
	if look.grand {
		lines = append([]string{p.th.Smoke.Render(kit.Center("+"+money(look.number), w))}, lines...)
	}
	return edge.Enclose(kit.Lines(lines...).Widen(w), text.Render(look.label), p.th.Bright.Render(strconv.Itoa(look.number)))
}

// windows are the rooms of a building with the gangsters who are in them.
func (p streetView) windows(crew string, n int) string {
	rooms := make([]string, 0, n)
	for _, power := range crew {
		rooms = append(rooms, p.th.Lamp.Render(string(power)))
		for range power - '1' {
			rooms = append(rooms, p.th.Lamp.Render(p.g.Full))
		}
	}
	for len(rooms) < n {
		rooms = append(rooms, p.th.Smoke.Render(p.g.Dot))
	}
	return strings.Join(rooms, " ")
}

// rows puts blocks side by side, as many as fit on w cells, and the others below.
func rows(blocks []kit.Block, gap, w int) (out []kit.Block) {
	for len(blocks) > 0 {
		n, used := 1, blocks[0].Width()
		for n < len(blocks) && used+gap+blocks[n].Width() <= w {
			used += gap + blocks[n].Width()
			n++
		}
		out, blocks = append(out, kit.Beside(gap, blocks[:n]...)), blocks[n:]
	}
	return out
}
