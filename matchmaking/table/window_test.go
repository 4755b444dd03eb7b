package table_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/engine/noirburg"
	"noir/internal/await"
	"noir/matchmaking"
)

// callUnopposed has the caller open a window in which both others pass.
func (p *room) callUnopposed() {
	p.t.Helper()
	p.seats[0].must(call)
	p.seats[1].must(pass)
	p.seats[2].must(pass)
}

// TestAnswersAreKeptBack until all have answered and for the minimum; only the seat itself is
// told.
func TestAnswersAreKeptBack(t *testing.T) {
	t.Parallel()
	at(t, scene{}, func(t *testing.T, p *room) {
		caller, first, second := p.seats[0], p.seats[1], p.seats[2]
		other := p.sit(p.seats[1].name) // the same seat again
		time.Sleep(10 * time.Second)
		caller.must(call)
		before := [2]matchmaking.Frame{caller.frame(), second.frame()}
		time.Sleep(time.Second)
		first.must(pass)
		for _, g := range []*guest{first, other} {
			f := g.frame()
			if f.Kept != (matchmaking.Kept{Ply: 2, Now: true}) || f.Clocks[f.Seat].Asked || len(f.Turn.Legal) != 1 || f.Turn.Ply != 2 || f.Ply() != 1 {
				t.Errorf("a player who has passed sees %+v, %+v and %+v", f.Kept, f.Clocks[f.Seat], f.Turn)
			}
		}
		var illegal *engine.Illegal
		if err := first.play(pass); !errors.As(err, &illegal) {
			t.Errorf("passed twice: %v", err)
		}
		second.must(pass)
		for i, g := range []*guest{caller, second} {
			f := g.frame()
			if i == 0 && f.Revision != before[i].Revision {
				t.Errorf("seat %d is shown frame %d after %d", f.Seat, f.Revision, before[i].Revision)
			}
			if f.Ply() != 1 || !f.Clocks[first.last.Seat].Asked {
				t.Errorf("seat %d is shown %d plies and %+v", f.Seat, f.Ply(), f.Clocks)
			}
		}
		from := time.Now()
		f := caller.await(func(f matchmaking.Frame) bool { return f.Ply() == 3 })
		if took := time.Since(from); took != 2*time.Second {
			t.Errorf("it closed %v after the last pass", took)
		}
		if f.Log[1].AtMS != 13_000 || f.Log[2].AtMS != 13_000 || f.Log[1].Seat > f.Log[2].Seat {
			t.Errorf("the log is %+v", f.Log)
		}
		if f := first.frame(); f.Kept != (matchmaking.Kept{Ply: 2}) || f.Turn == nil || !f.Clocks[f.Seat].Asked {
			t.Errorf("after the window %+v, %+v", f.Kept, f.Turn)
		}
		if m := p.stored(); len(m.Moves) != 3 || m.Moves[1].AtMS != 13_000 || m.Moves[2].AtMS != 13_000 {
			t.Errorf("stored: %+v", m.Moves)
		}
	})
}

// TestACardInARipeWindow: a player who has passed may still play it, and all are asked again;
// the earlier passes leave no trace.
func TestACardInARipeWindow(t *testing.T) {
	t.Parallel()
	at(t, scene{}, func(t *testing.T, p *room) {
		caller, first, second := p.seats[0], p.seats[1], p.seats[2]
		caller.must(call)
		first.must(pass)
		second.must(pass)
		time.Sleep(time.Second)
		first.must(card)
		f := second.frame()
		if f.Ply() != 2 || f.Log[1].AtMS != 1000 || len(f.Turn.Legal) != 2 || f.Kept.Now || f.Clocks[f.Seat].Move != 15*time.Second {
			t.Errorf("after the card: %+v, %+v", f.Turn, f.Log)
		}
		time.Sleep(20 * time.Second) // both clocks pass
		if f := caller.frame(); f.Ply() != 4 || f.Log[3].By != engine.ByClock || f.Log[3].AtMS != 16_000 {
			t.Errorf("then %+v", f.Log)
		}
	})
}

// TestFastWindowsHaveNoMinimum, nor have those of a day game.
func TestFastWindowsHaveNoMinimum(t *testing.T) {
	for _, pace := range []data.Pace{data.Fast, data.Day} {
		at(t, scene{match: data.Match{Pace: pace}}, func(t *testing.T, p *room) {
			p.callUnopposed()
			synctest.Wait()
			if f := p.seats[0].frame(); f.Ply() != 3 {
				t.Errorf("%s: %d plies", pace, f.Ply())
			}
		})
	}
}

