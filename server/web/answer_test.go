package web

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestAPageThatCannotBeMade: readers are told to come back, the operator why, and nobody hears what is
// no reader's business. Nothing is logged for somebody who has gone.
func TestAPageThatCannotBeMade(t *testing.T) {
	var log strings.Builder
	s := &Site{log: slog.New(slog.NewTextHandler(&log, nil))}
	broken := s.answer(func(*http.Request) (*page, error) { return nil, errors.New("the disk is full") })
	gone, leave := context.WithCancel(t.Context())
	leave()
	broken(httptest.NewRecorder(), httptest.NewRequestWithContext(gone, "GET", "/game/1", nil))
	if log.Len() > 0 {
		t.Errorf("it is logged for nobody: %s", &log)
	}
	w := httptest.NewRecorder()
	broken(w, httptest.NewRequest("GET", "/game/1", nil))
	if w.Code != http.StatusServiceUnavailable || w.Body.String() != "Try again in a minute.\n" {
		t.Errorf("%d, %q", w.Code, w.Body)
	}
	if !strings.Contains(log.String(), "the disk is full") || !strings.Contains(log.String(), "/game/1") {
		t.Errorf("the log has %q", &log)
	}
}
