package rules

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"noir/engine"
)

// TestDeal deals as the protocol says: the first six to seat 0, and so on.
func TestDeal(t *testing.T) {
	for seats := MinSeats; seats <= Hideouts; seats++ {
		p := dealt(t, seats, seats).(*Position)
		deal := p.Dealt().(Deal)
		if len(deal.Deck) != DeckSize || SetOf(deal.Deck...).Len() != DeckSize || deal.First != p.Active {
			t.Errorf("%d seats: %+v", seats, deal)
		}
		chance := engine.Seed{byte(seats)}.Chance()
		deck := make([]Card, DeckSize)
		for i := range deck {
			deck[i] = Card(i + 1)
		}
		engine.Shuffle(&chance, deck)
		if !slices.Equal(deck, deal.Deck) || engine.Seat(chance.IntN(seats)) != deal.First {
			t.Errorf("%d seats: the deal is not that of the seed", seats)
		}
		for seat := range seats {
			if p.Mafias[seat].Hand != SetOf(deck[6*seat:6*seat+6]...) || p.Mafias[seat].Money != 3 {
				t.Errorf("seat %d holds %v", seat, p.Mafias[seat].Hand.Cards())
			}
		}
		if p.Deck[0] != deck[6*seats] || p.Bank != 20+7*seats {
			t.Errorf("%s is next, %d in the bank", p.Deck[0], p.Bank)
		}
	}
}

func TestOptions(t *testing.T) {
	for given, want := range map[string]string{
		``:                              `{"seats":4,"money_win":true}`,
		`null`:                          `{"seats":4,"money_win":true}`,
		`{}`:                            `{"seats":4,"money_win":true}`,
		`{"money_win":false}`:           `{"seats":4,"money_win":false}`,
		`{"money_win":true,"seats":4}`:  `{"seats":4,"money_win":true}`,
		`{"seats":3}`:                   ``,
		`{"seats":"4"}`:                 ``,
		`{"money_win":true} {}`:         ``,
		`{"money_win":true,"jokers":1}`: ``,
	} {
		st, err := Game{}.Start(engine.Setup{Seats: 4, Options: json.RawMessage(given)})
		got := ""
		if err == nil {
			got = string(engine.Options(st))
		}
		if got != want {
			t.Errorf("%q gives %q (%v), want %q", given, got, err, want)
		}
	}
}

// TestFigures checks the money of the rules page for 3 to 6 players.
func TestFigures(t *testing.T) {
	for seats, want := range map[int]string{3: "50 17 26", 4: "60 20 31", 5: "70 24 36", 6: "80 27 41"} {
		if got := fmt.Sprint(Treasury(seats), Third(seats), Majority(seats)); got != want {
			t.Errorf("%d seats: %s, want %s", seats, got, want)
		}
	}
}

// TestReshuffle checks that the discard pile is sorted before it is shuffled, so that a deck
// follows from the seed whatever the order of discarding.
func TestReshuffle(t *testing.T) {
	p := armed(t)
	p.Phase = discarding
	rest := SetOf(p.Deck[1:]...)
	p.Discard, p.Deck = rest, p.Deck[:1]
	chance := p.Chance
	deck := rest.Cards()
	engine.Shuffle(&chance, deck)
	first := p.Deck[0]
	next, plies := do(t, p, 0, Draw(2))
	if want := []string{first.String(), deck[0].String()}; !slices.Equal(plies[0].Drawn, want) {
		t.Errorf("drawn %v, want %v", plies[0].Drawn, want)
	}
	if !slices.Equal(next.Deck, deck[1:]) {
		t.Errorf("the deck is %v, want %v", next.Deck, deck[1:])
	}
	wantTold(t, plies[0], 1,
		`{"type":"paid","from":0,"to":"bank","amount":1}`,
		fmt.Sprintf(`{"type":"reshuffled","count":%d}`, len(deck)),
		`{"type":"drew","seat":0,"count":2}`)
}
