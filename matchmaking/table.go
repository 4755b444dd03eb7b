package matchmaking

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
)

const (
	afterEnd      = 60 * time.Second // a table stays this long for a rematch
	restartHold   = 60 * time.Second // clocks stand this long for players who are not back
	storeRetry    = time.Second      // between attempts of the clock to store its move
	watcherUpdate = time.Second      // the count of watchers is told at most this often
	maxChairs     = 4                // connections that show one seat
	maxNotes      = 32
)

// SayEvery is how often a seat may say something, once it has said sayBurst at once:
// ErrTalkative.
const (
	SayEvery = 2 * time.Second
	sayBurst = 5
)

// table is one game. One goroutine, run, owns all of it but presence and advised,
// which chairs keep themselves, and the snapshot, which they read.
type table struct {
	local   *Local
	game    engine.Game
	match   data.Match
	players []data.PlayerID // by seat; guests too, bots 0
	payers  []quota.Payer   // by seat
	pays    func()          // gives back what they hold of the ledger
	reputes []repute        // by seat

	position
	plies  []engine.Ply
	at     []int64         // of plies
	lines  [][]engine.Line // by viewer, spectators last
	window window
	time   gameTime
	clocks clocks

	presence *presence
	out      []bool                  // by seat: it plays no more, though the others do
	made     []int                   // by seat: moves that its person has made
	lapses   lapses                  // of those who have not come back since
	logged   lapses                  // as the log alone tells of them
	late     engine.Seat             // whose time has run out last; Spectator: nobody's
	left     []bool                  // by seat: its person cannot come back
	helpers  map[engine.Seat]*helper // of the house, in its own seats
	reliefs  map[engine.Seat]*helper // and in those of people
	notes    []Note
	noted    int             // notes ever made
	voices   []*rate.Limiter // of what is said, by seat
	wants    map[engine.Seat]bool
	slow     map[engine.Seat]bool // who has offered to go on at pace day
	told     map[engine.Seat]int  // at pace day: the question that a seat has been told of
	hinted   map[engine.Seat]int  // the ply for which a seat has asked for a hint last
	next     data.MatchID
	end      *End
	closed   bool
	asleep   bool // nobody is there: the log is in the store alone
	dozedAt  int  // plies made when it fell asleep
	unsure   bool // what the log holds
	stalled  bool // the time stands because the store fails

	heldUntil time.Time // the clocks stand, and go on then; zero when they go or stand for good
	retryAt   time.Time // the store has failed, or the clock's move was refused
	countAt   time.Time // the number of watchers has changed
	lookAt    time.Time // a seat comes and goes too fast to be told
	closeAt   time.Time // the game is over
	dozeAt    time.Time // nobody has been there for a while
	lostAt    time.Time // the only person has been away for too long

	advised []atomic.Bool // by seat: the house thinks about a hint for it; chairs set it

	asks  chan func()
	snaps []atomic.Pointer[snapshot] // by viewer, spectators last
	done  chan struct{}              // closed when run has returned
	freed chan struct{}              // receives when an ask has been called
}

// snapshot is what one viewer sees at one moment.
type snapshot struct {
	frame   Frame
	row     *Listing      // of a table that dozes, whose frame nobody may see; else nil
	changed chan struct{} // closed when there is a newer one

	mu      sync.Mutex
	waiting []*waiter // until it has changed or never will
	over    bool      // that is so
}

