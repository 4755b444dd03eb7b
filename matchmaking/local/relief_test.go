package local_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/matchmaking/local"
)

// codes are those of the notes in a frame.
func codes(f matchmaking.Frame) (codes []string) {
	for _, n := range f.Notes {
		codes = append(codes, n.Code)
	}
	return codes
}

// newest is the newest note in a frame.
func newest(f matchmaking.Frame) matchmaking.Note {
	if len(f.Notes) == 0 {
		return matchmaking.Note{}
	}
	return f.Notes[len(f.Notes)-1]
}

// lapse has the caller and the others play until the clock of the last seat has
// moved twice.
func (p *people) lapse() (idle *guest) {
	caller, other := p.seats[0], p.seats[1]
	caller.must(call)
	other.must(pass)
	time.Sleep(15 * time.Second) // for the first time
	synctest.Wait()
	other.must(call)
	caller.must(pass)
	time.Sleep(15 * time.Second) // for the second
	synctest.Wait()
	return p.seats[2]
}

// TestTheHousePlaysForWhoLetsHisTimeRunOut, until they move.
func TestTheHousePlaysForWhoLetsHisTimeRunOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newParley(t)
		defer p.close()
		idle := p.lapse()
		seat := idle.frame().Seat
		f := p.seats[0].frame()
		if n := newest(f); !f.Seats[seat].Substitute || n.Code != "substituted" || n.Seat != seat || f.Seats[seat].Away {
			t.Fatalf("after two lapses %+v, %+v", f.Seats[seat], f.Notes)
		}
		if n := p.Counts().Bots; n != 1 {
			t.Errorf("%d house players", n)
		}
		time.Sleep(2 * time.Second)
		f = p.seats[0].frame()
		if last := f.Log[f.Ply()-1]; last.Seat != seat || last.By != engine.ByBot {
			t.Fatalf("the seat's move is %+v", last)
		}
		p.seats[0].must(pass)
		p.seats[1].must(pass)
		time.Sleep(4 * time.Second)

		p.seats[0].must(call)
		idle.must(card) // before the house does
		f = p.seats[0].frame()
		if n := newest(f); f.Seats[seat].Substitute || n.Code != "back" || n.Seat != seat {
			t.Errorf("he has moved: %+v, %+v", f.Seats[seat], f.Notes)
		}
		time.Sleep(10 * time.Second)
		if f := p.seats[0].frame(); f.Log[f.Ply()-1].Seat != seat || p.Counts().Bots != 0 {
			t.Errorf("the house still plays: %+v", f.Log)
		}
	})
}

// TestTheSeatIsGivenBack to a player who says that they are there, before they have a move
// to make.
func TestTheSeatIsGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newParley(t)
		defer p.close()
		idle := p.lapse()
		seat := idle.frame().Seat
		for range 2 { // the second time there is nothing to take
			if err := idle.Back(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if f := p.seats[0].frame(); f.Seats[seat].Substitute || newest(f).Code != "back" || newest(f).Seat != seat {
			t.Fatalf("he is there: %+v, %+v", f.Seats[seat], f.Notes)
		}
		time.Sleep(2 * time.Second)
		if f := p.seats[0].frame(); slices.ContainsFunc(f.Log, func(l engine.Line) bool { return l.By == engine.ByBot }) || p.Counts().Bots != 0 {
			t.Errorf("the house has played: %+v", f.Log)
		}
	})
}

// TestALapseBetweenMoves is none of two in a row.
func TestALapseBetweenMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newParley(t)
		defer p.close()
		for range 2 {
			p.seats[0].must(call)
			p.seats[1].must(pass)
			time.Sleep(15 * time.Second) // seat 2
			synctest.Wait()
			p.seats[1].must(call)
			p.seats[0].must(pass)
			p.seats[2].must(pass)
			time.Sleep(4 * time.Second)
			p.seats[2].must(call)
			p.seats[0].must(pass)
			p.seats[1].must(pass)
			time.Sleep(4 * time.Second)
		}
		if f := p.seats[0].frame(); slices.Contains(codes(f), "substituted") {
			t.Errorf("%+v", f.Notes)
		}
	})
}

