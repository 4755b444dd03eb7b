package table

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

const (
	afterEnd   = 60 * time.Second // how long a table stays open for a rematch
	storeRetry = time.Second      // between attempts to store
)

// referee leads a move, by a player or by the table, through the rules, into the store, and only
// then to the viewers. If any step fails, nothing has changed.
type referee struct {
	services   Services
	match      *data.Match
	game       *game
	time       *schedule
	journal    *journal
	departures *departures
	relief     *relief
	passing    *passing
	news       *news
	screens    *screens
}

// may returns why a chair cannot move at a ply: ErrOver, ErrNotYourTurn, ErrStale.
func (r *referee) may(c *chair, ply int) error {
	switch {
	case r.game.end != nil:
		return matchmaking.ErrOver
	case len(r.game.window.state.Legal(c.seat)) == 0, c.relief && !r.relief.plays(c):
		return matchmaking.ErrNotYourTurn
	case ply != r.game.played.ply()+1:
		return matchmaking.ErrStale
	}
	return nil
}

// play makes a chair's move for the ply that it names. The errors are those of may and apply.
func (r *referee) play(c *chair, ply int, body []byte) error {
	if err := r.may(c, ply); err != nil {
		return err
	}
	if c.relief {
		return r.apply(engine.Move{Seat: c.seat, By: engine.ByBot, Body: body}, r.time.stamp())
	}
	lapses := &r.relief.lapses[c.seat]
	lapsed := lapses.n
	lapses.n = 0
	err := r.apply(engine.Move{Seat: c.seat, By: engine.ByPlayer, Body: body}, r.time.stamp())
	if err != nil {
		lapses.n = lapsed
		return err
	}
	if r.relief.standDown(c.seat) {
		r.screens.show(c.seat)
	}
	return nil
}

// apply makes a move at a time. Only its seat sees one that is kept back. *BadMove, ErrStale,
// data.ErrUnavailable.
func (r *referee) apply(m engine.Move, at time.Duration) error {
	if err := r.ensure(); err != nil {
		return err
	}
	next, plies, err := r.game.window.after(m)
	if err != nil {
		return err
	}
	if len(plies) > 0 {
		if m.By == engine.ByPlayer {
			r.passing.acted(m.Seat)
		}
		return r.enter(next, plies, at)
	}
	r.game.keep(m, next.state, at)
	r.passing.answered(m.Seat)
	r.screens.show(m.Seat)
	return nil
}

// enter stores plies, all made at one time, and adopts the position after them.
func (r *referee) enter(next position, plies []engine.Ply, at time.Duration) error {
	times := slices.Repeat([]int64{max(at, r.game.played.lastAt()).Milliseconds()}, len(plies))
	entries := make([]data.Entry, len(plies))
	for i, p := range plies {
		entries[i] = data.NewEntry(r.game.played.ply()+i+1, p, times[i])
	}
	before := slices.Clone(r.relief.lapses)
	warned := r.relief.count(entries)
	end, err := r.record(next.state, entries)
	if err != nil {
		if err = r.distrust(entries, err); err != nil {
			copy(r.relief.lapses, before)
		}
		return err
	}
	r.time.goOn()
	r.services.Tally.Moved(len(entries))
	r.game.adopt(next, plies, times, at)
	if end != nil {
		r.finish(end)
	}
	r.relief.warn(warned)
	r.settle()
	r.screens.publish()
	r.news.tell()
	return nil
}

// record stores the entries, and the end if the game is over.
func (r *referee) record(next engine.State, entries []data.Entry) (end *matchmaking.End, err error) {
	result, over := next.Result()
	if !over && len(entries) == 0 {
		return nil, nil
	}
	if !over {
		return nil, r.journal.append(entries)
	}
	end = &matchmaking.End{Result: result, Seed: r.match.Seed}
	if !r.departures.keeps(entries) {
		return end, r.journal.discard()
	}
	end.Changes, err = r.journal.finish(result, entries)
	return end, err
}

// finish marks the end. The table stays for a rematch.
func (r *referee) finish(end *matchmaking.End) {
	r.game.end = end
	r.services.Tally.Finished(end.Result.Reason)
	r.time.in(leave, afterEnd)
	r.services.Ended(r.match.ID, end.Result, r.game.lapsed())
}

// settle does what follows from a new position for the seats. Those newly out of a running game
// become viewers, and may play elsewhere.
func (r *referee) settle() {
	for _, s := range r.game.findOut() {
		r.services.Free(r.match.ID, r.game.seats[s].player)
	}
	r.relief.update()
	if err := r.pass(); err != nil {
		r.services.Log.Error("an answer was refused", "err", err)
	}
}

