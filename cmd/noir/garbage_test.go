package main

import (
	"runtime"
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
		if got := mostGrowth(c.online); got != c.want {
			t.Errorf("with %d online the heap grows by %d %% at most, not %d", c.online, got, c.want)
		}
	}
}

// TestAQuietHeapHasLittleRoom: that of half a minute, and never less than a burst needs.
func TestAQuietHeapHasLittleRoom(t *testing.T) {
	const live = 90 << 20
	for _, c := range []struct {
		online     int
		live, rate uint64
		want       int
	}{
		{1000, live, 0, 25}, {1000, live, 750 << 10, 25}, {1000, live, 800 << 10, 50}, {1000, live, 3 << 20, 100},
		{1000, live, 12 << 20, 125}, {5000, live, 12 << 20, 225}, {0, 0, 0, 125}, {0, 0, 1 << 20, 125},
		{5000, 1, 1 << 40, 225}, {50, 30 << 20, 0, 75}, {50, 10 << 20, 0, 125},
	} {
		if got := growth(c.online, c.live, false, c.rate); got != c.want {
			t.Errorf("%d online, %d live, %d a second: a growth of %d %%, not %d", c.online, c.live, c.rate, got, c.want)
		}
	}
}

// TestGarbageIsPacedByTheNeed: more room comes at once, less of it while what lives grows, and it goes when it
// was not needed for a while.
func TestGarbageIsPacedByTheNeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var online, live, allocated atomic.Int64
		live.Store(256 << 20)
		var set []int
		read := func() heap { return heap{live: uint64(live.Load()), allocated: uint64(allocated.Load())} }
		stop := paceGarbage(func() int { return int(online.Load()) }, read, func(percent int) { set = append(set, percent) })
		quiet := func(d time.Duration) {
			time.Sleep(d)
			synctest.Wait()
		}
		busy := func(n, bytes int64) {
			online.Store(n)
			live.Store(bytes)
			allocated.Add(256 << 20)
			quiet(paceEvery)
		}
		quiet(5 * time.Second)
		for _, is := range []struct{ online, live int64 }{{900, 256}, {5000, 256}, {5000, 300}, {5000, 300}} {
			busy(is.online, is.live<<20)
			quiet(20 * time.Second)
		}
		stop()
		if want := []int{125, 25, 125, 25, 225, 25, 50, 25, 225, 25}; !slices.Equal(set, want) {
			t.Errorf("the growth was set to %v, not %v", set, want)
		}
	})
}

var kept []byte

func TestTheHeapIsRead(t *testing.T) {
	runtime.GC()
	before := readHeap()
	kept = make([]byte, 8<<20)
	runtime.GC()
	after := readHeap()
	if grown := after.live - before.live; after.live < before.live || grown < 7<<20 {
		t.Errorf("8 MiB more are %d bytes more", int64(grown))
	}
	if after.allocated-before.allocated < 8<<20 {
		t.Errorf("8 MiB are %d bytes allocated", after.allocated-before.allocated)
	}
	runtime.KeepAlive(kept)
}
