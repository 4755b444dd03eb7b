package cluster

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
	"noir/internal/workers"
)

// pipe is a Link to one node, which takes at once what it is asked.
type pipe struct {
	take  func(body []byte, reply func([]byte) error)
	cut   chan struct{} // closed once the link is down
	loses atomic.Int32  // so many answers
	open  atomic.Int32  // questions
}

// most is how long what a pipe carries may be.
const most = 1 << 20

func (p *pipe) Ask(_ string, heard func([]byte, error)) Question {
	p.open.Add(1)
	return &piped{p, heard}
}

func (*pipe) Publish(string, []byte) error { return nil }

func (*pipe) Serve(string, func([]byte, func([]byte) error)) (stop func(), err error) {
	return func() {}, nil
}

func (p *pipe) Up() (bool, <-chan struct{}) {
	select {
	case <-p.cut:
		return false, p.cut
	default:
		return true, p.cut
	}
}

func (*pipe) Close() {}

// piped is a question over a pipe.
type piped struct {
	*pipe
	heard func([]byte, error)
}

func (p *piped) Send(body []byte) error {
	p.take(bytes.Clone(body), func(answer []byte) error {
		if len(answer) > most {
			return ErrTooLong
		}
		if p.loses.Add(-1) < 0 {
			p.heard(bytes.Clone(answer), nil)
		}
		return nil
	})
	return nil
}

func (p *piped) Close() { p.open.Add(-1) }

// between returns the server of a node, which is 2, and the client of another one, 1, which reaches it over a pipe. At the
// end of the test all questions are closed, and nothing is under way.
func between(t *testing.T) (node *server, front *client, over *pipe) {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	node = newServer(newClient(workers.NewGroup(t.Context()), &pipe{}, "test", log))
	over = &pipe{take: node.take, cut: make(chan struct{})}
	front = newClient(workers.NewGroup(t.Context()), over, "test", log)
	node.become(2)
	front.become(1)
	front.know([]data.Node{{ID: 1}, {ID: 2}})
	t.Cleanup(func() {
		node.Close()
		front.Close()
		if n := over.open.Load(); n != 0 {
			t.Errorf("%d questions are open", n)
		}
		if n := node.busy.taken.Load() + node.waiting.taken.Load(); n != 0 {
			t.Errorf("%d questions are under way", n)
		}
	})
	return node, front, over
}

// TestAnswerThatIsTooLong: a node that asks for more than the link carries is told so, and does not wait.
func TestAnswerThatIsTooLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		node, front, _ := between(t)
		node.handlers = map[string]handler{"list": answering(func(_ context.Context, _ data.NodeID, size int) (any, error) {
			if size < 0 {
				return bytes.Repeat([]byte("x"), -size), data.ErrNotFound
			}
			return bytes.Repeat([]byte("x"), size), nil
		})}
		began := time.Now()
		if got, err := ask[[]byte](t.Context(), front, 2, "list", time.Minute, most/2); err != nil || len(got) != most/2 {
			t.Errorf("half of what the link carries: %d, %v", len(got), err)
		}
		if _, err := ask[[]byte](t.Context(), front, 2, "list", time.Minute, -most); !errors.Is(err, data.ErrNotFound) {
			t.Errorf("an error beside as much: %v", err)
		}
		_, err := ask[[]byte](t.Context(), front, 2, "list", time.Minute, most)
		if took := time.Since(began); !errors.Is(err, errTooLong) || !errors.Is(err, data.ErrUnavailable) || took != 0 {
			t.Errorf("more than the link carries: %v after %v", err, took)
		}
	})
}

// TestUnknownVerbsAreAnswered: a node that does not know what it is asked for says so at once.
func TestUnknownVerbsAreAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, front, _ := between(t)
		began := time.Now()
		_, err := ask[bool](t.Context(), front, 2, "juggle", time.Minute, true)
		if took := time.Since(began); !errors.Is(err, errUnknownVerb) || !errors.Is(err, data.ErrUnavailable) || took != 0 {
			t.Errorf("%v after %v", err, took)
		}
	})
}