// bold is a parley whose house players play a card whenever they may.
type bold struct{ parley }

func (g bold) House(string, uint64) (engine.Player, error) { return boldPlayer{}, nil }

type boldPlayer struct{}

func (boldPlayer) Choose(_ context.Context, s engine.Sight) (json.RawMessage, error) {
	return s.Legal[len(s.Legal)-1], nil
}

// TestTheHouseDoesNotPlayOverAnAnswer: who has passed has the seat, though the others
// learn of it only when the window closes, or somebody else plays a card.
func TestTheHouseDoesNotPlayOverAnAnswer(t *testing.T) {
	for _, contested := range []bool{false, true} {
		dir, names := t.TempDir(), []string{"marlowe", "spade", "vera"}
		synctest.Test(t, func(t *testing.T) {
			dealOf(t, dir, bold{}, data.Live, names...)
			p := parleyAt(t, openHouseFor(t, dir, bold{}), names...)
			defer p.close()
			idle := p.lapse()
			seat := idle.last.Seat
			time.Sleep(2 * time.Second) // the house calls
			p.seats[0].must(pass)
			p.seats[1].must(pass)
			time.Sleep(4 * time.Second)
			p.seats[0].must(call)
			synctest.Wait()
			ply := idle.frame().Ply()
			idle.must(pass) // while the house thinks
			if f := idle.frame(); !f.Kept.Now || f.Seats[seat].Substitute {
				t.Errorf("who has passed is shown %+v and %+v", f.Kept, f.Seats[seat])
			}
			p.seats[1].Leave() // the table looks who has the seats
			time.Sleep(2500 * time.Millisecond)
			if f := p.seats[0].frame(); f.Ply() != ply || !f.Seats[seat].Substitute || newest(f).Code == "back" {
				t.Errorf("the others are shown %+v, %+v and %+v", f.Log[ply:], f.Seats[seat], f.Notes)
			}
			p.seats[1] = p.sit(dealtID, p.player(p.names[1]))
			if contested {
				p.seats[1].must(card)
			} else {
				p.seats[1].must(pass)
				time.Sleep(time.Second)
			}
			f := p.seats[0].frame()
			if f.Seats[seat].Substitute || !slices.ContainsFunc(f.Notes, func(n matchmaking.Note) bool { return n.Code == "back" && n.Seat == seat }) {
				t.Errorf("then they are shown %+v and %+v", f.Seats[seat], f.Notes)
			}
			time.Sleep(5 * time.Second)
			for _, l := range p.seats[0].frame().Log[ply:] {
				if l.By == engine.ByBot {
					t.Errorf("the house has played %+v", l)
				}
			}
			if n := p.Counts().Bots; n != 0 {
				t.Errorf("%d house players", n)
			}
		})
	}
}

// TestALapseWithNothingToPlay counts for nothing, also after a restart; one on the own
// turn does.
func TestALapseWithNothingToPlay(t *testing.T) {
	dir, names := t.TempDir(), []string{"marlowe", "spade", "vera"}
	synctest.Test(t, func(t *testing.T) {
		g := parley{penniless: true}
		dealOf(t, dir, g, data.Live, names...)
		p := parleyAt(t, openHouseFor(t, dir, g), names...)
		quiet := func(when string, viewer *guest) {
			t.Helper()
			if f := viewer.frame(); f.Warned || slices.Contains(codes(f), "substituted") || slices.Contains(codes(f), "lapsed") {
				t.Errorf("%s: %t, %+v", when, f.Warned, f.Notes)
			}
		}
		idle := p.seats[2]
		for range 2 {
			p.seats[0].must(call)
			p.seats[1].must(pass)
			time.Sleep(16 * time.Second)
			p.seats[1].must(call)
			p.seats[0].must(pass)
			time.Sleep(16 * time.Second)
			quiet("after a window", idle)
			idle.must(call)
			p.seats[0].must(pass)
			p.seats[1].must(pass)
			time.Sleep(4 * time.Second)
		}
		p.close()

		p = parleyAt(t, openHouseFor(t, dir, g), names...)
		defer p.close()
		idle = p.seats[2]
		p.seats[0].must(call)
		p.seats[1].must(pass)
		time.Sleep(16 * time.Second)
		p.seats[1].must(call)
		p.seats[0].must(pass)
		time.Sleep(16 * time.Second)
		quiet("after a restart", idle)
		time.Sleep(3 * time.Minute) // their own turn
		if f := idle.frame(); !f.Warned || newest(f).Code != "lapsed" {
			t.Errorf("after a turn: %t, %+v", f.Warned, f.Notes)
		}
		quiet("a turn of another seat", p.seats[0])
	})
}

