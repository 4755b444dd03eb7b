package main

import (
	"context"
	"sync"
	"time"
)

// Garbage is collected at these heap growths in percent, more rarely than Go's default: during a
// collection every goroutine that allocates has to help before it goes on. With more people
// connected a collection delays more of them for longer, so it is done still more rarely. A
// thousand sessions then take 235 KiB each, five thousand 285.
const (
	growthOfFew, fewOnline   = 125, 1000
	growthOfMany, manyOnline = 225, 5000
	growthStep               = 25
)

// collectEvery is how often the number of connections is checked.
const collectEvery = 5 * time.Second

// growth returns the heap growth, in percent, for that many connections.
func growth(online int) int {
	beyond := min(max(online, fewOnline), manyOnline) - fewOnline
	exact := growthOfFew + (growthOfMany-growthOfFew)*beyond/(manyOnline-fewOnline)
	return exact / growthStep * growthStep
}

// paceGarbage sets the growth for the current number of connections, now and whenever it changes,
// until stop is called.
func paceGarbage(online func() int, set func(percent int)) (stop func()) {
	now := growth(online())
	set(now)
	ctx, cancel := context.WithCancel(context.Background())
	var pacing sync.WaitGroup
	pacing.Go(func() {
		tick := time.Tick(collectEvery)
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick:
			}
			if next := growth(online()); next != now {
				now = next
				set(now)
			}
		}
	})
	return func() { cancel(); pacing.Wait() }
}
