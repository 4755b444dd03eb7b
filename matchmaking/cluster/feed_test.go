package cluster

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"noir/data"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/internal/await"
	"noir/matchmaking"
	"noir/matchmaking/local"
)

// feedOf returns the feed of a chair at a node that is awake. Nobody catches its panics.
func feedOf(ctx context.Context, chair matchmaking.Viewer) *feed {
	return &feed{chair: chair, ctx: ctx, awake: func(context.Context) error { return nil }, rescue: func(func(any, error)) {}}
}

// TestFeedSendsWhatIsAskedFor: a node gets as many frames as it has asked for, and no further ones until it asks again.
// It gets lost frames again, from the lines that it has.
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
		f := feedOf(t.Context(), cursor)
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
		f := feedOf(ctx, cursor)
		f.awake = func(context.Context) error { return fenced }
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
		f := feedOf(t.Context(), cursor)
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

// TestAFeedThatPanics ends there, is counted, and tells the node that asked so. Asked again it goes on.
func TestAFeedThatPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		owner, front, _ := between(t)
		show := matchmaking.Show{Over: make(chan struct{})}
		show.Replace(matchmaking.Frame{}, nil).Supersede()
		f := feedOf(t.Context(), matchmaking.NewCursor(&show, func(work func()) { owner.Short(work) }, nil))
		breaks := true
		f.rescue, f.awake = owner.rescue, func(context.Context) error {
			if breaks {
				panic("it breaks")
			}
			return nil
		}
		owner.sources = map[string]source{"pull": func(_ []byte, tell func(any, error)) { f.ask(pulled{}, tell) }}
		line, err := front.dial(2, 2*feedRoom)
		if err != nil {
			t.Fatal(err)
		}
		defer line.close()
		ctx, stop := context.WithTimeout(t.Context(), await.Limit())
		defer stop()
		c := &far{client: front, node: 2, name: "chair", line: line}
		if _, err := c.next(ctx, 0); !errors.Is(err, data.ErrUnavailable) || owner.panics.Load() != 1 {
			t.Errorf("after %d panics it is told %v", owner.panics.Load(), err)
		}
		breaks = false
		if err := c.pull(0, 0); err != nil {
			t.Fatal(err)
		}
		if got, err := c.next(ctx, 0); err != nil || got.Revision != 1 || owner.panics.Load() != 1 {
			t.Errorf("asked again it sends %+v, %v, after %d panics", got, err, owner.panics.Load())
		}
	})
}

// ownedBy is a store whose every match is a node's.
type ownedBy struct {
	data.Shared
	node data.NodeID
}

func (o ownedBy) Owner(context.Context, data.MatchID) (data.NodeID, int64, error) {
	return o.node, 0, nil
}

// TestANodeThatFailsAtEveryFrame is asked for a chair again and again, but not at once.
func TestANodeThatFailsAtEveryFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := sqlitetest.Open(t, sqlitetest.Dir(t))
		defer store.Close()
		own, err := local.New(t.Context(), local.Config{Store: store, Games: []engine.Game{districtnoir.Game{}}})
		if err != nil {
			t.Fatal(err)
		}
		defer own.Close()
		owner, front, _ := between(t)
		attached := 0
		owner.handlers = map[string]handler{
			"attach": answering(func(context.Context, data.NodeID, attaching) (any, error) {
				if attached++; attached > 100 {
					return nil, matchmaking.ErrNoSeat
				}
				return nil, nil
			}),
			"leave": answering(func(context.Context, data.NodeID, string) (any, error) { return nil, nil }),
		}
		owner.sources = map[string]source{"pull": func(_ []byte, tell func(any, error)) { tell(nil, errFailed) }}
		tables := &tables{allotment: &allotment{client: front, store: ownedBy{node: 2}, local: own}}
		ctx, stop := context.WithTimeout(t.Context(), 10*lookAgain-1)
		defer stop()
		if _, err := tables.sit(ctx, "m1", 1); !errors.Is(err, context.DeadlineExceeded) || attached != 10 {
			t.Errorf("in ten looks it is asked %d times for a chair: %v", attached, err)
		}
	})
}
