package table_test

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
	"noir/internal/await"
	"noir/matchmaking"
	"noir/matchmaking/replay"
)

// lapseOnce has the caller and the others play until the clock of the last seat has moved, and
// the same window is open for it again.
func (r *room) lapseOnce() (caller, other, idle *guest) {
	caller, other, idle = r.seats[0], r.seats[1], r.seats[2]
	caller.must(call)
	other.must(pass)
	time.Sleep(15 * time.Second)
	synctest.Wait()
	other.must(call)
	caller.must(pass)
	return caller, other, idle
}

// lapse is lapseOnce until the clock has moved a second time.
func (r *room) lapse() (idle *guest) {
	_, _, idle = r.lapseOnce()
	time.Sleep(15 * time.Second)
	synctest.Wait()
	return idle
}

// TestTheHousePlaysForAnybodyWhoseTimeRunsOut, until they move.
func TestTheHousePlaysForAnybodyWhoseTimeRunsOut(t *testing.T) {
	t.Parallel()
	at(t, scene{}, func(t *testing.T, p *room) {
		idle := p.lapse()
		seat := idle.frame().Seat
		f := p.seats[0].frame()
		if n := newest(f); !f.Seats[seat].Substitute || n.Code != "substituted" || n.Seat != seat || f.Seats[seat].Away {
			t.Fatalf("after two lapses %+v, %+v", f.Seats[seat], f.Notes)
		}
		if n := p.bots(); n != 1 {
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
			t.Errorf("they have moved: %+v, %+v", f.Seats[seat], f.Notes)
		}
		time.Sleep(10 * time.Second)
		if f := p.seats[0].frame(); f.Log[f.Ply()-1].Seat != seat || p.bots() != 0 {
			t.Errorf("the house still plays: %+v", f.Log)
		}
	})
}

// TestTheSeatIsGivenBack to a player who says that they are there, before they have a move to
// make.
func TestTheSeatIsGivenBack(t *testing.T) {
	t.Parallel()
	at(t, scene{}, func(t *testing.T, p *room) {
		idle := p.lapse()
		seat := idle.frame().Seat
		for range 2 { // the second call finds no substitute
			succeed(t, idle.Back(t.Context()))
		}
		if f := p.seats[0].frame(); f.Seats[seat].Substitute || newest(f).Code != "back" || newest(f).Seat != seat {
			t.Fatalf("they are there: %+v, %+v", f.Seats[seat], f.Notes)
		}
		time.Sleep(2 * time.Second)
		if f := p.seats[0].frame(); slices.ContainsFunc(f.Log, func(l engine.Line) bool { return l.By == engine.ByBot }) || p.bots() != 0 {
			t.Errorf("the house has played: %+v", f.Log)
		}
	})
}

