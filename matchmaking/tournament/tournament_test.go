package tournament_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/internal/cached"
	"noir/matchmaking"
	"noir/matchmaking/tournament"
)

func newCalendar(t *testing.T, store tournament.Store) *tournament.Calendar {
	return tournament.New(cached.Reader{
		Context: t.Context(), Go: func(work func()) bool { go work(); return true }, Log: slog.New(slog.DiscardHandler),
	}, store)
}

// open opens an event that runs, and returns its id.
func open(t *testing.T, store data.Store) int64 {
	t.Helper()
	c, err := store.OpenTournament(t.Context(), "olga", data.Tournament{
		Title: "Night shift", Game: "noirburg", Seats: 6, Starts: time.Now().Add(-time.Minute), Ends: time.Now().Add(time.Hour),
	})
	if err != nil {
		t.Fatal(err)
	}
	return c.ID
}

// TestAllStand: the standings have everybody, also beyond what any page shows, with those who won before those who
// lost. They are a second old at most, and those of another event are its own.
func TestAllStand(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		store := sqlitetest.Open(t, dir)
		defer store.Close()
		calendar := newCalendar(t, store)
		event, other := open(t, store), open(t, store)
		n := 0
		play := func() {
			n++
			m := data.Match{
				ID: data.MatchID(fmt.Sprint("m", n)), Game: "noirburg", Seed: engine.Seed{1}, Pace: data.Live, Rated: true, Started: time.Now(), Tournament: event,
			}
			for seat := range 6 {
				p := sqlitetest.Player(t, store, fmt.Sprintf("p%d-%d", n, seat))
				m.Seats = append(m.Seats, data.Seat{Kind: data.Human, Player: p.ID, Name: p.Name})
			}
			if _, err := store.Open(t.Context(), m); err != nil {
				t.Fatal(err)
			}
			r := engine.Result{Reason: "points", Winners: []engine.Seat{0}, Places: []int{1, 2, 2, 2, 2, 2}, Scores: json.RawMessage(`[]`)}
			if _, err := store.Finish(t.Context(), m.ID, time.Now(), r); err != nil {
				t.Fatal(err)
			}
		}
		const games = 17
		for range games {
			play()
		}
		stand := func(event int64) []data.Score {
			rows, err := calendar.Standings(context.Background(), event)
			if err != nil {
				t.Fatal(err)
			}
			return rows
		}
		rows := stand(event)
		if len(rows) != 6*games || rows[games-1].Rank != 1 || rows[games].Rank != games+1 || rows[6*games-1].Points > 0 {
			t.Errorf("%d stand", len(rows))
		}
		for _, row := range []data.Score{rows[0], rows[1], rows[games]} { // two who have won and one who has not
			if form, err := calendar.Form(t.Context(), event, row.Player.ID); err != nil || form != float64(row.Points) {
				t.Errorf("%s with %d points is paired by %v, %v", row.Player.Name, row.Points, form, err)
			}
		}
		if rows := stand(other); len(rows) != 0 {
			t.Errorf("%d stand in an event without a game", len(rows))
		}
		play()
		if got := len(stand(event)); got != 6*games {
			t.Errorf("within a second they are read again: %d", got)
		}
		time.Sleep(time.Second)
		if got := len(stand(event)); got != 6*(games+1) {
			t.Errorf("a second later %d stand", got)
		}
	})
}

// hanging is a store that does not answer of one event for a while.
type hanging struct {
	data.Store
	event int64
	reads atomic.Int64 // of it
	may   chan struct{}
}

func (h *hanging) Standings(ctx context.Context, id int64, limit, offset int) ([]data.Score, int, error) {
	if id == h.event {
		h.reads.Add(1)
		<-h.may
	}
	return h.Store.Standings(ctx, id, limit, offset)
}

// TestStandingsOfAnEventWaitForNoOther: while the store hangs at those of one, others are read. All who want that one share
// a read, and anyone who gives up waits no longer.
func TestStandingsOfAnEventWaitForNoOther(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		store := &hanging{Store: sqlitetest.Open(t, dir), may: make(chan struct{})}
		defer store.Store.(io.Closer).Close()
		calendar := newCalendar(t, store)
		store.event = open(t, store)
		other := open(t, store)
		leaving, leave := context.WithCancel(t.Context())
		defer leave()
		gone, read := make(chan error, 1), make(chan error, 2)
		stand := func(ctx context.Context, told chan<- error) {
			_, err := calendar.Standings(ctx, store.event)
			told <- err
		}
		go stand(leaving, gone)
		synctest.Wait()
		for range cap(read) {
			go stand(t.Context(), read)
		}
		go func() {
			if _, err := calendar.Standings(t.Context(), other); err != nil {
				t.Errorf("those of the other event: %v", err)
			}
			leave()
		}()
		synctest.Wait()
		select {
		case err := <-gone:
			if !errors.Is(err, data.ErrUnavailable) {
				t.Errorf("who gives up is told %v", err)
			}
		default:
			t.Error("another event, or somebody who gives up, waits for the store")
		}
		close(store.may)
		synctest.Wait()
		for range cap(read) {
			if err := <-read; err != nil {
				t.Error(err)
			}
		}
		if n := store.reads.Load(); n != 1 {
			t.Errorf("read %d times for three", n)
		}
	})
}

// failing is a store that cannot be read at times, and that counts how often it was asked.
type failing struct {
	data.Store
	down  atomic.Bool
	reads atomic.Int64
}

