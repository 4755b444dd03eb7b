package notify

import (
	"math/rand/v2"
	"net/netip"
	"slices"
	"strconv"
	"testing"
	"time"

	"noir/data"
)

// underway is a post that an outbox has given out, and what it counts as, told apart from what the outbox noted.
type underway struct {
	*delivery
	network string // where its player's webhook was found before, if it was
	slow    bool
	done    func()
}

// model is what a test knows of an outbox from what it has put, taken and told.
type model struct {
	under   []underway
	waiting []*delivery
	served  map[data.PlayerID]int // when the last post of a player went, otherwise when their first message came
	known   map[data.PlayerID]*recipient
	steps   int
}

// blocked tells which limit holds a delivery back now; "": none.
func (m *model) blocked(now time.Time) func(*delivery) string {
	slow, at, busy := 0, map[string]int{}, map[data.PlayerID]bool{}
	for _, u := range m.under {
		at[u.host]++
		if u.network != "" {
			at[u.network]++
		}
		if u.slow {
			slow++
		}
		busy[u.player] = true
	}
	return func(p *delivery) string {
		switch {
		case len(m.under) == mostAtOnce:
			return "all places"
		case busy[p.player]:
			return "busy"
		case at[p.host] == mostAtTarget:
			return "host"
		case at[m.network(p)] == mostAtTarget:
			return "network"
		case m.known[p.player].slow && slow == mostSlow:
			return "slow"
		case p.due.After(now):
			return "not due"
		}
		return ""
	}
}

// network is where the host of a delivery was found when its player last had a post there.
func (m *model) network(p *delivery) string {
	if r := m.known[p.player]; r.host == p.host {
		return r.address
	}
	return ""
}

// earlier reports whether a delivery goes before another one.
func (m *model) earlier(p, other *delivery) bool {
	if p.player == other.player {
		return p.due.Before(other.due)
	}
	return m.served[p.player] < m.served[other.player]
}

// tidy forgets a player of whom there is nothing left to know.
func (m *model) tidy(p data.PlayerID) {
	r := m.known[p]
	waits := slices.ContainsFunc(m.waiting, func(w *delivery) bool { return w.player == p })
	if r != nil && r.failures == 0 && !r.slow && !waits && !slices.ContainsFunc(m.under, func(u underway) bool { return u.player == p }) {
		delete(m.known, p)
	}
}

// TestEveryShareOfTheOutbox is kept and given back, whoever is slow, wherever their webhooks are found, and however posts
// end: whatever is held back is held back by a limit, and of the rest the player goes who was served longest ago.
func TestEveryShareOfTheOutbox(t *testing.T) {
	t.Parallel()
	var (
		o     = newOutbox()
		m     = &model{served: map[data.PlayerID]int{}, known: map[data.PlayerID]*recipient{}}
		dice  = rand.New(rand.NewPCG(1, 2))
		now   = time.Now()
		limit = map[string]int{} // how often each was met
	)
	put := func() {
		n := dice.IntN(120)
		p := &delivery{player: data.PlayerID(n), host: strconv.Itoa(n % 7), due: now.Add(time.Duration(dice.IntN(3)) * time.Second)}
		if m.known[p.player] == nil {
			m.steps++
			m.known[p.player], m.served[p.player] = &recipient{}, m.steps
		}
		m.waiting = append(m.waiting, p)
		o.put(p)
	}
	end := func() {
		i := dice.IntN(len(m.under))
		u := m.under[i]
		m.under = slices.Delete(m.under, i, i+1)
		r := m.known[u.player]
		if dice.IntN(8) > 0 { // otherwise nothing was connected to
			at, took, failed := netip.Addr{}, slowTime, dice.IntN(4) == 0
			if dice.IntN(3) > 0 {
				took--
			}
			if dice.IntN(4) > 0 { // a few networks have all the hosts
				at = netip.AddrFrom4([4]byte{192, 0, 2, byte(u.player % 3)})
			}
			r.slow, r.host, r.address = took == slowTime, u.host, ""
			if at.IsValid() {
				r.address = at.String()
			}
			if r.failures++; !failed && !r.slow {
				r.failures = 0
			}
			if got := o.fared(u.delivery, at, took, failed); got != r.failures {
				t.Fatalf("%d failures, not %d", got, r.failures)
			}
		}
		u.done()
		m.tidy(u.player)
	}
	forget := func(player data.PlayerID) {
		before := len(m.waiting)
		m.waiting = slices.DeleteFunc(m.waiting, func(w *delivery) bool { return w.player == player })
		if r := m.known[player]; r != nil {
			*r = recipient{slow: r.slow}
			m.tidy(player)
		}
		if got := o.forget(player); got != before-len(m.waiting) {
			t.Fatalf("%d messages are forgotten, not %d", got, before-len(m.waiting))
		}
	}
	for range 1500 {
		now = now.Add(time.Duration(dice.IntN(100)) * time.Millisecond)
		if len(m.waiting) < 60 {
			put()
		}
		for len(m.under) > dice.IntN(100) {
			end()
		}
		if dice.IntN(20) == 0 {
			forget(data.PlayerID(dice.IntN(120)))
		}
		p, done, due := o.next(now)
		blocked, soonest := m.blocked(now), time.Time{}
		for _, w := range m.waiting {
			why := blocked(w)
			if limit[why]++; why == "" && (p == nil || m.earlier(w, p)) {
				t.Fatalf("%+v goes, though %+v may", p, w)
			}
			if why == "not due" && (soonest.IsZero() || w.due.Before(soonest)) {
				soonest = w.due
			}
		}
		if p == nil {
			if !due.Equal(soonest) {
				t.Fatalf("the next one is due at %v, not %v", due, soonest)
			}
			continue
		}
		if why := blocked(p); why != "" {
			t.Fatalf("player %d goes: %q", p.player, why)
		}
		m.steps++
		m.under = append(m.under, underway{p, m.network(p), m.known[p.player].slow, done})
		m.waiting = slices.DeleteFunc(m.waiting, func(w *delivery) bool { return w == p })
		m.served[p.player] = m.steps
		if len(o.recipients) != len(m.known) || o.size() != len(m.waiting) {
			t.Fatalf("%d players are known and %d messages wait, not %d and %d", len(o.recipients), o.size(), len(m.known), len(m.waiting))
		}
	}
	for _, one := range []string{"busy", "not due", "all places", "host", "network", "slow"} {
		if limit[one] == 0 {
			t.Errorf("the limit %q was never met", one)
		}
	}
	for len(m.under) > 0 {
		end()
	}
	if o.underway != 0 || o.slow != 0 || len(o.at) != 0 {
		t.Errorf("with nothing under way %d are counted, %d slow, %v", o.underway, o.slow, o.at)
	}
}
