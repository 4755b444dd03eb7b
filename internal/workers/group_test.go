package workers_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"noir/internal/workers"
)

// TestAGroupEndsWithTheLast: while it closes, those who run may start others. Then nothing starts.
func TestAGroupEndsWithTheLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, start := range []func(*workers.Group, func()) bool{(*workers.Group).Go, (*workers.Group).Short} {
			ctx, cancel := context.WithCancel(t.Context())
			g := workers.NewGroup(ctx)
			cancel()
			if g.Context.Err() != nil {
				t.Error("it ends with the context that it was made with")
			}
			done := 0
			start(g, func() {
				<-g.Context.Done()
				time.Sleep(time.Minute)
				done++
				if !start(g, func() { time.Sleep(time.Minute); done++ }) {
					t.Error("whoever runs cannot start another")
				}
			})
			g.Close()
			if done != 2 {
				t.Errorf("%d of 2 have ended when it is closed", done)
			}
			if fails := func() { t.Error("it works after the end") }; start(g, fails) {
				t.Error("it says that it works after the end")
			}
			synctest.Wait()
			g.Close()
		}
	})
}
