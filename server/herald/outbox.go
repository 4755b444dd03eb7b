package herald

import (
	"context"
	"slices"
	"sync"
	"time"

	"noir/data"
)

// Figures of what waits to be posted.
const (
	mostWaiting = 4096 // messages; what comes beyond is lost
	mostOfOne   = 64   // of them, of one player; then his oldest is lost
	mostAtOnce  = 32   // posts under way, each of another player
)

// pauses are after each try of a message but the last.
var pauses = [...]time.Duration{time.Minute, 10 * time.Minute, time.Hour, 4 * time.Hour}

// parcel is a message on its way.
type parcel struct {
	player  data.PlayerID
	about   string // a newer one about the same takes its place; "": nothing does
	message Message
	tries   int // that have failed
	due     time.Time
}

// sameAs reports whether two parcels tell one player of the same thing.
func (p *parcel) sameAs(other *parcel) bool {
	return p.player == other.player && p.about == other.about && p.about != ""
}

// outbox keeps the parcels until they are due.
type outbox struct {
	changed chan struct{} // something is there or is done

	mu      sync.Mutex
	waiting []*parcel              // the oldest first
	busy    map[data.PlayerID]bool // one of his is under way
}

func newOutbox() *outbox {
	return &outbox{changed: make(chan struct{}, 1), busy: map[data.PlayerID]bool{}}
}

// put takes a new parcel in, in place of one about the same. It reports whether one was
// lost for want of room: the oldest of a player who has too many, or else this one.
func (o *outbox) put(p *parcel) (lost bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.waiting = slices.DeleteFunc(o.waiting, p.sameAs)
	own := 0
	for _, w := range o.waiting {
		if w.player == p.player {
			own++
		}
	}
	switch {
	case own >= mostOfOne:
		i := slices.IndexFunc(o.waiting, func(w *parcel) bool { return w.player == p.player })
		o.waiting, lost = slices.Delete(o.waiting, i, i+1), true
	case len(o.waiting) >= mostWaiting:
		return true
	}
	o.waiting = append(o.waiting, p)
	o.poke()
	return lost
}

// back takes a parcel in again, unless there is a newer one about the same.
func (o *outbox) back(p *parcel) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !slices.ContainsFunc(o.waiting, p.sameAs) {
		o.waiting = append(o.waiting, p)
		o.poke()
	}
}

// forget drops all that waits for a player and returns how many that are.
func (o *outbox) forget(player data.PlayerID) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	before := len(o.waiting)
	o.waiting = slices.DeleteFunc(o.waiting, func(p *parcel) bool { return p.player == player })
	return before - len(o.waiting)
}

func (o *outbox) poke() {
	select {
	case o.changed <- struct{}{}:
	default:
	}
}

// size is how many wait.
func (o *outbox) size() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.waiting)
}

// next takes out the parcel that has been due longest, of players of whom none is under
// way. With none, it returns when the next one will be; the zero time is never.
func (o *outbox) next(now time.Time) (*parcel, time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	first := -1
	for i, p := range o.waiting {
		if !o.busy[p.player] && (first < 0 || p.due.Before(o.waiting[first].due)) {
			first = i
		}
	}
	if first < 0 {
		return nil, time.Time{}
	}
	p := o.waiting[first]
	if p.due.After(now) {
		return nil, p.due
	}
	o.waiting = slices.Delete(o.waiting, first, first+1)
	o.busy[p.player] = true
	return p, time.Time{}
}

// done lets the next parcel of a player go.
func (o *outbox) done(player data.PlayerID) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.busy, player)
	o.poke()
}

// run has parcels delivered when they are due until ctx ends, and waits for those that
// are under way.
func (o *outbox) run(ctx context.Context, deliver func(*parcel)) {
	var work sync.WaitGroup
	defer work.Wait()
	slots := make(chan struct{}, mostAtOnce)
	for ctx.Err() == nil {
		p, due := o.next(time.Now())
		if p == nil {
			o.pause(ctx, due)
			continue
		}
		slots <- struct{}{} // a post takes postTime at most
		work.Go(func() {
			defer func() { <-slots }()
			defer o.done(p.player)
			deliver(p)
		})
	}
}

// pause waits until a moment (the zero time is never), a change, or the end of ctx.
func (o *outbox) pause(ctx context.Context, until time.Time) {
	if !until.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, until)
		defer cancel()
	}
	select {
	case <-ctx.Done():
	case <-o.changed:
	}
}
