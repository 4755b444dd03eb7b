package nats

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"noir/matchmaking/cluster"
	"noir/matchmaking/cluster/natstest"
)

// limit is how long a test waits for what is to come.
const limit = time.Minute

func open(t *testing.T, url string) *Link {
	t.Helper()
	l, err := Open(Config{URL: url, Name: "one", House: "test", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

// within returns what comes over a channel.
func within[T any](t *testing.T, what string, from <-chan T) (got T) {
	t.Helper()
	select {
	case got = <-from:
	case <-time.After(limit):
		t.Fatalf("%s has not come in %v", what, limit)
	}
	return got
}

// TestLink: questions are answered any number of times until they are closed, or are told that nobody is there; an
// answering node is told that its answer is too long.
func TestLink(t *testing.T) {
	t.Parallel()
	url := natstest.Start(t)
	asks, answers := open(t, url), open(t, url)
	type heard struct {
		body string
		err  error
	}
	came := make(chan heard, 8)
	ask := func(subject string) cluster.Question {
		return asks.Ask(subject, func(body []byte, err error) { came <- heard{string(body), err} })
	}
	send := func(q cluster.Question, body string) {
		t.Helper()
		if err := q.Send([]byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	closed := ask("subject")
	send(closed, "nobody")
	if h := within(t, "that nobody is there", came); h.body != "" || !errors.Is(h.err, cluster.ErrNobody) {
		t.Errorf("where nobody is it hears %+v", h)
	}
	replied := make(chan error, 8)
	stop, err := answers.Serve("subject", func(body []byte, reply func([]byte) error) {
		for n := range 2 {
			replied <- reply(fmt.Append(nil, string(body), n))
		}
		replied <- reply(bytes.Repeat([]byte("x"), 2<<20))
	})
	if err != nil {
		t.Fatal(err)
	}
	send(closed, "in vain")
	closed.Close() // its answers may have come, but are not heard any more once those of another one are
	q := ask("subject")
	send(q, "question ")
	for _, want := range []string{"question 0", "question 1"} {
		h := within(t, "an answer", came)
		for strings.HasPrefix(h.body, "in vain") && want == "question 0" {
			h = within(t, "an answer", came)
		}
		if h != (heard{want, nil}) {
			t.Errorf("it hears %+v in place of %s", h, want)
		}
	}
	if err := asks.Publish("subject", []byte("all")); err != nil {
		t.Fatal(err)
	}
	for _, whom := range []string{"a question in vain", "a question", "all"} {
		var last error
		for range 3 {
			last = within(t, "what whoever answers is told", replied)
		}
		if want := whom != "all"; errors.Is(last, cluster.ErrTooLong) != want {
			t.Errorf("whoever answers %s too long is told %v", whom, last)
		}
	}
	q.Close()
	stop()
	if err := answers.conn.Flush(); err != nil { // the server knows
		t.Fatal(err)
	}
	again := ask("subject")
	send(again, "gone")
	if h := within(t, "that nobody is there", came); !errors.Is(h.err, cluster.ErrNobody) {
		t.Errorf("where nobody is any more it hears %+v", h)
	}
	again.Close()
	if len(asks.open) > 0 {
		t.Errorf("%d questions are open", len(asks.open))
	}
}

// TestLinkThatIsLost says so, and when it is there again: at another server of its cluster.
func TestLinkThatIsLost(t *testing.T) {
	t.Parallel()
	urls, ends := natstest.Several(t, 2)
	l := open(t, strings.Join(urls, ","))
	figures := prometheus.NewRegistry()
	figures.MustRegister(l.Figures()...)
	are := func(when string, up, lost float64) {
		t.Helper()
		all, err := figures.Gather()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range all {
			want, got := up, f.GetMetric()[0].GetGauge().GetValue()
			if f.GetName() == "noir_link_lost_total" {
				want, got = lost, f.GetMetric()[0].GetCounter().GetValue()
			}
			if got != want {
				t.Errorf("%s: %s is %v", when, f.GetName(), got)
			}
		}
	}
	up, changed := l.Up()
	if are("at first", 1, 0); !up {
		t.Error("it is down at first")
	}
	ends[slices.Index(urls, l.conn.ConnectedUrl())]()
	within(t, "that it is lost", changed)
	for up, changed = l.Up(); !up; up, changed = l.Up() {
		within(t, "that it is there again", changed)
	}
	are("at another server", 1, 1)
	l.Close()
	within(t, "that it is closed", changed)
	if up, _ := l.Up(); up {
		t.Error("it is up once it is closed")
	}
	are("closed", 0, 1)
}

// TestHousesOfLinks have names that can begin subjects, and a link needs a server.
func TestHousesOfLinks(t *testing.T) {
	t.Parallel()
	url := natstest.Start(t)
	for house, ok := range map[string]bool{"a": true, "A_b-9": true, strings.Repeat("a", 64): true, "": false, "a.b": false, "a b": false, "a*": false, strings.Repeat("a", 65): false} {
		l, err := Open(Config{URL: url, House: house, Log: slog.New(slog.DiscardHandler)})
		if (err == nil) != ok {
			t.Errorf("the house %q: %v", house, err)
		}
		if err == nil {
			l.Close()
		}
	}
	if l, err := Open(Config{URL: "nats://127.0.0.1:1", House: "a", Log: slog.New(slog.DiscardHandler)}); err == nil {
		l.Close()
		t.Error("a link without a server is one")
	}
}
