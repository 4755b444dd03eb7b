package local_test

import (
	"context"
	"errors"
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

func TestRefusedMovesChangeNothing(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		_, seats := h.pair(h.player("marlowe"), h.player("spade"))
		asked, waits := mover(seats)
		before := asked.frame()
		legal := before.Turn.Legal[0]
		var bad *matchmaking.BadMove
		var illegal *engine.Illegal
		for name, c := range map[string]struct {
			who  *guest
			ply  int
			move string
			is   func(error) bool
		}{
			"no such card":     {asked, 1, `{"type":"play","card":"9"}`, func(err error) bool { return errors.As(err, &bad) }},
			"the clock's move": {asked, 1, `{"type":"timeout"}`, func(err error) bool { return errors.As(err, &bad) }},
			"out of turn":      {waits, 1, string(take), func(err error) bool { return errors.Is(err, matchmaking.ErrNotYourTurn) }},
			"another ply":      {asked, 2, string(legal), func(err error) bool { return errors.Is(err, matchmaking.ErrStale) }},
			"not in hand":      {asked, 1, missing(before), func(err error) bool { return errors.As(err, &illegal) && illegal.Reason == "CARD_NOT_IN_HAND" }},
		} {
			if err := c.who.Play(t.Context(), c.ply, []byte(c.move)); err == nil || !c.is(err) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if after := asked.frame(); after.Ply() != 0 || string(after.View) != string(before.View) {
			t.Error("something has changed")
		}
	})
}

// missing is a move with a card that is not in the hand of the frame's seat.
func missing(f matchmaking.Frame) string {
	held := map[string]bool{}
	for _, m := range f.Turn.Legal {
		held[string(m)] = true
	}
	for _, card := range []string{"5", "6", "7", "8", "+2", "+3", "+4", "-1", "-2", "-3"} {
		if move := `{"type":"play","card":"` + card + `"}`; !held[move] {
			return move
		}
	}
	return ""
}

func TestAMoveCountsOnce(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		_, seats := h.pair(h.player("marlowe"), h.player("spade"))
		asked, _ := mover(seats)
		turn := asked.frame().Turn
		const tries = 8
		results := make(chan error, tries)
		for range tries {
			go func() { results <- asked.Play(context.Background(), turn.Ply, turn.Legal[0]) }()
		}
		accepted := 0
		for range tries {
			if <-results == nil {
				accepted++
			}
		}
		if accepted != 1 || asked.frame().Ply() != 1 {
			t.Errorf("%d of %d repeats were accepted, %d plies", accepted, tries, asked.frame().Ply())
		}
	})
}

// gate is a real store whose writes of moves wait, or fail, on demand.
type gate struct {
	data.Store
	arrived chan struct{}
	answer  chan error
}

func (g *gate) Append(ctx context.Context, id data.MatchID, e ...data.Entry) error {
	g.arrived <- struct{}{}
	if err := <-g.answer; err != nil {
		return err
	}
	return g.Store.Append(ctx, id, e...)
}

func TestNobodySeesAMoveThatIsNotStored(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		g := &gate{arrived: make(chan struct{}), answer: make(chan error)}
		h := openHouseOver(t, dir, func(s data.Store) data.Store { g.Store = s; return g })
		_, seats := h.pair(h.player("marlowe"), h.player("spade"))
		asked, waits := mover(seats)
		turn := asked.frame().Turn
		played := make(chan error, 1)
		play := func() { played <- asked.Play(context.Background(), turn.Ply, turn.Legal[0]) }

		go play()
		<-g.arrived
		if asked.frame().Ply() != 0 || waits.frame().Ply() != 0 {
			t.Error("the move is shown before it is stored")
		}
		g.answer <- data.ErrUnavailable
		if err := <-played; !errors.Is(err, data.ErrUnavailable) {
			t.Errorf("refused with %v", err)
		}
		if asked.frame().Ply() != 0 || asked.frame().Turn == nil {
			t.Error("a move that was not stored has changed something")
		}

		go play()
		<-g.arrived
		g.answer <- nil
		if err := <-played; err != nil {
			t.Fatal(err)
		}
		if asked.frame().Ply() != 1 || waits.frame().Ply() != 1 {
			t.Error("the stored move is not shown")
		}
	})
}

// lost stores a move and says that it has not.
type lost struct {
	data.Store
	once bool
}

func (l *lost) Append(ctx context.Context, id data.MatchID, e ...data.Entry) error {
	err := l.Store.Append(ctx, id, e...)
	if err == nil && !l.once {
		l.once = true
		return errors.New("the line to the disk was cut")
	}
	return err
}

func TestTheLogDecidesWhenAnAnswerIsLost(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouseOver(t, dir, func(s data.Store) data.Store { return &lost{Store: s} })
		_, seats := h.pair(h.player("marlowe"), h.player("spade"))
		asked, _ := mover(seats)
		turn := asked.frame().Turn
		if err := asked.Play(t.Context(), turn.Ply, turn.Legal[0]); err != nil {
			t.Fatalf("the move is in the log, and its player is told %v", err)
		}
		if n := asked.frame().Ply(); n != 1 {
			t.Fatalf("%d plies are shown, 1 is stored", n)
		}
		finish(t, seats)
	})
}

