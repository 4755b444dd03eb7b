package workers_test

import (
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noir/internal/await"
	"noir/internal/workers"
)

// TestWorkNeverWaitsForWork: blocked work delays nothing else, and all of it is done.
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

// TestOneAfterAnotherTakesOneGoroutine: another one would need memory.
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

// TestNobodyStaysWithoutWork for more than two intervals, however many there were; a worker that
// is used now and then stays.
func TestNobodyStaysWithoutWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p workers.Pool
		defer p.Close()
		open := make(chan struct{})
		for range 70 {
			p.Go(func() { <-open })
		}
		close(open)
		synctest.Wait()
		if n := atWork(); n != 64 {
			t.Errorf("%d of 70 wait for work, want 64", n)
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

// TestWhatCanWaitGivesWay: all work that is ready to run comes first, and work that can wait is
// done in order.
func TestWhatCanWaitGivesWay(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var p workers.Pool
	var waited, ahead atomic.Int64
	order := make(chan int, 1000)
	for i := range cap(order) {
		p.Later(func() { waited.Add(1); order <- i })
	}
	var soon sync.WaitGroup
	for range 1000 {
		soon.Add(1)
		p.Go(func() { defer soon.Done(); ahead.Store(waited.Load()) })
	}
	soon.Wait()
	if n := ahead.Load(); n > 100 { // sometimes Go's scheduler takes the goroutine that has waited longest
		t.Errorf("%d that can wait came before the last of those that cannot", n)
	}
	for want := range cap(order) {
		if got := await.One(t, order, "work that can wait"); got != want {
			t.Fatalf("the %dth came in the place of the %dth", got, want)
		}
	}
	p.Close()
}

// TestWhatCanWaitMayBringMore, which comes after what waits already.
func TestWhatCanWaitMayBringMore(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var p workers.Pool
	defer p.Close()
	const all = 1000
	came, given := make(chan int, all), 0
	var give func(more int)
	give = func(more int) {
		for ; more > 0 && given < all; more-- {
			n := given
			given++
			p.Later(func() { came <- n; give(2) })
		}
	}
	give(1)
	for want := range all {
		if got := await.One(t, came, "work that can wait"); got != want {
			t.Fatalf("the %dth came in the place of the %dth", got, want)
		}
	}
}

// TestOneProcessorIsLeft free by Later, and all work is done.
func TestOneProcessorIsLeft(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	synctest.Test(t, func(t *testing.T) {
		var p workers.Pool
		defer p.Close()
		open := make(chan struct{})
		var done atomic.Int64
		for range 100 {
			p.Later(func() { <-open; done.Add(1) })
		}
		synctest.Wait()
		if n := atWork(); n != 2 {
			t.Errorf("%d goroutines do it", n)
		}
		close(open)
		synctest.Wait()
		if n := done.Load(); n != 100 {
			t.Errorf("%d of 100 are done", n)
		}
	})
}

// TestWhatCanWaitTakesNoMemory of its own, however long it goes on.
func TestWhatCanWaitTakesNoMemory(t *testing.T) {
	var p workers.Pool
	defer p.Close()
	left, done := 100_000, make(chan struct{})
	var next func()
	next = func() {
		if left--; left > 0 {
			p.Later(next)
		} else {
			close(done)
		}
	}
	made := testing.AllocsPerRun(1, func() {
		left, done = 100_000, make(chan struct{})
		p.Later(next)
		await.One(t, done, "end of the work")
	})
	if made > 100 {
		t.Errorf("%v pieces of memory for a hundred thousand of work", made)
	}
}

// TestNoPoolIsAGoroutineEach: for programs that run alone.
func TestNoPoolIsAGoroutineEach(t *testing.T) {
	done := make(chan struct{})
	(*workers.Pool)(nil).Go(func() { close(done) })
	await.One(t, done, "work")
	again := make(chan struct{})
	(*workers.Pool)(nil).Later(func() { close(again) })
	await.One(t, again, "work that can wait")
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

// TestAPoolThatCannotKeepUpIsBusy for ten seconds after work that can wait has waited for long.
func TestAPoolThatCannotKeepUpIsBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p workers.Pool
		defer p.Close()
		wait := func(d time.Duration) { // has work wait behind what takes this long on every processor
			for range max(1, runtime.GOMAXPROCS(0)-1) {
				p.Later(func() { time.Sleep(d) })
			}
			p.Later(func() {})
			time.Sleep(d)
			synctest.Wait()
		}
		if p.Busy() {
			t.Error("it is busy before it has had any work")
		}
		wait(100 * time.Millisecond)
		if p.Busy() {
			t.Error("it is busy although nothing has waited for more than 100 ms")
		}
		wait(101 * time.Millisecond)
		if !p.Busy() {
			t.Error("it is not busy although something has waited for 101 ms")
		}
		time.Sleep(10*time.Second - time.Nanosecond)
		if !p.Busy() {
			t.Error("it is not busy any more just before ten seconds are over")
		}
		time.Sleep(time.Nanosecond)
		if p.Busy() {
			t.Error("it is still busy after ten seconds")
		}
	})
}
