package table_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/engine/noirburg"
	"noir/internal/await"
	"noir/matchmaking"
)

func TestRefusedMovesChangeNothing(t *testing.T) {
	t.Parallel()
	dueling(t, nil, func(t *testing.T, asked, waits *guest) {
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
			"out of turn":      {waits, 1, `{"type":"take"}`, func(err error) bool { return errors.Is(err, matchmaking.ErrNotYourTurn) }},
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
	t.Parallel()
	dueling(t, nil, func(t *testing.T, asked, _ *guest) {
		turn := asked.frame().Turn
		const tries = 8
		results := make(chan error, tries)
		for range tries {
			go func() { results <- asked.Play(context.Background(), turn.Ply, turn.Legal[0]) }()
		}
		accepted := 0
		for range tries {
			if await.One(t, results, "answer to a move") == nil {
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
	t.Parallel()
	g := new(gate)
	over := func(s data.Store) data.Store { g.Store = s; return g }
	dueling(t, over, func(t *testing.T, asked, waits *guest) {
		g.arrived, g.answer = make(chan struct{}), make(chan error)
		turn := asked.frame().Turn
		played := make(chan error, 1)
		play := func() { played <- asked.Play(context.Background(), turn.Ply, turn.Legal[0]) }

		go play()
		await.One(t, g.arrived, "write")
		if asked.frame().Ply() != 0 || waits.frame().Ply() != 0 {
			t.Error("the move is shown before it is stored")
		}
		g.answer <- data.ErrUnavailable
		if err := await.One(t, played, "answer to a move"); !errors.Is(err, data.ErrUnavailable) {
			t.Errorf("refused with %v", err)
		}
		if asked.frame().Ply() != 0 || asked.frame().Turn == nil {
			t.Error("a move that was not stored has changed something")
		}

		go play()
		await.One(t, g.arrived, "second write")
		g.answer <- nil
		succeed(t, await.One(t, played, "answer to a move"))
		if asked.frame().Ply() != 1 || waits.frame().Ply() != 1 {
			t.Error("the stored move is not shown")
		}
	})
}

// TestNobodyWaitsLongerThanTheyWant for a write; what was to be written is, all the same.
func TestNobodyWaitsLongerThanTheyWant(t *testing.T) {
	g := new(gate)
	over := func(s data.Store) data.Store { g.Store = s; return g }
	dueling(t, over, func(t *testing.T, asked, waits *guest) {
		g.arrived, g.answer = make(chan struct{}), make(chan error)
		defer close(g.answer) // nothing waits for it when the test has failed
		turn := asked.frame().Turn
		ctx, leave := context.WithCancel(t.Context())
		played := make(chan error, 1)
		go func() { played <- asked.Play(ctx, turn.Ply, turn.Legal[0]) }()
		await.One(t, g.arrived, "write")
		leave()
		if err := await.One(t, played, "answer to somebody who has left"); !errors.Is(err, context.Canceled) {
			t.Errorf("told %v", err)
		}
		g.answer <- nil
		synctest.Wait()
		if ply := waits.frame().Ply(); ply != 1 {
			t.Errorf("%d plies are shown", ply)
		}
	})
}

func TestTheLogDecidesWhenAnAnswerIsLost(t *testing.T) {
	t.Parallel()
	var store frail
	at(t, aDuel(store.over), func(t *testing.T, r *room) {
		store.losesAppend.Store(true)
		if err := r.seats[0].play(r.seats[0].frame().Turn.Legal[0]); err != nil {
			t.Fatalf("the move is in the log, and its player is told %v", err)
		}
		if n := r.seats[0].frame().Ply(); n != 1 {
			t.Fatalf("%d plies are shown, 1 is stored", n)
		}
		r.finish()
	})
}

func TestAClockThatRunsOut(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		moves  int
		reason string
	}{
		"before the first move": {0, engine.Aborted},
		"the second player":     {1, engine.Aborted},
		"later":                 {2, "timeout"},
	} {
		t.Run(name, func(t *testing.T) {
			at(t, aDuel(nil), func(t *testing.T, r *room) {
				for n := range c.moves {
					r.seats[n].move()
				}
				from := time.Now()
				end := r.seats[0].await(over).End
				if took := time.Since(from); took < 120*time.Second || took > 121*time.Second {
					t.Errorf("it took %v", took)
				}
				if end.Result.Reason != c.reason {
					t.Errorf("reason %q", end.Result.Reason)
				}
				if aborted := c.reason == engine.Aborted; aborted != (len(end.Changes) == 0) {
					t.Errorf("changes %+v", end.Changes)
				}
				m := r.stored()
				if last := m.Moves[len(m.Moves)-1]; last.By != engine.ByClock {
					t.Errorf("the log ends with %+v", last)
				}
			})
		})
	}
}

func TestTheBankIsSpentOnOwnTurnsAlone(t *testing.T) {
	t.Parallel()
	dueling(t, nil, func(t *testing.T, asked, waits *guest) {
		first, second := asked.last.Seat, waits.last.Seat
		time.Sleep(50 * time.Second)
		asked.move()
		time.Sleep(10 * time.Second)
		f := waits.frame()
		move, bank := f.Clocks[first].Left(time.Now())
		if bank != 70*time.Second {
			t.Errorf("the one who thought for 50 s has %v and %v", move, bank)
		}
		move, bank = f.Clocks[second].Left(time.Now())
		if move != 20*time.Second || bank != 90*time.Second {
			t.Errorf("the one who is thinking for 10 s has %v and %v", move, bank)
		}
	})
}

func TestResignation(t *testing.T) {
	t.Parallel()
	dueling(t, nil, func(t *testing.T, asked, waits *guest) {
		succeed(t, waits.Resign(t.Context()))
		end := asked.await(over)
		if end.End.Result.Reason != "resigned" || end.End.Result.Places[waits.last.Seat] != 2 {
			t.Errorf("%+v", end.End.Result)
		}
		if err := waits.Resign(t.Context()); !errors.Is(err, matchmaking.ErrOver) {
			t.Errorf("resigned twice: %v", err)
		}
	})
}

// TestThoseWhoAreOutNeedNotAgree to a day a move: once the only one who has not offered it is out, the others go on so when
// one of them says it again.
func TestThoseWhoAreOutNeedNotAgree(t *testing.T) {
	t.Parallel()
	at(t, scene{game: noirburg.Game{}, names: three}, func(t *testing.T, r *room) {
		succeed(t, r.seats[0].Slow(t.Context()))
		succeed(t, r.seats[1].Slow(t.Context()))
		succeed(t, r.seats[2].Resign(t.Context()))
		succeed(t, r.seats[0].Slow(t.Context()))
		r.seats[1].await(func(f matchmaking.Frame) bool { return f.Pace == data.Day })
	})
}

func TestARematchIsDeclinedByLeaving(t *testing.T) {
	t.Parallel()
	at(t, aDuel(nil), func(t *testing.T, r *room) {
		r.finish()
		succeed(t, r.seats[0].Rematch(t.Context()))
		r.seats[1].Leave()
		r.seats[0].await(func(f matchmaking.Frame) bool { return newest(f).Code == "rematch_declined" })
	})
}

func TestPresence(t *testing.T) {
	t.Parallel()
	at(t, aDuel(nil), func(t *testing.T, r *room) {
		stays, gone := r.seats[0], r.seats[1]
		seat := gone.last.Seat
		stays.await(func(f matchmaking.Frame) bool { return !f.Seats[seat].Away })
		gone.Leave()
		f := stays.await(func(f matchmaking.Frame) bool { return f.Seats[seat].Away })
		if n := newest(f); n.Code != "away" || n.Seat != seat {
			t.Errorf("noted %+v", n)
		}
		if _, err := gone.Next(t.Context(), f.Revision); !errors.Is(err, io.EOF) {
			t.Errorf("a chair that was left: %v", err)
		}
		for range 4 {
			r.sit(gone.name)
		}
		f = stays.await(func(f matchmaking.Frame) bool { return !f.Seats[seat].Away })
		if n := newest(f); n.Code != "back" {
			t.Errorf("noted %+v", n)
		}
		if _, err := r.Sit(t.Context(), seat); !errors.Is(err, matchmaking.ErrTooManyChairs) {
			t.Errorf("a fifth connection: %v", err)
		}
	})
}

func TestSaying(t *testing.T) {
	t.Parallel()
	dueling(t, nil, func(t *testing.T, speaks, hears *guest) {
		if err := speaks.Say(t.Context(), "free text"); !errors.Is(err, matchmaking.ErrNoPhrase) {
			t.Errorf("free text: %v", err)
		}
		succeed(t, speaks.Say(t.Context(), "hello"))
		f := hears.await(func(f matchmaking.Frame) bool { return len(f.Notes) > 0 })
		if n := f.Notes[0]; n.Code != "said" || n.Seat != speaks.last.Seat || n.Phrase != "hello" {
			t.Errorf("heard %+v", n)
		}
	})
}

// TestWhoeverComesLateSeesTheEnd: a game ends before one of the players has sat down. They
// still find its end.
func TestWhoeverComesLateSeesTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, scene{game: districtnoir.Game{}, names: three[:2]})
		first := r.sit(three[0])
		succeed(t, first.Resign(t.Context()))
		first.Leave()
		synctest.Wait()
		second := r.sit(three[1])
		if f := second.await(over); f.End.Result.Winners[0] != f.Seat {
			t.Errorf("they see %+v from seat %d", f.End, f.Seat)
		}
		second.Leave()
		synctest.Wait()
		if !r.house.tableEnded.Load() {
			t.Error("the table stays though nobody is on their way any more")
		}
	})
}
