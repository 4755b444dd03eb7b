package cluster

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noir/matchmaking"
)

// TestAChairWhoseFramesAreReadIsKept: the node of a table hears now and then that somebody reads the frames that it sends,
// also while they keep coming at any pace, and gives the chair up once nobody does.
func TestAChairWhoseFramesAreReadIsKept(t *testing.T) {
	for _, pace := range []time.Duration{200 * time.Millisecond, time.Second, 2500 * time.Millisecond, quietFor - 1, time.Minute} {
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			owner, front, _ := between(t)
			show := matchmaking.Show{Over: make(chan struct{})}
			show.Replace(matchmaking.Frame{}, nil)
			chair := matchmaking.NewCursor(&show, func(work func()) { owner.quick(work) }, nil)
			chairs := hosted{kept: newKept[*hostedChair]()}
			chairs.add("chair", 1, &hostedChair{Viewer: chair, frames: feed{chair: chair, ctx: ctx, awake: func(context.Context) error { return nil }}})
			owner.sources = map[string]source{"pull": chairs.pull}
			line, err := front.dial(2, 2*feedRoom)
			if err != nil {
				t.Fatal(err)
			}
			var read atomic.Int64
			front.Go(func() {
				defer line.close()
				c := &far{switchboard: front, node: 2, name: "chair", line: line}
				for {
					f, err := c.next(ctx, int(read.Load()))
					if err != nil {
						return
					}
					read.Store(int64(f.Revision))
				}
			})
			kept := func() bool {
				chairs.tidy()
				chairs.mu.Lock()
				defer chairs.mu.Unlock()
				return chairs.of["chair"] != nil
			}
			shown, next := 1, time.Now().Add(pace)
			for end := time.Now().Add(3 * time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
				if !time.Now().Before(next) {
					show.Replace(matchmaking.Frame{}, nil).Supersede()
					shown, next = shown+1, next.Add(pace)
				}
				if !kept() {
					t.Fatalf("with a frame every %v the chair is given up, of which %d of %d frames were read", pace, read.Load(), shown)
				}
			}
			if synctest.Wait(); int(read.Load()) != shown {
				t.Errorf("with a frame every %v %d of %d are read", pace, read.Load(), shown)
			}
			stop()
			time.Sleep(silentFor + time.Second)
			if kept() {
				t.Error("nobody reads any more, and the chair is kept")
			}
		})
	}
}
