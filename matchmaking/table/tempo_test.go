package table_test

import (
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/matchmaking"
)

// TestAnotherClock stays after a restart.
func TestAnotherClock(t *testing.T) {
	usual := districtnoir.Game{}.Info().Clock
	for clock, times := range map[data.Clock]time.Duration{data.Usual: 1, data.Double: 2, data.Fourfold: 4} {
		at(t, scene{game: districtnoir.Game{}, match: data.Match{Clock: clock}, names: []string{"marlowe", "house"}}, func(t *testing.T, r *room) {
			me := r.seats[0]
			me.move() // or a missing move would void the game
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
			r.again()
			me = r.seats[0]
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

// TestHostileTablesWithoutAClock: no time runs out there, so an empty table ends after half an
// hour, but not one at which a player thinks.
func TestHostileTablesWithoutAClock(t *testing.T) {
	t.Parallel()
	for _, there := range []bool{false, true} {
		at(t, scene{game: districtnoir.Game{}, match: data.Match{Clock: data.NoClock}, names: []string{"marlowe", "house"}}, func(t *testing.T, r *room) {
			f := r.seats[0].frame()
			for seat, c := range f.Clocks {
				if c != (matchmaking.SeatClock{Asked: c.Asked}) || c.Asked != (seat == int(f.Seat)) && f.Turn != nil {
					t.Errorf("seat %d has the clock %+v, with no time to show", seat, c)
				}
			}
			if !there {
				r.seats[0].Leave()
			}
			time.Sleep(29 * time.Minute)
			if r.house.tableEnded.Load() {
				t.Error("closed after 29 minutes")
			}
			time.Sleep(3 * time.Minute)
			if r.house.tableEnded.Load() == there {
				t.Errorf("closed after 32 minutes: %t, somebody thinks: %t", r.house.tableEnded.Load(), there)
			}
		})
	}
}

// TestWindowsWithNothingToPlay are passed for a player who is alone with the house, not before
// their minimum, and this does not count as the player's move. Among people a program is asked.
func TestWindowsWithNothingToPlay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		me := play(t, scene{game: parley{penniless: true}, names: []string{"marlowe", "house", "house"}}).seats[0]
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
	at(t, scene{game: parley{penniless: true}}, func(t *testing.T, p *room) {
		p.seats[0].must(call)
		time.Sleep(5 * time.Second)
		if f := p.seats[1].frame(); f.Kept.Now || f.Turn == nil || f.Idle {
			t.Errorf("a program among people sees %+v, %+v, %t", f.Kept, f.Turn, f.Idle)
		}
	})
}
