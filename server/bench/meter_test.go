package bench

import (
	"testing"
	"time"
)

// TestOthersAreWhoIsLeft: of what the machine did, the server's part and the visitors' are no one else's, and a clock
// of the machine that is behind those of its processes makes nobody's time negative.
func TestOthersAreWhoIsLeft(t *testing.T) {
	t.Parallel()
	began := time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)
	from := reading{at: began, server: 10 * time.Second, client: 20 * time.Second, machine: 100 * time.Second, bytes: 1000, allocated: 5000}
	to := reading{at: began.Add(2 * time.Second), server: 11 * time.Second, client: 20500 * time.Millisecond, machine: 101700 * time.Millisecond, bytes: 1300, allocated: 9000}
	u := to.since(from)
	if want := (usage{over: 2 * time.Second, server: time.Second, client: 500 * time.Millisecond, others: 200 * time.Millisecond, bytes: 300, allocated: 4000}); u != want {
		t.Errorf("used %+v, not %+v", u, want)
	}
	if got := u.percent(u.server); got != 50 {
		t.Errorf("a second of two is %g %% of a core", got)
	}
	to.machine = 101 * time.Second
	if u := to.since(from); u.others != 0 {
		t.Errorf("others have used %v", u.others)
	}
}
