package notify

import (
	"context"
	"maps"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"noir/data"
)

// Figures of what waits to be posted.
const (
	mostWaiting  = 4096 // messages; what comes beyond costs whoever has most waiting their oldest
	mostOfOne    = 64   // of them, of one player; then the oldest of them is lost
	mostAtOnce   = 32   // posts under way, each of another player
	mostAtTarget = 8    // of them, to one host or address
	mostSlow     = 8    // of them, to players whose webhooks took long last time
)

// mostKnown is of how many players it is kept that their webhooks are slow.
const mostKnown = 1 << 14

// slowTime is how long a post takes to be slow. Slow ones are only so many of those under
// way, and count as failures in the end, though they arrive: what is slow keeps others waiting.
const slowTime = 3 * time.Second

// pauses are after each try of a message but the last.
var pauses = [...]time.Duration{time.Minute, 10 * time.Minute, time.Hour, 4 * time.Hour}

// mostAge is how old a message becomes that finds no turn at its address.
const mostAge = 6 * time.Hour

// parcel is a message on its way.
type parcel struct {
	player    data.PlayerID
	host      string // of the URL, in small letters
	about     string // a newer one about the same takes its place; "": nothing does
	challenge string // it is gone when this is; "": it is about none
	message   Message
	tries     int // that have failed
	since     time.Time
	due       time.Time

	// A trial is posted once, before others of its player; tried, which takes one without
	// waiting, is sent what came of it. It is nil for a message.
	tried chan<- trial
}

// trial is what came of a post.
type trial struct {
	began time.Time // the post
	err   error
}

// sameAs reports whether two parcels tell one player of the same thing.
func (p *parcel) sameAs(other *parcel) bool {
	return p.player == other.player && p.about == other.about && p.about != ""
}

// hostOf is the host of a URL.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Hostname())
}

// recipient is a player to whom something is posted, as far as others have to know.
type recipient struct {
	turn     uint64 // when the last parcel went, or else when the first one came
	busy     bool   // one is under way
	slow     bool   // the last one took long
	failures int    // tries that have failed since the last that did not

	host    string // of the webhook when it was last connected to,
	address string // and the network where that was found
}

// outbox keeps the parcels until they are due. It is the one gate to the outside: whatever
// is posted goes through it, and each player and each target has a share of it. Players
// take turns: the one served longest ago comes first.
type outbox struct {
	changed chan struct{} // something is there or is done

	mu         sync.Mutex
	waiting    []*parcel // the oldest first
	recipients map[data.PlayerID]*recipient
	underway   int
	slow       int            // of them
	at         map[string]int // of them, by target
	turns      uint64         // given so far
}

func newOutbox() *outbox {
	return &outbox{changed: make(chan struct{}, 1), recipients: map[data.PlayerID]*recipient{}, at: map[string]int{}}
}

// recipient returns what is known of a player. The mutex is held.
func (o *outbox) recipient(p data.PlayerID) *recipient {
	r := o.recipients[p]
	if r == nil {
		o.turns++
		r = &recipient{turn: o.turns}
		o.recipients[p] = r
	}
	return r
}

// target is what a parcel counts by among those that go to the same place: the network, if
// its host was found there before, or the host. The mutex is held.
func (o *outbox) target(p *parcel) string {
	if r := o.recipients[p.player]; r != nil && r.host == p.host && r.address != "" {
		return r.address
	}
	return p.host
}

// put takes a new parcel in, in place of one about the same. It reports whether one was
// lost for want of room: the oldest of a player with too many, or of the one with most where most
// wait.
func (o *outbox) put(p *parcel) (lost bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.waiting = slices.DeleteFunc(o.waiting, p.sameAs)
	o.recipient(p.player)
	o.waiting = append(o.waiting, p)
	o.poke()
	switch {
	case o.count(func(w *parcel) bool { return w.player == p.player }) > mostOfOne:
		return o.lose(func(w *parcel) bool { return w.player == p.player })
	case len(o.waiting) > mostWaiting:
		return o.lose(o.most())
	}
	return false
}

func (o *outbox) count(which func(*parcel) bool) (n int) {
	for _, w := range o.waiting {
		if which(w) {
			n++
		}
	}
	return n
}

// lose drops the oldest of some, if there is any. Trials are never lost: somebody waits for them.
func (o *outbox) lose(which func(*parcel) bool) bool {
	i := slices.IndexFunc(o.waiting, func(w *parcel) bool { return w.tried == nil && which(w) })
	if i >= 0 {
		o.waiting = slices.Delete(o.waiting, i, i+1)
	}
	return i >= 0
}

