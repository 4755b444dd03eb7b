package matchmaking

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"noir/data"
	"noir/engine"
)

const (
	afterEnd      = 60 * time.Second // a table stays this long for a rematch
	restartHold   = 60 * time.Second // clocks stand this long for players who are not back
	storeRetry    = time.Second      // between attempts of the clock to store its move
	watcherUpdate = time.Second      // the count of watchers is told at most this often
	maxChairs     = 4                // connections that show one seat
	maxNotes      = 32

	// A seat may say sayBurst phrases, then one every sayEvery.
	sayBurst = 5
	sayEvery = 2 * time.Second
)

// table is one game. One goroutine, run, owns all of it but presence, which
// chairs count themselves, and the snapshot, which they read.
type table struct {
	local   *Local
	game    engine.Game
	match   data.Match
	players []data.PlayerID // by seat; guests too, bots 0
	ratings []*float64      // by seat, as shown

	state  engine.State
	plies  []engine.Ply
	at     []int64               // of plies
	kept   map[engine.Seat]int64 // when moves were made that are kept back
	lines  [][]engine.Line       // by viewer, spectators last
	time   gameTime
	clocks clocks

	presence *presence
	notes    []Note
	noted    int             // notes ever made
	voices   []*rate.Limiter // of what is said, by seat
	wants    map[engine.Seat]bool
	next     data.MatchID
	end      *End
	closed   bool
	unsure   bool // what the log holds

	heldUntil time.Time // clocks stand; zero when they go
	retryAt   time.Time // the store did not take the clock's move
	countAt   time.Time // the number of watchers has changed
	lookAt    time.Time // a seat comes and goes too fast to be told
	closeAt   time.Time // the game is over

	asks chan func()
	snap atomic.Pointer[snapshot]
	done chan struct{} // closed when run has returned
}

// snapshot is what everybody sees at one moment.
type snapshot struct {
	frames  []Frame // by viewer
	changed chan struct{}
}

// newTable seats a match whose log may already hold moves. Its time stands until
// heldUntil, or goes at once.
func newTable(l *Local, g engine.Game, m data.Match, players []data.PlayerID, ratings []*float64, heldUntil time.Time) (*table, error) {
	t := &table{
		local: l, game: g, match: m, players: players, ratings: ratings,
		presence: newPresence(len(m.Seats)),
		wants:    map[engine.Seat]bool{},
		voices:   make([]*rate.Limiter, len(m.Seats)),
		asks:     make(chan func()),
		done:     make(chan struct{}),
	}
	if err := t.rewind(m.Moves); err != nil {
		return nil, err
	}
	t.match.Moves = nil // the log lives in plies from here on
	for i := range t.voices {
		t.voices[i] = rate.NewLimiter(rate.Every(sayEvery), sayBurst)
	}
	if t.heldUntil = heldUntil; heldUntil.IsZero() {
		t.time.start()
	}
	t.publish()
	return t, nil
}

// rewind sets the table to the end of a log.
func (t *table) rewind(log []data.Entry) error {
	steps, err := engine.Replay(t.game, t.match.Setup(), data.Moves(log))
	if err != nil {
		return fmt.Errorf("match %s: %w", t.match.ID, err)
	}
	t.plies, t.at, t.kept = nil, nil, map[engine.Seat]int64{}
	t.lines = make([][]engine.Line, len(t.match.Seats)+1)
	t.clocks = newClocks(t.game.Info(), len(t.match.Seats), t.match.Pace)
	t.state = steps[0].State
	t.clocks.ask(0, t.state.Prompts())
	for i, s := range steps[1:] {
		if len(s.Plies) == 0 {
			t.kept[log[i].Seat] = log[i].AtMS
		}
		t.adopt(s.State, s.Plies, log[i].AtMS)
	}
	if len(t.plies) != len(log) {
		return fmt.Errorf("match %s: %d moves make %d plies", t.match.ID, len(log), len(t.plies))
	}
	if n := len(log); n > 0 {
		t.time.reach(time.Duration(log[n-1].AtMS) * time.Millisecond)
	}
	return nil
}

// adopt takes over a position and the plies that led to it.
func (t *table) adopt(next engine.State, plies []engine.Ply, atMS int64) {
	t.state = next
	for i, at := range t.times(plies, atMS) {
		p := plies[i]
		t.plies, t.at = append(t.plies, p), append(t.at, at)
		delete(t.kept, p.Move.Seat)
		for v := range t.lines {
			t.lines[v] = append(t.lines[v], p.Line(len(t.plies), t.viewer(v), at))
		}
	}
	t.clocks.ask(time.Duration(atMS)*time.Millisecond, next.Prompts())
}

// times returns when each of the plies was made: moves that were kept back keep
// their time, and times never fall.
func (t *table) times(plies []engine.Ply, atMS int64) []int64 {
	times := make([]int64, len(plies))
	var last int64
	if n := len(t.at); n > 0 {
		last = t.at[n-1]
	}
	for i, p := range plies {
		times[i] = atMS
		if kept, ok := t.kept[p.Move.Seat]; ok && i < len(plies)-1 {
			times[i] = kept
		}
		last = max(last, times[i])
		times[i] = last
	}
	return times
}

// viewer is the seat whose eyes belong to a column of frames and lines.
func (t *table) viewer(column int) engine.Seat {
	if column == len(t.match.Seats) {
		return engine.Spectator
	}
	return engine.Seat(column)
}

