package noirburg

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/tui/kit"
)

// mafiaView draws the open cards of a mafia.
type mafiaView struct{ seatView }

// ownMafia draws the near mafia in words, in short ones if those are too long, or in symbols if they take
// too many lines. It is always complete.
func (p mafiaView) ownMafia(d detail) kit.Block {
	if d <= low {
		return streetView{p}.street(p.Near(), p.w-2*margin, d).Indent(margin)
	}
	if d == full && !p.fits(p.Near(), d, p.w-2*margin) {
		d = short
	}
	const most = 3 // lines
	lines := p.laidOut(p.Near(), d, p.w-2*margin)
	for d := d; len(lines) > most && d < brief; {
		d = max(d+1, short)
		lines = p.laidOut(p.Near(), d, p.w-2*margin)
	}
	return kit.Lines(lines...).Indent(margin)
}

// laidOut writes a mafia's holdings on lines of w cells, in symbols if a word is too long for a
// line. In short words a Hideout has a sign for what it lies under where that saves a line.
func (p mafiaView) laidOut(s engine.Seat, d detail, w int) []string {
	if d == full && !p.fits(s, d, w) {
		d = brief
	}
	lines := kit.Flow(p.holdings(s, d), w)
	if d != short {
		return lines
	}
	if signed := kit.Flow(p.joined(s, d, under), w); len(signed) < len(lines) {
		return signed
	}
	return lines
}

// fits reports whether each of a mafia's holdings fits on a line of w cells.
func (p mafiaView) fits(s engine.Seat, d detail, w int) bool {
	return !slices.ContainsFunc(p.holdings(s, d), func(token string) bool { return kit.Width(strings.TrimRight(token, " ")) > w })
}

// holdings are a mafia's places with their gangsters, and its other open cards.
func (p mafiaView) holdings(s engine.Seat, d detail) []string {
	return p.joined(s, d, p.between(d))
}

// joined are the holdings with a text between a Hideout and the business above it; with "" they stay apart.
func (p mafiaView) joined(s engine.Seat, d detail, between string) []string {
	mafia := p.view.Seats[s]
	if !mafia.Alive {
		return []string{p.th.Smoke.Render(p.fate(s))}
	}
	var tokens []string
	for i, place := range p.places(s) {
		token := p.holding(s, place, d)
		if i == 1 && between != "" && place.Business() == mafia.Hideout.Under {
			tokens[0] += p.th.Smoke.Render(between) + token
			continue
		}
		tokens = append(tokens, token)
	}
	if len(mafia.Hidden) > 0 {
		tokens = append(tokens, p.holding(s, rules.Hidden, d))
	}
	if n := len(mafia.Trophies); n > 0 {
		tokens = append(tokens, p.th.Bright.Render(p.trophies(n, d)))
	}
	if d == full || d == short {
		tokens = append(tokens, p.rubble(s)...)
	}
	after := map[detail]string{full: " ", short: p.th.Smoke.Render(",")}[d]
	for i := range tokens[:len(tokens)-1] {
		tokens[i] += after
	}
	return tokens
}

// rubble is what the newest move has left of a mafia's businesses.
func (p mafiaView) rubble(s engine.Seat) (lines []string) {
	for _, ruin := range p.ruins {
		if ruin.seat == s && p.Frame.End == nil {
			lines = append(lines, p.th.Danger.Render(p.th.Sign("╳ "+p.title(ruin.place.Business()))))
		}
	}
	return lines
}

// fate says how a mafia left the game.
func (p mafiaView) fate(s engine.Seat) string {
	for by, mafia := range p.view.Seats {
		if slices.Contains(mafia.Trophies, rules.HideoutOf(int(s))) {
			return p.Words("out, taken down by %s", p.name(engine.Seat(by)))
		}
	}
	return p.Words("out")
}

// holding is a place with its gangsters, marked when it is a target.
func (p mafiaView) holding(s engine.Seat, place rules.Place, d detail) string {
	building, crew := p.Words("hidden"), " "+numbers(p.crew(s, place), " ")
	closed := numbers(p.crew(s, place), "")
	switch {
	case place == rules.Hidden && d == brief:
		building, crew = "", "("+closed+")"
	case place == rules.Hidden:
	case d == full:
		building, crew = fmt.Sprintf("%s %d", p.spot(s, place), income(place)), " "+cmp.Or(bracketed(p.crew(s, place)), p.g.Dash)
	case d == short:
		building, crew = p.inShort(place), " "+cmp.Or(closed, p.g.Dash)
		if s == p.Near() { // a rival's place that is a target has a mark
			building = p.nook(s, place)
		}
	case place == rules.OnHideout:
		building, crew = p.clipped(hideout), closed
	default:
		building, crew = p.sign(place.Business()), closed
		if s == p.Near() {
			building = p.tag(s, place.Business())
		}
	}
	switch {
	case p.aimedAt(s, place):
		return p.th.Picked.Render(p.g.Cursor + building + crew)
	case p.threatened(s, place):
		return p.th.Danger.Render("!" + building + crew)
	case p.freshAt(s, place):
		return p.th.Lamp.Render(building + crew + p.g.Fresh)
	}
	if place != rules.Hidden && len(p.crew(s, place)) == 0 {
		return p.th.Text.Render(building) + p.th.Smoke.Render(crew)
	}
	return p.th.Text.Render(building) + p.th.Bright.Render(crew)
}

// aimedAt reports whether the pick aims at a place.
func (p mafiaView) aimedAt(s engine.Seat, place rules.Place) bool {
	switch pick := p.pick.(type) {
	case *attack:
		t := pick.targets[pick.target]
		return t.Seat == s && t.Place == place
	case *choice:
		m := pick.now()
		switch m.Type {
		case rules.TypeOpen:
			return s == p.Frame.Seat && (m.Place == place || m.OnHideout && place == rules.OnHideout)
		case rules.TypeMoveHideout:
			return s == p.Frame.Seat && m.Under != 0 && place == rules.At(m.Under)
		}
		return m.Place != 0 && m.Seat == s && m.Place == place
	}
	return false
}

// freshAt reports whether the newest move has changed a place. Nothing is new where a game is over.
func (p mafiaView) freshAt(s engine.Seat, place rules.Place) bool {
	return p.Frame.End == nil && slices.Contains(p.fresh, corner{s, place})
}

// threatened reports whether a place is the target of a card or attack on the table.
func (p mafiaView) threatened(s engine.Seat, place rules.Place) bool {
	for w := p.view.Window; w != nil; w = w.Outer {
		if w.Place != 0 && w.Seat == s && w.Place == place {
			return true
		}
	}
	return false
}
