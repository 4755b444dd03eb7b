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
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
	"noir/internal/quota"
)

// TestAPageThatCannotBeMade: readers are told to come back, the operator why, and nobody hears what is
// no reader's business. Nothing is logged for somebody who has gone.
func TestAPageThatCannotBeMade(t *testing.T) {
	var log strings.Builder
	s := &Site{press: press{config: Config{Log: slog.New(slog.NewTextHandler(&log, nil))}}}
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
	for wait, told := range map[time.Duration]string{0: "60", time.Millisecond: "1", 10 * time.Second: "10", 10*time.Second + 1: "11"} {
		w = httptest.NewRecorder()
		s.answer(func(*http.Request) (*page, error) {
			return nil, fmt.Errorf("a film: %w", quota.NewRefused(quota.Pages, wait, errors.New("wait a little")))
		})(w, httptest.NewRequest("GET", "/game/1", nil))
		if w.Code != http.StatusTooManyRequests || w.Body.String() != "a film: wait a little\n" || w.Header().Get("Retry-After") != told || log.Len() > 0 {
			t.Errorf("whoever has nothing left for %v is told %d, %q after %s, and the log has %q", wait, w.Code, w.Body, w.Header().Get("Retry-After"), &log)
		}
	}
}

// TestEachReaderPaysForThemselves: those who wait for a page that somebody makes are not refused for what that one owes.
func TestEachReaderPaysForThemselves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := newCache()
		defer kept.close()
		refused := func(who string) error { return quota.NewRefused(quota.Processor, 0, errors.New(who)) }
		try := func(built error) (wait func() (*answers, error)) {
			var a *answers
			var err error
			done := make(chan struct{})
			go func() {
				defer close(done)
				a, err = kept.get(t.Context(), "page", func(context.Context) (*answers, error) {
					time.Sleep(time.Second)
					if built != nil {
						return nil, fmt.Errorf("a film: %w", built)
					}
					return one(&page{fresh: time.Hour}), nil
				})
			}()
			synctest.Wait() // they make the page, or wait for it
			return func() (*answers, error) { <-done; return a, err }
		}
		first, second, third := try(refused("the first")), try(refused("the second")), try(nil)
		for who, wait := range map[string]func() (*answers, error){"the first": first, "the second": second} {
			if a, err := wait(); a == nil && (err == nil || !strings.HasSuffix(err.Error(), who)) {
				t.Errorf("%s gets %v, %v", who, a, err)
			}
		}
		if a, err := third(); a == nil {
			t.Errorf("the third, who can pay, gets %v", err)
		}
	})
}

// hung is a connection that remembers whether it was closed.
type hung struct {
	net.Conn
	from   string
	closed bool
}

func (h *hung) RemoteAddr() net.Addr { return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(h.from)) }

func (h *hung) Close() error {
	h.closed = true
	return nil
}

// TestReadersAreFew: beyond the most there may be, in all and from one network, connections are closed, until others have
// ended. A trusted proxy has many readers.
func TestReadersAreFew(t *testing.T) {
	for name, c := range map[string]struct {
		from func(i int) string
		most int
	}{
		"all over":   {func(i int) string { return fmt.Sprintf("[2001:db8:0:%x::1]:4000", i) }, mostReaders},
		"one house":  {func(int) string { return "192.0.2.7:4000" }, mostFromAddress},
		"one line":   {func(i int) string { return fmt.Sprintf("[2001:db8::%x]:4000", i) }, mostFromAddress},
		"a proxy":    {func(int) string { return "10.0.0.1:4000" }, mostReaders},
		"this house": {func(int) string { return "[::ffff:127.0.0.1]:4000" }, mostReaders},
	} {
		proxies := Config{Proxies: netip.MustParsePrefix("10.0.0.0/8").Contains}
		readers := crowd{trusted: proxies.trusts}
		come := func(from string) *hung {
			c := &hung{from: from}
			readers.count(c, http.StateNew)
			return c
		}
		all := make([]*hung, c.most+1)
		for i := range all {
			all[i] = come(c.from(i))
		}
		if all[c.most-1].closed || !all[c.most].closed {
			t.Errorf("%s: the last that there may be is closed: %t, the next: %t", name, all[c.most-1].closed, all[c.most].closed)
		}
		if other := come("198.51.100.1:4000"); other.closed != (c.most == mostReaders) {
			t.Errorf("%s: somebody else is turned away: %t", name, other.closed)
		} else {
			readers.count(other, http.StateClosed)
		}
		for _, c := range all[c.most-1:] {
			readers.count(c, http.StateActive)
			readers.count(c, http.StateClosed)
		}
		one, next := come(c.from(c.most)), come(c.from(c.most+1))
		if one.closed || !next.closed {
			t.Errorf("%s: one has ended, one comes and is closed: %t, and the next: %t", name, one.closed, next.closed)
		}
		for _, c := range append(all[:c.most-1], one, next) {
			readers.count(c, http.StateClosed)
		}
		if readers.open != 0 || len(readers.from) != 0 {
			t.Errorf("%s: %d connections are left, from %v", name, readers.open, readers.from)
		}
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
	pages := housePages{&press{cache: newCache()}}
	defer pages.cache.close()
	for name, there := range map[string]bool{"style.css": true, "front.html": false, "games.atom": false, "nosuch.css": false, "style": false, "../web.go": false} {
		r := httptest.NewRequest("GET", "/assets/file", nil)
		r.SetPathValue("file", name)
		if p, err := pages.asset(r); (err == nil && len(p.body) > 0) != there || err != nil && !errors.Is(err, data.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
