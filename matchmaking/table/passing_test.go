package table_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// TestAHandThatHoldsNothingPasses by itself, if its player wants that, after any part of the
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
	if short := lengths[games/3]; lengths[0] != 3*time.Second || short != lengths[0] || lengths[games-1] < late || lengths[games-1] > 15*time.Second {
		t.Errorf("the windows lasted %v", lengths)
	}
}

// TestPassingUntilTheOwnTurn leaves whatever concerns the seat to its player, and ends with the
// turn.
func TestPassingUntilTheOwnTurn(t *testing.T) {
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
