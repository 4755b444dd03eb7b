package review_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/data/review"
	"noir/data/sqlite"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/internal/await"
	"noir/internal/quota"
)

// gate holds up each piece of thinking until it is let through.
type gate chan struct{}

func (g gate) think(ctx context.Context, work func(context.Context)) error {
	select {
	case <-g:
		work(ctx)
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// desk is a reviewer whose critic waits at a gate.
type desk struct {
	*review.Reviewer
	t     *testing.T
	store data.Store
	gate  gate
}

// answer is the result of asking for a review.
type answer struct {
	review.Review
	err error
}

// atDesk runs a test in a bubble of time.
func atDesk(t *testing.T, test func(d desk)) {
	synctest.Test(t, func(t *testing.T) {
		store, g := open(t), make(gate)
		test(desk{reviewer(t, store, g.think, ruler{loss: 0.1}), t, store, g})
	})
}

// match is a game of one move and a resignation: two decisions, each weighed twice.
func (d desk) match(n int) data.Match {
	g := ruler{}
	return play(d.t, d.store, g, data.MatchID(fmt.Sprint("m", n)), 2, shortly(d.t, g, 1))
}

const pieces = 4 // of work for a match

// ask asks in the background, and returns once all are waiting.
func (d desk) ask(ctx context.Context, by int64, m data.Match, told func(review.Progress)) <-chan answer {
	return d.askAs(ctx, quota.Payer{ID: quota.Player(by)}, m, told)
}

func (d desk) askAs(ctx context.Context, by quota.Payer, m data.Match, told func(review.Progress)) <-chan answer {
	got := make(chan answer, 1)
	go func() {
		r, err := d.Review(quota.With(ctx, by), m, told)
		got <- answer{r, err}
	}()
	synctest.Wait()
	return got
}

// let lets so many pieces of work through, and returns when all wait again.
func (d desk) let(n int) {
	for range n {
		d.gate <- struct{}{}
		synctest.Wait()
	}
}

func quiet(review.Progress) {}

// told returns the answer to a reader.
func (d desk) told(c <-chan answer) answer {
	d.t.Helper()
	return await.One(d.t, c, "a review")
}

// TestProgress: the reader is told how many games come first and how many moves have been
// looked at; a second reader that asks for the same game gets the same review.
func TestProgress(t *testing.T) {
	atDesk(t, func(d desk) {
		var progress []review.Progress
		first := d.ask(d.t.Context(), 1, d.match(1), quiet)
		other := d.match(2)
		second := d.ask(d.t.Context(), 2, other, func(p review.Progress) {
			if n := len(progress); n == 0 || progress[n-1] != p {
				progress = append(progress, p)
			}
		})
		third := d.ask(d.t.Context(), 3, other, quiet)
		d.let(2 * pieces)
		if a, b, c := d.told(first), d.told(second), d.told(third); a.ID != "m1" || b.ID != "m2" || c.ID != "m2" {
			d.t.Errorf("%+v, %+v, %+v", a, b, c)
		}
		want := []review.Progress{{Before: 1, Done: 0, Of: 2}, {Before: 0, Done: 0, Of: 2}, {Before: 0, Done: 1, Of: 2}}
		for i, p := range want {
			if i >= len(progress) || progress[i] != p {
				d.t.Errorf("told %+v, want %+v", progress, want)
				break
			}
		}
	})
}

// TestNobodyWaits: a review is made even if its reader has left, and is there when they ask again.
func TestNobodyWaits(t *testing.T) {
	atDesk(t, func(d desk) {
		ctx, cancel := context.WithCancel(d.t.Context())
		m := d.match(1)
		got := d.ask(ctx, 1, m, quiet)
		cancel()
		if a := d.told(got); !errors.Is(a.err, context.Canceled) {
			d.t.Errorf("%+v", a)
		}
		d.let(pieces)
		if a := d.told(d.ask(d.t.Context(), 1, m, quiet)); a.err != nil || len(a.Decisions) != 2 {
			d.t.Errorf("%+v", a)
		}
	})
}

// TestRoom: two games of one player may wait, six of an address, 32 in all; those who wait at Close
// are told.
func TestRoom(t *testing.T) {
	atDesk(t, func(d desk) {
		var waiting []<-chan answer
		n := 0
		ask := func(by quota.Payer, refused bool) {
			d.t.Helper()
			n++
			got := d.askAs(d.t.Context(), by, d.match(n), quiet)
			if !refused {
				waiting = append(waiting, got)
			} else if a := d.told(got); !errors.As(a.err, new(*quota.Refused)) {
				d.t.Errorf("game %d of %+v: %+v", n, by, a)
			}
		}
		at := func(address byte, id int64) quota.Payer {
			return quota.Payer{Address: netip.AddrFrom4([4]byte{192, 0, 2, address}), ID: quota.Player(id), Guest: id < 0}
		}
		for id := range int64(6) {
			ask(at(1, -id-1), false)
		}
		ask(at(1, -7), true)
		ask(at(1, 1), true)
		for id := int64(2); id < 5; id++ {
			ask(at(2, id), false)
			ask(at(2, id), false)
			ask(at(2, id), true)
		}
		ask(at(2, 5), true)
		for id := int64(6); len(waiting) < 32; id++ {
			ask(at(byte(id), id), false)
		}
		ask(at(100, 100), true)
		d.let(pieces)
		if a := d.told(waiting[0]); a.err != nil {
			d.t.Errorf("the first: %v", a.err)
		}
		ask(at(1, -7), false) // there is room again
		d.Close()
		for i, got := range waiting[1:] {
			if a := d.told(got); a.err != review.ErrClosed {
				d.t.Errorf("%d games wait, of which one got %+v", i+1, a)
			}
		}
		if a := d.told(d.ask(d.t.Context(), 100, d.match(n+1), quiet)); a.err != review.ErrClosed {
			d.t.Errorf("when it is closed: %+v", a)
		}
	})
}

// TestCloseWaits for the critic, who may take a moment to stop.
func TestCloseWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, g, stopped := open(t), ruler{loss: 0.1}, false
		r := reviewer(t, store, func(ctx context.Context, _ func(context.Context)) error {
			<-ctx.Done()
			time.Sleep(time.Second)
			stopped = true
			return ctx.Err()
		}, g)
		d := desk{Reviewer: r, t: t, store: store}
		asked := d.ask(t.Context(), 1, d.match(1), quiet)
		if r.Close(); !stopped {
			t.Error("closed before the critic has stopped")
		}
		if a := d.told(asked); a.err != review.ErrClosed {
			t.Errorf("told %+v", a)
		}
	})
}

