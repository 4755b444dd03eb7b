package server

import (
	"context"
	"errors"
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"
)

// TestIdleCountsFromTheLastKey, and holds nothing once the session is over.
func TestIdleCountsFromTheLastKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &session{server: &Server{limits: Limits{Idle: time.Hour}}}
		s.ctx, s.end = context.WithCancelCause(t.Context())
		out, in := io.Pipe()
		keys := s.awake(out)
		go func() { _, _ = io.Copy(io.Discard, keys) }()
		for range 5 {
			time.Sleep(59 * time.Minute)
			_, _ = in.Write([]byte("x"))
		}
		if err := context.Cause(s.ctx); err != nil {
			t.Errorf("ended with %v", err)
		}
		began := time.Now()
		<-s.ctx.Done()
		if took := time.Since(began); took != time.Hour || !errors.Is(context.Cause(s.ctx), errIdle) {
			t.Errorf("ended with %v after %v", context.Cause(s.ctx), took)
		}
		_, _ = in.Write([]byte("x"))
		synctest.Wait()
		if keys.timer.Stop() {
			t.Error("a key after the end has set the timer again")
		}
		_ = in.Close()
	})
}

// TestUnusedConnection: one without a session is closed after a while, one with
// a session never.
func TestUnusedConnection(t *testing.T) {
	closed := func(c net.Conn) bool {
		_ = c.SetReadDeadline(time.Now())
		_, err := c.Read(make([]byte, 1))
		return errors.Is(err, io.EOF)
	}
	synctest.Test(t, func(t *testing.T) {
		s := &Server{limits: Limits{}.orUsual()}
		s.metrics = newMetrics(s)
		far, near := net.Pipe()
		c := newConnection(s, near)
		time.Sleep(s.limits.Handshake + unusedTime - time.Second)
		c.begin()
		time.Sleep(24 * time.Hour)
		if closed(far) || s.Online() != 1 {
			t.Errorf("closed %t with a session, %d online", closed(far), s.Online())
		}
		c.end()
		time.Sleep(unusedTime - time.Second)
		if closed(far) || s.Online() != 0 {
			t.Errorf("closed %t too early, %d online", closed(far), s.Online())
		}
		time.Sleep(time.Minute)
		if !closed(far) {
			t.Error("still open without a session")
		}
		far, near = net.Pipe()
		newConnection(s, near).hurry()
		time.Sleep(time.Second)
		if !closed(far) {
			t.Error("still open while the server goes down")
		}
	})
}
