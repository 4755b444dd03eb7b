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

// Limits of the outbox.
const (
	mostWaiting  = 4096 // messages; beyond that the player with most of them loses their oldest
	mostOfOne    = 64   // of one player; beyond that their oldest is lost
	mostAtOnce   = 32   // posts under way, each for a different player
	mostAtTarget = 8    // of them, to one host or address
	mostSlow     = 8    // of them, to players whose last post was slow
)

// mostKnown is for how many players slow webhooks are remembered.
const mostKnown = 1 << 14

// slowTime is how long a slow post takes. At most mostSlow slow posts may be under way, and too
// many in a row count as failures even if they arrive: a slow target keeps others waiting.
const slowTime = 3 * time.Second

// pauses are the pauses after each try of a message except the last.
var pauses = [...]time.Duration{time.Minute, 10 * time.Minute, time.Hour, 4 * time.Hour}

// mostAge is the age at which a message is dropped if it finds no turn at its address, or cannot be sent for want of
// the store.
const mostAge = 6 * time.Hour

// delivery is a message on its way to a webhook.
type delivery struct {
	player    data.PlayerID
	host      string // of the URL, in lower case
	about     string // a newer one about the same takes its place; "": no message does
	challenge string // it is dropped when this challenge is gone; "": it is about no challenge
	message   Message
	tries     int // that have failed
	since     time.Time
	due       time.Time

	// A test message is posted once, before other messages of its player. Its result is sent to tried,
	// which must not block. It is nil for other messages.
	tried chan<- attempt
}

// attempt is the result of a post.
type attempt struct {
	began time.Time // when the post began
	err   error
}

// sameAs reports whether two deliveries tell one player of the same thing.
func (p *delivery) sameAs(other *delivery) bool {
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

// recipient is the posting state of one player.
type recipient struct {
	turn     uint64 // when the last delivery went, otherwise when the first one came
	busy     bool   // one is under way
	slow     bool   // the last one was slow
	failures int    // failed tries since the last success

	host    string // of the webhook when it was last connected to,
	address string // and the network where it was found
}

// outbox queues the deliveries until they are due. Everything that is posted goes through it, and each
// player and each target has a limited share. Players take turns: the one served longest ago comes
// first.
type outbox struct {
	changed chan struct{} // signalled when something was added or is done

	mu         sync.Mutex
	waiting    []*delivery // oldest first
	recipients map[data.PlayerID]*recipient
	underway   int
	slow       int            // of them
	at         map[string]int // of them, by target
	turns      uint64         // given so far
}

func newOutbox() *outbox {
	return &outbox{changed: make(chan struct{}, 1), recipients: map[data.PlayerID]*recipient{}, at: map[string]int{}}
}

// recipient returns the state of a player. The mutex must be held.
func (o *outbox) recipient(p data.PlayerID) *recipient {
	r := o.recipients[p]
	if r == nil {
		o.turns++
		r = &recipient{turn: o.turns}
		o.recipients[p] = r
	}
	return r
}

// target is what limits of deliveries to one place go by: the network, if the host was found there
// before, or the host. The mutex must be held.
func (o *outbox) target(p *delivery) string {
	if r := o.recipients[p.player]; r != nil && r.host == p.host && r.address != "" {
		return r.address
	}
	return p.host
}

// put adds a new delivery, replacing one about the same thing. It reports whether one was lost for
// lack of room: the oldest of a player with too many, or of the player with most at the busiest
// target.
func (o *outbox) put(p *delivery) (lost bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.waiting = slices.DeleteFunc(o.waiting, p.sameAs)
	o.recipient(p.player)
	o.waiting = append(o.waiting, p)
	o.poke()
	switch {
	case o.count(func(w *delivery) bool { return w.player == p.player }) > mostOfOne:
		return o.lose(func(w *delivery) bool { return w.player == p.player })
	case len(o.waiting) > mostWaiting:
		return o.lose(o.most())
	}
	return false
}

func (o *outbox) count(which func(*delivery) bool) (n int) {
	for _, w := range o.waiting {
		if which(w) {
			n++
		}
	}
	return n
}

// lose drops the oldest matching delivery, if any. It never drops test messages: a caller waits for them.
func (o *outbox) lose(which func(*delivery) bool) bool {
	i := slices.IndexFunc(o.waiting, func(w *delivery) bool { return w.tried == nil && which(w) })
	if i < 0 {
		return false
	}
	lost := o.waiting[i]
	return o.drop(func(w *delivery) bool { return w == lost }) > 0
}

// most matches the deliveries of the player with most waiting at the busiest target. The mutex must be
// held.
func (o *outbox) most() func(*delivery) bool {
	targets, players := map[string]int{}, map[data.PlayerID]int{}
	for _, w := range o.waiting {
		targets[o.target(w)]++
		players[w.player]++
	}
	heaviest := func(a, b *delivery) *delivery {
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
	return func(w *delivery) bool { return w.player == worst.player }
}

// back returns a delivery to the queue, unless there is a newer one about the same thing.
func (o *outbox) back(p *delivery) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !slices.ContainsFunc(o.waiting, p.sameAs) {
		o.waiting = append(o.waiting, p)
		o.poke()
	}
}

// forget drops the messages waiting for a player who changes their webhook, and returns how many.
// It remembers that the webhook was slow: the next one may be the same.
func (o *outbox) forget(player data.PlayerID) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	if r := o.recipients[player]; r != nil {
		r.failures, r.host, r.address = 0, "", ""
	}
	defer o.tidy(player)
	return o.drop(func(p *delivery) bool { return p.tried == nil && p.player == player })
}

