package table_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"noir/engine"
	"noir/engine/districtnoir"
	"noir/internal/await"
	"noir/internal/quota"
	"noir/matchmaking"
)

// oracle is District Noir with a critic who prefers the last legal move, once the test lets it.
type oracle struct {
	districtnoir.Game
	asked chan engine.Sight
	let   chan error // the error of the judgement
}

func newOracle() oracle { return oracle{asked: make(chan engine.Sight), let: make(chan error)} }

func (g oracle) Judge(ctx context.Context, s engine.Sight, _ engine.Trial, _ ...json.RawMessage) (engine.Judgement, error) {
	select {
	case g.asked <- s:
	case <-ctx.Done():
		return engine.Judgement{}, ctx.Err()
	}
	var j engine.Judgement
	for i, body := range s.Legal {
		j.Moves = append(j.Moves, engine.Judged{Move: body, Chance: float64(i+1) / 10})
	}
	return j, <-g.let
}

// couple returns the two players of a casual game, the one to move first.
func couple(t testing.TB, s scene) (asked, waits *guest) {
	s.names = three[:2]
	r := play(t, s)
	return r.seats[0], r.seats[1]
}

// hinted counts the hints that a viewer has been told of.
func (g *guest) hinted() (times int) {
	for _, n := range g.frame().Notes {
		if n.Code == "hinted" {
			times++
		}
	}
	return times
}

// ask requests a hint in the background.
func (g *guest) ask(ctx context.Context) <-chan error {
	g.t.Helper()
	answer, legal := make(chan error, 1), g.await(myTurn).Turn.Legal
	go func() {
		h, err := g.Hint(ctx)
		if best := legal[len(legal)-1]; err == nil && !bytes.Equal(h.Move, best) {
			err = fmt.Errorf("the hint is %s, not %s", h.Move, best)
		}
		answer <- err
	}()
	return answer
}

// TestHint: it is the critic's best move from what the seat sees, and others are told once for
// each turn.
func TestHint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // where thinking takes no time, however slow the machine is
		asked, waits := couple(t, scene{game: districtnoir.Game{}})
		for range 2 {
			got, err := asked.Hint(t.Context())
			f := asked.frame()
			want, judged := districtnoir.Game{}.Judge(t.Context(), engine.Sight{
				Seat: f.Seat, Seats: 2, View: f.View, Legal: f.Turn.Legal, Log: f.Log,
			}, engine.Trial{Seed: 1})
			best := want.Best()
			if err != nil || judged != nil || got.Ply != 1 || string(got.Move) != string(best.Move) || got.Chance != best.Chance {
				t.Errorf("%+v (%v), want %+v (%v)", got, err, best, judged)
			}
		}
		asked.move()
		waits.move()
		if _, err := asked.Hint(t.Context()); err != nil {
			t.Error(err)
		}
		if n := waits.hinted(); n != 2 {
			t.Errorf("the other was told %d times", n)
		}
	})
}

// TestHintAlone: in a game against the house nobody is told.
func TestHintAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := play(t, scene{game: districtnoir.Game{}, names: []string{"marlowe", "house"}}).seats[0]
		g.await(myTurn)
		if _, err := g.Hint(t.Context()); err != nil || g.hinted() != 0 {
			t.Errorf("%v, told %d times", err, g.hinted())
		}
	})
}

// TestHintRefused lists the refusals.
func TestHintRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked, waits := couple(t, scene{game: districtnoir.Game{}})
		refuse := func(c matchmaking.Seat, want error) {
			t.Helper()
			if _, err := c.Hint(t.Context()); !errors.Is(err, want) {
				t.Errorf("%v, want %v", err, want)
			}
		}
		rated := play(t, aDuel(nil)).seats[0]
		refuse(rated, matchmaking.ErrRated)
		refuse(waits, matchmaking.ErrNotYourTurn)
		succeed(t, asked.Resign(t.Context()))
		refuse(asked, matchmaking.ErrOver)
		asked, _ = couple(t, scene{game: struct{ engine.Game }{districtnoir.Game{}}})
		refuse(asked, matchmaking.ErrNoHints)
	})
}

