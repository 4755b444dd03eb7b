package table

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// game owns where a log stands: the position, the plies, the clocks, and what follows from them
// for each seat. It knows neither the store nor who is connected.
type game struct {
	rules  engine.Game
	seats  seats
	window window
	played played
	clocks clocks
	deeds  []deeds          // by seat
	out    []bool           // by seat: out, while the others play on
	late   engine.Seat      // seat whose time ran out last; Spectator for none
	end    *matchmaking.End // nil while the game runs

	inherited int // plies taken over from a forked game, which concern other players

	asleep  bool // the log is only in the store
	dozedAt int  // plies made when it began to doze
}

// deeds are what a log says about a seat.
type deeds struct {
	made     int    // moves by its person
	resigned bool   // of its person
	lapses   lapses // since its person's last move
	gave     int    // the ply that its newest kept answer was for
}

func newGame(rules engine.Game, all seats) *game {
	return &game{
		rules: rules, seats: all, window: newWindow(len(all)),
		deeds: make([]deeds, len(all)), out: make([]bool, len(all)), late: engine.Spectator,
	}
}

// rewind replays a match's log, and returns the game time of its end.
func (g *game) rewind(match data.Match, log []data.Entry) (reached time.Duration, err error) {
	start, err := g.rules.Start(match.Setup())
	if err != nil {
		return 0, fmt.Errorf("match %s: %w", match.ID, err)
	}
	g.played = newPlayed(len(g.seats))
	g.inherited = match.Origin.Plies
	g.clocks = newClocks(g.rules.Info(), match)
	for i := range g.deeds {
		g.deeds[i] = deeds{gave: g.deeds[i].gave}
	}
	g.adopt(position{start, start}, nil, nil, 0)
	for i, m := range data.Moves(log) {
		at, err := g.redo(m, log, moment(log[i].AtMS))
		if err != nil {
			return 0, fmt.Errorf("match %s, move %d of seat %d: %w", match.ID, i+1, m.Seat, err)
		}
		reached = max(reached, at)
	}
	if g.played.ply() != len(log) {
		return 0, fmt.Errorf("match %s: %d moves make %d plies", match.ID, len(log), g.played.ply())
	}
	g.asleep = false
	return reached, nil
}

// redo makes a move of a log again, and releases answers that it makes ripe. It returns the
// time of its last plies, 0 if it has made none.
func (g *game) redo(m engine.Move, log []data.Entry, at time.Duration) (reached time.Duration, err error) {
	next, plies, err := g.window.after(m)
	if err != nil {
		return 0, err
	}
	if len(plies) == 0 {
		g.keep(m, next.state, at)
	} else if err := g.restore(next, plies, log, at); err != nil {
		return 0, err
	} else {
		reached = at
	}
	if g.window.ripe {
		reached = g.due()
		released, plies := engine.Release(g.window.state)
		return reached, g.restore(position{released, released}, plies, log, reached)
	}
	return reached, nil
}

// restore adopts plies that are in a log already.
func (g *game) restore(next position, plies []engine.Ply, log []data.Entry, at time.Duration) error {
	if g.played.ply()+len(plies) > len(log) {
		return errors.New("the log lacks what follows from it")
	}
	times := make([]int64, len(plies))
	for i, e := range log[g.played.ply():][:len(plies)] {
		times[i] = e.AtMS
		if e.Seat == engine.Spectator || g.played.ply()+i < g.inherited {
			continue
		}
		if l := &g.deeds[e.Seat].lapses; !l.count(g.window.shown, e) && g.own(e.Seat, e.By, e.Move) {
			l.n = 0
		}
	}
	g.adopt(next, plies, times, at)
	return nil
}

// adopt adopts a position and the plies that led to it, each with its time.
func (g *game) adopt(next position, plies []engine.Ply, times []int64, at time.Duration) {
	for i, p := range plies {
		switch m := p.Move; {
		case g.played.ply() < g.inherited:
		case g.own(m.Seat, m.By, m.Body):
			g.deeds[m.Seat].made++
		case bytes.Equal(m.Body, engine.Resign):
			g.deeds[m.Seat].resigned = true
		}
		g.played.add(p, times[i])
	}
	g.window.position = next
	asked := next.shown.Prompts()
	left := asked
	if g.window.keeps() {
		left = next.state.Prompts()
	}
	g.clocks.ask(at, asked)
	g.window.sift(asked, left)
	g.clocks.seal(at, left)
}

// keep adopts the position after an answer that is kept back.
func (g *game) keep(m engine.Move, next engine.State, at time.Duration) {
	g.window.keep(m, next)
	g.deeds[m.Seat].gave = g.played.ply() + 1
	g.clocks.seal(at, next.Prompts())
}

// keepsPersons reports whether a person's answer is kept back.
func (g *game) keepsPersons() bool {
	for i, s := range g.seats {
		if !s.house && g.window.kept(engine.Seat(i)) {
			return true
		}
	}
	return false
}

// due returns when the kept answers may be released.
func (g *game) due() time.Duration { return max(g.clocks.unsealed(), g.played.lastAt()) }

// asked lists what the seats are asked, as others see it.
func (g *game) asked() []engine.Prompt { return g.window.shown.Prompts() }

// own reports whether a legal move counts as a person's: neither a resignation nor an answer that
// the table may have given for a hand that holds nothing.
func (g *game) own(s engine.Seat, by engine.By, body []byte) bool {
	if by != engine.ByPlayer || s == engine.Spectator || g.seats[s].house || bytes.Equal(body, engine.Resign) {
		return false
	}
	prompts := g.window.shown.Prompts()
	i := slices.IndexFunc(prompts, func(p engine.Prompt) bool { return p.Seat == s })
	return i < 0 || couldPlay(g.window.shown, prompts[i])
}

// findOut records who is out of a game that goes on, and returns those newly out.
func (g *game) findOut() (found []engine.Seat) {
	for i := range g.seats {
		if s := engine.Seat(i); g.end == nil && !g.out[s] && !g.window.shown.Plays(s) {
			g.out[s] = true
			found = append(found, s)
		}
	}
	return found
}

// lapsed returns the seat whose first lapse has made the game void; Spectator for none.
func (g *game) lapsed() engine.Seat {
	if g.end.Result.Reason == engine.Aborted && g.played.byClock() {
		return g.late
	}
	return engine.Spectator
}

// doze drops what rewind reads from the store again, except the clocks.
func (g *game) doze() {
	g.asleep, g.dozedAt = true, g.played.ply()
	g.window.forget()
	g.played = played{}
}
