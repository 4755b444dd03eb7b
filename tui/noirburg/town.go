package noirburg

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/matchmaking"
	"noir/tui/board"
)

// Name is the game that this board draws.
const Name = "noirburg"

// man is one of the viewer's gangsters and its place.
type man struct {
	card rules.Card
	at   rules.Place
}

// town is the table as its viewer sees it, in one frame. It neither words nor draws anything.
type town struct {
	board.Sight

	view   rules.View
	hands  [][]rules.Card // by seat; nil for hands that the viewer may not see
	offers []rules.Move   // the viewer's legal moves; see readOffers
	fresh  []corner       // what the newest move has changed
	ruins  []corner       // what it has destroyed
}

// read takes a new frame. On an error the town stays as it was.
func (t *town) read(f matchmaking.Frame) error {
	var view rules.View
	if f.Game != Name {
		return fmt.Errorf("no table of %s: %q", Name, f.Game)
	}
	if err := json.Unmarshal(f.View, &view); err != nil {
		return fmt.Errorf("the view of a table: %w", err)
	}
	if len(view.Seats) != len(f.Seats) {
		return fmt.Errorf("a view of %d mafias for a table of %d seats", len(view.Seats), len(f.Seats))
	}
	hands, err := board.Hands(f, view, func(v rules.View) []rules.Card { return v.Hand })
	if err != nil {
		return err
	}
	offers, err := readOffers(f.Turn)
	if err != nil {
		return err
	}
	t.Frame, t.view, t.hands, t.offers = f, view, hands, offers
	t.fresh, t.ruins = fresh(f.Log)
	return nil
}

// readOffers reads the viewer's legal moves by rules.ReadEntry.
func readOffers(turn *matchmaking.Turn) ([]rules.Move, error) {
	if turn == nil {
		return nil, nil
	}
	offers := make([]rules.Move, len(turn.Legal))
	for i, raw := range turn.Legal {
		move, ok := rules.ReadEntry(raw)
		if !ok {
			return nil, fmt.Errorf("no move of %s: %s", Name, raw)
		}
		offers[i] = move
	}
	return offers, nil
}

// hand is the viewer's hand; nil without a seat.
func (t *town) hand() []rules.Card {
	if t.Watching() {
		return nil
	}
	return t.hands[t.Frame.Seat]
}

// acted reports whether the viewer's seat has moved since a ply.
func (t *town) acted(since int) bool {
	return slices.ContainsFunc(t.Frame.Log[min(since, t.Frame.Ply()):], func(l engine.Line) bool { return l.Seat == t.Frame.Seat })
}

// offered are the offers of some types.
func (t *town) offered(types ...string) []rules.Move {
	var out []rules.Move
	for _, m := range t.offers {
		if slices.Contains(types, m.Type) {
			out = append(out, m)
		}
	}
	return out
}

// may reports whether there is an offer of a type.
func (t *town) may(kind string) bool {
	return slices.ContainsFunc(t.offers, func(m rules.Move) bool { return m.Type == kind })
}

// offeredWith are the offers that play a card of the hand.
func (t *town) offeredWith(c rules.Card) []rules.Move {
	var out []rules.Move
	for _, m := range t.offers {
		if m.Card == c || m.Type == rules.TypeDriveby && slices.Contains(m.Cards, c) {
			out = append(out, m)
		}
	}
	return out
}

// playable are the cards of the hand that may be thrown on the table now.
func (t *town) playable() []rules.Card {
	return slices.DeleteFunc(slices.Clone(t.hand()), func(c rules.Card) bool {
		return !c.Kind().Reaction() || len(t.offeredWith(c)) == 0
	})
}

// mayPick reports whether any card of the hand can be used now.
func (t *town) mayPick() bool {
	return t.may(rules.TypeMulligan) ||
		slices.ContainsFunc(t.hand(), func(c rules.Card) bool { return len(t.offeredWith(c)) > 0 })
}

// worth is how many points a seat has, as if counted now; none for one that is out.
func (t *town) worth(s engine.Seat) int {
	mafia := t.view.Seats[s]
	if !mafia.Alive {
		return 0
	}
	sum := mafia.Money + rules.Trophy*len(mafia.Trophies)
	for _, p := range append(t.places(s), rules.Hidden) {
		if p != rules.Hidden {
			sum += income(p)
		}
		for _, g := range t.crew(s, p) {
			sum += g.Power()
		}
	}
	return sum
}