// newTable seats a match whose log may already hold moves. Its time stands until
// heldUntil, or goes at once.
func newTable(l *Local, g engine.Game, m data.Match, players []data.PlayerID, reputes []repute, heldUntil time.Time) (*table, error) {
	t := &table{
		local: l, game: g, match: m, players: players, reputes: reputes,
		payers: accountsOf(players), pays: func() {},
		window:   newWindow(len(m.Seats)),
		presence: newPresence(len(m.Seats)),
		late:     engine.Spectator,
		out:      make([]bool, len(m.Seats)),
		left:     lost(m, players),
		helpers:  map[engine.Seat]*helper{},
		reliefs:  map[engine.Seat]*helper{},
		wants:    map[engine.Seat]bool{},
		slow:     map[engine.Seat]bool{},
		told:     map[engine.Seat]int{},
		hinted:   map[engine.Seat]int{},
		advised:  make([]atomic.Bool, len(m.Seats)),
		voices:   make([]*rate.Limiter, len(m.Seats)),
		asks:     make(chan func()),
		snaps:    make([]atomic.Pointer[snapshot], len(m.Seats)+1),
		done:     make(chan struct{}),
		freed:    make(chan struct{}, 1),
	}
	if err := t.rewind(m.Moves); err != nil {
		return nil, err
	}
	t.lapses = t.logged
	t.time.reach(m.Stopped)
	t.match.Moves = nil // the log lives in plies from here on
	t.findOut()
	t.newlyAsked()
	for i := range t.voices {
		t.voices[i] = rate.NewLimiter(rate.Every(SayEvery), sayBurst)
	}
	t.missed(time.Now())
	if t.heldUntil = heldUntil; heldUntil.IsZero() {
		t.time.start()
	}
	t.yawn()
	t.publish()
	return t, nil
}

// rewind sets the table to the end of a log.
func (t *table) rewind(log []data.Entry) error {
	start, err := t.game.Start(t.match.Setup())
	if err != nil {
		return fmt.Errorf("match %s: %w", t.match.ID, err)
	}
	t.plies, t.at = nil, nil
	t.lines = make([][]engine.Line, len(t.match.Seats)+1)
	t.clocks = newClocks(t.game.Info(), t.match)
	t.logged, t.made = newLapses(len(t.match.Seats)), make([]int, len(t.match.Seats))
	t.adopt(position{start, start}, nil, nil, 0)
	for i, m := range data.Moves(log) {
		if err := t.redo(m, log, moment(log[i].AtMS)); err != nil {
			return fmt.Errorf("match %s, move %d of seat %d: %w", t.match.ID, i+1, m.Seat, err)
		}
	}
	if len(t.plies) != len(log) {
		return fmt.Errorf("match %s: %d moves make %d plies", t.match.ID, len(log), len(t.plies))
	}
	return nil
}

// redo makes a move of a log again, and releases what has become ripe by it.
func (t *table) redo(m engine.Move, log []data.Entry, at time.Duration) error {
	next, plies, err := t.after(m)
	if err != nil {
		return err
	}
	if len(plies) == 0 {
		t.keep(m, next.state, at)
	} else if err := t.restore(next, plies, log, at); err != nil {
		return err
	}
	if t.window.ripe {
		at = t.due()
		released, plies := t.state.Release()
		return t.restore(position{released, released}, plies, log, at)
	}
	return nil
}

// restore adopts plies that are in a log already.
func (t *table) restore(next position, plies []engine.Ply, log []data.Entry, at time.Duration) error {
	if len(t.plies)+len(plies) > len(log) {
		return errors.New("the log lacks what follows from it")
	}
	times := make([]int64, len(plies))
	for i, e := range log[len(t.plies):][:len(plies)] {
		times[i] = e.AtMS
		if !t.logged.count(t.shown, e) && t.own(e.Seat, e.By, e.Move) {
			t.logged.n[e.Seat] = 0
		}
	}
	t.adopt(next, plies, times, at)
	t.time.reach(at)
	return nil
}

// adopt takes over a position and the plies that led to it, each with the time
// at which it was made.
func (t *table) adopt(next position, plies []engine.Ply, times []int64, at time.Duration) {
	for _, p := range plies {
		if t.own(p.Move.Seat, p.Move.By, p.Move.Body) {
			t.made[p.Move.Seat]++
		}
	}
	t.position = next
	for i, p := range plies {
		if bytes.Equal(p.Move.Body, engine.Resign) {
			t.left[p.Move.Seat] = true
		}
		t.plies, t.at = append(t.plies, p), append(t.at, times[i])
		for v := range t.lines {
			t.lines[v] = append(t.lines[v], p.Line(len(t.plies), t.viewer(v), times[i]))
		}
	}
	t.clocks.ask(at, t.shown.Prompts())
	t.reseal(at)
}