func TestAClockThatRunsOut(t *testing.T) {
	for name, c := range map[string]struct {
		moves  int
		reason string
	}{
		"before the first move": {0, engine.Aborted},
		"the second player":     {1, engine.Aborted},
		"later":                 {2, "timeout"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				h := openHouse(t, dir)
				defer h.close()
				id, seats := h.pair(h.player("marlowe"), h.player("spade"))
				for range c.moves {
					asked, _ := mover(seats)
					asked.move(0)
				}
				from := time.Now()
				end := seats[0].await(over).End
				if took := time.Since(from); took < 120*time.Second || took > 121*time.Second {
					t.Errorf("it took %v", took)
				}
				if end.Result.Reason != c.reason {
					t.Errorf("reason %q", end.Result.Reason)
				}
				if aborted := c.reason == engine.Aborted; aborted != (len(end.Changes) == 0) {
					t.Errorf("changes %+v", end.Changes)
				}
				m, err := h.store.Match(t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				if last := m.Moves[len(m.Moves)-1]; last.By != engine.ByClock {
					t.Errorf("the log ends with %+v", last)
				}
			})
		})
	}
}

func TestTheBankIsSpentOnOwnTurnsAlone(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		_, seats := h.pair(h.player("marlowe"), h.player("spade"))
		asked, waits := mover(seats)
		first, second := asked.last.Seat, waits.last.Seat
		if asked.last.Turn == nil {
			first, second = second, first
		}
		time.Sleep(50 * time.Second)
		asked.move(0)
		time.Sleep(10 * time.Second)
		f := waits.frame()
		move, bank := f.Clocks[first].Left(time.Now())
		if bank != 70*time.Second {
			t.Errorf("who thought for 50 s has %v and %v", move, bank)
		}
		move, bank = f.Clocks[second].Left(time.Now())
		if move != 20*time.Second || bank != 90*time.Second {
			t.Errorf("who is thinking for 10 s has %v and %v", move, bank)
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

func TestWhoComesBackFindsHisClockRunning(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouse(t, dir)
		a, b := h.player("marlowe"), h.player("spade")
		id, seats := h.pair(a, b)
		asked, _ := mover(seats)
		name := asked.frame().Seats[asked.last.Seat].Name
		h.close()

		h = openHouse(t, dir)
		f := h.sit(id, map[string]data.Player{a.Name: a, b.Name: b}[name]).frame()
		if f.Turn == nil || !f.Clocks[f.Seat].Running {
			t.Errorf("the first frame has the turn %+v and the clock %+v", f.Turn, f.Clocks[f.Seat])
		}
	})
}

func TestResignation(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		_, seats := h.pair(h.player("marlowe"), h.player("spade"))
		_, waits := mover(seats)
		if err := waits.Resign(t.Context()); err != nil {
			t.Fatal(err)
		}
		end := seats[0].await(over)
		if end.End.Result.Reason != "resigned" || end.End.Result.Places[waits.last.Seat] != 2 {
			t.Errorf("%+v", end.End.Result)
		}
		if err := waits.Resign(t.Context()); !errors.Is(err, matchmaking.ErrOver) {
			t.Errorf("resigned twice: %v", err)
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

func TestARematchIsDeclinedByLeaving(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		_, seats := h.pair(h.player("marlowe"), h.player("spade"))
		finish(t, seats)
		if err := seats[0].Rematch(t.Context()); err != nil {
			t.Fatal(err)
		}
		seats[1].Leave()
		seats[0].await(func(f matchmaking.Frame) bool {
			n := len(f.Notes)
			return n > 0 && f.Notes[n-1].Code == "rematch_declined"
		})
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

func TestPresence(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		id, seats := h.pair(a, b)
		name := map[string]data.Player{a.Name: a, b.Name: b}
		gone := name[seats[1].frame().Seats[1].Name]
		seats[0].await(func(f matchmaking.Frame) bool { return !f.Seats[1].Away })
		seats[1].Leave()
		f := seats[0].await(func(f matchmaking.Frame) bool { return f.Seats[1].Away })
		if n := f.Notes[len(f.Notes)-1]; n.Code != "away" || n.Seat != 1 {
			t.Errorf("noted %+v", n)
		}
		if _, err := seats[1].Next(t.Context(), f.Revision); !isEOF(err) {
			t.Errorf("a chair that was left: %v", err)
		}
		for range 4 {
			h.sit(id, gone)
		}
		f = seats[0].await(func(f matchmaking.Frame) bool { return !f.Seats[1].Away })
		if n := f.Notes[len(f.Notes)-1]; n.Code != "back" {
			t.Errorf("noted %+v", n)
		}
		if _, err := h.Sit(t.Context(), id, gone.ID); !errors.Is(err, matchmaking.ErrTooManyChairs) {
			t.Errorf("a fifth connection: %v", err)
		}
		if _, err := h.Sit(t.Context(), id, h.player("vera").ID); !errors.Is(err, matchmaking.ErrNoSeat) {
			t.Errorf("a stranger sits down: %v", err)
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

func TestSaying(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		_, seats := h.pair(h.player("marlowe"), h.player("spade"))
		if err := seats[0].Say(t.Context(), "free text"); !errors.Is(err, matchmaking.ErrNoPhrase) {
			t.Errorf("free text: %v", err)
		}
		if err := seats[0].Say(t.Context(), "hello"); err != nil {
			t.Fatal(err)
		}
		f := seats[1].await(func(f matchmaking.Frame) bool { return len(f.Notes) > 0 })
		if n := f.Notes[0]; n.Code != "said" || n.Seat != 0 || n.Phrase != "hello" {
			t.Errorf("heard %+v", n)
		}
	})
}
