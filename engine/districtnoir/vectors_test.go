package districtnoir

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"noir/engine"
)

// vector is one case of the rules page: a position, an attempt in it and the result; or two
// tableaus and their count.
type vector struct {
	ID     string `json:"id"`
	Before *moment
	After  *moment
	Acts   []struct {
		Player  engine.Seat
		Action  []string
		Refused *string
	}
	Tableau   [seats][]printed
	Breakdown [seats]struct {
		Maj                             map[Card]int
		Sets, Alliance, Betrayal, Total int
	}
	Result []any
}

// moment is a position in the vectors' form. Cards that it does not list are in the deck in the
// order of their codes, or aside.
type moment struct {
	Round   int
	First   engine.Seat
	Turn    engine.Seat
	Row     []printed
	Hand    [seats][]printed
	Taken   [seats]bool
	Tableau [seats][]printed
	Deck    int
	Over    []any
}

// printed is a card under the vectors' code.
type printed Card

var printedCodes = []string{"S5", "S6", "S7", "S8", "A2", "A3", "A4", "B1", "B2", "B3", "C0", "C1", "C2"}

func (c *printed) UnmarshalText(text []byte) error {
	i := slices.Index(printedCodes, string(text))
	if i < 0 {
		return errors.New("no card: " + string(text))
	}
	*c = printed(i + 1)
	return nil
}

func cards(in []printed) []Card {
	out := make([]Card, len(in))
	for i, c := range in {
		out[i] = Card(c)
	}
	return out
}

// position builds the position in a game with given coming cards.
func (m moment) position(coming []Card) position {
	var deck [deckSize]Card
	copy(deck[deckSize-m.Deck:], coming)
	p := position{
		Duel: engine.Duel{Turn: m.Turn}, deck: &deck, starter: m.First, round: m.Round,
		row: cards(m.Row), took: m.Taken,
	}
	if m.Round%2 == 0 {
		p.starter = other(m.First)
	}
	for s := range seats {
		p.hands[s] = Count(cards(m.Hand[s])...)
		p.tableau[s] = Count(cards(m.Tableau[s])...)
	}
	return p
}

// unlisted returns the cards that the moment does not name, in the order of their codes.
func (m moment) unlisted() []Card {
	left := fullDeck()
	for _, listed := range [][]printed{m.Row, m.Hand[0], m.Hand[1], m.Tableau[0], m.Tableau[1]} {
		for _, c := range cards(listed) {
			left[c]--
		}
	}
	order := slices.Clone(printedCodes)
	slices.Sort(order)
	var out []Card
	for _, code := range order {
		c := Card(slices.Index(printedCodes, code) + 1)
		for range left[c] {
			out = append(out, c)
		}
	}
	return out
}

func loadVectors(t *testing.T) []vector {
	t.Helper()
	text, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []vector
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	if len(all) != 40 {
		t.Fatalf("%d vectors, want 40", len(all))
	}
	return all
}

func TestVectors(t *testing.T) {
	for _, v := range loadVectors(t) {
		t.Run(v.ID, func(t *testing.T) {
			switch {
			case v.ID == "DN-01":
				testUnshuffled(t, *v.After)
			case v.Before != nil:
				testFlow(t, v)
			default:
				testCount(t, v)
			}
		})
	}
}

// testUnshuffled deals the deck as the rules page lists it.
func testUnshuffled(t *testing.T, want moment) {
	p := start([deckSize]Card(fullDeck().Cards()), 0)
	compare(t, p, want)
	if got := p.dealt(); got != deckSize-want.Deck {
		t.Errorf("%d cards dealt, want %d", got, deckSize-want.Deck)
	}
}

