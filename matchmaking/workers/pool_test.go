package workers_test

import (
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/matchmaking/workers"
)

// TestWorkNeverWaitsForWork: what blocks holds up nobody else, and all of it is done.
func TestWorkNeverWaitsForWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p workers.Pool
		open, done := make(chan struct{}), make(chan int, 1000)
		for i := range 1000 {
			p.Go(func() {
				<-open
				done <- i
			})
		}
		synctest.Wait()
		close(open)
		p.Close()
		if n := len(done); n != 1000 {
			t.Errorf("%d of 1000 were done when it had closed", n)
		}
	})
}

// TestOneAfterAnotherTakesOneGoroutine: to begin another would take memory.
func TestOneAfterAnotherTakesOneGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p workers.Pool
		n := 0
		work := func() { n++ }
		one := func() {
			p.Go(work)
			synctest.Wait()
		}
		if made := testing.AllocsPerRun(100, one); made != 0 || n != 101 {
			t.Errorf("%v pieces of memory for each of %d", made, n)
		}
		p.Close()
		one()
		if n != 102 {
			t.Error("work after the end was not done")
		}
	})
}

// TestNobodyStaysWithoutWork for more than two looks, however many there were; who has
// work now and then stays.
func TestNobodyStaysWithoutWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p workers.Pool
		defer p.Close()
		open := make(chan struct{})
		for range 50 {
			p.Go(func() { <-open })
		}
		close(open)
		synctest.Wait()
		if n := atWork(); n != 50 {
			t.Errorf("%d of 50 wait for work", n)
		}
		for range 30 {
			time.Sleep(100 * time.Millisecond)
			p.Go(func() {})
		}
		synctest.Wait()
		if n := atWork(); n != 1 {
			t.Errorf("%d are left for the work of one", n)
		}
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if n := atWork(); n != 0 {
			t.Errorf("%d are left without work", n)
		}
	})
}

// atWork counts the goroutines of pools.
func atWork() int {
	stacks := make([]byte, 1<<20)
	return strings.Count(string(stacks[:runtime.Stack(stacks, true)]), "workers.(*Pool).run(")
}

// TestNoPoolIsAGoroutineEach is for programs that run by themselves.
func TestNoPoolIsAGoroutineEach(t *testing.T) {
	done := make(chan struct{})
	(*workers.Pool)(nil).Go(func() { close(done) })
	<-done
}

// BenchmarkGo compares a worker with a goroutine of its own where work takes a deep
// stack, as drawing a screen does.
func BenchmarkGo(b *testing.B) {
	for _, one := range []struct {
		name string
		pool *workers.Pool
	}{{"pool", new(workers.Pool)}, {"goroutine", nil}} {
		b.Run(one.name, func(b *testing.B) {
			b.ReportAllocs()
			done := make(chan struct{})
			work := func() {
				deep(64)
				done <- struct{}{}
			}
			for b.Loop() {
				one.pool.Go(work)
				<-done
			}
			if one.pool != nil {
				one.pool.Close()
			}
		})
	}
}

//go:noinline
func deep(n int) byte {
	var frame [256]byte
	if n > 0 {
		frame[0] = deep(n - 1)
	}
	return frame[0]
}
