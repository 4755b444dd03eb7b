package cluster

import (
	"context"
	"testing"
	"testing/synctest"

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
