package cluster

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// TestFeedSendsWhatIsAskedFor: a node is sent so many frames as it has asked for, and no more until it asks again. What it
// has lost it is sent again, from the lines that it has.
func TestFeedSendsWhatIsAskedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		show := matchmaking.Show{Over: make(chan struct{})}
		var log []engine.Line
		next := func() {
			log = append(log, engine.Line{Ply: len(log) + 1})
			show.Replace(matchmaking.Frame{Log: log}, nil).Supersede()
			synctest.Wait()
		}
		next()
		cursor := matchmaking.NewCursor(&show, func(work func()) { go work() }, nil)
		f := &feed{chair: cursor, ctx: t.Context(), awake: func(context.Context) error { return nil }}
		var sent []*frame
		var failed error
		empty := 0
		send := func(one any, err error) {
			if one, ok := one.(*frame); ok {
				sent = append(sent, one)
			} else if failed = err; err == nil {
				empty++
			}
		}
		f.ask(pulled{}, send)
		synctest.Wait()
		for range 2 * feedRoom {
			next()
		}
		if len(sent) != feedRoom || empty != 1 {
			t.Fatalf("a node that asked once is sent %d frames and %d empty answers", len(sent), empty)
		}
		f.ask(pulled{More: true}, send)
		synctest.Wait()
		if newest := sent[len(sent)-1]; len(sent) != feedRoom+1 || newest.From != feedRoom || newest.Revision != len(log) {
			t.Errorf("then it is sent %d frames, the newest with the lines after %d: revision %d", len(sent), newest.From, newest.Revision)
		}
		f.ask(pulled{After: 3, Has: 3}, send) // all after that was lost
		synctest.Wait()
		if newest := sent[len(sent)-1]; len(sent) != feedRoom+2 || newest.From != 3 || len(newest.Lines) != len(log)-3 {
			t.Errorf("then %d, the newest with %d lines after %d", len(sent), len(newest.Lines), newest.From)
		}
		cursor.Leave()
		if synctest.Wait(); failed != errNotMine {
			t.Errorf("once the table has ended here it is told %v", failed)
		}
	})
}

// TestFeedOfANodeThatStoodStill: it sends no frame unless it is awake, and nothing after it has said why, until it is asked again.
func TestFeedOfANodeThatStoodStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		show := matchmaking.Show{Over: make(chan struct{})}
		next := func() {
			show.Replace(matchmaking.Frame{}, nil).Supersede()
			synctest.Wait()
		}
		next()
		cursor := matchmaking.NewCursor(&show, func(work func()) { go work() }, nil)
		var fenced error
		f := &feed{chair: cursor, ctx: ctx, awake: func(context.Context) error { return fenced }}
		sent := 0
		var said []error
		send := func(one any, err error) {
			if _, ok := one.(*frame); ok {
				sent++
			}
			if err != nil {
				said = append(said, err)
			}
		}
		look := func(what string, frames int, errs ...error) {
			t.Helper()
			if synctest.Wait(); sent != frames || !slices.Equal(said, errs) {
				t.Errorf("%s it has sent %d frames, and %v", what, sent, said)
			}
		}
		f.ask(pulled{}, send)
		look("at first", 1)
		fenced = data.ErrFenced
		next()
		look("once it has stood still", 1, data.ErrFenced)
		fenced = nil
		next()
		look("later", 1, data.ErrFenced)
		f.ask(pulled{After: 1}, send)
		look("when it is asked again", 2, data.ErrFenced)
		stop()
		fenced = ctx.Err()
		next()
		look("when it ends", 2, data.ErrFenced, errNotMine)
	})
}

// TestFeedThatIsAskedAgain waits for a frame once, and is not held up by one who was woken for the question before.
func TestFeedThatIsAskedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		show := matchmaking.Show{Over: make(chan struct{})}
		show.Replace(matchmaking.Frame{}, nil).Supersede()
		var woken []func()
		cursor := matchmaking.NewCursor(&show, func(work func()) { woken = append(woken, work) }, nil)
		f := &feed{chair: cursor, ctx: t.Context(), awake: func(context.Context) error { return nil }}
		sent := 0
		send := func(one any, err error) {
			if _, ok := one.(*frame); ok {
				sent++
			}
		}
		f.ask(pulled{}, send)
		f.ask(pulled{}, send) // while one is about to look
		for _, wake := range woken {
			wake()
		}
		if len(woken) != 2 || sent != 1 {
			t.Errorf("%d frames are sent to whoever is woken %d times", sent, len(woken))
		}
		woken = nil
		for range 3 {
			f.ask(pulled{After: 1}, send)
		}
		if show.Replace(matchmaking.Frame{}, nil).Supersede(); len(woken) != 1 {
			t.Errorf("%d wait for one frame", len(woken))
		}
	})
}