// TestAQuestionWithoutABank shows none and uses none.
func TestAQuestionWithoutABank(t *testing.T) {
	at(t, scene{}, func(t *testing.T, p *room) {
		caller, first := p.seats[0], p.seats[1]
		time.Sleep(90 * time.Second)
		caller.must(call)
		time.Sleep(5 * time.Second)
		f := first.frame()
		asked, waits := f.Clocks[f.Seat], f.Clocks[caller.last.Seat]
		if move, bank := asked.Left(time.Now()); move != 10*time.Second || bank != 0 {
			t.Errorf("in a window there are %v and %v", move, bank)
		}
		if waits.Bank != 90*time.Second {
			t.Errorf("the one who thought for 90 s of 60 has a bank of %v", waits.Bank)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if f := first.frame(); f.Ply() != 3 || !f.Clocks[f.Seat].Asked || f.Clocks[f.Seat].Bank != 120*time.Second {
			t.Errorf("on the own turn %+v", f.Clocks[f.Seat])
		}
	})
}

// TestATurnGoesOnAfterAWindow with the time and bank it had left, which neither a window nor a
// restart changes.
func TestATurnGoesOnAfterAWindow(t *testing.T) {
	t.Parallel()
	at(t, scene{}, func(t *testing.T, p *room) {
		objection := func() {
			p.seats[0].must(call)
			p.seats[1].must(card)
			p.seats[1].must(pass)
			p.seats[2].must(pass)
			time.Sleep(4 * time.Second)
		}
		left := func(what string, wantMove, wantBank time.Duration) {
			t.Helper()
			f := p.seats[0].frame()
			move, bank := f.Clocks[f.Seat].Left(time.Now())
			if f.Turn == nil || move != wantMove || bank != wantBank {
				t.Errorf("%s there are %v and %v", what, move, bank)
			}
		}
		time.Sleep(50 * time.Second)
		objection()
		left("after the window", 9*time.Second, 120*time.Second)
		time.Sleep(29 * time.Second)
		left("in the bank", 0, 100*time.Second)
		objection()
		left("after another one", 0, 99*time.Second)
		p.again()
		left("after a restart", 0, 100*time.Second)
		time.Sleep(10 * time.Second)
		p.callUnopposed()
		time.Sleep(4 * time.Second)
		f := p.seats[0].frame()
		if bank := f.Clocks[f.Seat].Bank; bank != 90*time.Second {
			t.Errorf("in the end the bank is %v", bank)
		}
	})
}

// TestWhatStaysLive: each is told why it cannot go on at a day a move, or that the wish is known, and nothing is offered.
func TestWhatStaysLive(t *testing.T) {
	t.Parallel()
	for says, s := range map[string]scene{
		"this is a day game already": {match: data.Match{Pace: data.Day}},
		"you are out of this game":   {game: noirburg.Game{}, names: three},
		"":                           {names: three[:2]},
	} {
		t.Run(says, func(t *testing.T) {
			at(t, s, func(t *testing.T, r *room) {
				one := r.seats[0]
				if says == "you are out of this game" {
					succeed(t, one.Resign(t.Context()))
				}
				err := one.Slow(t.Context())
				if bad := (*matchmaking.BadTerms)(nil); says != "" && (!errors.As(err, &bad) || !strings.Contains(err.Error(), says)) || says == "" && err != nil {
					t.Errorf("told %v", err)
				}
				told := func() (n int) {
					for _, note := range one.frame().Notes {
						if note.Code == "slow_offered" {
							n++
						}
					}
					return n
				}
				if says == "" {
					succeed(t, one.Slow(t.Context())) // it is known
					if n := told(); n != 1 {
						t.Errorf("offered %d times", n)
					}
				} else if told() > 0 {
					t.Error("it is offered")
				}
			})
		})
	}
}

// TestADayGameHasNoBank, not even for a turn that was interrupted when the game became one.
func TestADayGameHasNoBank(t *testing.T) {
	at(t, scene{}, func(t *testing.T, p *room) {
		time.Sleep(10 * time.Second)
		p.seats[0].must(call)
		for _, s := range p.seats {
			succeed(t, s.Slow(t.Context()))
		}
		p.seats[1].must(card)
		p.seats[1].must(pass)
		p.seats[2].must(pass)
		synctest.Wait()
		f := p.seats[0].frame()
		if move, bank := f.Clocks[f.Seat].Left(time.Now()); f.Pace != data.Day || f.Turn == nil || move != matchmaking.DayMove-10*time.Second || bank != 0 {
			t.Errorf("at pace %s there are %v and %v", f.Pace, move, bank)
		}
	})
}

// seen is what a viewer was last shown at a time.
type seen struct {
	at    time.Duration // since the start
	frame string
}

// follow records the frames of a chair until it is closed.
func follow(t testing.TB, c matchmaking.Viewer) <-chan []seen {
	all, from := make(chan []seen, 1), time.Now()
	go func() {
		var frames []seen
		for after := 0; ; {
			f, err := c.Next(t.Context(), after)
			if err != nil {
				all <- frames
				return
			}
			after = f.Revision
			raw, err := json.Marshal(f)
			if err != nil {
				t.Error(err)
			}
			at := time.Since(from)
			if n := len(frames); n > 0 && frames[n-1].at == at {
				frames = frames[:n-1] // whether it was seen at all is chance
			}
			frames = append(frames, seen{at, string(raw)})
		}
	}()
	return all
}

// TestNobodyLearnsWhoHasAnswered plays the same game several times. The only difference is
// which of two seats has passed by when. Whatever else happens at the table, the others and the
// spectators are shown the same, byte for byte and at the same times.
func TestNobodyLearnsWhoHasAnswered(t *testing.T) {
	t.Parallel()
	for name, event := range map[string]func(*room) error{
		"nothing":       func(*room) error { return nil },
		"a card":        func(p *room) error { return p.seats[3].play(card) },
		"a word":        func(p *room) error { return p.seats[1].Say(p.t.Context(), "hello") },
		"a resignation": func(p *room) error { return p.seats[3].Resign(p.t.Context()) },
		"a lost line":   func(p *room) error { p.seats[1].Leave(); return nil },
		"the end":       func(p *room) error { p.drain(); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			want := watched(t, nil, event)
			for _, passes := range [][]time.Duration{{0, 0}, {time.Second, 0}, {0, time.Second}} {
				got := watched(t, passes, event)
				for i := range max(len(got), len(want)) {
					if i >= len(got) || i >= len(want) || got[i] != want[i] {
						t.Fatalf("passes after %v show, from frame %d:\n%.1v\nand not\n%.1v", passes, i, got[i:], want[i:])
					}
				}
			}
		})
	}
}