// TestRefused names what there is nothing to review of.
func TestRefused(t *testing.T) {
	store := open(t)
	uncritical := struct{ engine.Game }{districtnoir.Game{}}
	r := reviewer(t, store, atOnce, uncritical)
	running := begin(t, store, districtnoir.Game{}, "m1", 2)
	aborted := running
	aborted.Result = &engine.Result{Reason: engine.Aborted}
	for want, m := range map[error]data.Match{
		review.ErrRunning: running, review.ErrAborted: aborted,
		review.ErrNoCritic: play(t, store, uncritical, "m2", 2, shortly(t, uncritical, 1)),
	} {
		if _, err := r.Review(t.Context(), m, quiet); err != want {
			t.Errorf("%v, want %v", err, want)
		}
	}
}

// rash is District Noir with a critic that fails.
type rash struct{ ruler }

func (rash) Judge(context.Context, engine.Sight, engine.Trial, ...json.RawMessage) (engine.Judgement, error) {
	panic("no idea")
}

// TestFailure: a game that cannot be reviewed is no harm to the others.
func TestFailure(t *testing.T) {
	store, g := open(t), rash{}
	r := reviewer(t, store, atOnce, g)
	for n := range 2 {
		m := play(t, store, g, data.MatchID(fmt.Sprint("m", n)), 2, shortly(t, g, 1))
		if _, err := r.Review(t.Context(), m, quiet); err == nil || err.Error() != "the game could not be reviewed: try again in a minute" {
			t.Errorf("%v", err)
		}
	}
}

// TestOldFormIsMadeAnew: a review stored in an old format is ignored.
func TestOldFormIsMadeAnew(t *testing.T) {
	store, g := open(t), ruler{loss: 0.1}
	m := play(t, store, g, "m1", 2, shortly(t, g, 1))
	for _, old := range []string{`{"review":0}`, `{"decisions":"many"}`} {
		if err := store.SaveAnalysis(t.Context(), "m1", json.RawMessage(old)); err != nil {
			t.Fatal(err)
		}
		if made := of(t, reviewer(t, store, atOnce, g), m); len(made.Decisions) != 2 {
			t.Errorf("instead of %s: %+v", old, made)
		}
	}
}

// TestAReviewThatIsNotKept is told all the same, and its puzzles are looked for.
func TestAReviewThatIsNotKept(t *testing.T) {
	for _, table := range []string{"analyses", "puzzles"} {
		dir, g := sqlitetest.Dir(t), ruler{loss: 0.2, worlds: 10_000}
		store := sqlitetest.Open(t, dir)
		defer store.Close()
		db, err := sql.Open("sqlite", filepath.Join(dir, sqlite.FileName))
		if err == nil {
			_, err = db.ExecContext(t.Context(), `CREATE TRIGGER full BEFORE INSERT ON `+table+` BEGIN SELECT RAISE(ABORT, 'full'); END`)
		}
		if err != nil {
			t.Fatal(err)
		}
		db.Close()
		m := play(t, store, g, "m1", 2, shortly(t, g, 7))
		var log strings.Builder
		r := review.New(store, []engine.Game{g}, atOnce, quota.NewLedger(nil), slog.New(slog.NewTextHandler(&log, nil)))
		made, err := r.Review(t.Context(), m, quiet)
		if r.Close(); err != nil || len(made.Decisions) < 3 {
			t.Errorf("without %s: %+v, %v", table, made, err)
		}
		_, kept, err := r.Kept(t.Context(), "m1")
		if err != nil || kept != (table != "analyses") || len(puzzles(t, store)) > 0 != (table != "puzzles") {
			t.Errorf("without %s the review is kept: %t, %v, with %d puzzles", table, kept, err, len(puzzles(t, store)))
		}
		want := map[string]string{"analyses": "a review is not kept", "puzzles": "puzzles are not kept"}[table]
		if strings.Count(log.String(), "level=") != 1 || !strings.Contains(log.String(), want) || !strings.Contains(log.String(), "match=m1") {
			t.Errorf("without %s the log says %s", table, log.String())
		}
	}
}
