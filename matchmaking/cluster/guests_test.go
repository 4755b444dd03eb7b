package cluster

import (
	"slices"
	"testing"
	"time"

	"noir/data"
)

// TestGuestsOfWhomNobodySays count as here for a while: longer when their node is gone, since its process may join again.
func TestGuestsOfWhomNobodySays(t *testing.T) {
	const lives, gone data.NodeID = 7, 8
	a, b, c := Guests(lives)-1, Guests(gone)-1, Guests(gone)-2
	here := []data.PlayerID{a, b, c}
	u, now := unseen{}, time.Now()
	look := func(after time.Duration, seen []data.PlayerID, want ...data.PlayerID) {
		t.Helper()
		now = now.Add(after)
		left := u.look(here, func(guest data.PlayerID) bool { return slices.Contains(seen, guest) }, func(n data.NodeID) bool { return n == lives }, now)
		if !slices.Equal(left, want) {
			t.Errorf("gone are %v, not %v", left, want)
		}
		here = slices.DeleteFunc(here, func(guest data.PlayerID) bool { return slices.Contains(left, guest) })
	}
	look(0, nil)
	look(strayFor-unseenFor-1, nil)
	look(0, []data.PlayerID{a, c}) // somebody has them still
	look(1, nil)
	look(unseenFor-1, nil)
	look(1, nil, a, b) // one for as long as strayFor, the other for half of it
	look(strayFor-unseenFor-1, nil)
	look(1, nil, c)
	if look(0, nil); len(u) != 0 {
		t.Errorf("%v are remembered", u)
	}
}
