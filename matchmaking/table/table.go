// Package table runs one game: its log, its clocks, its chairs, and what is said there. A table
// adopts a position after the store has acknowledged its plies, and only then does any viewer
// see it.
package table

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync/atomic"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

const (
	watcherUpdate = time.Second // the least time between notes about the number of watchers
	maxChairs     = 4           // connections for one seat
	dozeAfter     = time.Minute // how long a day game's table is empty before it dozes
)

// Table is one game. One goroutine, Run, owns it and lends it to the caller who acts. Chairs may
// use these without asking: services, rules, screens, talk, the connection counts of attendance, and
// the fields of hints that say so.
type Table struct {
	services   Services
	match      *data.Match // without its moves; its pace may change, and whether it allows spectators
	rules      engine.Game
	game       *game
	time       *schedule
	journal    *journal
	attendance *attendance
	departures *departures
	helpers    *helpers
	relief     *relief
	passing    *passing
	notes      *notes
	news       *news
	slow       *slow
	rematch    *rematch
	door       *door
	screens    *screens
	referee    *referee
	talk       *talk
	hints      *hints

	asks  chan func()
	freed chan struct{} // receives when an ask has run
	ended bool
}

// New makes the table of a match whose log may already hold moves. It does nothing by itself
// before Run.
func New(services Services, o Opening) (*Table, error) {
	services.Log = services.Log.With("match", o.Match.ID)
	sits, log, m := newSeats(o), o.Match.Moves, &o.Match
	m.Moves = nil // from here on the log is the game's
	t := &Table{
		services: services, match: m, rules: o.Game, game: newGame(o.Game, sits), time: new(schedule),
		attendance: newAttendance(sits), notes: newNotes(len(sits)), talk: newTalk(services.Store, o.Match.Private, sits),
		asks: make(chan func()), freed: make(chan struct{}, 1),
	}
	reached, err := t.game.rewind(*m, log)
	if err != nil {
		return nil, err
	}
	t.time.reach(max(reached, m.Stopped))
	t.game.findOut()
	t.journal = newJournal(services, m.ID, &t.time.gameTime)
	t.helpers = &helpers{table: t, own: make([]*helper, len(sits))}
	t.relief = newRelief(t.game, t.helpers, t.notes, t.time)
	t.passing = newPassing(t.game, t.relief, m.Seed)
	t.passing.follow()
	t.departures = newDepartures(m, t.game, t.attendance, t.relief)
	t.news = newNews(services, m, t.game, t.attendance, t.passing, t.time)
	t.slow = &slow{broker: services, match: m, game: t.game, journal: t.journal, notes: t.notes, news: t.news, wants: make([]bool, len(sits))}
	t.rematch = &rematch{services: services, match: m.ID, game: t.game, attendance: t.attendance, notes: t.notes, wants: make([]bool, len(sits))}
	t.door = newDoor(services, m, t.game, t.journal, t.notes)
	t.screens = &screens{
		match: m, game: t.game, time: t.time, attendance: t.attendance, relief: t.relief, passing: t.passing, notes: t.notes, slow: t.slow, rematch: t.rematch,
		commit: m.Seed.Commit(), newest: make([]matchmaking.Show, len(sits)+1), over: make(chan struct{}),
	}
	for i := range t.screens.newest {
		t.screens.newest[i].Over = t.screens.over
	}
	t.referee = &referee{
		services: services, match: m, game: t.game, time: t.time, journal: t.journal, departures: t.departures,
		relief: t.relief, passing: t.passing, news: t.news, screens: t.screens,
	}
	t.hints = &hints{services: services, seats: sits, notes: t.notes, asked: make([]int, len(sits)), waiting: make([]atomic.Bool, len(sits)), given: make([]given, len(sits))}
	t.news.asked()
	t.watchForAbsence(time.Now())
	if t.time.set(resume, o.HeldUntil); o.HeldUntil.IsZero() {
		t.time.start()
	}
	t.scheduleDoze()
	t.screens.publish()
	return t, nil
}

// Run runs the table until it or the broker closes. By then everything that was shown is in the
// store.
func (t *Table) Run() {
	defer t.screens.close()
	defer t.rescue()
	timer := time.NewTimer(0)
	if !t.game.asleep {
		t.helpers.enlist()
	}
	t.departures.see(t.services.Here) // who has left since it was opened
	t.abortIfAbandoned()
	for !t.ended {
		timer.Reset(t.rest())
		select {
		case <-t.services.Context.Done():
			return
		case ask := <-t.asks:
			t.services.Workers.Go(ask)
			<-t.freed
		case <-t.attendance.changed:
			t.attend()
		case <-timer.C:
			t.tick()
		}
	}
}