// TestWhoIsAboutToLoseTheSeatIsTold, and nobody else: until they move.
func TestWhoIsAboutToLoseTheSeatIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newParley(t)
		defer p.close()
		w, err := p.Watch(t.Context(), dealtID)
		if err != nil {
			t.Fatal(err)
		}
		idle, spectator := p.seats[2], &guest{Seat: onlooker{Viewer: w}, t: t}
		p.seats[0].must(call)
		p.seats[1].must(pass)
		time.Sleep(16 * time.Second)
		if f := idle.frame(); !f.Warned || newest(f).Code != "lapsed" || newest(f).Seat != f.Seat {
			t.Errorf("after one lapse: %t, %+v", f.Warned, f.Notes)
		}
		for _, g := range []*guest{p.seats[0], p.seats[1], spectator} {
			if f := g.frame(); f.Warned || len(f.Notes) > 0 {
				t.Errorf("seat %d is told %+v", f.Seat, f.Notes)
			}
		}
		p.seats[1].must(call)
		idle.must(pass)
		if f := idle.frame(); f.Warned || !f.Kept.Now {
			t.Errorf("who has passed is still warned")
		}
	})
}

// TestARefusedMoveIsNoSignOfLife: a lapse before it still counts.
func TestARefusedMoveIsNoSignOfLife(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newParley(t)
		defer p.close()
		caller, other, idle := p.seats[0], p.seats[1], p.seats[2]
		caller.must(call)
		other.must(pass)
		time.Sleep(15 * time.Second)
		synctest.Wait()
		other.must(call)
		caller.must(pass)
		f := idle.frame()
		var illegal *engine.Illegal
		if err := idle.Play(t.Context(), f.Turn.Ply, call); !errors.As(err, &illegal) {
			t.Fatalf("a call in a window: %v, want *engine.Illegal", err)
		}
		time.Sleep(15 * time.Second)
		synctest.Wait()
		if f := caller.frame(); !f.Seats[idle.frame().Seat].Substitute {
			t.Errorf("after two lapses with a refused move between them: %+v", f.Seats)
		}
	})
}

// TestALapseThatWasNotStored does not bring the house: the disk was full when the clock
// moved, and the window was opened again before it could.
func TestALapseThatWasNotStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var store full
		p := newParleyOver(t, store.over)
		defer p.close()
		caller, other, idle := p.seats[0], p.seats[1], p.seats[2]
		caller.must(call)
		other.must(pass)
		time.Sleep(15 * time.Second)
		synctest.Wait()
		other.must(call)
		caller.must(pass)
		ply := caller.frame().Ply()
		store.now.Store(true)
		time.Sleep(time.Minute)
		synctest.Wait()
		if f := caller.frame(); f.Ply() != ply {
			t.Fatalf("shown though it is not stored: %+v", f.Log[ply:])
		}
		store.now.Store(false)
		caller.must(card)
		seat := idle.frame().Seat
		if f := caller.frame(); f.Seats[seat].Substitute {
			t.Errorf("the house plays after one lapse that is stored: %+v", f.Notes)
		}
		caller.must(pass)
		time.Sleep(15 * time.Second)
		synctest.Wait()
		if f := caller.frame(); !f.Seats[seat].Substitute {
			t.Errorf("after two that are: %+v, %+v", f.Seats[seat], f.Log)
		}
	})
}

