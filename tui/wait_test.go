package tui_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"noir/tui"
)

func TestNothingComesAfterTheSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, hangUp := context.WithCancel(t.Context())
		s := &tui.Session{Context: ctx}
		began := time.Now()
		if got := s.After(time.Minute, "tick")(); got != "tick" || time.Since(began) != time.Minute {
			t.Errorf("%v has come after %v", got, time.Since(began))
		}
		time.AfterFunc(time.Second, hangUp)
		began = time.Now()
		if got := s.After(time.Minute, "tick")(); got != nil || time.Since(began) != time.Second {
			t.Errorf("%v has come after %v", got, time.Since(began))
		}
	})
}