// withdraw drops messages about a challenge that is gone.
func (o *outbox) withdraw(challenge string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.drop(func(p *delivery) bool { return p.challenge == challenge })
}

// cancel drops a delivery, and reports whether it was still waiting.
func (o *outbox) cancel(p *delivery) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.drop(func(w *delivery) bool { return w == p }) > 0
}

// drop drops matching deliveries and returns how many. The mutex must be held.
func (o *outbox) drop(which func(*delivery) bool) int {
	var of []data.PlayerID
	o.waiting = slices.DeleteFunc(o.waiting, func(p *delivery) bool {
		drops := which(p)
		if drops {
			of = append(of, p.player)
		}
		return drops
	})
	for _, player := range of {
		o.tidy(player)
	}
	return len(of)
}

func (o *outbox) poke() {
	select {
	case o.changed <- struct{}{}:
	default:
	}
}

// size is the number of waiting deliveries.
func (o *outbox) size() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.waiting)
}

// next removes a delivery that is due: of the players whose turn it may be, from the one served
// longest ago. The delivery's share of what is under way is released by done. Without one, next
// returns when the next one is due; the zero time means not before something changes.
func (o *outbox) next(now time.Time) (next *delivery, done func(), due time.Time) {
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
	done = o.send(next)
	o.drop(func(p *delivery) bool { return p == next })
	return next, done, time.Time{}
}

// send takes a delivery's share of what is under way. The mutex must be held for send; done takes it
// itself.
func (o *outbox) send(p *delivery) (done func()) {
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

// tidy forgets a player with nothing waiting or under way and nothing to remember. The mutex must be held.
func (o *outbox) tidy(player data.PlayerID) {
	r := o.recipients[player]
	known := r != nil && (r.busy || r.failures > 0 || r.slow && len(o.recipients) <= mostKnown)
	if !known && o.count(func(p *delivery) bool { return p.player == player }) == 0 {
		delete(o.recipients, player)
	}
}

// free reports whether the limits of its player and target allow a delivery to go. The mutex must be
// held.
func (o *outbox) free(p *delivery) bool {
	r := o.recipient(p.player)
	return !r.busy && !(r.slow && o.slow >= mostSlow) && o.at[p.host] < mostAtTarget && o.at[o.target(p)] < mostAtTarget
}

// before reports whether a goes before b. The mutex must be held.
func (o *outbox) before(a, b *delivery) bool {
	ra, rb := o.recipient(a.player), o.recipient(b.player)
	switch {
	case ra != rb:
		return ra.turn < rb.turn
	case (a.tried != nil) != (b.tried != nil):
		return a.tried != nil
	}
	return a.due.Before(b.due)
}

// run has deliveries delivered when they are due until ctx ends, and waits for those under way.
func (o *outbox) run(ctx context.Context, deliver func(*delivery)) {
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

// fared notes the result of a post: where its host was found, if it was, and whether it was slow.
// It returns how many of the player's posts in a row have failed or been slow.
func (o *outbox) fared(p *delivery, at netip.Addr, took time.Duration, failed bool) (failures int) {
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

// pause waits until a moment (zero: no limit), a change, or the end of ctx.
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
