package cluster

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// TestAChairWhoseFramesAreReadIsKept: the node of a table hears now and then that somebody reads the frames that it sends,
// also while they keep coming at any pace, and gives the chair up once nobody does.
func TestAChairWhoseFramesAreReadIsKept(t *testing.T) {
	for _, pace := range []time.Duration{200 * time.Millisecond, time.Second, 2500 * time.Millisecond, quietFor - 1, time.Minute} {
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			owner, front, _ := between(t)
			show := matchmaking.Show{Over: make(chan struct{})}
			show.Replace(matchmaking.Frame{}, nil)
			chair := matchmaking.NewCursor(&show, func(work func()) { owner.Short(work) }, nil)
			chairs := hosted{kept: newKept((*hostedChair).Leave)}
			chairs.add("chair", 1, &hostedChair{Viewer: chair, frames: feed{chair: chair, ctx: ctx, awake: func(context.Context) error { return nil }, rescue: owner.rescue}})
			owner.sources = map[string]source{"pull": chairs.pull}
			line, err := front.dial(2, 2*feedRoom)
			if err != nil {
				t.Fatal(err)
			}
			var read atomic.Int64
			front.Go(func() {
				defer line.close()
				c := &far{client: front, node: 2, name: "chair", line: line}
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

// asked is a chair at another node, and what that is asked for.
type asked struct {
	*far
	pulls []pulled
	tell  func(any, error) // answers the last question
	left  int
}

// farChair returns one whose node is silent unless the test has it tell something.
func farChair(t *testing.T) (a *asked, over *pipe) {
	t.Helper()
	node, front, over := between(t)
	line, err := front.dial(2, 2*feedRoom)
	if err != nil {
		t.Fatal(err)
	}
	a = &asked{far: &far{client: front, node: 2, name: "chair", line: line}}
	node.handlers = map[string]handler{"leave": answering(func(_ context.Context, _ data.NodeID, name string) (any, error) {
		if a.left++; name != "chair" {
			t.Errorf("%q is left", name)
		}
		return nil, nil
	})}
	t.Cleanup(func() {
		a.leave()
		synctest.Wait()
		if up, _ := over.Up(); up && a.knows(2) && a.left != 1 {
			t.Errorf("the chair is left %d times", a.left)
		}
	})
	node.sources = map[string]source{"pull": func(body []byte, tell func(any, error)) {
		var p pulled
		if err := read(body, &p); err != nil || p.Chair != "chair" {
			t.Errorf("asked for %+v: %v", p, err)
		}
		a.pulls, a.tell = append(a.pulls, p), tell
	}}
	return a, over
}

// TestAChairAtANodeThatIsSilent is given up after some questions, and at once when its node is gone or cannot be reached. What comes
// in time, if only that there is no news, keeps it.
func TestAChairAtANodeThatIsSilent(t *testing.T) {
	for what, c := range map[string]struct {
		end   func(a *asked, over *pipe)
		at    time.Duration
		pulls int
	}{
		"silent":      {nil, deafFor * answerTime, deafFor},
		"gone":        {func(a *asked, _ *pipe) { a.know([]data.Node{{ID: 1}}) }, answerTime / 2, 1},
		"cut off":     {func(_ *asked, over *pipe) { close(over.cut) }, answerTime / 2, 1},
		"there again": {func(a *asked, _ *pipe) { a.tell(nil, nil) }, answerTime/2 + quietFor + deafFor*answerTime, 1 + deafFor},
		"not its own": {func(a *asked, _ *pipe) { a.tell(nil, errNotMine) }, answerTime / 2, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			a, over := farChair(t)
			if c.end != nil {
				time.AfterFunc(answerTime/2, func() {
					synctest.Wait() // it has been asked
					c.end(a, over)
				})
			}
			began := time.Now()
			if _, err := a.next(t.Context(), 0); !elsewhere(err) || time.Since(began) != c.at || len(a.pulls) != c.pulls {
				t.Errorf("a node that is %s is asked %d times and given up after %v: %v", what, len(a.pulls), time.Since(began), err)
			}
		})
	}
}

// send sends a frame with a line more than the one before, from nothing for 0.
func (a *asked) send(n, before int) {
	var last *matchmaking.Frame
	if before > 0 {
		f := lines(before)
		last = &f
	}
	a.tell(pack(lines(n), last, before, time.Now()), nil)
}

// lines is a frame with a number of lines and a revision.
func lines(n int) matchmaking.Frame {
	f := matchmaking.Frame{Revision: n, Seats: []matchmaking.Seated{{Name: "anna"}}, Log: make([]engine.Line, n)}
	for i := range n {
		f.Log[i].Ply = i + 1
	}
	return f
}

// TestMoreFramesAreAskedFor when half of those that may come have, and when nobody has said for a while that they are
// read; but not more often.
func TestMoreFramesAreAskedFor(t *testing.T) {
	for _, c := range []struct {
		frames, pulls int
		every         time.Duration
	}{
		{3 * feedRoom, 1 + 6, 0}, {3 * feedRoom, 1 + 6, unreadFor / feedRoom}, {20, 1 + 8, 2 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			a, _ := farChair(t)
			a.Go(func() {
				for n := range c.frames {
					synctest.Wait()
					a.send(n+1, n)
					time.Sleep(c.every)
				}
			})
			for n := range c.frames {
				if f, err := a.next(t.Context(), n); err != nil || f.Revision != n+1 {
					t.Fatalf("frame %d is %d, %v", n+1, f.Revision, err)
				}
			}
			for i, p := range a.pulls {
				if p.More != (i > 0) {
					t.Errorf("question %d is %+v", i, p)
				}
			}
			if len(a.pulls) != c.pulls {
				t.Errorf("for %d frames, one every %v, it is asked %d times", c.frames, c.every, len(a.pulls))
			}
		})
	}
}

// TestFramesThatAreLost are asked for, once in a while: after the last one that has come, with the lines that are there. One that
// comes twice is shown once.
func TestFramesThatAreLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, _ := farChair(t)
		send := a.send
		ctx, stop := context.WithCancel(t.Context())
		got := make(chan matchmaking.Frame)
		failed := make(chan error, 1)
		a.Go(func() {
			for after := 0; ; {
				f, err := a.next(ctx, after)
				if err != nil {
					failed <- err
					return
				}
				after = f.Revision
				got <- f
			}
		})
		comes := func(n int) {
			t.Helper()
			if f := <-got; f.Revision != n || len(f.Log) != n || f.Log[n-1].Ply != n {
				t.Errorf("frame %d comes with %d lines in place of %d", f.Revision, len(f.Log), n)
			}
		}
		lost := func(times int) {
			t.Helper()
			synctest.Wait()
			select {
			case f := <-got:
				t.Errorf("frame %d is shown", f.Revision)
			default:
			}
			if len(a.pulls) != times {
				t.Errorf("after frame 2 %+v are asked for", a.pulls)
			}
		}
		synctest.Wait()
		send(1, 0)
		comes(1)
		send(2, 1)
		comes(2)
		send(2, 1)
		lost(1)
		time.Sleep(answerTime)
		send(4, 3)
		lost(2)
		send(5, 4)
		time.Sleep(answerTime)
		send(6, 5)
		lost(2)
		time.Sleep(time.Nanosecond)
		send(7, 6)
		lost(3)
		for _, p := range a.pulls[1:] {
			if p.After != 2 || p.Has != 2 || p.More {
				t.Errorf("asked for is %+v", p)
			}
		}
		send(8, 2)
		comes(8)
		stop()
		<-failed
	})
}

// TestFramesOfAChairThatIsGone: a node that asks for them is told so.
func TestFramesOfAChairThatIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		told := make(chan error, 1)
		chairs := hosted{kept: newKept((*hostedChair).Leave)}
		if err := write(head{}, pulled{Chair: "gone"}, func(raw []byte) error {
			_, body, err := open(raw)
			chairs.pull(body, func(_ any, err error) { told <- err })
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if err := <-told; err != errNotMine {
			t.Errorf("it is told %v", err)
		}
	})
}
