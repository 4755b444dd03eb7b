package districtnoir

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"noir/engine"
)

func seedOf(n int) engine.Seed {
	var seed engine.Seed
	binary.LittleEndian.PutUint64(seed[:], uint64(n))
	return seed
}

func deal(t testing.TB, n int) position {
	t.Helper()
	st, err := Game{}.Start(engine.Setup{Seed: seedOf(n), Seats: seats})
	if err != nil {
		t.Fatal(err)
	}
	return st.(position)
}

// record counts what the seats did in a game.
type record struct {
	plays, takes [seats]int
	bothCities   bool // both had a city at some time
}

// TestInvariants plays random games and checks every position against the invariants of the
// rules page, section 10.
func TestInvariants(t *testing.T) {
	games := *randomGames
	ends := map[string]int{}
	for n := range games {
		p := deal(t, n)
		r := rand.New(rand.NewPCG(uint64(n), 4))
		var done record
		for actions := 0; !p.Over(); actions++ {
			checkRunning(t, p, actions)
			next := randomAction(t, p, r, &done)
			if next.round > p.round || next.Over() {
				checkRoundEnd(t, next)
			}
			checkCards(t, next)
			if p = next; t.Failed() {
				t.Fatalf("game %d after %d actions: %+v", n, actions+1, p)
			}
		}
		checkEnd(t, p, done)
		if t.Failed() {
			t.Fatalf("game %d: %+v", n, p)
		}
		ends[p.Reason]++
	}
	for _, why := range []string{City, Points, TieBreak} {
		if ends[why] < games/100 {
			t.Errorf("of %d games %d end by %s", games, ends[why], why)
		}
	}
}

// randomAction makes a legal action, and checks I2: there is one, and a forced take has five
// cards.
func randomAction(t *testing.T, p position, r *rand.Rand, done *record) position {
	var legal []Move
	for c := Five; c <= CityHall; c++ {
		if p.playRefusal(c) == "" {
			legal = append(legal, Move{Type: TypePlay, Card: c})
		}
	}
	if p.takeRefusal() == "" {
		legal = append(legal, Move{Type: TypeTake})
	}
	if len(legal) == 0 {
		t.Fatalf("no legal action in %+v", p)
	}
	m := legal[r.IntN(len(legal))]
	if m.Type == TypePlay {
		done.plays[p.Turn]++
		return p.play(m.Card)
	}
	if len(legal) == 1 && len(p.offer()) != reach {
		t.Errorf("a forced take of %d cards", len(p.offer()))
	}
	done.takes[p.Turn]++
	next := p.take()
	if next.tableau[0].Cities() > 0 && next.tableau[1].Cities() > 0 {
		done.bothCities = true
	}
	return next
}

// checkRunning checks the second half of I3: view and position agree on the seat to move, and
// every action is a new question.
func checkRunning(t *testing.T, p position, actions int) {
	if want := 1 + actions/roundActions; p.round != want {
		t.Errorf("round %d after %d actions, want %d", p.round, actions, want)
	}
	if turn := p.View(engine.Spectator).(View).Turn(); turn != p.Turn {
		t.Errorf("the view says that seat %d is on move, not %d", turn, p.Turn)
	}
	if prompts := p.Prompts(); len(prompts) != 1 || prompts[0].Seat != p.Turn || prompts[0].Question != actions {
		t.Errorf("prompts %+v after %d actions", prompts, actions)
	}
}

// checkRoundEnd checks I1.
func checkRoundEnd(t *testing.T, p position) {
	if len(p.row) < 2 && p.Reason != City {
		t.Errorf("the round ends with a row of %d", len(p.row))
	}
}

// checkCards checks I4, and the part of I5 that a row never exceeds 20.
func checkCards(t *testing.T, p position) {
	all := Count(p.deck[:aside]...)
	all.add(p.deck[p.dealt():])
	all.add(p.row)
	for s := range seats {
		all.add(p.hands[s].Cards())
		all.add(p.tableau[s].Cards())
	}
	if all != fullDeck() {
		t.Errorf("the cards are %v", all)
	}
	if len(p.row) > 20 {
		t.Errorf("a row of %d", len(p.row))
	}
}

