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

	"noir/data"
	"noir/matchmaking"
)

// pipe is a Link to one node, which takes at once what it is asked.
type pipe struct {
	take func(body []byte, reply func([]byte) error)
}

// most is how long what a pipe carries may be.
const most = 1 << 20

func (p pipe) Ask(_ string, heard func([]byte, error)) Question { return piped{p, heard} }

func (pipe) Publish(string, []byte) error { return nil }

func (pipe) Serve(string, func([]byte, func([]byte) error)) (stop func(), err error) {
	return func() {}, nil
}

func (pipe) Up() (bool, <-chan struct{}) { return true, nil }

func (pipe) Close() {}

// piped is a question over a pipe.
type piped struct {
	pipe
	heard func([]byte, error)
}

func (p piped) Send(body []byte) error {
	p.take(bytes.Clone(body), func(answer []byte) error {
		if len(answer) > most {
			return ErrTooLong
		}
		p.heard(bytes.Clone(answer), nil)
		return nil
	})
	return nil
}

// TestAChairWhoseFramesAreReadIsKept: the node of a table hears now and then that somebody reads the frames that it sends,
// also while they keep coming at any pace, and gives the chair up once nobody does.
func TestAChairWhoseFramesAreReadIsKept(t *testing.T) {
	for _, pace := range []time.Duration{200 * time.Millisecond, time.Second, 2500 * time.Millisecond, quietFor - 1, time.Minute} {
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			owns, fronts := newCrew(ctx), newCrew(ctx)
			defer owns.close()
			defer fronts.close()
			defer stop() // first
			show := matchmaking.Show{Over: make(chan struct{})}
			show.Replace(matchmaking.Frame{}, nil)
			chair := matchmaking.NewCursor(&show, func(work func()) { owns.quick(work) }, nil)
			chairs := hosted{kept: newKept[*hostedChair]()}
			chairs.add("chair", 1, &hostedChair{Viewer: chair, frames: feed{chair: chair, ctx: ctx, awake: func(context.Context) error { return nil }}})
			owner := newSwitchboard(owns, pipe{}, "test", slog.New(slog.DiscardHandler))
			owner.sources = map[string]source{"pull": chairs.pull}

			front := newSwitchboard(fronts, pipe{owner.take}, "test", owner.log)
			front.know([]data.Node{{ID: 2}})
			line, err := front.dial(2, 2*feedRoom)
			if err != nil {
				t.Fatal(err)
			}
			var read atomic.Int64
			fronts.Go(func() {
				c := &far{switchboard: front, node: 2, name: "chair", line: line}
				for {
					f, err := c.next(ctx, int(read.Load()))
					if err != nil {
						return
					}
					read.Store(int64(f.Revision))
				}
			})
			kept := func() bool {
				chairs.tidy()
				chairs.mu.Lock()
				defer chairs.mu.Unlock()
				return chairs.of["chair"] != nil
			}
			shown, next := 1, time.Now().Add(pace)
			for end := time.Now().Add(3 * time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
				if !time.Now().Before(next) {
					show.Replace(matchmaking.Frame{}, nil).Supersede()
					shown, next = shown+1, next.Add(pace)
				}
				if !kept() {
					t.Fatalf("with a frame every %v the chair is given up, of which %d of %d frames were read", pace, read.Load(), shown)
				}
			}
			if synctest.Wait(); int(read.Load()) != shown {
				t.Errorf("with a frame every %v %d of %d are read", pace, read.Load(), shown)
			}
			stop()
			time.Sleep(silentFor + time.Second)
			if kept() {
				t.Error("nobody reads any more, and the chair is kept")
			}
		})
	}
}

// TestAnswerThatIsTooLong: who asks for more than the link carries is told so, and does not wait.
func TestAnswerThatIsTooLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		answers, asks := newCrew(t.Context()), newCrew(t.Context())
		defer answers.close()
		defer asks.close()
		node := newSwitchboard(answers, pipe{}, "test", slog.New(slog.DiscardHandler))
		node.handlers = map[string]handler{"list": answering(func(_ context.Context, _ data.NodeID, size int) (any, error) {
			return bytes.Repeat([]byte("x"), size), nil
		})}
		front := newSwitchboard(asks, pipe{node.take}, "test", node.log)
		front.know([]data.Node{{ID: 2}})
		began := time.Now()
		if got, err := ask[[]byte](t.Context(), front, 2, "list", time.Minute, most/2); err != nil || len(got) != most/2 {
			t.Errorf("half of what the link carries: %d, %v", len(got), err)
		}
		_, err := ask[[]byte](t.Context(), front, 2, "list", time.Minute, most)
		if took := time.Since(began); !errors.Is(err, errTooLong) || !errors.Is(err, data.ErrUnavailable) || took != 0 {
			t.Errorf("more than the link carries: %v after %v", err, took)
		}
	})
}
