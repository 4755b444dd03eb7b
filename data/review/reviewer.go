package review

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/internal/quota"
)

// The errors of a Reviewer, as a player reads them.
var (
	ErrRunning  = errors.New(language.Mark("the game is not over"))
	ErrAborted  = errors.New(language.Mark("the game was aborted and counts for nothing; there is nothing to review"))
	ErrNoCritic = errors.New(language.Mark("games of that kind cannot be reviewed"))
	ErrClosed   = errors.New(language.Mark("the server is going down; ask again in a minute"))
	ErrFailed   = errors.New(language.Mark("the game could not be reviewed"))
)

// Progress is how far a review is.
type Progress struct {
	Before int // games that are reviewed first
	Done   int // moves looked at
	Of     int // moves of the game
}

// store keeps reviews, and the puzzles that come of them.
type store interface {
	Analysis(ctx context.Context, id data.MatchID) (json.RawMessage, error)
	SaveAnalysis(ctx context.Context, id data.MatchID, body json.RawMessage) error
	AddPuzzles(ctx context.Context, at time.Time, puzzles ...data.Puzzle) error
}

// Reviewer makes reviews, one after another, and keeps them with their matches. Any
// number of goroutines may ask it.
type Reviewer struct {
	store store
	games map[string]engine.Game
	think think
	quota *quota.Ledger
	log   *slog.Logger

	cancel context.CancelFunc
	work   sync.WaitGroup
	more   chan struct{} // holds a token when a job has come

	mu     sync.Mutex
	jobs   []*job // in their turn; the first is being done
	closed bool
}

// New returns a reviewer of the matches of a store. think does a piece of work that
// takes up to half a second of a processor, as soon as one is free for it, in a context
// of its own, or fails with ctx's error. In the ledger are the places of those that wait.
// Close must be called.
func New(store store, games []engine.Game, think func(ctx context.Context, work func(context.Context)) error, ledger *quota.Ledger, log *slog.Logger) *Reviewer {
	ctx, cancel := context.WithCancel(context.Background())
	r := &Reviewer{
		store: store, games: map[string]engine.Game{}, think: think, quota: ledger, log: log,
		cancel: cancel, more: make(chan struct{}, 1),
	}
	for _, g := range games {
		r.games[g.Info().Name] = g
	}
	r.work.Go(func() { r.run(ctx) })
	return r
}

// Close ends what is being made, tells those who wait, and waits.
func (r *Reviewer) Close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.cancel()
	r.work.Wait()
}

// Review returns the review of a match, which is made now unless there is one. It
// blocks until then and tells how far that is, whenever it changes; changes in between
// may be left out. When ctx ends, it is made all the same. ErrRunning, ErrAborted,
// ErrNoCritic, ErrClosed, ErrFailed, and *quota.Refused when too many games wait that
// whoever pays in ctx has asked for.
func (r *Reviewer) Review(ctx context.Context, m data.Match, told func(Progress)) (Review, error) {
	switch {
	case m.Result == nil:
		return Review{}, ErrRunning
	case m.Result.Reason == engine.Aborted:
		return Review{}, ErrAborted
	}
	if kept, ok, err := r.kept(ctx, m.ID); ok || err != nil {
		return kept, err
	}
	j, err := r.join(ctx, m)
	if err != nil {
		return Review{}, err
	}
	for {
		p, changed, over := r.look(j)
		if over {
			return j.review, j.err
		}
		told(p)
		select {
		case <-changed:
		case <-ctx.Done():
			return Review{}, ctx.Err()
		}
	}
}

// kept returns the review that is kept with a match, if there is one of today's form.
func (r *Reviewer) kept(ctx context.Context, id data.MatchID) (review Review, ok bool, err error) {
	body, err := r.store.Analysis(ctx, id)
	if errors.Is(err, data.ErrNotFound) {
		return review, false, nil
	}
	if err != nil {
		return review, false, err
	}
	err = json.Unmarshal(body, &review)
	return review, err == nil && review.Version == Version, nil
}
