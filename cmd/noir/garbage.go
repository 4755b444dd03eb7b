package main

import (
	"context"
	"runtime/metrics"
	"sync"
	"time"
)

// Garbage is collected at these heap growths in percent at most, more rarely than Go's default: during a
// collection every goroutine that allocates has to help before it goes on. With more people
// connected a collection delays more of them for longer, so it is done still more rarely.
const (
	growthOfFew, fewOnline   = 125, 1000
	growthOfMany, manyOnline = 225, 5000
	growthStep               = 25
)

// A quiet server needs less room: what it allocates in roomTime, but at least leastGrowth and leastRoom, for what
// may come within a second. So its collections are still rare, and its memory is not twice what lives.
const (
	leastGrowth = 25
	roomTime    = 30 * time.Second
	leastRoom   = 16 << 20 // bytes
)

// While what lives grows, by more than one part in growing within the last seconds, the heap grows by denseGrowth, or by
// leastRoom if that is more: what stays would else lie scattered among what does not, with holes between that last as long
// as it does.
const (
	growing     = 20
	denseGrowth = 50
)

// The need of the last seconds is looked at every second, since clocks tick together. More room is given at
// once, and taken back when less was needed for quietTime.
const (
	paceEvery   = time.Second
	paceSeconds = 5
	quietTime   = 2 * time.Second
)

// mostGrowth returns the most heap growth, in percent, for that many connections.
func mostGrowth(online int) int {
	beyond := min(max(online, fewOnline), manyOnline) - fewOnline
	exact := growthOfFew + (growthOfMany-growthOfFew)*beyond/(manyOnline-fewOnline)
	return exact / growthStep * growthStep
}

// heap is what Go tells of the memory, in bytes.
type heap struct {
	live      uint64 // after the last collection, with stacks: what a growth is a share of
	allocated uint64 // since the start
}

// growth returns the heap growth for that many connections when so much lives, which grows or not, and is allocated in a
// second.
func growth(online int, live uint64, grows bool, rate uint64) int {
	most, room := mostGrowth(online), 100*max(leastRoom, rate*uint64(roomTime.Seconds()))
	if grows {
		room = 100 * max(leastRoom, live*denseGrowth/100)
	}
	if live == 0 || room/live >= uint64(most) {
		return most
	}
	return max(leastGrowth, (int(room/live)+growthStep-1)/growthStep*growthStep)
}

// paceGarbage sets the growth for what is needed, now and whenever that changes, until stop is called.
func paceGarbage(online func() int, read func() heap, set func(percent int)) (stop func()) {
	now := mostGrowth(online())
	var before [paceSeconds]heap // of the last seconds
	for i, first := 0, read(); i < len(before); i++ {
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
			next := growth(online(), is.live, grows, (is.allocated-was.allocated)/paceSeconds)
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