// distrust handles an error of the store that leaves open what it holds: the game goes back to the
// log. It returns nil if the log has the entries after all, otherwise the error for the mover.
func (r *referee) distrust(entries []data.Entry, cause error) error {
	r.services.Log.Error("a move was not stored", "err", cause)
	r.journal.unsure = true
	if err := r.reread(); err != nil {
		r.services.Log.Error("the log cannot be read", "err", err)
	} else if r.game.played.holds(entries) {
		return nil
	}
	if r.game.end == nil && r.time.stall() {
		r.screens.publish()
	}
	return data.Unavailable(cause)
}

// ensure reads the log again if it may hold more than is shown. ErrStale when it does;
// data.ErrUnavailable when it cannot be read.
func (r *referee) ensure() error {
	if !r.journal.unsure {
		return nil
	}
	ply := r.game.played.ply()
	if err := r.reread(); err != nil {
		return data.Unavailable(err)
	}
	if r.game.played.ply() != ply {
		return matchmaking.ErrStale
	}
	return nil
}

// reread adopts the log in the store.
func (r *referee) reread() error {
	stored, err := r.journal.read()
	if err != nil && !errors.Is(err, data.ErrNotFound) {
		return err
	}
	grown := len(stored.Moves) > r.game.played.ply() // unless it was discarded without an acknowledgement
	if grown {
		if err := r.rewind(stored.Moves); err != nil {
			return err
		}
	}
	if r.journal.unsure = false; !grown {
		return nil
	}
	if result, over := r.game.window.state.Result(); over {
		r.finish(&matchmaking.End{Result: result, Seed: r.match.Seed, Changes: matchmaking.ChangesOf(stored)})
	}
	r.settle()
	r.screens.publish()
	r.news.tell()
	return nil
}

// rewind adopts the end of the log.
func (r *referee) rewind(log []data.Entry) error {
	reached, err := r.game.rewind(*r.match, log)
	if err == nil {
		r.time.reach(reached)
		r.passing.follow()
	}
	return err
}

// stop ends the game by a move: a resignation, or the server's abort. ErrOver, or what apply
// returns.
func (r *referee) stop(m engine.Move) error {
	if r.game.end != nil {
		return matchmaking.ErrOver
	}
	return r.apply(m, r.time.stamp())
}

// void is stop on behalf of the server.
func (r *referee) void() error {
	return r.stop(engine.Move{Seat: engine.Spectator, By: engine.ByServer, Body: engine.Abort})
}

// release releases the kept answers, all at one time.
func (r *referee) release() error {
	if err := r.ensure(); err != nil {
		return err
	}
	next, plies, err := r.game.window.open()
	if err != nil {
		return err
	}
	return r.enter(position{next, next}, plies, r.game.due())
}

// lapse lets the clock move for a chair that cannot, at the ply that it names.
func (r *referee) lapse(c *chair, ply int) error {
	if err := r.may(c, ply); err != nil {
		return err
	}
	return r.expire(c.seat)
}

// expire lets the clock move for a seat whose time has run out. All of its moves have one
// time, so they are one lapse.
func (r *referee) expire(seat engine.Seat) error {
	r.game.late = seat
	moves := r.game.window.state.Expire(seat)
	if len(moves) == 0 {
		return fmt.Errorf("the clock of seat %d: the rules know no move", seat)
	}
	at := r.time.stamp()
	for _, m := range moves {
		if err := r.apply(m, at); err != nil {
			return fmt.Errorf("the clock of seat %d: %w", seat, err)
		}
	}
	return nil
}

// setPassing sets what the table passes for a seat from now on. ErrOver.
func (r *referee) setPassing(s engine.Seat, p matchmaking.Passing) error {
	if r.game.end != nil {
		return matchmaking.ErrOver
	}
	r.passing.want(s, p)
	err := r.pass()
	r.screens.show(s)
	return err
}

// pass answers, as the clock would, for the seats for which it is time to pass. These answers
// are not a sign of life of the player.
func (r *referee) pass() error {
	r.passing.follow()
	ply, at := r.game.played.ply(), r.time.stamp()
	for _, p := range r.game.window.state.Prompts() {
		if !r.passing.passes(p.Seat, at) {
			continue
		}
		for _, m := range r.game.window.state.Expire(p.Seat) {
			m.By = engine.ByPlayer
			if err := r.apply(m, at); err != nil {
				return fmt.Errorf("seat %d passes: %w", p.Seat, err)
			}
		}
		if r.game.played.ply() != ply { // no seat is asked the same any more
			return nil
		}
	}
	return nil
}
