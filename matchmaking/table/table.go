// Package table keeps one game: its log, its clocks, its chairs, what is said there. A
// table adopts a position after the store has acknowledged its plies, and only then does
// anybody see it.
package table

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync/atomic"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

const (
	afterEnd      = 60 * time.Second // a table stays this long for a rematch
	storeRetry    = time.Second      // between attempts of the clock to store its move
	watcherUpdate = time.Second      // the count of watchers is told at most this often
	maxChairs     = 4                // connections that show one seat
)

// Table is one game. One goroutine, run, owns all of it but presence, lines and advised,
// which chairs keep themselves, and the snapshots, which they read.
type Table struct {
	house Services
	game  engine.Game
	match data.Match
	seats seats

	window window
	played played
	time   gameTime
	clocks clocks

	presence *presence
	late     engine.Seat // whose time has run out last; Spectator: nobody's
	notes    notes
	talk     *talk
	journal  *journal
	next     data.MatchID
	end      *matchmaking.End
	closed   bool
	asleep   bool // nobody is there: the log is in the store alone
	dozedAt  int  // plies made when it fell asleep
	unsure   bool // what the log holds
	stalled  bool // the time stands because the store fails

	alarms alarms

	asks  chan func()
	snaps []atomic.Pointer[snapshot] // by viewer, spectators last
	done  chan struct{}              // closed when run has returned
	freed chan struct{}              // receives when an ask has been called
}

// New makes the table of a match whose log may already hold moves. It does nothing by
// itself before Run.
func New(services Services, o Opening) (*Table, error) {
	m := o.Match
	t := &Table{
		house: services, game: o.Game, match: m,
		seats:    newSeats(o),
		window:   window{answers: make([]*engine.Move, len(m.Seats))},
		presence: newPresence(),
		notes:    newNotes(len(m.Seats)),
		talk:     newTalk(services.Store, o),
		late:     engine.Spectator,
		asks:     make(chan func()),
		snaps:    make([]atomic.Pointer[snapshot], len(m.Seats)+1),
		done:     make(chan struct{}),
		freed:    make(chan struct{}, 1),
	}
	t.journal = newJournal(services, m.ID, &t.time)
	if err := t.rewind(m.Moves); err != nil {
		return nil, err
	}
	for _, s := range t.seats {
		s.lapses = s.logged
	}
	t.time.reach(m.Stopped)
	t.match.Moves = nil // the log lives in plies from here on
	t.findOut()
	t.seats.newlyAsked(t.window.shown.Prompts())
	t.missed(time.Now())
	if t.alarms.set(resume, o.HeldUntil); o.HeldUntil.IsZero() {
		t.time.start()
	}
	t.yawn()
	t.publish()
	return t, nil
}

// viewer is the seat whose eyes belong to a column of frames and lines.
func (t *Table) viewer(column int) engine.Seat { return viewerAt(column, len(t.match.Seats)) }

// viewerAt is viewer at a table with so many seats.
func viewerAt(column, seats int) engine.Seat {
	if column == seats {
		return engine.Spectator
	}
	return engine.Seat(column)
}

// column is the reverse of viewer.
func (t *Table) column(s engine.Seat) int {
	if s == engine.Spectator {
		return len(t.match.Seats)
	}
	return int(s)
}

// run plays the table until it is closed or the server goes down. Everything
// that has been shown is in the store then.
func (t *Table) run(ctx context.Context) {
	defer t.finished()
	defer t.rescue()
	timer := time.NewTimer(0)
	defer timer.Stop()
	if !t.asleep {
		t.enlist()
	}
	t.vacate() // whoever has gone since it was opened
	for !t.closed {
		timer.Reset(t.rest())
		select {
		case <-ctx.Done():
			return
		case ask := <-t.asks:
			t.house.Workers.Go(ask)
			<-t.freed
		case <-t.presence.changed:
			t.attend()
		case <-timer.C:
			t.tick()
		}
	}
}

// finished tells everybody that there is no newer frame.
func (t *Table) finished() {
	close(t.done)
	for i := range t.snaps {
		t.snaps[i].Load().release(nil)
	}
}

