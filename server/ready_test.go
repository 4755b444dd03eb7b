package server

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestReady: one question at a time, an answer that stands for a moment, and no
// wait for a disk that hangs.
func TestReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int64
		hang := make(chan struct{})
		full := errors.New("the disk is full")
		s := &shared{ctx: t.Context()}
		s.config.Ready = func(context.Context) error {
			if asked.Add(1) == 3 {
				<-hang
			}
			return full
		}
		o := newServing()
		ready := newReadiness(s, o)
		for range 5 {
			if err := ready.now(t.Context()); !errors.Is(err, full) {
				t.Errorf("%v", err)
			}
		}
		if n := asked.Load(); n != 1 {
			t.Errorf("asked %d times within a moment", n)
		}
		time.Sleep(readyAge)
		_ = ready.now(t.Context())
		if n := asked.Load(); n != 2 {
			t.Errorf("asked %d times in two moments", n)
		}
		time.Sleep(readyAge)
		for range 3 { // the third question hangs
			began := time.Now()
			if err := ready.now(t.Context()); !errors.Is(err, errNoAnswer) || time.Since(began) != readyTime {
				t.Errorf("%v after %v", err, time.Since(began))
			}
		}
		if n := asked.Load(); n != 3 {
			t.Errorf("asked %d times while there is no answer", n)
		}
		close(hang)
		synctest.Wait()
		o.close()
		if err := ready.now(t.Context()); !errors.Is(err, errGoingDown) {
			t.Errorf("%v while it goes down", err)
		}
		o.busy.Wait()
	})
}