// places are where gangsters of a seat may stand: the Hideout, the business above it, then the
// others in deck order. A seat that is out has none.
func (t *town) places(s engine.Seat) []rules.Place {
	mafia := t.view.Seats[s]
	if !mafia.Alive {
		return nil
	}
	all := make([]rules.Place, 0, 8)
	all = append(all, rules.OnHideout)
	if over := mafia.Hideout.Under; over != 0 {
		all = append(all, rules.At(over))
	}
	for _, c := range slices.Sorted(maps.Keys(mafia.Businesses)) {
		if c != mafia.Hideout.Under {
			all = append(all, rules.At(c))
		}
	}
	return all
}

// crew are the gangsters at a place of a seat.
func (t *town) crew(s engine.Seat, p rules.Place) []rules.Card { return t.view.Seats[s].Gangsters(p) }

// standing is the place of a gangster of a seat; Hidden if it has none.
func (t *town) standing(s engine.Seat, gangster rules.Card) rules.Place {
	for _, p := range t.places(s) {
		if slices.Contains(t.crew(s, p), gangster) {
			return p
		}
	}
	return rules.Hidden
}

// alone reports whether a seat has no other business of that kind.
func (t *town) alone(s engine.Seat, c rules.Card) bool {
	for other := range t.view.Seats[s].Businesses {
		if other != c && other.Number() == c.Number() {
			return false
		}
	}
	return true
}

// gang are the viewer's gangsters that have a place.
func (t *town) gang() []man {
	var men []man
	for _, p := range t.places(t.Frame.Seat) {
		for _, card := range t.crew(t.Frame.Seat, p) {
			men = append(men, man{card, p})
		}
	}
	return men
}

// hiding are the viewer's hidden gangsters.
func (t *town) hiding() []man {
	var men []man
	for _, card := range t.crew(t.Frame.Seat, rules.Hidden) {
		men = append(men, man{card, rules.Hidden})
	}
	return men
}

// anyBusiness reports whether anybody has a business.
func (t *town) anyBusiness() bool {
	return slices.ContainsFunc(t.view.Seats, func(m rules.Mafia) bool { return m.Alive && len(m.Businesses) > 0 })
}

// anyLured reports whether anybody has a gangster who might change sides: in a business or in hiding.
func (t *town) anyLured() bool {
	return slices.ContainsFunc(t.view.Seats, func(m rules.Mafia) bool {
		for c := range m.Businesses {
			if len(m.Gangsters(rules.At(c))) > 0 {
				return true
			}
		}
		return m.Alive && len(m.Hidden) > 0
	})
}

// attackWindow is the declared attack, or nil.
func (t *town) attackWindow() *rules.Window {
	for w := t.view.Window; w != nil; w = w.Outer {
		if w.Kind == rules.WindowAttack {
			return w
		}
	}
	return nil
}

// distance is how far a move is from what is going on at the table.
func (t *town) distance(m rules.Move) int {
	attack := t.attackWindow()
	switch {
	case m.Type == rules.TypePolice && m.Use == rules.UseStop:
		return 0
	case m.Place == 0:
		return 1
	case attack != nil && (attack.Seat == m.Seat && attack.Place == m.Place || slices.Contains(attack.Gangsters, m.Gangster)):
		return 1
	case attack != nil && m.Seat == attack.Seat && m.Place.Business() != 0 && m.Place.Business() == t.view.Seats[m.Seat].Hideout.Under:
		return 2
	case m.Seat != t.Frame.Seat:
		return 3
	}
	return 4
}

// after is the next seat in the order of play that is still in the game.
func (t *town) after(s engine.Seat) engine.Seat {
	n := engine.Seat(len(t.view.Seats))
	for i := range n {
		if next := (s + 1 + i) % n; t.view.Seats[next].Alive {
			return next
		}
	}
	return s
}

// income is the number on a place's building, which is also the limit of its gangsters' total
// power.
func income(p rules.Place) int {
	if p == rules.OnHideout {
		return rules.HideoutOf(0).Income()
	}
	return p.Business().Income()
}

// numbers lists the numbers of cards.
func numbers(cards []rules.Card, between string) string {
	out := make([]string, len(cards))
	for i, c := range cards {
		out[i] = strconv.Itoa(c.Number())
	}
	return strings.Join(out, between)
}

// without returns the cards that are not in gone.
func without(cards, gone []rules.Card) []rules.Card {
	return slices.DeleteFunc(slices.Clone(cards), func(c rules.Card) bool { return slices.Contains(gone, c) })
}