// TestWhoComesBackHasHisSeat: also after a restart, through which the house keeps
// it for them.
func TestWhoComesBackHasHisSeat(t *testing.T) {
	dir, names := t.TempDir(), []string{"marlowe", "spade", "vera"}
	synctest.Test(t, func(t *testing.T) {
		deal(t, dir, data.Live, names...)
		p := parleyOf(t, dir, plainStore, names...)
		p.seats[2].Leave()
		seat := p.lapse().last.Seat
		time.Sleep(2 * time.Second) // the house calls
		p.close()

		h := openHouse(t, dir)
		defer h.close()
		others := h.sit(dealtID, h.player(p.names[0]))
		h.sit(dealtID, h.player(p.names[1]))
		if f := others.frame(); !f.Seats[seat].Substitute || newest(f).Code != "substituted" {
			t.Errorf("after the restart %+v", f.Notes)
		}
		f := h.sit(dealtID, h.player(p.names[2])).frame()
		if f.Seats[seat].Substitute || newest(f).Code != "back" {
			t.Errorf("his first frame has %+v, %+v", f.Seats[seat], f.Notes)
		}
	})
}

// ponderous is parley on a slow machine, with a clock that plays a card before it calls:
// on one's own turn, where that does nothing.
type ponderous struct{ parley }

func (g ponderous) Start(from engine.Setup) (engine.State, error) {
	st, err := g.parley.Start(from)
	if err != nil {
		return nil, err
	}
	return ponderousState{st.(parleyState)}, nil
}

type ponderousState struct{ parleyState }

func (st ponderousState) Apply(m engine.Move) (engine.State, []engine.Ply, error) {
	if string(m.Body) == string(card) && !st.window && st.asked(m.Seat) {
		return st, []engine.Ply{{Move: m}}, nil
	}
	next, plies, err := st.parleyState.Apply(m)
	if err != nil {
		return nil, nil, err
	}
	return ponderousState{next.(parleyState)}, plies, nil
}

func (st ponderousState) Release() (engine.State, []engine.Ply) {
	next, plies := st.parleyState.Release()
	return ponderousState{next.(parleyState)}, plies
}

func (st ponderousState) View(s engine.Seat) any {
	time.Sleep(time.Millisecond)
	return st.parleyState.View(s)
}

func (st ponderousState) Expire(s engine.Seat) []engine.Move {
	moves := st.parleyState.Expire(s)
	if !st.window {
		moves = append([]engine.Move{{Seat: s, By: engine.ByClock, Body: card}}, moves...)
	}
	return moves
}

// TestALapseOfSeveralMovesIsOne: also when the store fails in between, and after a
// restart.
func TestALapseOfSeveralMovesIsOne(t *testing.T) {
	dir, names := t.TempDir(), []string{"marlowe", "spade", "vera"}
	synctest.Test(t, func(t *testing.T) {
		dealOf(t, dir, ponderous{}, data.Live, names...)
		store := &halting{fails: map[int]bool{1: true, 2: true}}
		p := parleyAt(t, openHouseOf(t, dir, store.over, local.Config{Games: []engine.Game{ponderous{}}}), names...)
		idle := p.seats[0].frame().Seat
		time.Sleep(3*time.Minute + 5*time.Second)
		synctest.Wait()
		p.seats[1].must(pass)
		p.seats[2].must(pass)
		time.Sleep(4 * time.Second)
		f := p.seats[1].frame()
		if f.Ply() != 5 || f.Log[0].By != engine.ByClock || f.Log[2].By != engine.ByClock || len(store.fails) > 0 || f.Seats[idle].Substitute {
			t.Fatalf("the log is %+v, and %+v", f.Log, f.Notes)
		}
		if f := p.seats[0].frame(); !f.Warned || newest(f).Code != "lapsed" {
			t.Errorf("who has lapsed once is told %+v", f.Notes)
		}
		p.close()

		h := openHouseFor(t, dir, ponderous{})
		defer h.close()
		other := h.sit(dealtID, h.player(p.names[1])) // whose turn it is
		time.Sleep(2 * time.Second)
		if f := other.frame(); !clocksRun(f) || f.Seats[idle].Substitute {
			t.Errorf("after the restart %+v, %+v", f.Notes, f.Clocks)
		}
	})
}

