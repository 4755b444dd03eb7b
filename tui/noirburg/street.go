package noirburg

import (
	"slices"
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

// roofs draws the mafias of some seats below one another, each after its owner's name.
func (p streetView) roofs(seats []engine.Seat) []kit.Block {
	rival := rivalView(p)
	owners, column := make([]kit.Block, len(seats)), 0
	for i, s := range seats {
		owners[i] = kit.Lines(rival.purse(s, brief), rival.standingOf(s, p.w/3))
		column = max(column, owners[i].Width())
	}
	for i, s := range seats {
		owners[i] = kit.Beside(2, owners[i].Widen(column), p.street(s, p.w-column-2-margin, low))
	}
	return owners
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
	if alley := p.alley(s, d); alley.Height() > 0 {
		houses = append(houses, alley)
	}
	return kit.Stack(rows(houses, 1, w)...)
}

// alley is what a mafia has in addition to its buildings: hidden gangsters, trophies, and what is
// left of a business that has just been destroyed.
func (p streetView) alley(s engine.Seat, d detail) kit.Block {
	mafia := p.view.Seats[s]
	var lines []string
	if len(mafia.Hidden) > 0 {
		lines = append(lines, p.holding(s, rules.Hidden, full))
	}
	if n := len(mafia.Trophies); n > 0 {
		lines = append(lines, p.th.Bright.Render(p.trophies(n, full)))
	}
	lines = append(lines, p.rubble(s)...)
	if len(lines) == 0 {
		return kit.Block{}
	}
	if d == low {
		return kit.Lines(lines...)
	}
	return kit.Lines(append([]string{""}, lines...)...)
}

// houseLook is everything that determines a building's drawing except the theme, which caches it
// for every table as long as nothing has just happened to it.
type houseLook struct {
	label      string
	number     int
	crew       string // powers, in order
	hideout    bool
	detail     detail
	aimed, hit bool
	fresh      bool
}

// house draws a building, from grand on with what it pays. What is aimed at has a heavy border, what
// the newest move has changed a mark. Their signs stand in the lower border, so that no building grows.
func (p streetView) house(s engine.Seat, place rules.Place, d detail) kit.Block {
	label := p.spot(s, place)
	if d == low {
		label = p.nook(s, place)
	}
	look := houseLook{
		label: label, number: income(place), crew: numbers(p.crew(s, place), ""),
		hideout: place == rules.OnHideout, detail: d, aimed: p.aimedAt(s, place), hit: p.threatened(s, place),
	}
	look.fresh = p.freshAt(s, place)
	if look.aimed || look.hit || look.fresh {
		return p.build(look)
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
	sign := ""
	switch {
	case look.aimed:
		edge, text, sign = kit.Edge{Frame: p.g.Heavy, Style: p.th.Lamp}, p.th.Picked, p.th.Lamp.Render(p.g.Cursor)
	case look.hit:
		edge, text, sign = kit.Edge{Frame: p.g.Heavy, Style: p.th.Danger}, p.th.Danger, p.th.Danger.Render("!")
	case look.fresh:
		text, sign = p.th.Lamp, p.th.Lamp.Render(p.g.Fresh)
	}
	between := 1
	if look.detail == tower {
		between = 3
	}
	w := max((1+between)*look.number+1, kit.Width(look.label))
	rooms := p.windows(look.crew, look.number, between)
	if look.detail == low {
		below := kit.Center(" "+rooms+" ", w)
		if sign != "" {
			below = sign + below[len(" "):]
		}
		return edge.Enclose(kit.Block{}.Widen(w), kit.Label{Text: look.label, Style: text}, kit.Label{Text: below})
	}
	lines := []string{kit.Center(rooms, w)}
	if look.detail <= grand {
		lines = append([]string{p.th.Smoke.Render(kit.Center("+"+money(look.number), w))}, lines...)
	}
	if look.detail == tower {
		lines = slices.Insert(lines, 1, "")
	}
	below := p.th.Bright.Render(strconv.Itoa(look.number))
	if sign != "" {
		below = sign + edge.Style.Render(strings.Repeat(edge.Horizontal, w-1-kit.Width(sign+below))) + below
	}
	return edge.Enclose(kit.Lines(lines...).Widen(w), kit.Label{Text: look.label, Style: text}, kit.Label{Text: below})
}

// windows are the rooms of a building with the gangsters who are in them, a number of cells between
// two.
func (p streetView) windows(crew string, n, between int) string {
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
	return strings.Join(rooms, strings.Repeat(" ", between))
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
