package districtnoir

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"noir/engine"
)

// listed is the deck before the shuffle, as the protocol writes it.
const listed = "5 5 5 5 5 6 6 6 6 6 6 7 7 7 7 7 7 7 8 8 8 8 8 8 8 8 " +
	"+2 +2 +2 +2 +3 +3 +4 -1 -1 -1 -2 -2 -2 -2 -3 -3 harbor police cityhall"

// TestDealOrder repeats independently what the protocol says about chance: the shuffle from the
// last card down, then the draw for who begins, then the deal from position 0.
func TestDealOrder(t *testing.T) {
	for n := range 50 {
		seed := seedOf(n)
		stream := rand.New(rand.NewChaCha8(seed))
		deck := strings.Fields(listed)
		for i := len(deck) - 1; i > 0; i-- {
			j := stream.IntN(i + 1)
			deck[i], deck[j] = deck[j], deck[i]
		}
		first := stream.IntN(2)

		st, err := Game{}.Start(engine.Setup{Seed: seed, Seats: 2})
		if err != nil {
			t.Fatal(err)
		}
		setup, err := json.Marshal(map[string]any{"deck": deck, "first": first})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(encode(st.Dealt())); got != string(setup) {
			t.Fatalf("seed %s: dealt %s, want %s", seed, got, setup)
		}
		if asked := st.Prompts(); int(asked[0].Seat) != first {
			t.Fatalf("seed %s: seat %d begins, want %d", seed, asked[0].Seat, first)
		}
		view := st.View(engine.Spectator).(View)
		if got := codes(view.Row); !slices.Equal(got, deck[13:15]) {
			t.Fatalf("seed %s: row %v, want %v", seed, got, deck[13:15])
		}
		for round := range rounds {
			if _, over := st.Result(); over {
				break // by three cities
			}
			at := 15 + 10*(round-1)
			if round == 0 {
				at = 3
			}
			for seat := range seats {
				hand := st.View(engine.Seat(seat)).(View).Hand
				if want := deck[at+5*seat:][:5]; Count(hand...) != countCodes(t, want) {
					t.Fatalf("seed %s: seat %d has %v in round %d, want %v", seed, seat, hand, round+1, want)
				}
			}
			st = playRound(t, st, deck[15+10*round:])
		}
		if _, over := st.Result(); !over {
			t.Fatalf("seed %s: not over after four rounds", seed)
		}
	}
}

// playRound makes the first legal moves of a round. Only the last may draw the next ten cards.
func playRound(t *testing.T, st engine.State, deck []string) engine.State {
	for action := range roundActions {
		if _, over := st.Result(); over {
			return st
		}
		seat := st.Prompts()[0].Seat
		next, plies, err := st.Apply(engine.Move{Seat: seat, By: engine.ByPlayer, Body: st.Legal(seat)[0]})
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		if _, over := next.Result(); !over && action == roundActions-1 {
			want = deck[:10]
		}
		if drawn := plies[0].Drawn; !slices.Equal(drawn, want) {
			t.Fatalf("action %d draws %v, want %v", action+1, drawn, want)
		}
		st = next
	}
	return st
}

func countCodes(t *testing.T, codes []string) Tally {
	t.Helper()
	var tally Tally
	for _, code := range codes {
		var c Card
		if err := c.UnmarshalText([]byte(code)); err != nil {
			t.Fatal(err)
		}
		tally[c]++
	}
	return tally
}

// TestDealGolden pins one deal for ever: records of past games depend on it.
func TestDealGolden(t *testing.T) {
	st, err := Game{}.Start(engine.Setup{Seed: engine.Seed([]byte("the bell rings twice at midnight")), Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"deck":["6","8","+4","5","6","-2","7","5","7","8","-1","8","harbor","+3","8","5","+2","police","-2","8","8","7","6","-3","8","7","6","-1","7","+3","7","-2","7","+2","cityhall","6","-3","-1","8","+2","-2","6","5","5","+2"],"first":0}`
	if got := string(encode(st.Dealt())); got != want {
		t.Errorf("dealt\n%s\nwant\n%s", got, want)
	}
}

func TestStartRefuses(t *testing.T) {
	for _, setup := range []engine.Setup{
		{Seats: 0}, {Seats: 1}, {Seats: 3},
		{Seats: 2, Options: json.RawMessage(`{"money_win":true}`)},
		{Seats: 2, Options: json.RawMessage(`{} {}`)},
		{Seats: 2, Options: json.RawMessage(`[]`)},
	} {
		if st, err := (Game{}).Start(setup); err == nil || st != nil {
			t.Errorf("%d seats, options %s: %v, %v", setup.Seats, setup.Options, st, err)
		}
	}
	for _, options := range []string{``, `null`, `{}`, ` {} `} {
		if _, err := (Game{}).Start(engine.Setup{Seats: 2, Options: json.RawMessage(options)}); err != nil {
			t.Errorf("options %q: %v", options, err)
		}
	}
}