// column is the reverse of viewer.
func (t *table) column(s engine.Seat) int {
	if s == engine.Spectator {
		return len(t.match.Seats)
	}
	return int(s)
}

// run plays the table until it is closed or the server goes down. Everything
// that has been shown is in the store then.
func (t *table) run(ctx context.Context) {
	defer close(t.done)
	defer t.rescue()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for !t.closed {
		timer.Reset(t.rest())
		select {
		case <-ctx.Done():
			return
		case ask := <-t.asks:
			ask()
		case <-t.presence.changed:
			t.attend()
		case <-timer.C:
			t.tick()
		}
	}
}

// rescue closes a table whose rules have panicked, so that the others go on. Its
// game stays in the log.
func (t *table) rescue() {
	if v := recover(); v != nil {
		t.log().Error("a table has panicked", "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
		t.local.ended(t)
		t.close()
	}
}

// rest returns how long nothing happens by itself.
func (t *table) rest() time.Duration {
	rest := time.Hour
	until := func(at time.Time) {
		if !at.IsZero() {
			rest = min(rest, time.Until(at))
		}
	}
	until(t.heldUntil)
	until(t.retryAt)
	until(t.countAt)
	until(t.lookAt)
	until(t.closeAt)
	if _, at, ok := t.clocks.next(); ok && t.heldUntil.IsZero() && t.retryAt.IsZero() {
		rest = min(rest, at-t.time.now())
	}
	return max(0, rest)
}

// tick does whatever is due.
func (t *table) tick() {
	now := time.Now()
	due := func(at *time.Time) bool {
		if at.IsZero() || now.Before(*at) {
			return false
		}
		*at = time.Time{}
		return true
	}
	due(&t.retryAt)
	if due(&t.heldUntil) {
		t.time.start()
		t.publish()
	}
	if due(&t.countAt) {
		t.publish()
	}
	if due(&t.lookAt) {
		t.attend()
	}
	if due(&t.closeAt) {
		t.close()
		return
	}
	t.expire()
}

// expire lets the clock move for the seat whose time has run out.
func (t *table) expire() {
	seat, at, ok := t.clocks.next()
	if !ok || !t.heldUntil.IsZero() || !t.retryAt.IsZero() || t.time.now() < at {
		return
	}
	for _, m := range t.state.Expire(seat) {
		if err := t.apply(m); err != nil {
			t.log().Error("the clock's move was refused", "seat", seat, "err", err)
			t.retryAt = time.Now().Add(storeRetry)
			return
		}
	}
}

// do has the table's goroutine call f, and waits until it has.
func (t *table) do(ctx context.Context, f func() error) error {
	answer := make(chan error, 1)
	select {
	case t.asks <- func() { answer <- f() }:
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

// gone says why a table does not answer any more.
func (t *table) gone() error {
	if t.snap.Load().frames[0].End == nil {
		return ErrDraining
	}
	return ErrOver
}

// play makes a seat's move at the ply that it was meant for.
func (t *table) play(seat engine.Seat, ply int, body []byte) error {
	switch {
	case t.end != nil:
		return ErrOver
	case len(t.state.Legal(seat)) == 0:
		return ErrNotYourTurn
	case ply != len(t.plies)+1:
		return ErrStale
	}
	return t.apply(engine.Move{Seat: seat, By: engine.ByPlayer, Body: body})
}

// apply makes a move: by the rules, then into the store, then for everybody to
// see. Whatever fails, nothing has changed.
func (t *table) apply(m engine.Move) error {
	if t.unsure {
		ply := len(t.plies)
		if err := t.reread(); err != nil {
			return unavailable(err)
		}
		if len(t.plies) != ply {
			return ErrStale
		}
	}
	next, plies, err := t.state.Apply(m)
	if err != nil {
		return err
	}
	atMS := t.time.now().Milliseconds()
	entries := make([]data.Entry, len(plies))
	for i, at := range t.times(plies, atMS) {
		entries[i] = data.NewEntry(len(t.plies)+i+1, plies[i], at)
	}
	end, err := t.record(next, entries)
	if err != nil {
		return t.distrust(entries, err)
	}
	t.local.tally.moved(len(entries))
	if len(plies) == 0 {
		t.kept[m.Seat] = atMS
	}
	t.adopt(next, plies, atMS)
	if end != nil {
		t.finish(end)
	}
	t.publish()
	return nil
}

// finish marks the end. The table stays for a rematch.
func (t *table) finish(end *End) {
	t.end = end
	t.local.tally.finished(end.Result.Reason)
	t.closeAt = time.Now().Add(afterEnd)
	t.local.ended(t)
}

// close ends the table: its chairs see the last frame and then io.EOF.
func (t *table) close() {
	t.closed = true
	t.local.forget(t)
}

// note tells everybody something that is no move.
func (t *table) note(n Note) {
	t.noted++
	n.Seq, n.At = t.noted, time.Now()
	t.notes = append(t.notes[max(0, len(t.notes)-maxNotes+1):len(t.notes):len(t.notes)], n)
}

// abort voids the game on behalf of the server.
func (t *table) abort(ctx context.Context) error {
	return t.do(ctx, func() error {
		if t.end != nil {
			return ErrOver
		}
		return t.apply(engine.Move{Seat: engine.Spectator, By: engine.ByServer, Body: engine.Abort})
	})
}

func (t *table) log() *slog.Logger { return t.local.log.With("match", t.match.ID) }