// TestAWindowClosesAtItsTime: neither that nor anything told then or later shows which seats
// passed when, within the minimum.
func TestAWindowClosesAtItsTime(t *testing.T) {
	t.Parallel()
	var want []seen
	for _, passes := range [][]time.Duration{
		{0, 0, 0, 0},
		{time.Second, 0, 2 * time.Second, 0},
		{2 * time.Second, 2 * time.Second, time.Second, 2 * time.Second},
	} {
		frames := watched(t, passes, func(*room) error { return nil })
		if last := frames[len(frames)-1]; last.at != 3*time.Second || !strings.Contains(last.frame, `"ply":5`) {
			t.Errorf("after %v it closes at %v: %s", passes, last.at, last.frame)
		}
		if want == nil {
			want = frames
		}
		if !slices.Equal(frames, want) {
			t.Errorf("after %v the caller and a spectator are shown\n%.1v\nand not\n%.1v", passes, frames, want)
		}
	}
}

// watched plays up to a window, has the next seats pass after some time each, has an event
// happen, and returns what those who have not passed and a spectator were shown within ten
// seconds.
func watched(t *testing.T, passes []time.Duration, event func(*room) error) (shown []seen) {
	t.Helper()
	at(t, scene{names: []string{"marlowe", "spade", "vera", "sam", "effie"}}, func(t *testing.T, p *room) {
		viewers := []matchmaking.Viewer{p.seats[0], p.watch()}
		if len(passes) < 4 {
			viewers = append(viewers, p.seats[4])
		}
		var all []<-chan []seen
		for _, c := range viewers {
			all = append(all, follow(t, c))
		}
		p.seats[0].must(call)
		synctest.Wait()
		for i, after := range passes {
			time.AfterFunc(after, func() {
				if err := p.seats[1+i].play(pass); err != nil {
					t.Error(err)
				}
			})
		}
		time.Sleep(1500 * time.Millisecond)
		if err := event(p); err != nil {
			t.Error(err)
		}
		time.Sleep(8500 * time.Millisecond)
		p.close()
		for _, frames := range all {
			shown = append(shown, await.One(t, frames, "all frames of a seat")...)
		}
	})
	return shown
}