// halting is a store that fails the first time that some plies are to be stored.
type halting struct {
	data.Store
	fails map[int]bool
}

func (s *halting) over(store data.Store) data.Store {
	s.Store = store
	return s
}

func (s *halting) Append(ctx context.Context, id data.MatchID, e ...data.Entry) error {
	if s.fails[e[0].Ply] {
		delete(s.fails, e[0].Ply)
		return data.ErrUnavailable
	}
	return s.Store.Append(ctx, id, e...)
}

// TestWhoIsWaitedForIsNotRelieved: while the clocks stand after a restart.
func TestWhoIsWaitedForIsNotRelieved(t *testing.T) {
	dir, names := t.TempDir(), []string{"marlowe", "spade", "vera"}
	synctest.Test(t, func(t *testing.T) {
		deal(t, dir, data.Live, names...)
		p := parleyOf(t, dir, plainStore, names...)
		p.lapse() // and it is their turn
		p.close()

		h := openHouse(t, dir)
		defer h.close()
		other := h.sit(dealtID, h.player(p.names[0]))
		time.Sleep(30 * time.Second)
		idle := h.sit(dealtID, h.player(p.names[2]))
		time.Sleep(30 * time.Second)
		if f := other.frame(); len(f.Notes) != 0 || !clocksRun(f) {
			t.Errorf("%+v, %+v", f.Notes, f.Clocks)
		}
		idle.must(call)
	})
}

// TestATableThatAllHaveLeft goes on to its end by the clock and the house.
func TestATableThatAllHaveLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newParley(t)
		defer p.close()
		for _, g := range p.seats {
			g.Leave()
		}
		time.Sleep(10 * time.Minute)
		m, err := p.store.Match(t.Context(), dealtID)
		if err != nil || m.Result == nil {
			t.Fatalf("%d moves, %+v, %v", len(m.Moves), m.Result, err)
		}
		if n := p.Counts(); n.Tables != 0 || n.Bots != 0 || n.Playing != 0 {
			t.Errorf("left behind: %+v", n)
		}
		if _, err := matchmaking.NewReplay(parley{}, m); err != nil {
			t.Error(err)
		}
	})
}

// TestWhoDeclinesIsRelievedToo: a standing answer is no sign of life. From then on the
// house answers in windows, not the table.
func TestWhoDeclinesIsRelievedToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newParley(t)
		defer p.close()
		idle := p.seats[0]
		if err := idle.Decline(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		for _, turn := range []time.Duration{3 * time.Minute, time.Minute} { // the bank is spent once
			time.Sleep(turn)
			synctest.Wait()
			p.seats[1].must(pass)
			p.seats[2].must(pass)
			time.Sleep(4 * time.Second)
			for i, g := range p.seats[1:] {
				g.must(call)
				p.seats[2-i].must(pass)
				time.Sleep(4 * time.Second)
			}
		}
		f := p.seats[1].frame()
		if !f.Seats[idle.last.Seat].Substitute {
			t.Errorf("%+v", f.Notes)
		}
		var passed []engine.By
		for _, l := range f.Log {
			if l.Seat == idle.last.Seat && string(l.Move) == string(pass) {
				passed = append(passed, l.By)
			}
		}
		if want := []engine.By{engine.ByPlayer, engine.ByPlayer, engine.ByBot, engine.ByBot}; !slices.Equal(passed, want) {
			t.Errorf("passed by %v, want %v", passed, want)
		}
	})
}

