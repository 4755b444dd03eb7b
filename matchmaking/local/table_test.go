package local_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"noir/data"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/matchmaking"
)

func TestMain(m *testing.M) {
	sqlitetest.OffDisk()
	goleak.VerifyTestMain(m)
}

func TestStrangersPlayARatedGame(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		id, seats := h.pair(a, b)
		end := finish(t, seats)
		if len(end.End.Changes) != 2 {
			t.Fatalf("changes = %+v", end.End.Changes)
		}
		m, err := h.store.Match(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if m.Result == nil || len(m.Moves) != end.Ply() {
			t.Fatalf("stored: result %+v and %d moves, shown %d", m.Result, len(m.Moves), end.Ply())
		}
		if m.Seed != end.End.Seed || m.Seed.Commit() != end.Commit {
			t.Error("the seed told at the end is not the one that was promised")
		}
		for _, c := range end.End.Changes {
			r, err := h.store.Ratings(t.Context(), c.Player)
			if err != nil {
				t.Fatal(err)
			}
			if r[game].Value != c.After || r[game].Games != 1 {
				t.Errorf("stored rating %+v, told %v", r[game], c.After)
			}
		}
	})
}

func TestEveryRunningGameSurvivesARestart(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouse(t, dir)
		a, b := h.player("marlowe"), h.player("spade")
		id, seats := h.pair(a, b)
		for range 5 {
			time.Sleep(40 * time.Second)
			asked, _ := mover(seats)
			asked.move(1)
		}
		before := [2]matchmaking.Frame{seats[0].frame(), seats[1].frame()}
		h.close()
		if _, err := seats[0].Next(t.Context(), before[0].Revision); !isEOF(err) {
			t.Errorf("a chair of a closed house: %v", err)
		}
		time.Sleep(time.Hour)

		h = openHouse(t, dir)
		defer h.close()
		var again [2]*guest
		for _, p := range []data.Player{a, b} {
			rows, err := h.Mine(t.Context(), p.ID)
			if err != nil || len(rows) != 1 || rows[0].ID != id {
				t.Fatalf("%s has %+v, %v", p.Name, rows, err)
			}
			g := h.sit(id, p)
			again[g.frame().Seat] = g
		}
		for i := range again {
			f := again[i].await(func(f matchmaking.Frame) bool { return f.Clocks[0].Running || f.Clocks[1].Running })
			if string(f.View) != string(before[i].View) || f.Ply() != 5 || f.Commit != before[i].Commit {
				t.Errorf("seat %d: another game", i)
			}
			for s, c := range f.Clocks {
				_, bank := c.Left(time.Now())
				if want := before[i].Clocks[s].Bank; bank != want {
					t.Errorf("the bank of seat %d is %v, was %v", s, bank, want)
				}
			}
		}
		finish(t, again)
	})
}

func TestClocksStandAfterARestartUntilSomebodyIsBack(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouse(t, dir)
		a, b := h.player("marlowe"), h.player("spade")
		id, seats := h.pair(a, b)
		_, waits := mover(seats)
		away := a
		if waits.last.Seats[waits.last.Seat].Name == a.Name {
			away = b
		}
		back := map[data.PlayerID]data.Player{a.ID: b, b.ID: a}[away.ID]
		h.close()

		h = openHouse(t, dir)
		defer h.close()
		from := time.Now()
		g := h.sit(id, back)
		running := func(f matchmaking.Frame) bool { return f.Clocks[0].Running || f.Clocks[1].Running }
		if running(g.frame()) {
			t.Error("the clock of somebody who is not back runs")
		}
		g.await(running)
		if took := time.Since(from); took != 60*time.Second {
			t.Errorf("the clock stood for %v", took)
		}
	})
}

func TestRematch(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		id, seats := h.pair(a, b)
		if err := seats[0].Rematch(t.Context()); !errors.Is(err, matchmaking.ErrRunning) {
			t.Errorf("a rematch during the game: %v", err)
		}
		first := finish(t, seats)
		if err := seats[0].Rematch(t.Context()); err != nil {
			t.Fatal(err)
		}
		seats[1].await(func(f matchmaking.Frame) bool { return len(f.Rematch) == 1 && f.Rematch[0] == 0 })
		if err := seats[1].Rematch(t.Context()); err != nil {
			t.Fatal(err)
		}
		next := seats[0].await(func(f matchmaking.Frame) bool { return f.Next != "" }).Next
		if next == id {
			t.Fatal("the same table again")
		}
		for _, p := range []data.Player{a, b} {
			f := h.sit(next, p).frame()
			if f.Seats[f.Seat].Name != p.Name || first.Seats[1-f.Seat].Name != p.Name || !f.Rated {
				t.Errorf("%s sits on %d of %+v", p.Name, f.Seat, f.Seats)
			}
		}
	})
}

