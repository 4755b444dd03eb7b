package server

import (
	"fmt"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// lateWarning tells a client that has not authenticated, shortly before its time
// is over, that it will be cut: afterwards nothing can be told any more.
type lateWarning struct {
	mu    sync.Mutex
	timer *time.Timer // nil: nothing is to be told, or not any more
	work  sync.WaitGroup
}

// lateTime is how long before the end of its time a client is told, if that is
// not more than half of it.
const lateTime = 2 * time.Second

// begin starts the time when the client can be told something.
func (w *lateWarning) begin(to gossh.ServerPreAuthConn, opened time.Time, limit time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	left := min(lateTime, limit/2)
	w.work.Add(1)
	w.timer = time.AfterFunc(time.Until(opened.Add(limit-left)), func() {
		defer w.work.Done()
		_ = to.SendAuthBanner(fmt.Sprintf("Sign in within %v, or you will be cut off and have to connect again.\r\n", left))
	})
}

// end sees to it that nothing is told from now on. It waits while something is:
// until the client takes it or the connection ends.
func (w *lateWarning) end() {
	w.mu.Lock()
	if w.timer != nil && w.timer.Stop() {
		w.work.Done()
	}
	w.timer = nil
	w.mu.Unlock()
	w.work.Wait()
}
