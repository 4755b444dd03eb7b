package main

import (
	"context"
	"sync"
	"time"
)

// Garbage is collected when the heap has grown by so many per cent, more rarely than
// is usual in Go: while it is, every goroutine that allocates has to help before it
// goes on. The more people are connected the more of them a collection holds up, and
// the longer; so it is done still more rarely then. A thousand sessions take 235 KiB
// each with that, five thousand 285.
const (
	growthOfFew, fewOnline   = 125, 1000
	growthOfMany, manyOnline = 225, 5000
	growthStep               = 25
)

// collectEvery is how often it is looked how many are connected.
const collectEvery = 5 * time.Second

// growth returns the growth of the heap, in per cent, for so many who are connected.
func growth(online int) int {
	beyond := min(max(online, fewOnline), manyOnline) - fewOnline
	exact := growthOfFew + (growthOfMany-growthOfFew)*beyond/(manyOnline-fewOnline)
	return exact / growthStep * growthStep
}

// paceGarbage sets the growth for those who are online, now and whenever it is another
// one, until what it returns is called.
func paceGarbage(online func() int, set func(percent int)) (stop func()) {
	now := growth(online())
	set(now)
	ctx, cancel := context.WithCancel(context.Background())
	var pacing sync.WaitGroup
	pacing.Go(func() {
		tick := time.NewTicker(collectEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if next := growth(online()); next != now {
				now = next
				set(now)
			}
		}
	})
	return func() { cancel(); pacing.Wait() }
}
