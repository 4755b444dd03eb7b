package main

import (
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestAQuietHeapHasLittleRoom: that of half a minute, and never less than a burst needs.
func TestAQuietHeapHasLittleRoom(t *testing.T) {
	const live = 90 << 20
	for _, c := range []struct {
		live  uint64
		grows bool
		rate  uint64
		want  int
	}{
		{live, false, 0, 25}, {live, false, 750 << 10, 25}, {live, false, 800 << 10, 50}, {live, false, 2 << 20, 75}, {live, false, 12 << 20, 75},
		{live, true, 12 << 20, 50}, {live, true, 0, 25}, {0, false, 0, 75}, {400 << 20, false, 1 << 40, 75},
		{30 << 20, false, 0, 75}, {10 << 20, false, 512 << 10, 175}, {10 << 20, false, 1 << 20, 300}, {10 << 20, false, 1 << 30, 400},
		{10 << 20, true, 1 << 30, 175},
	} {
		if got := growth(c.live, c.grows, c.rate); got != c.want {
			t.Errorf("%d live, growing: %t, %d a second: a growth of %d %%, not %d", c.live, c.grows, c.rate, got, c.want)
		}
	}
}

// TestGarbageIsPacedByTheNeed: more room comes at once, less of it while what lives grows, and it goes when it
// was not needed for a while.
func TestGarbageIsPacedByTheNeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var live, allocated atomic.Int64
		live.Store(256 << 20)
		var set []int
		read := func() heap { return heap{live: uint64(live.Load()), allocated: uint64(allocated.Load())} }
		stop := paceGarbage(read, func(percent int) { set = append(set, percent) })
		quiet := func(d time.Duration) {
			time.Sleep(d)
			synctest.Wait()
		}
		quiet(5 * time.Second)
		for _, bytes := range []int64{256 << 20, 300 << 20, 300 << 20} {
			live.Store(bytes)
			allocated.Add(bytes)
			quiet(20 * time.Second)
		}
		stop()
		if want := []int{75, 25, 75, 25, 50, 25, 75, 25}; !slices.Equal(set, want) {
			t.Errorf("the growth was set to %v, not %v", set, want)
		}
	})
}

// TestASmallHeapHasRoomAtOnce: a server that has just started does not first learn that everybody comes back.
func TestASmallHeapHasRoomAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var set []int
		stop := paceGarbage(func() heap { return heap{live: 8 << 20} }, func(percent int) { set = append(set, percent) })
		stop()
		if want := []int{200}; !slices.Equal(set, want) {
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
