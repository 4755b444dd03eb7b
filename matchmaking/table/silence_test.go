package table_test

import (
	"cmp"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/engine/noirburg"
	"noir/engine/noirburg/rules"
	"noir/matchmaking"
)

// hint is what others could use as a clue about one seat in one window.
type hint struct {
	armed bool // the seat could have played something
	by    map[string]float64
}

// TestFarmWindowsForHints plays 2,000 windows of Noirburg. A player who could play something
// thinks, and one who could not passes at once, all within the minimum. The test looks for
// anything in what a spectator and the other seats are told that separates the two.
func TestFarmWindowsForHints(t *testing.T) {
	const windows = 2000
	var hints []hint
	played := 0
	for game := 0; played < windows; game++ {
		synctest.Test(t, func(t *testing.T) {
			h := newEavesdropper(t, game)
			for played < windows && h.turn() {
				if found := h.window(); found != nil {
					hints = append(hints, found...)
					played++
				}
			}
		})
	}
	armed := 0
	for _, h := range hints {
		if h.armed {
			armed++
		}
	}
	t.Logf("%d answers in %d windows, %d of them by who could play something", len(hints), played, armed)
	if armed < 400 || len(hints)-armed < 400 {
		t.Fatal("too few of one kind")
	}
	for name := range hints[0].by {
		if chance := separates(hints, name); math.Abs(chance-0.5) > 0.05 {
			t.Errorf("%s tells one from the other: %.3f", name, chance)
		} else {
			t.Logf("%s: %.3f", name, chance)
		}
	}
}

// separates returns the share of pairs, one of either kind, in which the clue is higher for the
// one who could play something: 0.5 for a clue that tells nothing.
func separates(hints []hint, clue string) float64 {
	ordered := slices.Clone(hints)
	slices.SortFunc(ordered, func(a, b hint) int { return cmp.Compare(a.by[clue], b.by[clue]) })
	var ranks, armed, bare float64
	for i := 0; i < len(ordered); {
		j := i
		for j < len(ordered) && ordered[j].by[clue] == ordered[i].by[clue] {
			j++
		}
		for _, h := range ordered[i:j] {
			if h.armed {
				ranks += float64(i+j+1) / 2 // the mean rank of equal values
				armed++
			} else {
				bare++
			}
		}
		i = j
	}
	return (ranks - armed*(armed+1)/2) / (armed * bare)
}

// eavesdropper plays a game of Noirburg for all of its seats, and records what a spectator is
// shown and when.
type eavesdropper struct {
	*room
	seats  []*guest // by seat
	watch  *guest
	chance *rand.Rand
}

func newEavesdropper(t *testing.T, game int) *eavesdropper {
	names := []string{"marlowe", "spade", "vera", "effie"}
	e := &eavesdropper{chance: rand.New(rand.NewPCG(uint64(game), 7))}
	e.room = open(t, scene{game: noirburg.Game{}, match: data.Match{Seed: engine.Seed{byte(game), 7}}, names: names})
	for _, name := range names {
		e.seats = append(e.seats, e.sit(name))
	}
	e.watch = e.room.watch()
	return e
}

// play makes a legal move of a seat, at random where there are several of a kind.
func (e *eavesdropper) play(g *guest, pick func(legal []json.RawMessage) json.RawMessage) {
	e.t.Helper()
	f := g.frame()
	move, err := noirburg.Game{}.Complete(f.View, f.Seat, pick(f.Turn.Legal), e.chance)
	if err != nil {
		e.t.Fatal(err)
	}
	if err := g.Play(e.t.Context(), f.Turn.Ply, move); err != nil {
		e.t.Fatalf("%s: %v", move, err)
	}
}

// some picks a random move, but more often the last one, which ends the turn.
func (e *eavesdropper) some(legal []json.RawMessage) json.RawMessage {
	if e.chance.IntN(3) == 0 {
		return legal[len(legal)-1]
	}
	return legal[e.chance.IntN(len(legal))]
}

// turn plays on until a window opens, and reports whether the game goes on.
func (e *eavesdropper) turn() bool {
	for range 200 {
		synctest.Wait()
		f := e.watch.frame()
		asked := slices.IndexFunc(f.Clocks, func(c matchmaking.SeatClock) bool { return c.Asked })
		if f.End != nil || asked < 0 {
			return false
		}
		if e.open(f) {
			return true
		}
		e.play(e.seats[asked], e.some)
	}
	return false
}

// open reports whether a window is open.
func (e *eavesdropper) open(f matchmaking.Frame) bool {
	var view rules.View
	succeed(e.t, json.Unmarshal(f.View, &view))
	return view.Window != nil
}

// window has all seats that are asked pass, and returns what could be learnt about them; nil if
// a seat plays a card instead.
func (e *eavesdropper) window() (found []hint) {
	before := e.watch.frame()
	opened, ply := time.Now(), before.Ply()
	type answer struct {
		after time.Duration
		armed bool
		seat  *guest
	}
	var answers []answer
	for _, g := range e.seats {
		f := g.frame()
		if f.Turn == nil || !f.Clocks[f.Seat].Asked {
			continue
		}
		a := answer{seat: g, armed: len(f.Turn.Legal) > 1, after: time.Duration(e.chance.Int64N(int64(200 * time.Millisecond)))}
		if a.armed {
			a.after += 1200 * time.Millisecond
		}
		answers = append(answers, a)
	}
	slices.SortFunc(answers, func(a, b answer) int { return cmp.Compare(a.after, b.after) })
	if e.chance.IntN(8) == 0 {
		for _, a := range answers {
			if a.armed {
				e.play(a.seat, func(legal []json.RawMessage) json.RawMessage { return legal[0] })
				return nil
			}
		}
	}
	shown := 0
	look := func() {
		synctest.Wait()
		if f := e.watch.frame(); f.Revision != before.Revision {
			shown++
			before = f
		}
	}
	for _, a := range answers {
		time.Sleep(time.Until(opened.Add(a.after)))
		e.play(a.seat, func(legal []json.RawMessage) json.RawMessage { return legal[len(legal)-1] })
		look()
	}
	early := shown
	f := e.watch.await(func(f matchmaking.Frame) bool { return f.Ply() > ply })
	closed := time.Since(opened)
	most := 3 * time.Second // the shortest windows are shorter: this is about their ends
	if closed < most {
		most = 2 * time.Second
	}
	log := f.Log[ply:][:len(answers)]
	bySeat := slices.SortedFunc(slices.Values(log), func(a, b engine.Line) int { return cmp.Compare(a.Seat, b.Seat) })
	for _, a := range answers {
		seat := a.seat.last.Seat
		of := func(l engine.Line) bool { return l.Seat == seat }
		at := slices.IndexFunc(log, of)
		if at < 0 {
			e.t.Fatalf("seat %d has passed, and the log is %+v", seat, log)
		}
		found = append(found, hint{armed: a.armed, by: map[string]float64{
			"when the window closes":    (closed - most).Seconds(),
			"the time of the pass":      float64(log[at].AtMS - log[0].AtMS),
			"its time before the end":   float64(log[len(log)-1].AtMS - log[at].AtMS),
			"where it stands":           float64(at - slices.IndexFunc(bySeat, of)),
			"frames before the closing": float64(early),
		}})
	}
	return found
}
