package replay

import (
	"context"
	"sync"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// Replay is a chair at a finished game: every seat's view is open, and Seek chooses the moment that
// Next shows. Moments are computed on demand: a Replay holds the moves, the log as far as it was
// shown, and some positions to start from. It is safe for concurrent use.
type Replay struct {
	*matchmaking.Cursor // of shown

	match data.Match
	base  matchmaking.Frame // what all frames share

	mu    sync.Mutex
	walk  walk
	at    int
	shown matchmaking.Show // of frames without a content: Next computes that
}

var _ matchmaking.Viewer = (*Replay)(nil)

// New returns a finished match at the moment before its first move. ErrRunning for a
// running one.
func New(g engine.Game, m data.Match) (*Replay, error) {
	if m.Result == nil {
		return nil, matchmaking.ErrRunning
	}
	w, err := newWalk(g, m, engine.Spectator)
	if err != nil {
		return nil, err
	}
	r := &Replay{match: m, base: shared(g, m), walk: w}
	r.shown.Replace(matchmaking.Frame{}, nil)
	r.Cursor = matchmaking.NewCursor(&r.shown, func(wake func()) { go wake() }, nil)
	return r, nil
}

// shared is what all frames of a replay share.
func shared(g engine.Game, m data.Match) matchmaking.Frame {
	f := matchmaking.Frame{
		Match: m.ID, Game: m.Game, Rated: m.Rated, Pace: m.Pace, Private: m.Private, Origin: m.Origin, Options: m.Options,
		Seat: engine.Spectator, Commit: m.Seed.Commit(), Clock: g.Info().Clock,
	}
	for _, s := range m.Seats {
		f.Seats = append(f.Seats, matchmaking.Seated{Name: s.Name, Rating: s.Before, Kind: s.Kind, Level: s.Level})
	}
	return f
}

// Len returns how many moments there are: before the first move, and after each.
func (r *Replay) Len() int { return len(r.match.Moves) + 1 }

// Public returns what spectators saw at a moment, even if another one is shown; at the end also
// who won. It fails if the log does not follow from the rules.
func (r *Replay) Public(moment int) (matchmaking.Frame, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.frame(moment)
}

// Last returns the last frame with every seat's view, whichever moment is shown.
func (r *Replay) Last() (matchmaking.Frame, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.open(r.Len() - 1)
}

// Fork returns the position for going on from the moment shown. *BadTerms at the end.
func (r *Replay) Fork() (Fork, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.walk.fork(r.at)
}

// frame makes what spectators saw at a moment, which must exist. The caller holds the mutex.
func (r *Replay) frame(moment int) (matchmaking.Frame, error) {
	log, err := r.walk.to(moment)
	if err != nil {
		return matchmaking.Frame{}, err
	}
	f, state := r.base, r.walk.state
	f.Log = log
	f.View = matchmaking.View(state, engine.Spectator)
	f.Clocks = make([]matchmaking.SeatClock, len(r.match.Seats))
	for _, p := range state.Prompts() {
		f.Clocks[p.Seat].Asked = true
	}
	if moment == r.Len()-1 {
		f.End = &matchmaking.End{Result: *r.match.Result, Changes: matchmaking.ChangesOf(r.match), Seed: r.match.Seed}
	}
	return f, nil
}

// open makes a frame with every seat's view. The caller holds the mutex.
func (r *Replay) open(moment int) (matchmaking.Frame, error) {
	f, err := r.frame(moment)
	if err == nil {
		f.Open = matchmaking.Views(r.walk.state, len(r.match.Seats))
	}
	return f, err
}

// Seek shows a moment, or the nearest one.
func (r *Replay) Seek(moment int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = min(max(0, moment), r.Len()-1)
	r.shown.Replace(matchmaking.Frame{}, nil).Supersede()
}

// At returns the number of the moment shown.
func (r *Replay) At() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.at
}

// Next implements Viewer. It fails if the log does not follow from the rules.
func (r *Replay) Next(ctx context.Context, after int) (matchmaking.Frame, error) {
	if _, err := r.Cursor.Next(ctx, after); err != nil {
		return matchmaking.Frame{}, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	f, err := r.open(r.at)
	f.Revision = r.shown.Newest().Frame.Revision
	return f, err
}
