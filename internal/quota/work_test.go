package quota_test

import (
	"testing"
	"testing/synctest"
	"time"

	"noir/internal/quota"
)

// TestWorkIsPaidFor by the time that it has taken, a millisecond at least and fifty at most. Whoever has used up what
// their address has waits.
func TestWorkIsPaidFor(t *testing.T) {
	for name, c := range map[string]struct {
		times       int
		takes       time.Duration
		least, most time.Duration // until all is done
	}{
		"short": {1000, 0, 0, 0},
		"long":  {100, 10 * time.Second, 1000 * time.Second, 1000 * time.Second},
		"much":  {1000, 50 * time.Millisecond, 118 * time.Second, 125 * time.Second}, // 50 s, of which 20 are there, and a quarter more each second
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l, began := quota.NewLedger(nil), time.Now()
				for range c.times {
					done, err := l.Work(t.Context(), player(1, here))
					if err != nil {
						t.Fatal(err)
					}
					time.Sleep(c.takes)
					done()
				}
				if took := time.Since(began); took < c.least || took > c.most {
					t.Errorf("it took %v, not %v to %v", took, c.least, c.most)
				}
			})
		})
	}
}

// TestThePayerOfAContext is the current one; the server if the context has no payer.
func TestThePayerOfAContext(t *testing.T) {
	if got := quota.From(t.Context()); got != (quota.Payer{}) {
		t.Errorf("nobody: %+v", got)
	}
	who := guest(1, here)
	ctx := quota.WithCurrent(t.Context(), func() quota.Payer { return who })
	if got := quota.From(ctx); got != who {
		t.Errorf("a guest: %+v", got)
	}
	who = player(2, here)
	if got := quota.From(ctx); got != who {
		t.Errorf("a guest who has become a player: %+v", got)
	}
	if got := quota.From(quota.With(ctx, player(3, there))); got != player(3, there) {
		t.Errorf("another one: %+v", got)
	}
}
