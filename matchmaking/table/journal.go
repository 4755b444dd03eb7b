package table

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking/tally"
)

// journal is one match in the store. Its methods block on the store without using the table's
// time. Their errors are the store's.
type journal struct {
	store Store
	ctx   context.Context
	match data.MatchID
	time  *gameTime // the table's
	tally *tally.Tally
	log   *slog.Logger

	lost   bool // another process may write to it
	unsure bool // what the store holds is unknown: it did not acknowledge the last write
}

func newJournal(s Services, match data.MatchID, time *gameTime) *journal {
	return &journal{store: s.Store, ctx: s.Context, match: match, time: time, tally: s.Tally, log: s.Log}
}

// read returns the match as it is stored.
func (j *journal) read() (data.Match, error) {
	defer j.time.stop()()
	return j.store.Match(j.ctx, j.match)
}

// append stores entries. After an error they may be stored or not.
func (j *journal) append(entries []data.Entry) (err error) {
	defer j.time.stop()()
	defer j.tally.Writing(time.Now(), &err)
	err = j.store.Append(j.ctx, j.match, entries...)
	j.note(err)
	return err
}

// finish stores the end of the game with its last entries. After an error they may be
// stored or not.
func (j *journal) finish(r engine.Result, last []data.Entry) (changes []data.Change, err error) {
	defer j.time.stop()()
	defer j.tally.Writing(time.Now(), &err)
	changes, err = j.store.Finish(j.ctx, j.match, time.Now(), r, last...)
	j.note(err)
	return changes, err
}

// discard removes the match, or finds that it is not there.
func (j *journal) discard() (err error) {
	defer j.time.stop()()
	defer j.tally.Writing(time.Now(), &err)
	return j.remove()
}

// remove is discard for a table that does not run.
func (j *journal) remove() error {
	err := j.store.Discard(j.ctx, j.match)
	j.note(err)
	if err == nil || errors.Is(err, data.ErrNotFound) {
		return nil
	}
	if _, missing := j.store.Match(j.ctx, j.match); errors.Is(missing, data.ErrNotFound) {
		return nil
	}
	return err
}

// slow makes the match a day game. When the store's answer is lost, the content of the store
// decides.
func (j *journal) slow() (err error) {
	defer j.time.stop()()
	defer j.tally.Writing(time.Now(), &err)
	if err = j.store.Slow(j.ctx, j.match); err == nil {
		return nil
	}
	j.note(err)
	j.log.Error("a game was not made a day game", "err", err)
	if m, unread := j.store.Match(j.ctx, j.match); unread == nil && m.Pace == data.Day {
		return nil
	}
	return err
}

// allowSpectators stores whether spectators are allowed.
func (j *journal) allowSpectators(allow bool) error {
	defer j.time.stop()()
	err := j.store.AllowSpectators(j.ctx, j.match, allow)
	j.note(err)
	return err
}

// ready reports whether the store accepts writes now.
func (j *journal) ready() error {
	err := j.store.Ready(j.ctx)
	j.note(err)
	return err
}

// note notes from the store's answer that the match belongs to another process.
func (j *journal) note(err error) { j.lost = j.lost || errors.Is(err, data.ErrFenced) }
