package matchmaking

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"noir/data"
	"noir/engine"
)

// Replay is a chair at a game that is over: every seat's view is open, and Seek
// chooses the moment that Next shows. All of it is safe for several goroutines.
type Replay struct {
	frames []Frame // by number of plies made

	mu      sync.Mutex
	at      int
	shown   int // revision
	changed chan struct{}
	left    bool
}

var _ Chair = (*Replay)(nil)

// NewReplay prepares a match that is over, shown from before its first move.
// ErrRunning for one that is not.
func NewReplay(g engine.Game, m data.Match) (*Replay, error) {
	if m.Result == nil {
		return nil, ErrRunning
	}
	steps, err := engine.Replay(g, m.Setup(), data.Moves(m.Moves))
	if err != nil {
		return nil, err
	}
	r := &Replay{shown: 1, changed: make(chan struct{})}
	base := replayFrame(g, m)
	log := logOf(steps, m.Moves, engine.Spectator)
	if len(log) != len(m.Moves) {
		return nil, fmt.Errorf("match %s: %d moves make %d plies", m.ID, len(m.Moves), len(log))
	}
	for i, s := range steps {
		f := base
		f.Log = log[:i:i]
		f.View = mustJSON(s.State.View(engine.Spectator))
		f.Open = openViews(s.State, len(m.Seats))
		f.Clocks = make([]SeatClock, len(m.Seats))
		for _, p := range s.State.Prompts() {
			f.Clocks[p.Seat].Asked = true
		}
		if i == len(steps)-1 {
			f.End = &End{Result: *m.Result, Changes: changesOf(m), Seed: m.Seed}
		}
		r.frames = append(r.frames, f)
	}
	return r, nil
}

// logOf is the log as a seat sees it, at the times at which it was written.
func logOf(steps []engine.Step, written []data.Entry, seat engine.Seat) []engine.Line {
	var log []engine.Line
	for _, s := range steps {
		for _, p := range s.Plies {
			if n := len(log); n < len(written) {
				log = append(log, p.Line(n+1, seat, written[n].AtMS))
			}
		}
	}
	return log
}

// replayFrame is what all frames of a replay share.
func replayFrame(g engine.Game, m data.Match) Frame {
	f := Frame{
		Match: m.ID, Game: m.Game, Rated: m.Rated, Pace: m.Pace, Private: m.Private, Options: m.Options,
		Seat: engine.Spectator, Commit: m.Seed.Commit(), Clock: g.Info().Clock,
	}
	for _, s := range m.Seats {
		f.Seats = append(f.Seats, Seated{Name: s.Name, Rating: s.Before, Kind: s.Kind, Level: s.Level})
	}
	return f
}

// Len returns how many moments there are: before the first move, and after each.
func (r *Replay) Len() int { return len(r.frames) }

// Last returns the frame of the end, whichever moment is shown.
func (r *Replay) Last() Frame { return r.frames[len(r.frames)-1] }

// Seek shows the moment with the given number, or the nearest there is.
func (r *Replay) Seek(moment int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = min(max(0, moment), len(r.frames)-1)
	r.shown++
	r.wake()
}

// At returns the number of the moment shown.
func (r *Replay) At() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.at
}

// wake tells whoever waits in Next. The mutex is held.
func (r *Replay) wake() {
	close(r.changed)
	r.changed = make(chan struct{})
}

// Next implements Chair.
func (r *Replay) Next(ctx context.Context, after int) (Frame, error) {
	for {
		r.mu.Lock()
		f, shown, changed, left := r.frames[r.at], r.shown, r.changed, r.left
		r.mu.Unlock()
		if left {
			return Frame{}, io.EOF
		}
		if shown > after {
			f.Revision = shown
			return f, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return Frame{}, ctx.Err()
		}
	}
}

// Notify implements Chair.
func (r *Replay) Notify(after int, wake func()) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		if _, _ = r.Next(ctx, after); ctx.Err() == nil {
			wake()
		}
	}()
	return cancel
}

// Play implements Chair: there is nothing to play.
func (r *Replay) Play(context.Context, int, json.RawMessage) error { return ErrWatching }

// Hint implements Chair.
func (r *Replay) Hint(context.Context) (Hint, error) { return Hint{}, ErrWatching }

// Resign implements Chair.
func (r *Replay) Resign(context.Context) error { return ErrWatching }

// Decline implements Chair.
func (r *Replay) Decline(context.Context, bool) error { return ErrWatching }

// Back implements Chair.
func (r *Replay) Back(context.Context) error { return ErrWatching }

// Say implements Chair.
func (r *Replay) Say(context.Context, string) error { return ErrWatching }

// Write implements Chair.
func (r *Replay) Write(context.Context, string) error { return ErrWatching }

// Slow implements Chair.
func (r *Replay) Slow(context.Context) error { return ErrWatching }

// Shut implements Chair.
func (r *Replay) Shut(context.Context, bool) error { return ErrWatching }

// Rematch implements Chair.
func (r *Replay) Rematch(context.Context) error { return ErrWatching }

// Leave implements Chair.
func (r *Replay) Leave() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.left {
		r.left = true
		r.wake()
	}
}
