package server

import (
	"fmt"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// lateWarning warns a client that has not authenticated shortly before its time is over: afterwards
// nothing can be sent any more.
type lateWarning struct {
	mu    sync.Mutex
	timer *time.Timer // nil before there is something to tell, and after end
	work  sync.WaitGroup
}

// lateTime is how long before the end of its time a client is warned, or half of that time if that
// is less.
const lateTime = 2 * time.Second

// begin starts the timer as soon as the client can be told something.
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

// end stops the warning. If one is being sent it waits until the client takes it or the connection
// ends.
func (w *lateWarning) end() {
	w.mu.Lock()
	if w.timer != nil && w.timer.Stop() {
		w.work.Done()
	}
	w.timer = nil
	w.mu.Unlock()
	w.work.Wait()
}
