package districtnoir

import (
	"flag"
	"math/rand/v2"
	"testing"

	"noir/engine"
	"noir/engine/districtnoir/compact"
)

// randomGames is fewer than .ci/run plays.
var randomGames = flag.Int("games", 6_000, "random games for the invariants, and in which the compact position is held against the rules")

// TestCompactIsTheSame plays random games in both forms of the rules.
func TestCompactIsTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for n := range *randomGames {
		deck := [deckSize]Card(fullDeck().Cards())
		r.Shuffle(deckSize, func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		p := start(deck, engine.Seat(r.IntN(seats)))
		if !samePath(t, p, func(moves int) int { return r.IntN(moves) }) {
			t.Fatalf("game %d of deck %v, seat %d first", n, deck, p.starter)
		}
	}
}

// FuzzCompact plays a game in both forms: the seed's number chooses the deal, the bytes choose
// the moves.
func FuzzCompact(f *testing.F) {
	f.Add(1, []byte("take early, take late"))
	f.Add(2, []byte{255, 254, 0, 1, 2, 3, 4, 5, 255, 255})
	f.Fuzz(func(t *testing.T, seed int, choices []byte) {
		samePath(t, deal(t, seed), func(moves int) int {
			if len(choices) == 0 {
				return moves - 1
			}
			choice := int(choices[0]) % moves
			choices = choices[1:]
			return choice
		})
	})
}

// samePath plays a game in both forms and compares positions and legal moves after every move.
func samePath(t *testing.T, p position, choose func(moves int) int) bool {
	t.Helper()
	small := p.compact()
	for !p.Over() {
		if !sameTable(&small, p) || !sameMoves(small.Moves(), p) {
			t.Errorf("the game stands at\n%+v, by the rules\n%+v", small, p)
			return false
		}
		m := small.Moves().At(choose(small.Moves().Len()))
		if small.Make(m); m == compact.Take {
			p = p.take()
		} else {
			p = p.play(cardOf(compact.Kind(m)))
		}
		if small.Over() != p.Over() {
			t.Errorf("after move %d the game is over: %t, by the rules %t: %+v", m, small.Over(), p.Over(), p)
			return false
		}
	}
	want := 0
	if p.Winner != engine.Spectator {
		want = 1 - 2*int(p.Winner)
	}
	if got := small.Outcome(); got != want {
		t.Errorf("the outcome is %d, by the rules %d: %+v", got, want, p)
		return false
	}
	return true
}

// sameTable compares what is on the table and which seat is on move. Coming cards are compared
// later, as hands.
func sameTable(small *compact.Position, p position) bool {
	for s := range seats {
		if small.Hands[s] != p.hands[s].compact() || small.Tableau[s] != p.tableau[s].compact() {
			return false
		}
	}
	for i, c := range p.row {
		if small.Row[i] != kindOf(c) {
			return false
		}
	}
	return int(small.Length) == len(p.row) && small.Took == p.took && int(small.Turn) == int(p.Turn) &&
		small.Round() == p.round-1 && int(small.Actions) == p.actions()
}

func sameMoves(moves compact.Moves, p position) bool {
	n := 0
	for c := Five; c <= CityHall; c++ {
		legal := p.playRefusal(c) == ""
		if legal != moves.Has(compact.Move(kindOf(c))) {
			return false
		}
		if legal {
			n++
		}
	}
	legal := p.takeRefusal() == ""
	if legal {
		n++
	}
	return legal == moves.Has(compact.Take) && n == moves.Len()
}
