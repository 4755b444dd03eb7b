package review

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
)

// job is a review that is being made or waits for it. The Reviewer's mutex guards what changes.
type job struct {
	match   data.Match
	release func() // gives back the place that the first to ask pays for
	made    int    // moves looked at
	review  Review // once it is over
	err     error
	over    bool
	changed chan struct{} // closed whenever made, over or its place changes
}

// join returns the job of a match, adding one at the end of the queue if necessary.
func (r *Reviewer) join(ctx context.Context, m data.Match) (*job, error) {
	if _, ok := r.games[m.Game].(engine.Critic); !ok {
		return nil, ErrNoCritic
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, j := range r.jobs {
		if j.match.ID == m.ID {
			return j, nil
		}
	}
	if r.closed {
		return nil, ErrClosed
	}
	release, err := r.quota.Hold(quota.From(ctx), quota.Reviews)
	if err != nil {
		return nil, err
	}
	j := &job{match: m, release: release, changed: make(chan struct{})}
	r.jobs = append(r.jobs, j)
	select {
	case r.more <- struct{}{}:
	default: // the loop is already notified
	}
	return j, nil
}

// look returns a job's progress and a channel that is closed when that changes.
func (r *Reviewer) look(j *job) (p Progress, changed <-chan struct{}, over bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, o := range r.jobs {
		if o == j {
			p.Before = i
		}
	}
	p.Done, p.Of = j.made, len(j.match.Moves)
	return p, j.changed, j.over
}

// run makes the requested reviews until ctx ends, and refuses the rest.
func (r *Reviewer) run(ctx context.Context) {
	for ctx.Err() == nil {
		if j := r.first(); j != nil {
			review, err := r.make(ctx, j)
			r.settle(j, review, err)
			continue
		}
		select {
		case <-r.more:
		case <-ctx.Done():
		}
	}
	for j := r.first(); j != nil; j = r.first() {
		r.settle(j, Review{}, ErrClosed)
	}
}

// first returns the job whose turn it is, or nil.
func (r *Reviewer) first() *job {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.jobs) == 0 {
		return nil
	}
	return r.jobs[0]
}

// make makes a review and stores it. Those who wait get it even if it could not be stored.
func (r *Reviewer) make(ctx context.Context, j *job) (review Review, err error) {
	log := r.log.With("match", j.match.ID)
	defer func() {
		switch v := recover(); {
		case v != nil:
			log.Error("a review has panicked", "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
			err = ErrFailed
		case ctx.Err() != nil:
			err = ErrClosed
		case err != nil:
			log.Error("a game cannot be reviewed", "err", err)
			err = ErrFailed
		}
	}()
	review, puzzles, err := examine(ctx, r.games[j.match.Game], j.match, r.think, func(moves int) { r.tell(j, moves) })
	if err != nil {
		return review, err
	}
	body, err := json.Marshal(review)
	if err != nil {
		return review, err
	}
	if err := r.store.SaveAnalysis(ctx, j.match.ID, body); err != nil {
		log.Warn("a review is not kept", "err", err)
	}
	if err := r.store.AddPuzzles(ctx, time.Now(), puzzles...); err != nil {
		log.Warn("puzzles are not kept", "err", err)
	}
	return review, nil
}

// tell notes how many moves of a job have been looked at.
func (r *Reviewer) tell(j *job, moves int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	j.made = moves
	j.wake()
}

// settle ends the first job. All others move up.
func (r *Reviewer) settle(j *job, review Review, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	j.review, j.err, j.over = review, err, true
	j.release()
	for _, waiting := range r.jobs {
		waiting.wake()
	}
	r.jobs = slices.Delete(r.jobs, 0, 1)
}

// wake notifies those who wait. The mutex must be held.
func (j *job) wake() {
	close(j.changed)
	j.changed = make(chan struct{})
}