func testFlow(t *testing.T, v vector) {
	p := v.Before.position(v.Before.unlisted())
	for _, act := range v.Acts {
		next, _, err := p.Apply(engine.Move{Seat: act.Player, By: engine.ByPlayer, Body: body(t, act.Action)})
		if act.Refused != nil {
			var refused *engine.Illegal
			if !errors.As(err, &refused) || refused.Reason != *act.Refused {
				t.Errorf("%v: %v, want %s", act.Action, err, *act.Refused)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%v: %v", act.Action, err)
		}
		p = next.(position)
	}
	compare(t, p, *v.After)
}

// body converts an action of the vectors to a move.
func body(t *testing.T, action []string) json.RawMessage {
	t.Helper()
	move := map[string]any{"type": action[0]}
	if len(action) == 2 {
		var c printed
		if err := c.UnmarshalText([]byte(action[1])); err != nil {
			t.Fatal(err)
		}
		move["card"] = Card(c)
	}
	text, err := json.Marshal(move)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func compare(t *testing.T, p position, want moment) {
	t.Helper()
	expected := want.position(nil)
	if want.Over != nil {
		if got := []any{float64(p.Winner), p.Reason}; !slices.Equal(got, []any{want.Over[0], reason(want.Over[1])}) {
			t.Errorf("over: %v, want %v", got, want.Over)
		}
	} else if p.Over() {
		t.Errorf("over: %s", p.Reason)
	} else if p.Turn != want.Turn {
		t.Errorf("seat %d is on move, want %d", p.Turn, want.Turn)
	}
	if p.round != want.Round || p.first() != want.First || p.took != want.Taken {
		t.Errorf("round %d, first %d, took %v, want %d, %d, %v", p.round, p.first(), p.took, want.Round, want.First, want.Taken)
	}
	if !slices.Equal(p.row, expected.row) {
		t.Errorf("row %v, want %v", p.row, expected.row)
	}
	if p.hands != expected.hands {
		t.Errorf("hands %v, want %v", p.hands, expected.hands)
	}
	if p.tableau != expected.tableau {
		t.Errorf("tableaus %v, want %v", p.tableau, expected.tableau)
	}
	if view := p.View(0).(View); view.Deck != want.Deck {
		t.Errorf("deck %d, want %d", view.Deck, want.Deck)
	}
}

// reason translates the vectors' words for why a game ended.
func reason(text any) string {
	word := text.(string)
	switch {
	case word == "three-cities":
		return City
	case word == "all equal":
		return Shared
	case strings.HasPrefix(word, "tiebreak-"):
		return TieBreak
	}
	return word
}

func testCount(t *testing.T, v vector) {
	view := View{Tableau: [seats][]Card{cards(v.Tableau[0]), cards(v.Tableau[1])}}
	for seat, got := range view.Scores() {
		want := v.Breakdown[seat]
		for c := Five; c <= Eight; c++ {
			if got.Majorities[c] != want.Maj[c] {
				t.Errorf("seat %d: majority of %s pays %d, want %d", seat, c, got.Majorities[c], want.Maj[c])
			}
		}
		if got.SetPoints != want.Sets || got.Sets*setPoints != want.Sets {
			t.Errorf("seat %d: %d sets pay %d, want %d", seat, got.Sets, got.SetPoints, want.Sets)
		}
		if got.Deals != want.Alliance+want.Betrayal || got.Total != want.Total {
			t.Errorf("seat %d: deals %d, total %d, want %d, %d", seat, got.Deals, got.Total, want.Alliance+want.Betrayal, want.Total)
		}
	}
	why, winner := settle(view.tallies())
	if why != reason(v.Result[1]) {
		t.Errorf("reason %s, want %s", why, v.Result[1])
	}
	if want, single := v.Result[0].(float64); single != (winner != engine.Spectator) || single && winner != engine.Seat(want) {
		t.Errorf("winner %d, want %v", winner, v.Result[0])
	}
	if level, broken := strings.CutPrefix(v.Result[1].(string), "tiebreak-"); broken && strings.TrimSuffix(level, "s") != strings.TrimSuffix(view.TieBreak(), "s") {
		t.Errorf("decided by %q, want %q", view.TieBreak(), level)
	}
}