// rescue closes a table whose rules have panicked, so that the others go on. Its
// game stays in the log.
func (t *Table) rescue() {
	if v := recover(); v != nil {
		t.house.Tally.Panicked("rules")
		t.log().Error("a table has panicked", "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
		t.house.Ended(t.match.ID, engine.Result{}, engine.Spectator)
		t.close()
	}
}

// rest returns how long nothing happens by itself.
func (t *Table) rest() time.Duration {
	rest := t.alarms.rest()
	if at, ok := t.upcoming(); ok {
		rest = min(rest, at-t.time.now())
	}
	return max(0, rest)
}

// upcoming returns the game time at which the table goes on by itself: it releases
// answers, or the clock moves. ok is false when it does not.
func (t *Table) upcoming() (at time.Duration, ok bool) {
	switch {
	case t.time.stands() || t.alarms.on(retry):
		return 0, false
	case t.window.ripe:
		return t.due(), true
	}
	_, at, ok = t.clocks.next()
	return at, ok
}

// tick does whatever is due.
func (t *Table) tick() {
	now := time.Now()
	if t.alarms.due(retry, now) && t.stalled {
		t.askStore()
	}
	if t.alarms.due(resume, now) {
		t.time.start()
		t.relieve()
		t.publish()
	}
	if t.alarms.due(recount, now) {
		t.publish()
	}
	if t.alarms.due(look, now) {
		t.attend()
	}
	if t.alarms.due(leave, now) {
		t.close()
		return
	}
	if t.alarms.due(slumber, now) {
		t.Doze()
	}
	t.alarms.due(giveUp, now)
	t.breakOff()
	if at, ok := t.upcoming(); ok && t.time.now() >= at {
		t.proceed()
	}
}

// proceed releases answers, or lets the clock move. What the store does not take
// is tried again.
func (t *Table) proceed() {
	dozed := t.asleep
	err := t.awake()
	switch {
	case err != nil:
	case dozed && t.seats.houseAsked(t.window.state.Prompts()): // once more: its answers were let go of
		t.holdUntil(time.Now().Add(thinkingTime))
	case t.window.ripe:
		err = t.release()
	default:
		err = t.expire()
	}
	if err != nil && !errors.Is(err, matchmaking.ErrStale) {
		t.log().Error("the table cannot go on by itself", "err", err)
		t.alarms.in(retry, storeRetry)
	}
}

// holdUntil stops the clocks until a moment.
func (t *Table) holdUntil(at time.Time) {
	t.time.stop()
	t.alarms.set(resume, at)
	t.publish()
}

// expire lets the clock move for the seat whose time has run out: all at one time,
// since that makes it one lapse.
func (t *Table) expire() error {
	seat, _, _ := t.clocks.next()
	t.late = seat
	moves := t.window.state.Expire(seat)
	if len(moves) == 0 {
		return fmt.Errorf("the clock of seat %d: the rules know no move", seat)
	}
	at := t.now()
	for _, m := range moves {
		if err := t.applyAt(m, at); err != nil {
			return fmt.Errorf("the clock of seat %d: %w", seat, err)
		}
	}
	return nil
}

// do has f called for the table, awake, and waits until it has been.
func (t *Table) do(ctx context.Context, f func() error) error {
	return t.ask(ctx, func() error {
		if err := t.awake(); err != nil {
			return err
		}
		return f()
	})
}

// ask has f called for the table, and waits until it has been. The table may doze.
func (t *Table) ask(ctx context.Context, f func() error) error {
	answer := make(chan error, 1)
	select {
	case t.asks <- func() { t.answer(answer, f) }:
	case <-t.done:
		return t.gone()
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-answer:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-t.done:
	}
	select {
	case err := <-answer: // of the last that it has done
		return err
	default:
		return t.gone()
	}
}

// answer calls f with all that run owns, while that waits. It runs in a
// goroutine of the workers, which takes a deep stack for all tables.
func (t *Table) answer(to chan<- error, f func() error) {
	defer func() { t.freed <- struct{}{} }()
	defer t.rescue()
	to <- f()
}

// gone says why a table does not answer any more.
func (t *Table) gone() error {
	if t.snaps[0].Load().frame.End == nil {
		return matchmaking.ErrDraining
	}
	return matchmaking.ErrOver
}

// close ends the table: its chairs see the last frame and then io.EOF. A rematch that
// not everybody has agreed to has lapsed.
func (t *Table) close() {
	if t.seats.wanted() > 0 && t.next == "" {
		t.notes.tell(matchmaking.Note{Code: "rematch_declined", Seat: engine.Spectator})
		t.seats.dropWishes()
		t.publish()
	}
	t.closed = true
	t.house.Closed(t.match.ID)
}

func (t *Table) log() *slog.Logger { return t.house.Log.With("match", t.match.ID) }
