package quota_test

import (
	"context"
	"errors"
	"net/netip"
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

// TestEveryRefusalIsASentence about the good, to a player, for their address, and for all together, with the time until there
// is more of it.
func TestEveryRefusalIsASentence(t *testing.T) {
	const (
		address = "your address has reached its limit for this; try again later"
		server  = "the server has reached its limit for this; try again in a minute"
	)
	own := map[quota.Good]string{
		quota.Tables:       "you have the most tables allowed (8); end a game first",
		quota.DayGames:     "you have the most day games allowed (50); end one first",
		quota.Openings:     "tables are being opened too fast; wait a few seconds",
		quota.Replays:      "too many of your replays wait already; try again when one is done",
		quota.Reviews:      "2 of your games wait for a review already; try again when one is done",
		quota.Challenges:   "you have made many challenges lately; wait a minute",
		quota.ChallengesTo: "you have challenged them often enough for now; try again in an hour",
		quota.Reports:      "you have reported often enough for now; wait a minute",
		quota.Webhooks:     "you have tried webhooks often enough for now; wait a minute",
		quota.Calls:        "", // nobody is told of a call that is not made
		quota.Posts:        "",
		quota.NewPosts:     server,
		quota.Pages:        "your address asks for pages too often; wait a few seconds",
		quota.Recovery:     "too many wrong codes; try again in an hour",
		quota.Processor:    "your address has used a great deal of this server's time; wait a few seconds",
	}
	synctest.Test(t, func(t *testing.T) {
		for _, price := range quota.Usual() {
			refused := func(most quota.Limit, p func(int) quota.Payer) *quota.Refused {
				l := quota.NewLedger(nil)
				for n := range most.N + 1 {
					var err error
					if price.Held {
						_, err = l.Hold(p(n), price.Good)
					} else {
						err = l.Take(p(n), price.Good, 1)
					}
					if no, is := errors.AsType[*quota.Refused](err); is != (n == most.N) {
						t.Errorf("%s: the %dth of %d: %v", price.Good, n+1, most.N, err)
					} else if is {
						if no.Good != price.Good || no.Retry != most.Every || l.Met()[strings.ReplaceAll(string(price.Good), "-", "_")] != 1 {
							t.Errorf("%s: %+v, met %v", price.Good, *no, l.Met())
						}
						return no
					}
				}
				return nil
			}
			says := func(no *quota.Refused, want string) {
				if no != nil && no.Error() != want {
					t.Errorf("%s says %q, not %q", price.Good, no, want)
				}
			}
			first, from := price.Player, here
			if first.N == 0 {
				first = price.Address
			}
			if first.N == 0 {
				first, from = price.All, netip.Addr{}
			}
			says(refused(first, func(int) quota.Payer { return player(1, from) }), own[price.Good])
			if price.Player.N > 0 && price.Address.N > 0 {
				says(refused(price.Address, func(n int) quota.Payer { return player(int64(n)+1, here) }), address)
			}
			if price.All.N > 0 && from.IsValid() {
				says(refused(price.All, func(n int) quota.Payer {
					return player(int64(n)+1, netip.AddrFrom4([4]byte{10, 0, byte(n >> 8), byte(n)}))
				}), server)
			}
		}
	})
}
