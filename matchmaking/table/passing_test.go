package table_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// TestAHandThatHoldsNothingPasses by itself, if its player wants that, after some part of the
// time for an answer. Until then it looks like a hand whose player thinks.
func TestAHandThatHoldsNothingPasses(t *testing.T) {
	const games, late = 60, 6 * time.Second
	lengths := make([]time.Duration, 0, games)
	for n := range games {
		synctest.Test(t, func(t *testing.T) {
			p := play(t, scene{game: parley{penniless: true}, match: data.Match{Seed: engine.Seed{byte(n), 7}}})
			caller, idle := p.seats[0], p.seats[1:]
			caller.must(call)
			at := caller.frame().Log[0].AtMS
			for _, g := range idle {
				succeed(t, g.Pass(t.Context(), matchmaking.PassIdle))
			}
			if f := caller.frame(); f.Idle || !f.Clocks[idle[0].frame().Seat].Asked {
				t.Errorf("the caller is shown %+v", f.Clocks)
			}
			f := caller.await(func(f matchmaking.Frame) bool { return f.Ply() == 3 })
			for _, l := range f.Log[1:] {
				if l.By != engine.ByPlayer || string(l.Move) != string(pass) {
					t.Errorf("passed as %+v", l)
				}
			}
			lengths = append(lengths, time.Duration(f.Log[1].AtMS-at)*time.Millisecond)
		})
	}
	slices.Sort(lengths)
	if lengths[0] != 3*time.Second || lengths[games/2] > late || lengths[games-1] < late || lengths[games-1] >= 15*time.Second {
		t.Errorf("the windows lasted %v", lengths)
	}
}

// TestAStopwatchTellsNoHand: of windows in which a player holds nothing to answer with and windows
// in which they hold a card, think about it and keep it, as many last as long. People need 3.5 s
// here, half of them more and half less.
func TestAStopwatchTellsNoHand(t *testing.T) {
	const games, median, spread, most = 200, 3.5, 0.6, 1.6
	bounds := []time.Duration{3 * time.Second, 5 * time.Second, 7 * time.Second, 15 * time.Second}
	chance := rand.New(rand.NewPCG(3, 5))
	lasting := func(holds bool) []int {
		counts := make([]int, len(bounds))
		for n := range games {
			synctest.Test(t, func(t *testing.T) {
				seed := engine.Seed{byte(n), byte(n >> 8), 11}
				p := play(t, scene{game: parley{penniless: !holds}, match: data.Match{Seed: seed}})
				p.seats[0].must(call)
				answers, other := p.seats[1], p.seats[2]
				other.must(pass)
				succeed(t, answers.Pass(t.Context(), matchmaking.PassIdle))
				if thinks := time.Duration(median * math.Exp(spread*chance.NormFloat64()) * float64(time.Second)); holds {
					time.Sleep(min(thinks, 14*time.Second))
					answers.must(pass)
				}
				f := other.await(func(f matchmaking.Frame) bool { return f.Ply() == 3 })
				took := time.Duration(f.Log[1].AtMS-f.Log[0].AtMS) * time.Millisecond
				counts[slices.IndexFunc(bounds, func(b time.Duration) bool { return took <= b })]++
			})
		}
		return counts
	}
	idle, thinking := lasting(false), lasting(true)
	t.Logf("of %d windows lasted up to %v: %v without a card, %v with one", games, bounds, idle, thinking)
	for i := range bounds {
		if ratio := float64(idle[i]) / float64(thinking[i]); ratio > most || ratio < 1/most {
			t.Errorf("a window of up to %v is %.2f times as frequent without a card", bounds[i], ratio)
		}
	}
}