func (f *failing) Settle(ctx context.Context) error {
	f.reads.Add(1)
	if f.down.Load() {
		return data.ErrUnavailable
	}
	return f.Store.Settle(ctx)
}

func (f *failing) Tournament(ctx context.Context, id int64) (data.Tournament, error) {
	if f.down.Load() {
		return data.Tournament{}, data.ErrUnavailable
	}
	return f.Store.Tournament(ctx, id)
}

func (f *failing) Standings(ctx context.Context, id int64, limit, offset int) ([]data.Score, int, error) {
	if f.down.Load() {
		return nil, 0, data.ErrUnavailable
	}
	return f.Store.Standings(ctx, id, limit, offset)
}

// TestTheCalendar finds an event that was opened a moment ago, refuses one that is over or that nobody has opened, keeps
// what it knows while the store cannot be read, and reads the store only as often as somebody asks.
func TestTheCalendar(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		store := &failing{Store: sqlitetest.Open(t, dir)}
		ctx, stop := context.WithCancel(t.Context())
		var work sync.WaitGroup
		defer func() {
			stop()
			work.Wait()
			store.Store.(io.Closer).Close()
		}()
		calendar := tournament.New(cached.Reader{
			Context: ctx, Go: func(do func()) bool { work.Go(do); return true }, Log: slog.New(slog.DiscardHandler),
		}, store)
		work.Go(func() { calendar.Run(ctx) })
		open := func(title string, in, lasts time.Duration) data.Tournament {
			from := time.Now().Add(in)
			c, err := store.OpenTournament(t.Context(), "olga", data.Tournament{Title: title, Game: "noirburg", Seats: 6, Starts: from, Ends: from.Add(lasts)})
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		synctest.Wait()
		look := func(id int64) (data.Tournament, error) { return calendar.LookFor(t.Context(), id) }
		first := open("first", -time.Minute, time.Hour)
		if _, known := calendar.Find(first.ID); known {
			t.Error("it is known before anything was read")
		}
		if got, err := look(first.ID); err != nil || got.ID != first.ID || got.Title != "first" {
			t.Errorf("just opened: %+v, %v", got, err)
		}
		second := open("second", 0, 30*time.Minute)
		if got, err := look(second.ID); err != nil || got.Title != "second" {
			t.Errorf("opened since: %+v, %v", got, err)
		}
		for _, one := range []data.Tournament{first, second} {
			if got, known := calendar.Find(one.ID); !known || got.Title != one.Title {
				t.Errorf("then it is known: %+v", got)
			}
		}
		if _, err := look(99); !errors.Is(err, matchmaking.ErrNoTournament) {
			t.Errorf("of no event: %v", err)
		}
		time.Sleep(30 * time.Minute)
		if _, err := look(second.ID); !errors.Is(err, matchmaking.ErrTournamentOver) {
			t.Errorf("at its end: %v", err)
		}
		if _, err := look(first.ID); err != nil {
			t.Errorf("the other goes on: %v", err)
		}

		time.Sleep(time.Hour + time.Minute)
		before := store.reads.Load()
		time.Sleep(time.Hour)
		if n := store.reads.Load() - before; n != 12 {
			t.Errorf("read %d times in an hour in which nobody asked", n)
		}
		third := open("third", 0, time.Hour)
		if synctest.Wait(); len(calendar.List()) != 2 {
			t.Errorf("listed before it was read: %v", calendar.List())
		}
		if synctest.Wait(); len(calendar.List()) != 3 {
			t.Errorf("who asks finds it soon: %v", calendar.List())
		}
		before = store.reads.Load()
		time.Sleep(20 * time.Second)
		if n := store.reads.Load() - before; n < 9 || n > 11 {
			t.Errorf("read %d times after somebody has asked, not twice a second for five seconds", n)
		}

		store.down.Store(true)
		time.Sleep(time.Second)
		for what, err := range map[string]error{
			"looking for one": func() error { _, err := look(99); return err }(),
			"standings":       func() error { _, err := calendar.Standings(t.Context(), third.ID); return err }(),
			"form":            func() error { _, err := calendar.Form(t.Context(), third.ID, 1); return err }(),
		} {
			if !errors.Is(err, data.ErrUnavailable) {
				t.Errorf("%s: %v", what, err)
			}
		}
		if got, known := calendar.Find(third.ID); !known || got.Title != "third" || len(calendar.List()) != 3 {
			t.Errorf("what was known is lost: %+v", got)
		}
		store.down.Store(false)
		if _, err := calendar.Standings(t.Context(), 99); !errors.Is(err, matchmaking.ErrNoTournament) {
			t.Errorf("standings of no event: %v", err)
		}
		if _, err := calendar.Form(t.Context(), 99, 1); !errors.Is(err, matchmaking.ErrNoTournament) {
			t.Errorf("form in no event: %v", err)
		}
		if form, err := calendar.Form(t.Context(), third.ID, 1); err != nil || form != 0 {
			t.Errorf("form of a player who has not played: %v, %v", form, err)
		}
		time.Sleep(13 * time.Hour)
		calendar.List()
		if synctest.Wait(); len(calendar.List()) != 0 {
			t.Errorf("half a day after their end they are listed: %v", calendar.List())
		}
		if _, err := look(third.ID); !errors.Is(err, matchmaking.ErrTournamentOver) {
			t.Errorf("one that is listed no more: %v", err)
		}
	})
}
