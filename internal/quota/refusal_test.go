package quota_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/internal/quota"
	"noir/internal/quota/quotatest"
)

// TestRefusalsSayWhy: whose limit it was, what it is, and for how long to wait.
func TestRefusalsSayWhy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		refused := func(l *quota.Ledger, p func(int) quota.Payer, g quota.Good, n float64) *quota.Refused {
			for i := range 1000 {
				if err, is := errors.AsType[*quota.Refused](l.Take(p(i), g, n)); is {
					return err
				}
			}
			t.Fatalf("%s has no end", g)
			return nil
		}
		own := func(int) quota.Payer { return player(1, here) }
		many := func(n int) quota.Payer { return player(int64(n)+1, here) }
		l := quotatest.Ledger[string](t, nil)
		time.Sleep(30 * time.Second)
		no := refused(l, own, quota.Challenges, 4) // of 10 at first, and one more a minute
		if no.Retry != 2*time.Minute || strings.Contains(no.Error(), "address") || strings.Contains(no.Error(), "server") {
			t.Errorf("%q, retry after %v", no, no.Retry)
		}
		if no := refused(l, many, quota.Challenges, 1); !strings.Contains(no.Error(), "your address has reached its limit") {
			t.Errorf("the address: %q", no)
		}
	})
}

// TestWaitingIsCounted once, and only if there was no place.
func TestWaitingIsCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := quotatest.Ledger(t, map[string]string{"replays": "1"})
		release, err := l.Queue(t.Context(), player(1, here), quota.Replays)
		if met := l.Met()["replays"]; err != nil || met != 0 {
			t.Fatalf("met %d times by the first, %v", met, err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := l.Queue(ctx, player(1, here), quota.Replays); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the second: %v", err)
		}
		if met := l.Met()["replays"]; met != 1 {
			t.Errorf("met %d times by the second, want once", met)
		}
		release()
	})
}
