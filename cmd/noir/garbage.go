package main

import (
	"context"
	"runtime/metrics"
	"sync"
	"time"
)

// The heap grows by what is allocated in roomTime before garbage is collected, but by at least leastGrowth and at most
// mostGrowth, in percent, and always by leastRoom for what may come within a second. So collections are rare, which
// matters since every goroutine that allocates has to help with one; and the heap does not become twice what is live. A
// small heap may grow by smallRoom, whatever the share: otherwise a thousand moves a second would collect it every
// second.
const (
	leastGrowth = 25
	mostGrowth  = 75
	growthStep  = 25
	roomTime    = 30 * time.Second
	leastRoom   = 16 << 20 // bytes
	smallRoom   = 40 << 20
)

// While the live heap grows, by more than one part in growing within the last seconds, the heap grows by denseGrowth at
// most. Otherwise long-lived objects would lie scattered among short-lived ones, and leave holes for as long as they
// live.
const (
	growing     = 20
	denseGrowth = 50
)

// The need is measured every second, over the last seconds, since clocks tick together. More room is given at once, and
// taken back when less was needed for quietTime.
const (
	paceEvery   = time.Second
	paceSeconds = 5
	quietTime   = 2 * time.Second
)

// heap is what the runtime reports about the memory, in bytes.
type heap struct {
	live      uint64 // after the last collection, with stacks; the growth is a share of this
	allocated uint64 // since the start
}

// growth returns the heap growth, in percent, for live bytes, growing or not, and for the bytes allocated in a second.
func growth(live uint64, grows bool, rate uint64) int {
	if live == 0 {
		return mostGrowth
	}
	most := max(live*mostGrowth/100, smallRoom)
	if grows {
		most = live * denseGrowth / 100
	}
	room := max(leastRoom, min(rate*uint64(roomTime.Seconds()), most))
	return max(leastGrowth, (int(100*room/live)+growthStep-1)/growthStep*growthStep)
}

// paceGarbage sets the growth that is needed, now and whenever that changes, until stop is called.
func paceGarbage(read func() heap, set func(percent int)) (stop func()) {
	first := read()
	now := max(mostGrowth, growth(first.live, false, 0)) // everybody may come back at once
	var before [paceSeconds]heap                         // of the last seconds
	for i := range before {
		before[i] = first
	}
	set(now)
	ctx, cancel := context.WithCancel(context.Background())
	var pacing sync.WaitGroup
	pacing.Go(func() {
		tick := time.Tick(paceEvery)
		for quiet, n := time.Duration(0), 0; ; n++ {
			select {
			case <-ctx.Done():
				return
			case <-tick:
			}
			is, was := read(), &before[n%paceSeconds]
			grows := is.live > was.live+was.live/growing
			next := growth(is.live, grows, (is.allocated-was.allocated)/paceSeconds)
			*was = is
			if quiet += paceEvery; next >= now {
				quiet = 0
			}
			if next > now || next < now && (quiet >= quietTime || grows) {
				now, quiet = next, 0
				set(now)
			}
		}
	})
	return func() { cancel(); pacing.Wait() }
}

// readHeap reads the heap of this process.
func readHeap() heap {
	read := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/scan/stack:bytes"}, {Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(read)
	return heap{live: read[0].Value.Uint64() + read[1].Value.Uint64(), allocated: read[2].Value.Uint64()}
}
