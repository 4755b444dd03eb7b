package main

import (
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestGarbageIsCollectedMoreRarelyForMany(t *testing.T) {
	for _, c := range []struct{ online, want int }{
		{0, 125}, {1000, 125}, {1999, 125}, {2000, 150}, {3500, 175}, {5000, 225}, {50_000, 225},
	} {
		if got := growth(c.online); got != c.want {
			t.Errorf("with %d online the heap grows by %d %%, not %d", c.online, got, c.want)
		}
	}
}

func TestGarbageIsPacedByWhoIsOnline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var online atomic.Int64
		var set []int
		stop := paceGarbage(func() int { return int(online.Load()) }, func(percent int) { set = append(set, percent) })
		for _, n := range []int64{900, 5000, 4990, 100} {
			online.Store(n)
			time.Sleep(collectEvery)
			synctest.Wait()
		}
		stop()
		if want := []int{125, 225, 200, 125}; !slices.Equal(set, want) {
			t.Errorf("the growth was set to %v, not %v", set, want)
		}
	})
}
