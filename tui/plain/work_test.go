package plain_test

import (
	"net/netip"
	"testing"
	"time"

	"noir/internal/quota"
	"noir/tui/tuitest"
)

// TestLinesArePaidFor: a visitor whose address has used too much processor time waits with the next
// line, and is told if that would take long; all visitors from there share one account.
func TestLinesArePaidFor(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		s := session(h, h.Player("marlowe"))
		from := quota.Payer{Address: netip.MustParseAddr("192.0.2.1")}
		s.Context = quota.With(s.Context, quota.Payer{Address: from.Address, ID: quota.Player(int64(s.Player.ID))})
		k := begin(t, s)
		k.hears("You are marlowe.")
		for _, c := range []struct {
			owed int
			want string
			took time.Duration
		}{
			{0, "no rated game yet", 0},
			{1, "no rated game yet", 4 * time.Second},
			{2, "Your address has used", 5 * time.Second},
		} {
			time.Sleep(2 * time.Minute) // until nothing is owed any more
			h.Quota.Charge(from, quota.Processor, 20+float64(c.owed))
			began := time.Now()
			k.types("profile")
			k.hears(c.want)
			if took := time.Since(began); took < c.took || took > c.took+time.Second {
				t.Errorf("with %d s owed it took %v, not %v", c.owed, took, c.took)
			}
		}
	})
}

// TestPlayingOnIsPaidFor: playing on from a replay costs as much as any command that takes long.
func TestPlayingOnIsPaidFor(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		marlowe := h.Player("marlowe")
		id := h.PlayedOut(time.Now(), 2, marlowe, h.Player("spade"))
		s := session(h, marlowe)
		from := quota.Payer{Address: netip.MustParseAddr("192.0.2.1")}
		s.Context = quota.With(s.Context, from)
		k := begin(t, s)
		k.types("replay "+string(id), "go 21", "house easy --seat 1")
		k.hears("Round 2 of 4.")
		time.Sleep(2 * time.Minute) // until nothing is owed any more
		k.types("leave")
		k.hears("This is the replay again")
		if err := h.Quota.Take(from, quota.Processor, 20-0.04); err == nil {
			t.Error("it has cost next to nothing")
		}
	})
}
