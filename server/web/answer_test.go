package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
	"noir/internal/quota"
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
	log.Reset()
	w = httptest.NewRecorder()
	s.answer(func(*http.Request) (*page, error) {
		return nil, fmt.Errorf("a film: %w", quota.NewRefused(quota.Pages, 0, errors.New("wait a little")))
	})(w, httptest.NewRequest("GET", "/game/1", nil))
	if w.Code != http.StatusTooManyRequests || w.Body.String() != "a film: wait a little\n" || w.Header().Get("Retry-After") == "" || log.Len() > 0 {
		t.Errorf("whoever has nothing left is told %d, %q, and the log has %q", w.Code, w.Body, &log)
	}
}

// hung is a connection that remembers whether it was closed.
type hung struct {
	net.Conn
	closed bool
}

func (h *hung) Close() error {
	h.closed = true
	return nil
}

// TestReadersAreFew: beyond the most there may be connections are closed, until others have ended.
func TestReadersAreFew(t *testing.T) {
	var s Site
	come := func() *hung {
		c := new(hung)
		s.count(c, http.StateNew)
		return c
	}
	all := make([]*hung, mostReaders+1)
	for i := range all {
		all[i] = come()
	}
	if all[mostReaders-1].closed || !all[mostReaders].closed {
		t.Errorf("the last that there may be is closed: %t, the next: %t", all[mostReaders-1].closed, all[mostReaders].closed)
	}
	for _, c := range all[mostReaders-1:] {
		s.count(c, http.StateActive)
		s.count(c, http.StateClosed)
	}
	if one, next := come(), come(); one.closed || !next.closed {
		t.Errorf("one has ended, one comes and is closed: %t, and the next: %t", one.closed, next.closed)
	}
}

// TestAnswersAreCounted by the class of their status, which is usually that all is well. What has not come yet is counted as 0.
func TestAnswersAreCounted(t *testing.T) {
	if _, err := New(Config{URL: "noir.example.com"}); err == nil {
		t.Error("there are pages at a URL that is none")
	}
	s, err := New(Config{URL: "https://noir.example.com", Feed: http.NotFoundHandler()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, code := range []int{0, 200, 304, 404, 410} {
		w := httptest.NewRecorder()
		s.counted(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if code != 0 {
				w.WriteHeader(code)
			}
		})).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		if code != 0 && w.Code != code {
			t.Errorf("%d is answered with %d", code, w.Code)
		}
	}
	all := prometheus.NewRegistry()
	all.MustRegister(s.Collectors()...)
	found, err := all.Gather()
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	got := map[string]float64{}
	for _, m := range found[0].Metric {
		got[m.Label[0].GetValue()] = m.Counter.GetValue()
	}
	if want := map[string]float64{"2xx": 2, "3xx": 1, "4xx": 2, "5xx": 0}; !maps.Equal(got, want) {
		t.Errorf("counted as %v, want %v", got, want)
	}
}

// TestWhatIsNoFileIsMissing: templates are no pages, nor is what has no known kind.
func TestWhatIsNoFileIsMissing(t *testing.T) {
	s := &Site{cache: newCache()}
	defer s.cache.close()
	for name, there := range map[string]bool{"style.css": true, "front.html": false, "games.atom": false, "nosuch.css": false, "style": false, "../web.go": false} {
		r := httptest.NewRequest("GET", "/assets/file", nil)
		r.SetPathValue("file", name)
		if p, err := s.asset(r); (err == nil && len(p.body) > 0) != there || err != nil && !errors.Is(err, data.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
