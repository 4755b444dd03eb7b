package quota_test

import (
	"context"
	"errors"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noir/internal/quota"
	"noir/internal/quota/quotatest"
)

var (
	here  = netip.MustParseAddr("192.0.2.1")
	there = netip.MustParseAddr("192.0.2.2")
	local = netip.MustParseAddr("127.0.0.1")
)

func player(id int64, from netip.Addr) quota.Payer {
	return quota.Payer{Address: from, ID: quota.Player(id)}
}

func guest(id int64, from netip.Addr) quota.Payer {
	return quota.Payer{Address: from, ID: quota.Guest(id), Guest: true}
}

// holds counts how many places a payer gets, up to 1,000.
func holds(l *quota.Ledger, p func(int) quota.Payer, g quota.Good) int {
	for n := range 1000 {
		if _, err := l.Hold(p(n), g); err != nil {
			return n
		}
	}
	return 1000
}

func TestWhoPays(t *testing.T) {
	always := func(p quota.Payer) func(int) quota.Payer { return func(int) quota.Payer { return p } }
	anew := func(make func(int64, netip.Addr) quota.Payer, from netip.Addr) func(int) quota.Payer {
		return func(n int) quota.Payer { return make(int64(n)+1, from) }
	}
	for name, c := range map[string]struct {
		payer func(int) quota.Payer
		good  quota.Good
		set   map[string]string
		want  int
	}{
		"a player":                              {always(player(1, here)), quota.Tables, nil, 8},
		"players of one address, dear":          {anew(player, here), quota.Tables, nil, 24},
		"players of one address, cheap":         {anew(player, here), quota.DayGames, nil, 1000},
		"guests of one address":                 {anew(guest, here), quota.Tables, nil, 24},
		"guests of one address, no own price":   {anew(guest, here), quota.DayGames, nil, 50},
		"a guest at loopback":                   {always(guest(1, local)), quota.Tables, nil, 8},
		"guests at loopback":                    {anew(guest, local), quota.Tables, nil, 512},
		"guests at loopback, where that is set": {anew(guest, local), quota.Tables, map[string]string{"tables-per-address": "5"}, 5},
		"players at loopback":                   {anew(player, local), quota.Tables, map[string]string{"tables-in-all": "70"}, 70},
		"players of no address":                 {anew(player, netip.Addr{}), quota.Tables, nil, 512},
		"the server":                            {always(quota.Payer{}), quota.Tables, nil, 1000},
		"each target":                           {func(n int) quota.Payer { return player(1, here).Toward(string(rune('a' + n%2))) }, quota.DayGames, nil, 100},
	} {
		t.Run(name, func(t *testing.T) {
			if got := holds(quotatest.Ledger(t, c.set), c.payer, c.good); got != c.want {
				t.Errorf("%d places, want %d", got, c.want)
			}
		})
	}
}

func TestPlacesComeBackOnce(t *testing.T) {
	l := quotatest.Ledger(t, map[string]string{"tables": "1"})
	release, err := l.Hold(player(1, here), quota.Tables)
	if err != nil {
		t.Fatal(err)
	}
	release()
	release()
	if n := holds(l, func(int) quota.Payer { return player(1, here) }, quota.Tables); n != 1 {
		t.Errorf("%d places after one was given back twice, want 1", n)
	}
	claimed := l.Claim(player(2, here), quota.Tables)
	second := l.Claim(player(2, here), quota.Tables)
	claimed()
	if _, err := l.Hold(player(2, here), quota.Tables); err == nil {
		t.Error("a place beside a claim that holds the last one")
	}
	second()
	if _, err := l.Hold(player(2, here), quota.Tables); err != nil {
		t.Error(err)
	}
}

func TestRates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := quotatest.Ledger[string](t, nil)
		payer := player(1, here)
		for range 10 {
			if err := l.Take(payer, quota.Challenges, 1); err != nil {
				t.Fatal(err)
			}
		}
		var refused *quota.Refused
		if err := l.Take(payer, quota.Challenges, 1); !errors.As(err, &refused) || refused.Retry != time.Minute {
			t.Fatalf("the eleventh: %v, retry after %v", err, refused.Retry)
		}
		if err := l.Take(player(2, there), quota.Challenges, 1); err != nil {
			t.Errorf("somebody else: %v", err)
		}
		time.Sleep(time.Minute)
		if err := l.Take(payer, quota.Challenges, 1); err != nil {
			t.Errorf("a minute later: %v", err)
		}
		if met := l.Met()["challenges"]; met != 1 {
			t.Errorf("met %d times, want once", met)
		}
	})
}