// own reports whether a move, which follows from what is shown, is one that a person has
// made: to resign is none, nor is what the table answers for them.
func (t *table) own(s engine.Seat, by engine.By, body []byte) bool {
	return by == engine.ByPlayer && s != engine.Spectator && !t.ofTheHouse(s) &&
		!bytes.Equal(body, engine.Resign) && !t.spares(t.shown, s)
}

// lastAt is when the newest ply was made.
func (t *table) lastAt() time.Duration {
	if n := len(t.at); n > 0 {
		return moment(t.at[n-1])
	}
	return 0
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
			t.local.workers.Go(ask)
			<-t.freed
		case <-t.presence.changed:
			t.attend()
		case <-timer.C:
			t.tick()
		}
	}
}

// finished tells everybody that there is no newer frame.
func (t *table) finished() {
	close(t.done)
	for i := range t.snaps {
		t.snaps[i].Load().release(nil)
	}
}

// rescue closes a table whose rules have panicked, so that the others go on. Its
// game stays in the log.
func (t *table) rescue() {
	if v := recover(); v != nil {
		t.local.tally.panicked("rules")
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
	until(t.dozeAt)
	until(t.lostAt)
	if at, ok := t.upcoming(); ok {
		rest = min(rest, at-t.time.now())
	}
	return max(0, rest)
}

// upcoming returns the game time at which the table goes on by itself: it releases
// answers, or the clock moves. ok is false when it does not.
func (t *table) upcoming() (at time.Duration, ok bool) {
	switch {
	case t.time.stands() || !t.retryAt.IsZero():
		return 0, false
	case t.window.ripe:
		return t.due(), true
	}
	_, at, ok = t.clocks.next()
	return at, ok
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
	if due(&t.retryAt) && t.stalled {
		t.askStore()
	}
	if due(&t.heldUntil) {
		t.time.start()
		t.relieve()
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
	if due(&t.dozeAt) {
		t.doze()
	}
	due(&t.lostAt)
	t.breakOff()
	if at, ok := t.upcoming(); ok && t.time.now() >= at {
		t.proceed()
	}
}

// proceed releases answers, or lets the clock move. What the store does not take
// is tried again.
func (t *table) proceed() {
	dozed := t.asleep
	err := t.awake()
	switch {
	case err != nil:
	case dozed && t.houseAsked(): // once more: its answers were let go of
		t.holdUntil(time.Now().Add(thinkingTime))
	case t.window.ripe:
		err = t.release()
	default:
		err = t.expire()
	}
	if err != nil && !errors.Is(err, ErrStale) {
		t.log().Error("the table cannot go on by itself", "err", err)
		t.retryAt = time.Now().Add(storeRetry)
	}
}

// holdUntil stops the clocks until a moment.
func (t *table) holdUntil(at time.Time) {
	t.time.stop()
	t.heldUntil = at
	t.publish()
}

// expire lets the clock move for the seat whose time has run out: all at one time,
// since that makes it one lapse.
func (t *table) expire() error {
	seat, _, _ := t.clocks.next()
	t.late = seat
	moves := t.state.Expire(seat)
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
func (t *table) do(ctx context.Context, f func() error) error {
	return t.ask(ctx, func() error {
		if err := t.awake(); err != nil {
			return err
		}
		return f()
	})
}

// ask has f called for the table, and waits until it has been. The table may doze.
func (t *table) ask(ctx context.Context, f func() error) error {
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
func (t *table) answer(to chan<- error, f func() error) {
	defer func() { t.freed <- struct{}{} }()
	defer t.rescue()
	to <- f()
}

// gone says why a table does not answer any more.
func (t *table) gone() error {
	if t.snaps[0].Load().frame.End == nil {
		return ErrDraining
	}
	return ErrOver
}

// play makes the move of somebody on a chair at the ply that it was meant for.
func (t *table) play(c *chair, ply int, body []byte) error {
	switch {
	case t.end != nil:
		return ErrOver
	case len(t.state.Legal(c.seat)) == 0, c.relief && !t.relieved(c):
		return ErrNotYourTurn
	case ply != len(t.plies)+1:
		return ErrStale
	case c.relief:
		return t.apply(engine.Move{Seat: c.seat, By: engine.ByBot, Body: body})
	}
	lapsed := t.lapses.n[c.seat]
	t.lapses.n[c.seat] = 0
	err := t.apply(engine.Move{Seat: c.seat, By: engine.ByPlayer, Body: body})
	if err != nil {
		t.lapses.n[c.seat] = lapsed
		return err
	}
	t.standDown(c.seat)
	return nil
}

// now returns the time at which a move is made.
func (t *table) now() time.Duration { return t.time.now().Truncate(time.Millisecond) }

// apply makes a move now; see applyAt.
func (t *table) apply(m engine.Move) error { return t.applyAt(m, t.now()) }

// applyAt makes a move: by the rules, then into the store, then for everybody to
// see, or for its maker alone when it is kept back. Whatever fails, nothing has
// changed.
func (t *table) applyAt(m engine.Move, at time.Duration) error {
	if err := t.ensure(); err != nil {
		return err
	}
	next, plies, err := t.after(m)
	if err != nil {
		return err
	}
	if len(plies) == 0 {
		t.keep(m, next.state, at)
		t.show(t.column(m.Seat))
		return nil
	}
	return t.enter(next, plies, at)
}

// enter stores plies, all made at one time, and goes on to the position after them.
func (t *table) enter(next position, plies []engine.Ply, at time.Duration) error {
	times := slices.Repeat([]int64{max(at, t.lastAt()).Milliseconds()}, len(plies))
	entries := make([]data.Entry, len(plies))
	for i, p := range plies {
		entries[i] = data.NewEntry(len(t.plies)+i+1, p, times[i])
	}
	lapses := t.lapses.clone()
	warned := t.lapse(entries)
	end, err := t.record(next.state, entries)
	if err != nil {
		if err = t.distrust(entries, err); err != nil {
			t.lapses = lapses
		}
		return err
	}
	t.goOn()
	t.local.tally.moved(len(entries))
	t.adopt(next, plies, times, at)
	if end != nil {
		t.finish(end)
	}
	t.warn(warned)
	t.settle()
	t.publish()
	t.proclaim()
	t.breakOff()
	return nil
}

// settle does for the seats what follows from a new position.
func (t *table) settle() {
	t.retire()
	t.relieve()
	t.decline()
}

// finish marks the end. The table stays for a rematch.
func (t *table) finish(end *End) {
	t.end = end
	t.local.tally.finished(end.Result.Reason)
	t.closeAt = time.Now().Add(afterEnd)
	t.remember(end)
	t.local.ended(t)
}

// remember notes who has let the others wait in vain, and who has played to the end with
// strangers.
func (t *table) remember(end *End) {
	now, void := time.Now(), end.Result.Reason == engine.Aborted
	for i, p := range t.players {
		switch {
		case p == 0 || practice(t.players):
		case void && engine.Seat(i) == t.late && t.plies[len(t.plies)-1].Move.By == engine.ByClock: // the first lapse has ended it
			t.local.absences.lapsed(p, now)
		case !void && !t.match.Private:
			t.local.absences.finished(p, now)
		}
	}
}

// close ends the table: its chairs see the last frame and then io.EOF. A rematch that
// not everybody has agreed to has lapsed.
func (t *table) close() {
	if len(t.wants) > 0 && t.next == "" {
		t.note(Note{Code: "rematch_declined", Seat: engine.Spectator})
		clear(t.wants)
		t.publish()
	}
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
