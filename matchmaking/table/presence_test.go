package table_test

import (
	"errors"
	"io"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noir/engine"
	"noir/matchmaking"
)

// TestNotify: a waiting player is woken once, as soon as Next would return: at once if the
// frame is there, with the next one, when the chair is left and when the table closes; and not
// after they stop waiting.
func TestNotify(t *testing.T) {
	at(t, aDuel(nil), func(t *testing.T, r *room) {
		asked, waits := r.seats[0], r.seats[1]
		var told atomic.Int32
		wait := func(g *guest, after int) (stop func()) { return g.Notify(after, func() { told.Add(1) }) }
		expect := func(times int32, what string) {
			t.Helper()
			synctest.Wait()
			if n := told.Swap(0); n != times {
				t.Errorf("told %d times, not %d: %s", n, times, what)
			}
		}
		newest := waits.frame().Revision
		wait(waits, newest-1)
		expect(1, "the frame is there")
		stop := wait(waits, newest)
		wait(waits, newest)
		expect(0, "nothing has happened")
		stop()
		asked.move()
		expect(1, "one of two does not wait any more")
		wait(asked, asked.frame().Revision)
		wait(waits, waits.frame().Revision)
		asked.Leave()
		if _, err := asked.Next(t.Context(), asked.last.Revision); !errors.Is(err, io.EOF) {
			t.Error(err)
		}
		r.close()
		expect(2, "one has left, and the table is closed")
		wait(waits, waits.last.Revision+1)
		expect(1, "there are no more frames")
	})
}

// TestALineThatComesAndGoes: it does not flood the table or push out other notes, and in the
// end all viewers see the truth.
func TestALineThatComesAndGoes(t *testing.T) {
	at(t, aDuel(nil), func(t *testing.T, r *room) {
		asked, waits := r.seats[0], r.seats[1]
		asked.move() // while it is the other's turn, whose connection it is
		succeed(t, asked.Say(t.Context(), "hello"))
		seat, before := waits.frame().Seat, asked.frame().Revision
		for range 1000 {
			waits.Leave()
			synctest.Wait()
			waits = r.sit(waits.name)
			synctest.Wait()
			time.Sleep(time.Millisecond)
		}
		told := asked.frame().Seats[seat].Away
		if !told { // while the opposite is true
			waits.Leave()
		}
		time.Sleep(20 * time.Second)
		f := asked.frame()
		if n := f.Revision - before; n > 20 {
			t.Errorf("%d frames were published", n)
		}
		if len(f.Notes) == 0 || f.Notes[0].Code != "said" {
			t.Errorf("what was said is gone: %+v", f.Notes)
		}
		if f.Seats[seat].Away == told {
			t.Errorf("in the end they are shown away: %t", told)
		}
	})
}

// TestWatchersComeAndGo: they cause at most one frame a second.
func TestWatchersComeAndGo(t *testing.T) {
	at(t, aDuel(nil), func(t *testing.T, r *room) {
		g := r.seats[0]
		before := g.frame().Revision
		for i := range 3000 {
			c := r.watch()
			synctest.Wait()
			if i > 0 {
				c.Leave()
			}
			time.Sleep(time.Millisecond)
		}
		time.Sleep(2 * time.Second)
		f := g.frame()
		if n := f.Revision - before; n > 5 || f.Watchers != 1 {
			t.Errorf("%d frames were published, %d watch", n, f.Watchers)
		}
	})
}

func TestSayingIsLimited(t *testing.T) {
	t.Parallel()
	dueling(t, nil, func(t *testing.T, one, other *guest) {
		for range 5 {
			succeed(t, one.Say(t.Context(), "hello"))
		}
		revision := other.frame().Revision
		if err := one.Say(t.Context(), "hello"); !errors.Is(err, matchmaking.ErrTalkative) {
			t.Errorf("said too often: %v", err)
		}
		if other.frame().Revision != revision {
			t.Error("the others have heard it")
		}
		if err := other.Say(t.Context(), "hello"); err != nil {
			t.Errorf("the other seat: %v", err)
		}
		time.Sleep(2 * time.Second)
		if err := one.Say(t.Context(), "sorry"); err != nil {
			t.Errorf("later: %v", err)
		}
	})
}

func TestAChairThatWasLeftShowsNothing(t *testing.T) {
	t.Parallel()
	dueling(t, nil, func(t *testing.T, g, _ *guest) {
		g.Leave()
		if f, err := g.Next(t.Context(), 0); !errors.Is(err, io.EOF) {
			t.Errorf("it shows revision %d, %v", f.Revision, err)
		}
	})
}

// TestAWishForARematchGoesWithItsPlayer: no rematch begins with an empty chair.
func TestAWishForARematchGoesWithItsPlayer(t *testing.T) {
	t.Parallel()
	at(t, aDuel(nil), func(t *testing.T, r *room) {
		r.finish()
		gone, stays := r.seats[0], r.seats[1]
		succeed(t, gone.Rematch(t.Context()))
		gone.Leave()
		f := stays.await(func(f matchmaking.Frame) bool { return f.Seats[gone.last.Seat].Away })
		if len(f.Rematch) != 0 {
			t.Errorf("they have gone, and it is wanted by %v", f.Rematch)
		}
		succeed(t, stays.Rematch(t.Context()))
		if f = stays.frame(); f.Next != "" || !slices.Equal(f.Rematch, []engine.Seat{f.Seat}) {
			t.Fatalf("next %q, wanted by %v", f.Next, f.Rematch)
		}
		succeed(t, r.sit(gone.name).Rematch(t.Context()))
		if stays.frame().Next == "" {
			t.Error("they came back and wanted it after all")
		}
	})
}

// TestNoRematchWithALineThatIsLost, even before the loss is told.
func TestNoRematchWithALineThatIsLost(t *testing.T) {
	at(t, aDuel(nil), func(t *testing.T, r *room) {
		r.finish()
		gone, stays := r.seats[0], r.seats[1]
		seat := gone.last.Seat
		for !stays.frame().Seats[seat].Away { // until a return is no longer told at once
			gone.Leave()
			synctest.Wait()
			gone = r.sit(gone.name)
			synctest.Wait()
		}
		stays.await(func(f matchmaking.Frame) bool { return !f.Seats[seat].Away })
		succeed(t, gone.Rematch(t.Context()))
		gone.Leave() // which is not told yet
		synctest.Wait()
		if f := stays.frame(); f.Seats[seat].Away || len(f.Rematch) != 1 {
			t.Fatalf("they are shown away, or want no rematch: %+v", f.Rematch)
		}
		succeed(t, stays.Rematch(t.Context()))
		if f := stays.frame(); f.Next != "" {
			t.Error("seated with an empty chair")
		}
	})
}

func TestTheClockRunsForAPlayerWhoIsBack(t *testing.T) {
	t.Parallel()
	at(t, aDuel(nil), func(t *testing.T, r *room) {
		r.reopen()
		f := r.sit(r.seats[0].name).frame()
		if f.Turn == nil || !f.Clocks[f.Seat].Running {
			t.Errorf("the first frame has the turn %+v and the clock %+v", f.Turn, f.Clocks[f.Seat])
		}
	})
}
