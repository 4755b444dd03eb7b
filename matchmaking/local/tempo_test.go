package local_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// withTheHouse seats somebody among house players, under a clock.
func (h *house) withTheHouse(p data.Player, g engine.Game, clock data.Clock) (data.MatchID, *guest) {
	h.t.Helper()
	info := g.Info()
	terms := matchmaking.Terms{Game: info.Name, Clock: clock, Seats: info.MinSeats}
	id := h.seatOf(h.queue(matchmaking.Ticket{Player: p, Terms: terms, Bot: info.Levels()[0]}))
	return id, h.sit(id, p)
}

// TestNoClockAgainstTheHouseAlone: the person thinks for as long as they like, also
// after a restart, and the house still answers within three seconds.
func TestNoClockAgainstTheHouseAlone(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouse(t, dir)
		id, me := h.withTheHouse(h.player("marlowe"), districtNoir, "")
		me.await(myTurn)
		unhurried := func(when string) {
			t.Helper()
			f := me.frame()
			for s, c := range f.Clocks {
				if c.Running || !c.Since.IsZero() || c.Asked != (engine.Seat(s) == f.Seat) {
					t.Errorf("%s the clock of seat %d is %+v", when, s, c)
				}
			}
			if f.Clock != (engine.Clock{}) || f.Turn == nil || f.End != nil {
				t.Errorf("%s %+v, %+v, %+v", when, f.Clock, f.Turn, f.End)
			}
		}
		unhurried("at first")
		time.Sleep(24 * time.Hour)
		unhurried("a day later")
		me.move(0)
		from := time.Now()
		me.await(myTurn)
		if took := time.Since(from); took > 3*time.Second {
			t.Errorf("the house answers after %v", took)
		}
		h.close()

		h = openHouse(t, dir)
		defer h.close()
		me = h.sit(id, h.player("marlowe"))
		time.Sleep(24 * time.Hour)
		unhurried("after a restart")
	})
}

// TestAnotherClock is the host's word, and holds after a restart.
func TestAnotherClock(t *testing.T) {
	usual := districtNoir.Info().Clock
	for clock, times := range map[data.Clock]time.Duration{data.Usual: 1, data.Double: 2, data.Fourfold: 4} {
		dir := t.TempDir()
		synctest.Test(t, func(t *testing.T) {
			h := openHouse(t, dir)
			id, me := h.withTheHouse(h.player("marlowe"), districtNoir, clock)
			me.await(myTurn)
			me.move(0) // or not to have moved would void the game
			at := me.await(myTurn).Ply()
			time.Sleep(times * usual.Move / 2)
			left := func() {
				t.Helper()
				f := me.frame()
				if move, bank := f.Clocks[f.Seat].Left(time.Now()); f.Clock != (engine.Clock{Move: times * usual.Move, Bank: times * usual.Bank}) ||
					f.Turn == nil || move > times*usual.Move || move < times*usual.Move/2-time.Second || bank != times*usual.Bank {
					t.Errorf("%s: %+v, of which %v and %v are left", clock, f.Clock, move, bank)
				}
			}
			left()
			h.close()

			h = openHouse(t, dir)
			defer h.close()
			me = h.sit(id, h.player("marlowe"))
			synctest.Wait()
			left()
			time.Sleep(times*(usual.Move+usual.Bank) - time.Second)
			if f := me.frame(); f.End != nil || f.Ply() != at {
				t.Errorf("%s: %+v", clock, f.End)
			}
			time.Sleep(2 * time.Second)
			if f := me.frame(); f.End == nil || f.End.Result.Reason != "timeout" {
				t.Errorf("%s: at the end %+v", clock, f.End)
			}
		})
	}
}

// TestClocksThatCannotBeHad.
func TestClocksThatCannotBeHad(t *testing.T) {
	h := openHouse(t, t.TempDir())
	defer h.close()
	p := h.player("marlowe")
	terms := matchmaking.Terms{Game: game, Clock: data.Double}
	day, rated, unknown := terms, terms, terms
	day.Pace, rated.Rated, rated.Clock, unknown.Clock = data.Day, true, data.NoClock, "x3"
	for name, ticket := range map[string]matchmaking.Ticket{
		"among strangers":     {Player: p, Terms: terms},
		"by the day":          {Player: p, Terms: day, Host: true},
		"none for a rating":   {Player: p, Terms: rated, Host: true},
		"an unknown one":      {Player: p, Terms: unknown, Host: true},
		"by the day, a bot":   {Player: p, Terms: day, Bot: "easy"},
		"an unknown, a bot's": {Player: p, Terms: unknown, Bot: "easy"},
	} {
		var bad *matchmaking.BadTerms
		if _, err := h.Queue(t.Context(), ticket); !errors.As(err, &bad) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestHostileTablesWithoutAClock: nobody's time runs out there, so a table at which
// nobody is ends after half an hour; not one at which somebody thinks.
func TestHostileTablesWithoutAClock(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		_, gone := h.withTheHouse(h.player("marlowe"), districtNoir, "")
		_, there := h.withTheHouse(h.player("spade"), districtNoir, "")
		gone.Leave()
		time.Sleep(29 * time.Minute)
		if n := h.Counts().Tables; n != 2 {
			t.Errorf("%d tables after 29 minutes", n)
		}
		time.Sleep(3 * time.Minute)
		if n := h.Counts().Tables; n != 1 {
			t.Errorf("%d tables after 32 minutes", n)
		}
		there.move(0)
	})
}

// TestWindowsWithNothingToPlay are answered for whoever is alone with the house, not
// before their minimum, and that is no move of theirs. Among people everybody is asked.
func TestWindowsWithNothingToPlay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, g := t.TempDir(), parley{penniless: true}
		dealOf(t, dir, g, data.Live, "marlowe", "house", "house")
		h := openHouseFor(t, dir, g)
		defer h.close()
		me := h.sit(dealtID, h.player("marlowe"))
		called := int64(0)
		for passes := 0; passes < 4; {
			f := me.await(func(f matchmaking.Frame) bool { return f.Turn != nil && f.Clocks[f.Seat].Asked || f.Kept.Now })
			if !f.Kept.Now {
				if string(f.Turn.Legal[0]) != string(call) {
					t.Fatalf("asked for one of %s", f.Turn.Legal)
				}
				me.must(call)
				continue
			}
			called = f.Log[f.Ply()-1].AtMS
			f = me.await(func(f matchmaking.Frame) bool { return !f.Kept.Now })
			l := f.Log[f.Ply()-2]
			if l.Seat != f.Seat {
				l = f.Log[f.Ply()-1]
			}
			if passes++; l.Seat != f.Seat || string(l.Move) != string(pass) || l.By != engine.ByPlayer || l.AtMS != called+3000 {
				t.Errorf("called at %d, and the log ends with %+v", called, f.Log[f.Ply()-2:])
			}
		}
	})
	synctest.Test(t, func(t *testing.T) {
		dir, g, names := t.TempDir(), parley{penniless: true}, []string{"marlowe", "spade", "vera"}
		dealOf(t, dir, g, data.Live, names...)
		p := parleyAt(t, openHouseFor(t, dir, g), names...)
		defer p.close()
		p.seats[0].must(call)
		time.Sleep(5 * time.Second)
		if f := p.seats[1].frame(); f.Kept.Now || f.Turn == nil {
			t.Errorf("among people %+v, %+v", f.Kept, f.Turn)
		}
	})
}