// rescue closes a table whose rules have panicked, so that the others go on. Its game stays in
// the store.
func (t *Table) rescue() {
	if v := recover(); v != nil {
		t.services.Tally.Panicked("rules")
		t.services.Log.Error("a table has panicked", "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
		t.services.Ended(t.match.ID, engine.Result{}, engine.Spectator)
		t.close()
	}
}

// do runs f on the table, awake, and waits for it.
func (t *Table) do(ctx context.Context, f func() error) error {
	return t.ask(ctx, func() error {
		if err := t.awake(); err != nil {
			return err
		}
		err := f()
		t.abortIfAbandoned()
		t.yield()
		return err
	})
}

// change is do for what may change every viewer's frame.
func (t *Table) change(ctx context.Context, f func() (changed bool, err error)) error {
	return t.do(ctx, func() error {
		changed, err := f()
		if changed {
			t.screens.publish()
		}
		return err
	})
}

// yield ends a table whose match belongs to another process.
func (t *Table) yield() {
	if t.journal.lost && !t.ended {
		t.drop()
	}
}

// drop ends the table as it stands, without a word: its match goes on elsewhere.
func (t *Table) drop() {
	t.ended = true
	t.services.Lost(t.match.ID)
}

// ask runs f on the table, which may doze, and waits for it. f runs on a worker, so that all
// tables share a few deep stacks; Run waits for it.
func (t *Table) ask(ctx context.Context, f func() error) error {
	answer := make(chan error, 1)
	ask := func() {
		defer func() { t.freed <- struct{}{} }()
		defer t.rescue()
		answer <- f()
	}
	select {
	case t.asks <- ask:
	case <-t.screens.over:
		return t.endedReason()
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-answer:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-t.screens.over:
	}
	select {
	case err := <-answer: // of the last ask
		return err
	default:
		return t.endedReason()
	}
}

// endedReason returns why a table no longer answers.
func (t *Table) endedReason() error {
	if t.screens.of(engine.Spectator).Newest().Frame.End == nil {
		return matchmaking.ErrDraining
	}
	return matchmaking.ErrOver
}

// rest returns the time until something is due.
func (t *Table) rest() time.Duration {
	rest := t.time.rest()
	if at, ok := t.upcoming(); ok {
		rest = min(rest, at-t.time.now())
	}
	return max(0, rest)
}

// upcoming returns the game time at which the table next acts by itself: it releases answers,
// passes for a seat, or the clock moves. ok is false for never.
func (t *Table) upcoming() (at time.Duration, ok bool) {
	switch {
	case t.time.stands() || t.time.on(retry):
		return 0, false
	case t.game.window.ripe:
		return t.game.due(), true
	}
	_, at, ok = t.game.clocks.next()
	if passes := t.passing.next(); passes != never && (!ok || passes <= at) {
		return passes, true
	}
	return at, ok
}

// tick does whatever is due.
func (t *Table) tick() {
	now := time.Now()
	if t.time.due(retry, now) && t.time.stalled {
		t.goOn()
	}
	if t.time.due(resume, now) {
		t.time.start()
		t.relief.update()
		t.screens.publish()
	}
	if t.time.due(recount, now) {
		t.screens.publish()
	}
	if t.time.due(look, now) {
		t.attend()
	}
	if t.time.due(leave, now) {
		t.close()
		return
	}
	if t.time.due(dozeOff, now) {
		t.Doze()
	}
	t.time.due(giveUp, now)
	t.abortIfAbandoned()
	if at, ok := t.upcoming(); ok && t.time.now() >= at {
		t.proceed()
		t.abortIfAbandoned()
	}
	t.yield()
}

// proceed releases answers, passes for seats, or lets the clock move. It retries what the store
// does not accept.
func (t *Table) proceed() {
	dozed := t.game.asleep
	err := t.awake()
	switch {
	case err != nil:
	case dozed && t.game.seats.houseAsked(t.game.window.state.Prompts()): // once more: its answers were dropped
		t.time.hold(time.Now().Add(thinkingTime))
		t.screens.publish()
	case t.game.window.ripe:
		err = t.referee.release()
	case t.passing.next() <= t.time.now():
		err = t.referee.pass()
	default:
		seat, _, _ := t.game.clocks.next()
		err = t.referee.expire(seat)
	}
	if err != nil && !errors.Is(err, matchmaking.ErrStale) {
		t.services.Log.Error("the table cannot go on by itself", "err", err)
		t.time.in(retry, storeRetry)
	}
}

// goOn restarts the time if the store accepts writes again.
func (t *Table) goOn() {
	if err := t.journal.ready(); err != nil {
		t.time.in(retry, storeRetry)
		return
	}
	t.time.goOn()
	t.screens.publish()
}

// watchForAbsence sets an alarm to look, after reliefLasts, whether anybody is there. Where no person's
// time runs out, nothing else would ever end the table.
func (t *Table) watchForAbsence(since time.Time) {
	if t.game.clocks.none() {
		t.time.set(giveUp, since.Add(reliefLasts))
	}
}

// abortIfAbandoned aborts an abandoned table. If the store fails it retries.
func (t *Table) abortIfAbandoned() {
	if !t.departures.abandoned() || t.time.on(retry) {
		return
	}
	err := t.awake()
	if err == nil {
		err = t.referee.void()
	}
	if err == nil {
		if t.departures.deserted() {
			t.close()
		}
		return
	}
	t.services.Log.Error("a table that nobody plays at was not broken off", "err", err)
	if !t.time.on(retry) {
		t.time.in(retry, storeRetry)
	}
}

// close ends the table: its chairs see the last frame and then io.EOF. An open offer of a
// rematch is withdrawn.
func (t *Table) close() {
	if t.rematch.withdraw(engine.Spectator) {
		t.screens.publish()
	}
	t.ended = true
	t.services.TableEnded(t.match.ID)
}

// attend looks who has come and gone. A seat that comes and goes too fast is looked at again
// later.
func (t *Table) attend() {
	if t.attendance.occupied() && t.awake() != nil {
		t.time.in(look, storeRetry)
		return
	}
	now := time.Now()
	moved, again := t.attendance.look(now)
	for _, s := range moved {
		t.watchForAbsence(now)
		t.noteLine(s)
	}
	if again && !t.time.on(look) {
		t.time.in(look, lineEvery)
	}
	changed := len(moved) > 0
	if t.time.on(resume) && !t.game.asleep && t.attendance.present(t.game.asked()) {
		t.time.off(resume)
		t.time.start()
		changed = true
	}
	if changed {
		t.relief.update()
	}
	if t.game.end != nil && t.departures.deserted() {
		t.close()
	}
	t.scheduleDoze()
	if changed {
		t.screens.publish()
	} else if !t.time.on(recount) {
		t.time.in(recount, watcherUpdate)
	}
}

// noteLine adds a note that a seat's connection is lost or back.
func (t *Table) noteLine(s engine.Seat) {
	switch line := &t.attendance.lines[s]; {
	case line.away && t.game.end != nil:
		t.rematch.withdraw(s)
	case line.away:
		line.told = true
		t.notes.tell(matchmaking.Note{Code: "away", Seat: s})
	default:
		if line.told && t.relief.players[s] == nil { // a player who sits down for the first time is not back
			t.notes.tell(matchmaking.Note{Code: "back", Seat: s})
		}
		t.relief.welcome(s)
	}
}

// canDoze reports whether a table can doze.
func (t *Table) canDoze() bool {
	return !t.game.asleep && t.match.Pace == data.Day && t.game.end == nil && !t.attendance.occupied()
}

// scheduleDoze sets the alarm for dozing.
func (t *Table) scheduleDoze() {
	if t.time.off(dozeOff); t.canDoze() {
		t.time.in(dozeOff, dozeAfter)
	}
}

// Doze drops what can be read from the store again. It does so if nobody is there, the store has
// all of it and no house player has to move: day games wait long, and there may be thousands. House
// players leave, and later give their kept answers again. Clocks go on.
func (t *Table) Doze() {
	switch g := t.game; {
	case !t.canDoze(), t.journal.unsure, t.time.stalled, !t.relief.idle(),
		g.seats.houseAsked(g.window.state.Prompts()), g.keepsPersons():
		t.scheduleDoze()
	default:
		t.helpers.sendHome()
		g.doze()
		t.screens.publish()
	}
}

// awake reads the game of a dozing table. data.ErrUnavailable; it dozes on then.
func (t *Table) awake() error {
	if !t.game.asleep {
		return nil
	}
	stored, err := t.journal.read()
	if err == nil {
		err = t.referee.rewind(stored.Moves)
	}
	if err != nil {
		t.services.Log.Error("the log cannot be read", "err", err)
		return data.Unavailable(err)
	}
	t.scheduleDoze()
	t.screens.publish()
	t.helpers.enlist()
	return nil
}