// TestWhatWaitsAndWhatDoesNot have room of their own at a node: too much of the one puts nothing off of the other. Only for what does
// not wait is it measured how long the answer takes.
func TestWhatWaitsAndWhatDoesNot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		node, front, _ := between(t)
		node.busy.most, node.waiting.most = 2, 2
		goes := make(chan struct{})
		hold := answering(func(_ context.Context, _ data.NodeID, waits bool) (any, error) {
			if waits {
				<-goes
			}
			return true, nil
		})
		node.handlers = map[string]handler{"news": hold, "act": hold}
		const held = lookAgain / 2
		refused := 0
		for verb, other := range map[string]string{"news": "act", "act": "news"} {
			for range 2 {
				front.Go(func() {
					if got, err := ask[bool](t.Context(), front, 2, verb, time.Minute, true); !got || err != nil {
						t.Errorf("%s is answered %t, %v", verb, got, err)
					}
				})
			}
			synctest.Wait()
			if got, err := ask[bool](t.Context(), front, 2, verb, held, false); got || !errors.Is(err, errBusy) {
				t.Errorf("where there is no room for it %s is answered %t, %v", verb, got, err)
			}
			refused++
			if got, err := ask[bool](t.Context(), front, 2, other, held, false); !got || err != nil {
				t.Errorf("beside too much of %s, %s is answered %t, %v", verb, other, got, err)
			}
			time.AfterFunc(2*lookAgain-held, func() { goes <- struct{}{} })
			if got, err := ask[bool](t.Context(), front, 2, verb, time.Minute, false); !got || err != nil {
				t.Errorf("once there is room again %s is answered %t, %v", verb, got, err)
			}
			refused += 2
			goes <- struct{}{}
			synctest.Wait()
		}
		figures := prometheus.NewRegistry()
		figures.MustRegister(node.refused, front.took)
		all, err := figures.Gather()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range all {
			for _, m := range f.GetMetric() {
				if n := m.GetCounter().GetValue(); f.GetName() == "noir_link_busy_total" && n != float64(refused) {
					t.Errorf("%v requests were put off, and not %d", n, refused)
				}
				for _, label := range m.GetLabel() {
					if n := m.GetHistogram().GetSampleCount(); label.GetValue() != "act" || n != 7 {
						t.Errorf("of %s %d answers are measured", label.GetValue(), n)
					}
				}
			}
		}
	})
}

// TestWhatEndsAQuestion: an asking node is told at once that no answer comes, and so is the next one that asks the same
// node.
func TestWhatEndsAQuestion(t *testing.T) {
	for what, end := range map[string]func(front *client, over *pipe){
		"its node is gone": func(front *client, _ *pipe) { front.know([]data.Node{{ID: 1}}) },
		"the link is down": func(_ *client, over *pipe) { close(over.cut) },
		"":                 nil,
	} {
		synctest.Test(t, func(t *testing.T) {
			node, front, over := between(t)
			node.handlers = map[string]handler{"act": never}
			took := answerTime
			if end != nil {
				took = answerTime / 3
				time.AfterFunc(took, func() { end(front, over) })
			}
			began := time.Now()
			for range 2 {
				if _, err := ask[int](t.Context(), front, 2, "act", answerTime, 7); !errors.Is(err, errAway) || time.Since(began) != took {
					t.Errorf("%s: %v after %v", what, err, time.Since(began))
				}
				if end == nil {
					break
				}
			}
		})
	}
}

// never is a handler that answers nothing until its node ends.
func never(ctx context.Context, _ data.NodeID, _ []byte) (any, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// TestWhoeverAsksMayGo: a caller that goes gets only its own error, also while the node is busy.
func TestWhoeverAsksMayGo(t *testing.T) {
	for _, busy := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			node, front, _ := between(t)
			node.handlers = map[string]handler{"act": never}
			if busy {
				node.busy.most = 0
			}
			ctx, cancel := context.WithTimeout(t.Context(), lookAgain/2)
			defer cancel()
			began := time.Now()
			if _, err := ask[int](ctx, front, 2, "act", answerTime, 7); err != context.DeadlineExceeded || time.Since(began) != lookAgain/2 {
				t.Errorf("%v after %v", err, time.Since(began))
			}
		})
	}
}

// TestWhoIsHeard: a node takes nothing from those that speak in another way, and does not hear itself. Everybody else is
// answered, if only that it does not know the verb.
func TestWhoIsHeard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		node, _, _ := between(t)
		var asked, answered, heard int
		node.handlers = map[string]handler{"act": func(context.Context, data.NodeID, []byte) (any, error) {
			asked++
			return 7, nil
		}}
		node.heard = map[string]listener{"state": hearing(func(data.NodeID, int) { heard++ })}
		for _, c := range []struct {
			head
			asks, hears bool
		}{
			{head{V: Protocol, From: 1, Verb: "act"}, true, false},
			{head{V: Protocol, From: 1, Verb: "state"}, false, true},
			{head{V: Protocol, From: 2, Verb: "state"}, false, false},
			{head{V: Protocol + 1, From: 1, Verb: "act"}, false, false},
			{head{V: Protocol - 1, From: 1, Verb: "state"}, false, false},
			{head{V: Protocol, From: 1, Verb: "unheard of"}, false, false},
		} {
			asked, answered, heard = 0, 0, 0
			if err := write(c.head, 1, func(raw []byte) error {
				node.take(bytes.Clone(raw), func([]byte) error {
					answered++
					return nil
				})
				node.hear(bytes.Clone(raw), nil)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			if (answered == 1) != (c.V == Protocol) || (asked == 1) != c.asks || (heard == 1) != c.hears {
				t.Errorf("%+v is asked %d times, answered %d times and heard %d times", c.head, asked, answered, heard)
			}
		}
	})
}

// TestAClosedGroupStartsNothing.
func TestAClosedGroupStartsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		node, _, _ := between(t)
		node.Close()
		fails := func() { t.Error("a group that is closed works") }
		if node.Go(fails); node.Short(fails) {
			t.Error("a group that is closed says that it works")
		}
		synctest.Wait()
		woken := false
		c := &chair{tables: &tables{allotment: &allotment{client: node.client}}}
		c.wake(func() { woken = true })
		if synctest.Wait(); !woken {
			t.Error("nobody wakes whoever reads")
		}
	})
}