// checkEnd checks I3 and I5 to I7.
func checkEnd(t *testing.T, p position, done record) {
	if p.Reason == City && (done.bothCities || p.tableau[p.Winner].Cities() != cities) {
		t.Errorf("seat %d wins by cities of %v", p.Winner, p.tableau)
	}
	for s := range seats {
		if size := p.tableau[s].Len(); p.Reason != City && (size < 12 || size > 20) {
			t.Errorf("a tableau of %d", size)
		}
		if p.Reason != City && (done.plays[s] != 20 || done.takes[s] != 4) {
			t.Errorf("seat %d has made %d plays and %d takes", s, done.plays[s], done.takes[s])
		}
	}
	if p.Reason != City && (len(p.row) < 2 || len(p.row) > 10) {
		t.Errorf("a last row of %d", len(p.row))
	}
	for _, score := range scores(p.tableau) {
		if score.Total < -17 || score.Total > 59 {
			t.Errorf("a total of %d", score.Total)
		}
	}
}

// TestRefusedChangesNothing checks I8 at every position of random games: each seat
// tries every card and the take.
func TestRefusedChangesNothing(t *testing.T) {
	bodies := []string{`{"type":"take"}`, `{"type":"pass"}`, `{"type":"timeout"}`}
	for c := Five; c <= CityHall; c++ {
		bodies = append(bodies, string(Play(c)))
	}
	for n := range 200 {
		p := deal(t, n)
		r := rand.New(rand.NewPCG(uint64(n), 5))
		for !p.Over() {
			before := p
			for i := range 2 * len(bodies) {
				m := engine.Move{Seat: engine.Seat(i % 2), By: engine.ByPlayer, Body: []byte(bodies[i/2])}
				next, plies, err := p.Apply(m)
				var refused *engine.Illegal
				switch {
				case err == nil && (m.Seat != p.Turn || len(plies) != 1):
					t.Fatalf("%s of seat %d: %v", m.Body, m.Seat, plies)
				case err != nil && (!errors.As(err, &refused) || next != nil || plies != nil):
					t.Fatalf("%s of seat %d: %v, %v, %v", m.Body, m.Seat, next, plies, err)
				}
			}
			if !reflect.DeepEqual(p, before) {
				t.Fatalf("%+v has become %+v", before, p)
			}
			p = randomAction(t, p, r, &record{})
		}
	}
}

// TestScoreRange checks the bounds of I6: all betrayals, and the best 20 cards.
func TestScoreRange(t *testing.T) {
	worst := Tally{Minus1: 3, Minus2: 4, Minus3: 2}
	if got := scoreOf(worst, Tally{Five: 1, Six: 1, Seven: 1, Eight: 1}).Total; got != -17 {
		t.Errorf("all betrayals are worth %d", got)
	}
	best := Tally{Five: 3, Six: 3, Seven: 3, Eight: 4, Plus2: 4, Plus3: 2, Plus4: 1}
	if got := scoreOf(best, Tally{}).Total; best.Len() != 20 || got != 59 {
		t.Errorf("%d cards are worth %d", best.Len(), got)
	}
}

// TestTieBreakOrder checks every level of the tie-break against the one below it.
func TestTieBreakOrder(t *testing.T) {
	for _, c := range []struct {
		seat0, seat1 []Card
		level        string
	}{
		{[]Card{Eight}, []Card{Seven, Plus2, Minus1}, "8"},
		{[]Card{Seven}, []Card{Six, Plus2, Minus1}, "7"},
		{[]Card{Six}, []Card{Five, Plus2, Minus1}, "6"},
		{[]Card{Five}, []Card{Plus3, Plus2, Harbor}, "5"},
		{[]Card{Harbor, Plus2}, []Card{Plus2}, "cities"},
	} {
		for mover := range engine.Seat(seats) {
			var tableau [seats]Tally
			tableau[mover], tableau[other(mover)] = Count(c.seat0...), Count(c.seat1...)
			if why, winner := settle(tableau); why != TieBreak || winner != mover {
				t.Errorf("%v : %v is won by seat %d, %s, want %d", c.seat0, c.seat1, winner, why, mover)
			}
			if _, level := tieBreak(tableau); level != c.level {
				t.Errorf("%v : %v is decided by %q, want %q", c.seat0, c.seat1, level, c.level)
			}
		}
	}
}
