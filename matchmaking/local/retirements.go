package local

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"noir/data"
	"noir/internal/workers"
)

const (
	storeRetry = time.Second // between attempts to store what must be stored some time
	retryTold  = time.Minute // between lines in the log about such attempts
)

// retirements have the store let people who are out of a running game be in another live one. What
// fails is tried again. It is safe for concurrent use.
type retirements struct {
	store retirer
	group *workers.Group
	log   *slog.Logger

	mu      sync.Mutex
	pending []retirement
	busy    bool // a goroutine works on them
}

type retirer interface {
	Retire(ctx context.Context, id data.MatchID, players ...data.PlayerID) error
}

// retirement is of people of one match.
type retirement struct {
	match  data.MatchID
	people []data.PlayerID
}

// add does not block.
func (rs *retirements) add(id data.MatchID, people []data.PlayerID) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	rs.pending = append(rs.pending, retirement{id, people})
	if !rs.busy {
		rs.busy = rs.group.Go(rs.run)
	}
}

// run works until nothing is pending. What is when the house closes is done by whoever resumes the
// matches.
func (rs *retirements) run() {
	var told time.Time
	for batch := rs.take(); len(batch) > 0; batch = rs.take() {
		failed, err := rs.try(batch)
		switch {
		case err == nil:
			continue
		case rs.group.Context.Err() != nil:
			return
		}
		if time.Since(told) >= retryTold {
			told = time.Now()
			rs.log.Error("people who are out of a game cannot play another one yet", "matches", len(failed), "err", err)
		}
		rs.mu.Lock()
		rs.pending = append(failed, rs.pending...)
		rs.mu.Unlock()
		select {
		case <-time.After(storeRetry):
		case <-rs.group.Context.Done():
			return
		}
	}
}

// take returns what is pending, and ends the work if that is nothing.
func (rs *retirements) take() []retirement {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	batch := rs.pending
	rs.pending, rs.busy = nil, len(batch) > 0
	return batch
}

// try returns those that have failed and the last reason. A match that another process runs is no
// concern of this one any more.
func (rs *retirements) try(batch []retirement) (failed []retirement, last error) {
	for _, r := range batch {
		if err := rs.store.Retire(rs.group.Context, r.match, r.people...); err != nil && !errors.Is(err, data.ErrFenced) {
			failed, last = append(failed, r), err
		}
	}
	return failed, last
}