// TestHintTakesNoTimeOfTheTable: the game goes on while the house thinks, and a seat gets one
// hint at a time.
func TestHintTakesNoTimeOfTheTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newOracle()
		asked, waits := couple(t, scene{game: g})
		answer := asked.ask(t.Context())
		if s := await.One(t, g.asked, "a question to the critic"); s.Seat != asked.last.Seat || len(s.Legal) != len(asked.last.Turn.Legal) {
			t.Errorf("the critic is told %+v", s)
		}
		if _, err := asked.Hint(t.Context()); err != matchmaking.ErrHinting {
			t.Errorf("a second one: %v", err)
		}
		asked.move()
		waits.move()
		g.let <- nil
		if err := await.One(t, answer, "the hint"); err != nil {
			t.Error(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		answer = asked.ask(ctx)
		await.One(t, g.asked, "a question to the critic")
		cancel()
		g.let <- errors.New("interrupted")
		if err := await.One(t, answer, "the hint"); !errors.Is(err, context.Canceled) {
			t.Errorf("nobody waits: %v", err)
		}
		answer = asked.ask(t.Context())
		await.One(t, g.asked, "a question to the critic")
		g.let <- errors.New("no idea")
		if err := await.One(t, answer, "the hint"); err != matchmaking.ErrNoIdea {
			t.Errorf("the critic fails: %v", err)
		}
	})
}

// TestHintWaitsForAProcessor as house players do.
func TestHintWaitsForAProcessor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newOracle()
		p := play(t, scene{game: g, names: three[:2]})
		asked, done := p.seats[0], make(chan struct{})
		go p.mind.Lend(t.Context(), "somebody", func(context.Context) { <-done })
		synctest.Wait()
		answer := asked.ask(t.Context())
		synctest.Wait()
		select {
		case <-g.asked:
			t.Error("two think at once")
		default:
		}
		close(done)
		await.One(t, g.asked, "a question to the critic")
		g.let <- nil
		if err := await.One(t, answer, "the hint"); err != nil {
			t.Error(err)
		}
	})
}

// ponderer is District Noir with a critic who takes its time.
type ponderer struct {
	districtnoir.Game
	takes    time.Duration
	thoughts int
}

func (g *ponderer) Judge(_ context.Context, s engine.Sight, _ engine.Trial, _ ...json.RawMessage) (engine.Judgement, error) {
	g.thoughts++
	time.Sleep(g.takes)
	return engine.Judgement{Moves: []engine.Judged{{Move: s.Legal[g.thoughts%len(s.Legal)]}}}, nil
}

// TestHintIsPaidFor by the connection that asks: with the processor's time, half a second at most. Anyone who owes some
// waits. The same question is neither thought of nor paid for again.
func TestHintIsPaidFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &ponderer{takes: 300 * time.Millisecond}
		p := play(t, scene{game: g, names: three[:2]})
		asked, waits := p.seats[0], p.seats[1]
		payer := quota.Payer{ID: quota.Player(1), Address: netip.MustParseAddr("192.0.2.1")}
		ctx := quota.With(t.Context(), payer)
		hint := func(thoughts int, takes time.Duration) (got matchmaking.Hint) {
			t.Helper()
			began := time.Now()
			got, err := asked.Hint(ctx)
			if took := time.Since(began).Round(time.Millisecond); err != nil || took != takes || g.thoughts != thoughts {
				t.Errorf("the house thinks %d times, %v, and not %d times, %v: %v", g.thoughts, took, thoughts, takes, err)
			}
			return got
		}
		has := func(seconds float64) {
			t.Helper()
			if err := p.quota.Take(payer, quota.Processor, seconds+.001); err == nil {
				t.Errorf("there is more than %v s left", seconds)
			}
			if err := p.quota.Take(payer, quota.Processor, seconds-.001); err != nil {
				t.Errorf("there is less than %v s left: %v", seconds, err)
			}
		}
		round := func() {
			t.Helper()
			asked.move()
			waits.move()
			asked.await(myTurn)
		}
		all := float64(quota.Usual().Of(quota.Processor).Address.N)

		first := hint(1, g.takes)
		if again := hint(1, 0); string(again.Move) != string(first.Move) || again.Ply != first.Ply {
			t.Errorf("the second answer is %s, the first was %s", again.Move, first.Move)
		}
		has(all - .3)

		p.quota.Charge(payer, quota.Processor, 1.001)
		hint(1, 0)
		round()
		hint(2, 4*time.Second+g.takes)
		p.quota.Charge(payer, quota.Processor, 2)
		round()
		if _, err := asked.Hint(ctx); !errors.As(err, new(*quota.Refused)) || g.thoughts != 2 {
			t.Errorf("in debt: %v", err)
		}

		time.Sleep(5 * time.Second)
		p.quota.Charge(payer, quota.Processor, -all)
		g.takes = 3 * time.Second
		hint(3, g.takes)
		has(all - .5)
	})
}