// TestARematchIsOnTheSameTerms: as private as the table before, with the same clock.
func TestARematchIsOnTheSameTerms(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		_, code := h.hosted(matchmaking.Ticket{Player: a, Terms: matchmaking.Terms{Game: game, Clock: data.Double}})
		seats := h.atTable(h.seatOf(h.queue(matchmaking.Ticket{Player: b, Join: code})), a, b)
		h.resign(seats[0])
		for _, g := range seats {
			if err := g.Rematch(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		next, err := h.store.Match(t.Context(), seats[0].frame().Next)
		if err != nil || !next.Private || next.Clock != data.Double || next.Rated || next.Pace != data.Live {
			t.Errorf("private %t, clock %q, rated %t, pace %q, %v", next.Private, next.Clock, next.Rated, next.Pace, err)
		}
	})
}

func TestTheTableIsClearedAfterItsTime(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		id, seats := h.pair(h.player("marlowe"), h.player("spade"))
		f := finish(t, seats)
		from := time.Now()
		for after := f.Revision; ; {
			f, err := seats[0].Next(t.Context(), after)
			if isEOF(err) {
				break
			}
			after = f.Revision
		}
		if took := time.Since(from); took < 59*time.Second || took > 61*time.Second {
			t.Errorf("the table stayed for %v", took)
		}
		if _, err := h.Watch(t.Context(), id); !errors.Is(err, matchmaking.ErrNoTable) {
			t.Errorf("watching a table that is gone: %v", err)
		}
	})
}

func TestWatching(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		id, seats := h.pair(h.player("marlowe"), h.player("spade"))
		c, err := h.Watch(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		w := &guest{Seat: onlooker{Viewer: c}, t: t}
		if f := w.frame(); f.Turn != nil || f.Open != nil || f.Seat != engine.Spectator {
			t.Errorf("a spectator sees %+v", f)
		}
		if _, err := h.Sit(t.Context(), id, h.player("vera").ID); !errors.Is(err, matchmaking.ErrNoSeat) {
			t.Errorf("a spectator sits down: %v", err)
		}
		if _, plays := c.(matchmaking.Seat); plays {
			t.Error("a spectator could play")
		}
		seats[0].await(func(f matchmaking.Frame) bool { return f.Watchers == 1 })
		finish(t, seats)
		if f := w.await(over); len(f.Open) != 2 {
			t.Error("the hands are not open after the end")
		}
	})
}

// TestNothingIsDoneOnceTheGameIsOver, except talk and rematches, of which each offers one.
func TestNothingIsDoneOnceTheGameIsOver(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		p := talk(h, false, h.player("marlowe"), h.player("spade"))
		asked, waits := mover(p.guests)
		ctx, turn := t.Context(), asked.frame().Turn
		h.resign(waits)
		for i, s := range p.guests {
			before := s.frame()
			_, hint := s.Hint(ctx)
			for act, err := range map[string]error{
				"play": s.Play(ctx, turn.Ply, turn.Legal[0]), "pass": s.Pass(ctx, matchmaking.PassTurn), "back": s.Back(ctx), "hint": hint,
				"resign": s.Resign(ctx), "slow": s.Slow(ctx), "close": s.AllowSpectators(ctx, false), "open": s.AllowSpectators(ctx, true),
			} {
				if !errors.Is(err, matchmaking.ErrOver) {
					t.Errorf("seat %d does %s once the game is over: %v", i, act, err)
				}
			}
			if f := s.frame(); f.Revision != before.Revision {
				t.Errorf("seat %d is told more: %+v", i, newest(f))
			}
		}
		for range 3 {
			if err := asked.Rematch(ctx); err != nil {
				t.Error(err)
			}
		}
		offers := 0
		for _, n := range waits.await(func(f matchmaking.Frame) bool { return len(f.Rematch) > 0 }).Notes {
			if n.Code == "rematch_offered" {
				offers++
			}
		}
		if offers != 1 {
			t.Errorf("one who offers a rematch three times is told of %d times", offers)
		}
	})
}

// TestWhatTheHouseDoesNotDo at a table without a clock: read, or play by the day.
func TestWhatTheHouseDoesNotDo(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		p := h.player("marlowe")
		h.allow(p, true)
		_, me := h.withTheHouse(p, districtNoir, "")
		if err := me.Write(t.Context(), "good evening"); !errors.As(err, new(*matchmaking.PhrasesOnly)) || !strings.Contains(err.Error(), "the house understands only set phrases") {
			t.Errorf("a text to the house: %v", err)
		}
		refusedFor(t, "a day for each move", me.Slow(t.Context()), "it has no clock")
	})
}