// most finds the parcels of the player with most waiting at the target for which most wait. The
// mutex is held.
func (o *outbox) most() func(*parcel) bool {
	targets, players := map[string]int{}, map[data.PlayerID]int{}
	for _, w := range o.waiting {
		targets[o.target(w)]++
		players[w.player]++
	}
	heaviest := func(a, b *parcel) *parcel {
		at, bt := targets[o.target(a)], targets[o.target(b)]
		if at > bt || at == bt && players[a.player] >= players[b.player] {
			return a
		}
		return b
	}
	worst := o.waiting[0]
	for _, w := range o.waiting {
		worst = heaviest(worst, w)
	}
	return func(w *parcel) bool { return w.player == worst.player }
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

// forget drops the messages that wait for a player whose webhook is another one from now
// on, and returns how many they are. That it was slow is not forgotten: the next one may
// be the same.
func (o *outbox) forget(player data.PlayerID) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	if r := o.recipients[player]; r != nil {
		r.failures, r.host, r.address = 0, "", ""
	}
	return o.drop(func(p *parcel) bool { return p.tried == nil && p.player == player })
}

// withdraw drops what tells of a challenge that is gone.
func (o *outbox) withdraw(challenge string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.drop(func(p *parcel) bool { return p.challenge == challenge })
}

// cancel drops a parcel, and reports whether it was still waiting.
func (o *outbox) cancel(p *parcel) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.drop(func(w *parcel) bool { return w == p }) > 0
}

// drop drops some parcels and returns how many they were. The mutex is held.
func (o *outbox) drop(which func(*parcel) bool) int {
	before := len(o.waiting)
	o.waiting = slices.DeleteFunc(o.waiting, which)
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

// next takes out a parcel that is due: of the players whose turn it may be, of the one who
// was served longest ago. Its share of what is under way is its own until done is called.
// With none, it returns when the next one will be due; the zero time is not before
// something has changed.
func (o *outbox) next(now time.Time) (next *parcel, done func(), due time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.underway >= mostAtOnce {
		return nil, nil, due
	}
	for _, p := range o.waiting {
		switch {
		case !o.free(p):
		case p.due.After(now):
			if due.IsZero() || p.due.Before(due) {
				due = p.due
			}
		case next == nil || o.before(p, next):
			next = p
		}
	}
	if next == nil {
		return nil, nil, due
	}
	o.drop(func(p *parcel) bool { return p == next })
	return next, o.send(next), time.Time{}
}

// send gives a parcel its share of what is under way. The mutex is held; done takes it.
func (o *outbox) send(p *parcel) (done func()) {
	r := o.recipient(p.player)
	o.turns++
	r.turn, r.busy = o.turns, true
	slow, targets := r.slow, []string{p.host}
	if target := o.target(p); target != p.host {
		targets = append(targets, target)
	}
	o.underway++
	if slow {
		o.slow++
	}
	for _, target := range targets {
		o.at[target]++
	}
	return func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.underway--
		if slow {
			o.slow--
		}
		for _, target := range targets {
			o.at[target]--
		}
		maps.DeleteFunc(o.at, func(_ string, n int) bool { return n == 0 })
		r.busy = false
		o.tidy(p.player)
		o.poke()
	}
}

// tidy forgets a player for whom nothing waits and of whom nothing has to be known. The
// mutex is held.
func (o *outbox) tidy(player data.PlayerID) {
	r := o.recipients[player]
	known := r.failures > 0 || r.slow && len(o.recipients) <= mostKnown
	if !known && o.count(func(p *parcel) bool { return p.player == player }) == 0 {
		delete(o.recipients, player)
	}
}

// free reports whether a parcel may go as far as its player and its target are concerned.
// The mutex is held.
func (o *outbox) free(p *parcel) bool {
	r := o.recipient(p.player)
	return !r.busy && !(r.slow && o.slow >= mostSlow) && o.at[p.host] < mostAtTarget && o.at[o.target(p)] < mostAtTarget
}

// before reports whether the first of two parcels goes first. The mutex is held.
func (o *outbox) before(a, b *parcel) bool {
	ra, rb := o.recipient(a.player), o.recipient(b.player)
	switch {
	case ra != rb:
		return ra.turn < rb.turn
	case (a.tried != nil) != (b.tried != nil):
		return a.tried != nil
	}
	return a.due.Before(b.due)
}

// run has parcels delivered when they are due until ctx ends, and waits for those that
// are under way.
func (o *outbox) run(ctx context.Context, deliver func(*parcel)) {
	var work sync.WaitGroup
	defer work.Wait()
	for ctx.Err() == nil {
		p, done, due := o.next(time.Now())
		if p == nil {
			o.pause(ctx, due)
			continue
		}
		work.Go(func() {
			defer done()
			deliver(p)
		})
	}
}

// fared notes what came of a post: where its host was found, if it was, and whether it was
// slow. It returns how many of the player's in a row have failed; slow ones count.
func (o *outbox) fared(p *parcel, at netip.Addr, took time.Duration, failed bool) (failures int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	r := o.recipient(p.player)
	r.slow = took >= slowTime
	if r.host, r.address = p.host, ""; at.IsValid() {
		r.address = at.String()
	}
	if failed || r.slow {
		r.failures++
	} else {
		r.failures = 0
	}
	return r.failures
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