// TestWhoResignsAmongOthers: they go on, that player looks on and may play elsewhere, also
// after a restart.
func TestWhoResignsAmongOthers(t *testing.T) {
	dir, names := t.TempDir(), []string{"marlowe", "spade", "vera"}
	synctest.Test(t, func(t *testing.T) {
		deal(t, dir, data.Live, names...)
		var store frail
		p := parleyOf(t, dir, store.over, names...)
		gone := p.seats[2]
		who := p.player(p.names[2])
		if _, err := p.Queue(t.Context(), ticket(who)); !errors.Is(err, matchmaking.ErrSeated) {
			t.Fatalf("during the game: %v", err)
		}
		store.losesAppend.Store(true)
		if err := gone.Resign(t.Context()); err != nil {
			t.Fatal(err)
		}
		p.seats[0].must(call)
		p.seats[1].must(pass)
		time.Sleep(4 * time.Second)
		f := gone.frame()
		if !f.Seats[f.Seat].Out || f.Turn != nil || f.Ply() != 3 || f.End != nil {
			t.Errorf("who has resigned sees %+v, %+v", f.Seats, f.Turn)
		}
		if err := gone.Play(t.Context(), 4, call); !errors.Is(err, matchmaking.ErrNotYourTurn) {
			t.Errorf("and plays: %v", err)
		}
		var illegal *engine.Illegal
		if err := gone.Resign(t.Context()); !errors.As(err, &illegal) {
			t.Errorf("and resigns: %v", err)
		}
		free := func(h *house) {
			t.Helper()
			if rows, err := h.Mine(t.Context(), who.ID); err != nil || len(rows) != 0 {
				t.Errorf("he is said to play %+v, %v", rows, err)
			}
			place, err := h.Queue(t.Context(), ticket(who))
			if err != nil {
				t.Fatalf("he may not play elsewhere: %v", err)
			}
			place.Leave()
		}
		free(p.house)
		p.close()

		p = parleyOf(t, dir, plainStore, names...)
		defer p.close()
		free(p.house)
		if rows, _ := p.Mine(t.Context(), p.player(p.names[0]).ID); len(rows) != 1 {
			t.Errorf("another is said to play %+v", rows)
		}
	})
}

// TestTheHouseAnswersInTime: a window among house players is not longer than its
// minimum once the person has passed.
func TestTheHouseAnswersInTime(t *testing.T) {
	dir, names := t.TempDir(), []string{"house", "marlowe", "house", "house"}
	synctest.Test(t, func(t *testing.T) {
		deal(t, dir, data.Live, names...)
		h := openHouse(t, dir)
		defer h.close()
		me := h.sit(dealtID, h.player("marlowe"))
		for f := me.frame(); f.End == nil; {
			if f.Turn != nil && f.Clocks[f.Seat].Asked {
				if err := me.Play(t.Context(), f.Turn.Ply, f.Turn.Legal[0]); err != nil && !errors.Is(err, matchmaking.ErrStale) {
					t.Fatal(err)
				}
			}
			next, err := me.Next(context.Background(), f.Revision)
			if err != nil {
				t.Fatal(err)
			}
			f = next
		}
		log := me.frame().Log
		for i, l := range log[1:] {
			if took := l.AtMS - log[i].AtMS; string(l.Move) == string(call) && took > 5000 {
				t.Errorf("ply %d came %d ms after the one before", l.Ply, took)
			}
		}
		if took := log[len(log)-1].AtMS; took > parleyTurns*4500 {
			t.Errorf("the game took %d ms", took)
		}
	})
}

// graded is a parley whose house players are rated. It tells which of them come.
type graded struct {
	parley
	came chan string
}

func (g graded) Info() engine.Info {
	info := g.parley.Info()
	info.House = nil
	for level, rating := range []float64{1100, 1500, 1520, 1900} {
		info.House = append(info.House, engine.Opponent{Level: fmt.Sprint(level), Rating: rating})
	}
	return info
}

func (g graded) House(level string, _ uint64) (engine.Player, error) {
	g.came <- level
	return parleyPlayer{}, nil
}

// TestTheHouseSendsWhoIsNearestInRating: a newcomer has 1500.
func TestTheHouseSendsWhoIsNearestInRating(t *testing.T) {
	dir, names := t.TempDir(), []string{"marlowe", "spade", "vera"}
	synctest.Test(t, func(t *testing.T) {
		g := graded{came: make(chan string, 1)}
		dealOf(t, dir, g, data.Live, names...)
		p := parleyAt(t, openHouseFor(t, dir, g), names...)
		defer p.close()
		p.lapse()
		if level := <-g.came; level != "1" {
			t.Errorf("level %s has come", level)
		}
	})
}