// TestPassingUntilTheOwnTurn leaves whatever concerns the seat to its player, and ends with the
// turn.
func TestPassingUntilTheOwnTurn(t *testing.T) {
	t.Parallel()
	at(t, scene{game: parley{personal: true}}, func(t *testing.T, p *room) {
		caller, mute, other := p.seats[0], p.seats[1], p.seats[2]
		succeed(t, mute.Pass(t.Context(), matchmaking.PassTurn))
		caller.must(call)
		if f := mute.frame(); f.Kept.Now || f.Passing != matchmaking.PassTurn {
			t.Errorf("what concerns the next seat is answered: %+v, %v", f.Kept, f.Passing)
		}
		mute.must(pass)
		other.must(pass)
		time.Sleep(4 * time.Second)
		if f := mute.frame(); f.Passing != matchmaking.PassIdle || f.Passed != 0 {
			t.Errorf("in their turn they have %v and %d passes", f.Passing, f.Passed)
		}
		succeed(t, mute.Pass(t.Context(), matchmaking.PassTurn)) // until the next
		mute.must(call)
		caller.must(pass)
		other.must(pass)
		time.Sleep(4 * time.Second)
		other.must(call)
		if f := mute.frame(); !f.Kept.Now || f.Passing != matchmaking.PassTurn {
			t.Errorf("what is no matter of theirs is not answered: %+v, %v", f.Kept, f.Passing)
		}
	})
}

// TestWhatOneHasCalledIsNotAsked of the caller, whatever their hand, before somebody has answered.
// They may still play a card.
func TestWhatOneHasCalledIsNotAsked(t *testing.T) {
	t.Parallel()
	at(t, scene{game: parley{own: true}}, func(t *testing.T, p *room) {
		caller, other := p.seats[0], p.seats[1]
		succeed(t, caller.Pass(t.Context(), matchmaking.PassIdle))
		caller.must(call)
		if f := caller.frame(); !f.Kept.Now || f.Passed != 0 || f.Turn == nil {
			t.Errorf("the caller is asked about their call: %+v, %d passes, turn %v", f.Kept, f.Passed, f.Turn)
		}
		if f := other.frame(); !f.Clocks[caller.frame().Seat].Asked {
			t.Error("another player is shown that the caller has passed")
		}
		other.must(card)
		if f := caller.frame(); f.Kept.Now || !f.Clocks[f.Seat].Asked {
			t.Errorf("the caller is not asked about the answer: %+v", f.Kept)
		}
	})
}

// TestPassesInARowAreCounted, made by hand, up to the own turn.
func TestPassesInARowAreCounted(t *testing.T) {
	t.Parallel()
	at(t, scene{}, func(t *testing.T, p *room) {
		p.seats[0].must(call)
		p.seats[1].must(pass)
		for range 2 {
			p.seats[2].must(card)
			p.seats[1].must(pass)
		}
		if f := p.seats[1].frame(); f.Passed != 3 {
			t.Errorf("%d passes in a row", f.Passed)
		}
		p.seats[2].must(card)
		p.seats[1].must(card)
		for _, g := range p.seats[1:] {
			if f := g.frame(); f.Passed != 0 {
				t.Errorf("%d passes in a row of a player who has played a card", f.Passed)
			}
		}
	})
}

// TestPassingGoesOnAfterARestart: a window that is open when the server stops lasts as long, in
// game time, as it would have lasted, so a restart reveals nothing about a hand.
func TestPassingGoesOnAfterARestart(t *testing.T) {
	lasts := func(n byte, restart bool) (took time.Duration) {
		synctest.Test(t, func(t *testing.T) {
			p := play(t, scene{game: parley{penniless: true}, match: data.Match{Seed: engine.Seed{n, 7}}})
			p.seats[0].must(call)
			if restart {
				p.again()
			}
			for _, g := range p.seats[1:] {
				succeed(t, g.Pass(t.Context(), matchmaking.PassIdle))
			}
			f := p.seats[0].await(func(f matchmaking.Frame) bool { return f.Ply() == 3 })
			took = time.Duration(f.Log[1].AtMS-f.Log[0].AtMS) * time.Millisecond
		})
		return took
	}
	long := 0
	for n := range byte(20) {
		through, restarted := lasts(n, false), lasts(n, true)
		if through != restarted {
			t.Errorf("seed %d: the window lasts %v, and %v with a restart", n, through, restarted)
		}
		if through > 4*time.Second {
			long++
		}
	}
	if long == 0 {
		t.Error("no window lasts longer than the least time")
	}
}