// TestALapseBetweenMoves is not one of two in a row.
func TestALapseBetweenMoves(t *testing.T) {
	at(t, scene{}, func(t *testing.T, p *room) {
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

// TestTheHouseDoesNotPlayOverAnAnswer: a player who has passed has the seat back, though the
// others learn of it only when the window closes or another seat plays a card.
func TestTheHouseDoesNotPlayOverAnAnswer(t *testing.T) {
	for _, contested := range []bool{false, true} {
		at(t, scene{game: bold{}}, func(t *testing.T, p *room) {
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
				t.Errorf("a player who has passed is shown %+v and %+v", f.Kept, f.Seats[seat])
			}
			p.seats[1].Leave() // the table looks again
			time.Sleep(2500 * time.Millisecond)
			if f := p.seats[0].frame(); f.Ply() != ply || !f.Seats[seat].Substitute || newest(f).Code == "back" {
				t.Errorf("the others are shown %+v, %+v and %+v", f.Log[ply:], f.Seats[seat], f.Notes)
			}
			p.seats[1] = p.sit(p.seats[1].name)
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
			if n := p.bots(); n != 0 {
				t.Errorf("%d house players", n)
			}
		})
	}
}

// TestALapseWithNothingToPlay does not count, also after a restart; one on the player's own
// turn does.
func TestALapseWithNothingToPlay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := parley{penniless: true}
		p := play(t, scene{game: g})
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
		p.again()
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

// TestWhoIsAboutToLoseTheSeatIsTold, and only they, until they move.
func TestWhoIsAboutToLoseTheSeatIsTold(t *testing.T) {
	t.Parallel()
	at(t, scene{}, func(t *testing.T, p *room) {
		idle, spectator := p.seats[2], p.watch()
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
			t.Errorf("a player who has passed is still warned")
		}
	})
}

// TestARefusedMoveIsNoSignOfLife: an earlier lapse still counts.
func TestARefusedMoveIsNoSignOfLife(t *testing.T) {
	at(t, scene{}, func(t *testing.T, p *room) {
		caller, _, idle := p.lapseOnce()
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

// TestALapseThatWasNotStored brings no substitute: the disk was full when the clock moved, and
// the window had been opened again before it could.
func TestALapseThatWasNotStored(t *testing.T) {
	var store frail
	at(t, scene{over: store.over}, func(t *testing.T, p *room) {
		caller, _, idle := p.lapseOnce()
		ply := caller.frame().Ply()
		store.full.Store(true)
		time.Sleep(time.Minute)
		synctest.Wait()
		if f := caller.frame(); f.Ply() != ply {
			t.Fatalf("shown though it is not stored: %+v", f.Log[ply:])
		}
		store.full.Store(false)
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

// TestWhoeverComesBackHasTheirSeat: also after a restart, through which the house keeps it for
// them.
func TestWhoeverComesBackHasTheirSeat(t *testing.T) {
	t.Parallel()
	at(t, scene{}, func(t *testing.T, p *room) {
		p.seats[2].Leave()
		seat := p.lapse().last.Seat
		time.Sleep(2 * time.Second) // the house calls
		p.reopen()
		others := p.sit(p.seats[0].name)
		p.sit(p.seats[1].name)
		if f := others.frame(); !f.Seats[seat].Substitute || newest(f).Code != "substituted" {
			t.Errorf("after the restart %+v", f.Notes)
		}
		f := p.sit(p.seats[2].name).frame()
		if f.Seats[seat].Substitute || newest(f).Code != "back" {
			t.Errorf("their first frame has %+v, %+v", f.Seats[seat], f.Notes)
		}
	})
}

// ponderous is parley on a slow machine. On a player's own turn the clock plays a card, without
// effect, before it calls.
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

// TestALapseOfSeveralMovesIsOne, also if the store fails in between, and after a restart.
func TestALapseOfSeveralMovesIsOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &halting{fails: map[int]bool{1: true, 2: true}}
		p := play(t, scene{game: ponderous{}, over: store.over})
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
			t.Errorf("a player who has lapsed once is told %+v", f.Notes)
		}
		p.reopen()
		other := p.sit(p.seats[1].name) // whose turn it is
		time.Sleep(2 * time.Second)
		if f := other.frame(); !clocksRun(f) || f.Seats[idle].Substitute {
			t.Errorf("after the restart %+v, %+v", f.Notes, f.Clocks)
		}
	})
}

// halting is a store that fails the first time that certain plies are stored.
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

// TestWhoIsWaitedForIsNotRelieved: no substitute comes while the clocks stand after a restart.
func TestWhoIsWaitedForIsNotRelieved(t *testing.T) {
	t.Parallel()
	at(t, scene{}, func(t *testing.T, p *room) {
		p.lapse() // and it is their turn
		p.reopen()
		other := p.sit(p.seats[0].name)
		time.Sleep(30 * time.Second)
		idle := p.sit(p.seats[2].name)
		time.Sleep(30 * time.Second)
		if f := other.frame(); len(f.Notes) != 0 || !clocksRun(f) {
			t.Errorf("%+v, %+v", f.Notes, f.Clocks)
		}
		idle.must(call)
	})
}

// TestATableThatAllHaveLeft reaches its end by the clock and the house.
func TestATableThatAllHaveLeft(t *testing.T) {
	t.Parallel()
	at(t, scene{}, func(t *testing.T, p *room) {
		for _, g := range p.seats {
			g.Leave()
		}
		time.Sleep(10 * time.Minute)
		m := p.stored()
		if m.Result == nil || !p.house.tableEnded.Load() || p.bots() != 0 {
			t.Fatalf("%d moves, %+v, closed: %t, %d house players", len(m.Moves), m.Result, p.house.tableEnded.Load(), p.bots())
		}
		if _, err := replay.New(parley{}, m); err != nil {
			t.Error(err)
		}
	})
}

// TestWhoDeclinesIsRelievedToo: the table's passes are no sign of life. From then on the
// substitute answers in windows, not the table.
func TestWhoDeclinesIsRelievedToo(t *testing.T) {
	at(t, scene{}, func(t *testing.T, p *room) {
		idle := p.seats[0]
		succeed(t, idle.Pass(t.Context(), matchmaking.PassAlways))
		for _, turn := range []time.Duration{3 * time.Minute, time.Minute} { // the bank is used once
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

// TestWhoResignsAmongOthers: the others go on; that player watches and may play elsewhere, also
// after a restart.
func TestWhoResignsAmongOthers(t *testing.T) {
	t.Parallel()
	var store frail
	at(t, scene{over: store.over}, func(t *testing.T, p *room) {
		gone := p.seats[2]
		seat := gone.last.Seat
		store.losesAppend.Store(true)
		succeed(t, gone.Resign(t.Context()))
		p.seats[0].must(call)
		p.seats[1].must(pass)
		time.Sleep(4 * time.Second)
		f := gone.frame()
		if !f.Seats[seat].Out || f.Turn != nil || f.Ply() != 3 || f.End != nil {
			t.Errorf("a player who has resigned sees %+v, %+v", f.Seats, f.Turn)
		}
		if err := gone.Play(t.Context(), 4, call); !errors.Is(err, matchmaking.ErrNotYourTurn) {
			t.Errorf("and plays: %v", err)
		}
		var illegal *engine.Illegal
		if err := gone.Resign(t.Context()); !errors.As(err, &illegal) {
			t.Errorf("and resigns: %v", err)
		}
		if who := p.stored().Seats[seat].Player; !slices.Equal(p.house.free, []data.PlayerID{who}) {
			t.Errorf("free are %v, not %d alone", p.house.free, who)
		}
		p.again()
		if f := p.seats[0].frame(); !f.Seats[seat].Out || f.Seats[f.Seat].Out {
			t.Errorf("after a restart %+v", f.Seats)
		}
	})
}

// TestTheHouseAnswersInTime: among house players a window ends with its minimum once the person
// has passed.
func TestTheHouseAnswersInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		me := play(t, scene{names: []string{"house", "marlowe", "house", "house"}}).seats[0]
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

// graded is a parley whose house players are rated. It records which of them come.
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
	synctest.Test(t, func(t *testing.T) {
		g := graded{came: make(chan string, 1)}
		p := play(t, scene{game: g})
		p.lapse()
		if level := await.One(t, g.came, "a house player"); level != "1" {
			t.Errorf("level %s has come", level)
		}
	})
}