// What one account refuses costs no other account anything.
func TestAllOrNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := quotatest.Ledger(t, map[string]string{"challenges-per-address": "10/1h"})
		if err := l.Take(player(1, here), quota.Challenges, 10); err != nil {
			t.Fatal(err)
		}
		for range 20 {
			if err := l.Take(player(2, here), quota.Challenges, 1); err == nil {
				t.Fatal("the address has had its ten")
			}
		}
		if err := l.Take(player(2, there), quota.Challenges, 10); err != nil {
			t.Errorf("refusals have cost the player something: %v", err)
		}
	})
}

func TestDebts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const patience = time.Minute
		l, payer := quotatest.Ledger[string](t, nil), guest(1, here)
		pays := func(p quota.Payer, n float64, want time.Duration) {
			t.Helper()
			began := time.Now()
			if err := l.Pay(t.Context(), p, quota.Processor, n, patience); err != nil {
				t.Error(err)
			}
			if took := time.Since(began).Round(time.Millisecond); took != want {
				t.Errorf("waited %v, want %v", took, want)
			}
		}
		pays(payer, 1, 0)
		l.Charge(payer, quota.Processor, 24) // of 20, one back each four seconds
		pays(guest(3, there), 1, 0)
		pays(guest(2, here), 1, 20*time.Second)

		// Now 1 is owed: of three who come at once, each also waits for what the previous ones use.
		var turns sync.WaitGroup
		for i := range 3 {
			turns.Go(func() { pays(payer, 1, 4*time.Duration(i+1)*time.Second) })
			synctest.Wait()
		}
		turns.Wait()
		if n := l.Met()["processor"]; n != 4 {
			t.Errorf("four have waited, and %d are counted", n)
		}
	})
}

// A payer that owes too much is told so after some time, and owes nothing more for it; one that gives up
// waiting is not held.
func TestImpatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, payer, began := quotatest.Ledger[string](t, nil), guest(1, here), time.Now()
		l.Charge(payer, quota.Processor, 25)
		for range 10 {
			go func() {
				var refused *quota.Refused
				err := l.Pay(t.Context(), payer, quota.Processor, 1, 5*time.Second)
				if !errors.As(err, &refused) || refused.Retry != 20*time.Second || time.Since(began) != 5*time.Second {
					t.Errorf("after %v: %v", time.Since(began), err)
				}
			}()
		}
		time.Sleep(5 * time.Second)
		synctest.Wait()
		l.Charge(guest(2, there), quota.Processor, 25)
		if err := l.Pay(t.Context(), guest(2, there), quota.Processor, 1, 20*time.Second); err != nil {
			t.Errorf("just as patient as it owes: %v", err)
		}
		began = began.Add(20 * time.Second)
		l.Charge(payer, quota.Processor, 5)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := l.Pay(ctx, payer, quota.Processor, 1, time.Minute); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("waiting for a second: %v", err)
		}
		if err := l.Pay(t.Context(), payer, quota.Processor, 1, time.Minute); err != nil || time.Since(began) != 24*time.Second {
			t.Errorf("waited %v: %v; who gave up has used 1", time.Since(began), err)
		}
	})
}

// Sixteen requests of one player wait for two places; another player gets one at once.
func TestNobodyWaitsForOthersAccounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := quotatest.Ledger[string](t, nil)
		var at, most int
		var mu sync.Mutex
		var work sync.WaitGroup
		for range 16 {
			work.Go(func() {
				release, err := l.Queue(t.Context(), player(1, here), quota.Replays)
				if err != nil {
					t.Error(err)
					return
				}
				defer release()
				mu.Lock()
				at++
				most = max(most, at)
				mu.Unlock()
				time.Sleep(time.Second)
				mu.Lock()
				at--
				mu.Unlock()
			})
		}
		synctest.Wait()
		began := time.Now()
		release, err := l.Queue(t.Context(), player(2, there), quota.Replays)
		if err != nil || time.Since(began) > 0 {
			t.Errorf("another player waited %v: %v", time.Since(began), err)
		}
		release()
		work.Wait()
		if most != 2 || time.Since(began) != 8*time.Second {
			t.Errorf("%d at once, done after %v; want 2 and 8 s", most, time.Since(began))
		}
	})
}

func TestLeavingTheLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := quotatest.Ledger(t, map[string]string{"replays": "1"})
		release, err := l.Queue(t.Context(), player(1, here), quota.Replays)
		if err != nil {
			t.Fatal(err)
		}
		for range 300 { // more than may wait at once
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			if _, err := l.Queue(ctx, player(1, here), quota.Replays); !errors.Is(err, context.DeadlineExceeded) {
				t.Fatalf("waiting: %v", err)
			}
			cancel()
		}
		release()
		release, err = l.Queue(t.Context(), player(1, here), quota.Replays)
		if err != nil {
			t.Fatalf("after the line was left: %v", err)
		}
		release()
	})
}

// A line is refused when it is long, one player's before everybody's.
func TestALongLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := quotatest.Ledger(t, map[string]string{"replays": "1", "replays-in-all": "1"})
		release, err := l.Hold(player(1, netip.Addr{}), quota.Replays)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		var line sync.WaitGroup
		waits := func(id int64) {
			line.Go(func() {
				if _, err := l.Queue(ctx, player(id, netip.Addr{}), quota.Replays); !errors.Is(err, context.Canceled) {
					t.Errorf("player %d: %v", id, err)
				}
			})
		}
		refused := func(id int64, want string) {
			synctest.Wait()
			if _, err := l.Queue(ctx, player(id, netip.Addr{}), quota.Replays); !errors.As(err, new(*quota.Refused)) || !strings.Contains(err.Error(), want) {
				t.Errorf("player %d: %v", id, err)
			}
		}
		for id := range int64(16) {
			for range 256 {
				waits(id + 1)
			}
			refused(id+1, map[bool]string{true: "your replays", false: ""}[id < 15])
		}
		refused(17, "too many")
		if l.Full(player(17, netip.Addr{}), quota.Openings) || !l.Full(player(17, netip.Addr{}), quota.Replays) {
			t.Error("it is not known what is full")
		}
		cancel()
		line.Wait()
		release()
		if _, err := l.Queue(t.Context(), player(17, netip.Addr{}), quota.Replays); err != nil {
			t.Errorf("after all have left: %v", err)
		}
	})
}

// Unused accounts are forgotten, accounts in use never.
func TestForgetting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := quotatest.Ledger(t, map[string]string{"tables-in-all": "100000"})
		if err := l.Take(player(1, here), quota.Challenges, 10); err != nil {
			t.Fatal(err)
		}
		held := holds(l, func(int) quota.Payer { return player(9999, here) }, quota.Tables)
		for i := range int64(5000) {
			release, err := l.Hold(player(i, netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)})), quota.Tables)
			if err != nil {
				t.Fatal(err)
			}
			release()
		}
		if n := quota.Accounts(l); n > 3000 {
			t.Errorf("%d accounts are kept", n)
		}
		if err := l.Take(player(1, here), quota.Challenges, 1); err == nil {
			t.Error("an account in use was forgotten")
		}
		if n := holds(l, func(int) quota.Payer { return player(9999, here) }, quota.Tables); held == 0 || n != 0 {
			t.Errorf("%d places more than the %d that are held", n, held)
		}
	})
}

func TestLimitsAreWrittenAsTheyAreRead(t *testing.T) {
	for _, p := range quota.Usual() {
		for _, l := range p.Limits() {
			if err := l.Set(l.String()); err != nil {
				t.Errorf("%s %s: %v", l.Name, l, err)
			}
			for _, wrong := range []string{"", "0", "-1", "x", "1/", "1/x", "1/0s", "1/-1s", "5/5"} {
				if l.Set(wrong) == nil {
					t.Errorf("%s takes %q", l.Name, wrong)
				}
			}
		}
	}
}

// TestTheFirstOfOne: a new account has its full limit, even if the clock has moved on meanwhile.
func TestTheFirstOfOne(t *testing.T) {
	l := quotatest.Ledger(t, map[string]string{"calls": "1/1h"})
	for n := range int64(1000) {
		if err := l.Take(player(n, here), quota.Calls, 1); err != nil {
			t.Fatalf("player %d: %v", n, err)
		}
	}
}
