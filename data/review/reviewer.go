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
	ErrRunning  = errors.New(language.Mark("the game is not over: try again when it is"))
	ErrAborted  = errors.New(language.Mark("the game was aborted and counts for nothing; there is nothing to review"))
	ErrNoCritic = errors.New(language.Mark("games of that kind cannot be reviewed: replay it instead"))
	ErrClosed   = errors.New(language.Mark("the server is going down; ask again in a minute"))
	ErrFailed   = errors.New(language.Mark("the game could not be reviewed: try again in a minute"))
)

// Progress is how far a review has got.
type Progress struct {
	Before int // games that are reviewed first
	Done   int // moves looked at
	Of     int // moves of the game
}

// store keeps reviews and the puzzles found by them.
type store interface {
	Analysis(ctx context.Context, id data.MatchID) (json.RawMessage, error)
	SaveAnalysis(ctx context.Context, id data.MatchID, body json.RawMessage) error
	AddPuzzles(ctx context.Context, at time.Time, puzzles ...data.Puzzle) error
}

// Reviewer makes reviews one after another and stores them with their matches. It is safe for
// concurrent use.
type Reviewer struct {
	store store
	games map[string]engine.Game
	think think
	quota *quota.Ledger
	log   *slog.Logger

	cancel context.CancelFunc
	work   sync.WaitGroup
	more   chan struct{} // holds a token when a job was added

	mu     sync.Mutex
	jobs   []*job // in order; the first is being done
	closed bool
}

// New returns a reviewer of the matches of a store. think runs a piece of work that takes up to
// half a second of a processor as soon as one is free, in a context of its own, or fails with ctx's
// error. The ledger limits how many reviews wait. The caller must call Close.
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

// Close stops the current review, tells those who wait, and blocks until that is done.
func (r *Reviewer) Close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.cancel()
	r.work.Wait()
}

// Review returns the stored review of a match, or makes it now. It blocks until then and calls told
// when the progress changes; it may skip some changes. When ctx ends, the review is made all the
// same. ErrRunning, ErrAborted, ErrNoCritic, ErrClosed, ErrFailed, and *quota.Refused when the
// payer in ctx has too many games waiting.
func (r *Reviewer) Review(ctx context.Context, m data.Match, told func(Progress)) (Review, error) {
	switch {
	case m.Result == nil:
		return Review{}, ErrRunning
	case m.Result.Reason == engine.Aborted:
		return Review{}, ErrAborted
	}
	if kept, ok, err := r.Kept(ctx, m.ID); ok || err != nil {
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

// Kept returns the stored review of a match, if there is one in the current format. It never makes
// a review.
func (r *Reviewer) Kept(ctx context.Context, id data.MatchID) (review Review, ok bool, err error) {
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