// TestAReleaseThatCannotBeStored: nothing is shown before it is in the log, and the wait costs
// nobody time.
func TestAReleaseThatCannotBeStored(t *testing.T) {
	var store frail
	at(t, scene{over: store.over}, func(t *testing.T, p *room) {
		p.callUnopposed()
		store.full.Store(true)
		time.Sleep(time.Hour)
		if f := p.seats[0].frame(); f.Ply() != 1 || clocksRun(f) {
			t.Errorf("%d plies are shown of a log of 1, %+v", f.Ply(), f.Clocks)
		}
		if f := p.seats[1].frame(); !f.Kept.Now {
			t.Errorf("the pass is gone: %+v", f.Kept)
		}
		store.full.Store(false)
		time.Sleep(time.Second)
		synctest.Wait()
		f := p.seats[0].frame()
		if move, _ := f.Clocks[p.seats[1].last.Seat].Left(time.Now()); f.Ply() != 3 || move < 59*time.Second {
			t.Errorf("%d plies, and the next caller has %v", f.Ply(), move)
		}
	})
}

// TestAReleaseWhoseAnswerIsLost: what is in the log is shown, once.
func TestAReleaseWhoseAnswerIsLost(t *testing.T) {
	t.Parallel()
	var store frail
	at(t, scene{over: store.over}, func(t *testing.T, p *room) {
		p.callUnopposed()
		store.losesAppend.Store(true)
		time.Sleep(10 * time.Second)
		f := p.seats[0].frame()
		if move, _ := f.Clocks[p.seats[1].last.Seat].Left(time.Now()); f.Ply() != 3 || move != 53*time.Second {
			t.Errorf("%d plies, and the next caller has %v", f.Ply(), move)
		}
		p.seats[1].must(call)
	})
}

// TestAWindowAndARestart: a kept pass is asked for again, a released one stands, and the time
// goes on from there.
func TestAWindowAndARestart(t *testing.T) {
	t.Parallel()
	at(t, scene{}, func(t *testing.T, p *room) {
		p.seats[0].must(call)
		time.Sleep(time.Second)
		p.seats[1].must(pass)
		time.Sleep(time.Second)
		before := p.seats[2].frame()
		p.again()
		f := p.seats[1].frame()
		if len(f.Turn.Legal) != 2 || f.Kept.Ply != 0 || string(p.seats[2].frame().View) != string(before.View) {
			t.Errorf("after the restart %+v, %+v", f.Turn, f.Kept)
		}
		p.seats[2].must(pass)
		p.seats[1].must(pass)
		time.Sleep(4 * time.Second) // the window was open for 3 s of them
		p.again()
		caller := p.seats[0]
		f = caller.frame()
		if move, bank := f.Clocks[f.Seat].Left(time.Now()); f.Ply() != 3 || move != 60*time.Second || bank != 120*time.Second {
			t.Errorf("%d plies, and the caller has %v and %v", f.Ply(), move, bank)
		}
		time.Sleep(10 * time.Second)
		caller.must(call)
		if log := caller.frame().Log; log[3].AtMS != 13_000 {
			t.Errorf("the log is %+v", log)
		}
	})
}

// TestDeclining: the table passes for a player who wants that, in windows only.
func TestDeclining(t *testing.T) {
	t.Parallel()
	at(t, scene{}, func(t *testing.T, p *room) {
		caller, mute, other := p.seats[0], p.seats[1], p.seats[2]
		caller.must(call)
		before := other.frame()
		succeed(t, mute.Pass(t.Context(), matchmaking.PassAlways))
		f := mute.frame()
		if f.Passing != matchmaking.PassAlways || !f.Kept.Now || f.Clocks[f.Seat].Asked {
			t.Errorf("the one who declines sees %+v and %+v", f.Kept, f.Clocks[f.Seat])
		}
		if f := other.frame(); f.Revision != before.Revision || f.Passing != matchmaking.PassNothing {
			t.Errorf("the others are shown %+v", f)
		}
		other.must(card) // all are asked again
		if f := mute.frame(); !f.Kept.Now || f.Kept.Ply != 3 {
			t.Errorf("after a card %+v", f.Kept)
		}
		other.must(pass)
		time.Sleep(5 * time.Second)
		caller.must(call)
		other.must(pass)
		time.Sleep(5 * time.Second)
		mute.must(call) // on the player's own turn nothing is declined
		succeed(t, mute.Pass(t.Context(), matchmaking.PassNothing))
		if log := mute.last.Log; log[2].By != engine.ByPlayer || log[2].Seat != mute.last.Seat || string(log[2].Move) != string(pass) {
			t.Errorf("the log is %+v", log)
		}
		for _, g := range []*guest{caller, other} {
			g.must(pass)
		}
		time.Sleep(4 * time.Second)
		other.must(call)
		if f := mute.frame(); f.Passing != matchmaking.PassNothing || f.Kept.Now || len(f.Turn.Legal) != 2 {
			t.Errorf("the one who declines no longer sees %+v", f.Turn)
		}
	})
}
