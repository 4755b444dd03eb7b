package sqlite

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"modernc.org/sqlite"

	"noir/data"
)

// TestStatementsAreKept: a reader prepares a query once, and keeps no more statements than it may.
func TestStatementsAreKept(t *testing.T) {
	s := openStore(t)
	defer s.Close()
	ask := func(query string) {
		t.Helper()
		err := s.db.Study(t.Context(), func(r tx) error {
			var n int
			return r.Row(query, nil, &n)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	kept := func() *statements { return s.db.full.idle[0] } // nobody else reads
	const query = `SELECT count(*) FROM players`
	ask(query)
	first := kept().known[query]
	ask(query)
	if again := kept().known[query]; first == nil || again != first {
		t.Errorf("prepared %p, then %p", first, again)
	}
	for i := range 3 * mostStatements {
		ask(fmt.Sprintf(`SELECT %d`, i))
		if n := len(kept().known); n > mostStatements {
			t.Fatalf("%d statements are kept", n)
		}
	}
	ask(query)
}

// TestStatementsArePreparedOnce: whatever is bound to a kept statement, SQLite does not prepare it again. It would take
// dozens of pieces of the memory that it has for small things, where running takes a few.
func TestStatementsArePreparedOnce(t *testing.T) {
	s := openStore(t)
	defer s.Close()
	ctx, past := t.Context(), s.db.past
	now := time.Now()
	p, err := s.CreatePlayer(ctx, "anna", "SHA256:anna", "")
	_, err1 := s.Overview(ctx, []string{"any"}, p, now, 10)
	_, err2 := s.Games(ctx, p.ID, "", 10)
	_, err3 := s.History(ctx, p.ID, "any", 10)
	_, err4 := s.Sheet(ctx, "any", data.Filter{Limit: 10}, p.ID, 10)
	_, err5 := s.Sheet(ctx, "any", data.Filter{Limit: 10, Search: "an"}, p.ID, 10)
	if err := errors.Join(err, err1, err2, err3, err4, err5); err != nil {
		t.Fatal(err)
	}
	on := past.idle[len(past.idle)-1]
	for query := range on.known {
		if !strings.Contains(query, "?") {
			continue // nothing is bound: it begins or ends a transaction, say
		}
		var taken int
		for n := range 3 {
			args := make([]any, strings.Count(query, "?"))
			for i := range args {
				args[i] = n
			}
			rows, err := on.QueryContext(ctx, query, args...)
			if err != nil {
				t.Fatalf("%s: %v", query, err)
			}
			for rows.Next() {
			}
			if err := errors.Join(rows.Err(), rows.Close()); err != nil {
				t.Fatalf("%s: %v", query, err)
			}
			err = on.conn.Raw(func(conn any) error {
				_, taken, err = conn.(sqlite.DBStatus).Status(sqlite.DBStatusLookasideHit, true)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if taken > 15 {
			t.Errorf("it is prepared for every run, which takes %d pieces: %s", taken, query)
		}
	}
}

// TestABrokenReaderIsReplaced: a connection that cannot end its transaction is closed, and the next
// read has a new one.
func TestABrokenReaderIsReplaced(t *testing.T) {
	s := openStore(t)
	defer s.Close()
	for range 2 {
		err := s.db.Study(t.Context(), func(r tx) error {
			_, err := r.Exec(`ROLLBACK`) // as SQLite does by itself after some errors
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(s.db.full.idle) > 0 {
			t.Error("the broken connection is kept")
		}
	}
	if open := s.db.full.pool.Stats().OpenConnections; open != 0 {
		t.Errorf("%d connections are open", open)
	}
}

// TestReadersCloseBehindTheLastRead: a store may be closed while somebody reads. The read goes on to
// its end, later ones are refused, and no connection stays open.
func TestReadersCloseBehindTheLastRead(t *testing.T) {
	s := openStore(t)
	err := s.db.Study(t.Context(), func(r tx) error {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		var n int
		return r.Row(`SELECT count(*) FROM players`, nil, &n)
	})
	if err != nil {
		t.Error(err)
	}
	if err := s.db.Study(t.Context(), func(tx) error { return nil }); !errors.Is(err, data.ErrUnavailable) {
		t.Errorf("a closed store was read: %v", err)
	}
	if open := s.db.full.pool.Stats().OpenConnections; open != 0 {
		t.Errorf("%d connections are open", open)
	}
}

// TestAReadGivenUpLeavesNothingBehind: whenever a reader's context ends, even while its transaction
// begins, the next read on that connection works.
func TestAReadGivenUpLeavesNothingBehind(t *testing.T) {
	s := openStore(t)
	defer s.Close()
	count := func(ctx context.Context) error {
		return s.db.Study(ctx, func(r tx) error {
			var n int
			return r.Row(`SELECT count(*) FROM players`, nil, &n)
		})
	}
	var all sync.WaitGroup
	for range 32 {
		all.Go(func() {
			for i := range 200 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*time.Microsecond)
				_ = count(ctx)
				cancel()
			}
		})
	}
	all.Wait()
	for range 2 * cap(s.db.full.turns) {
		if err := count(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// TestWhatReadsEverythingLeavesRoom for what sessions wait for: it needs none of the connections that are for that.
func TestWhatReadsEverythingLeavesRoom(t *testing.T) {
	s := openStore(t)
	defer s.Close()
	for range cap(s.db.live.turns) {
		s.db.live.turns <- struct{}{}
	}
	defer func() {
		for range cap(s.db.live.turns) {
			<-s.db.live.turns
		}
	}()
	for what, read := range map[string]func(context.Context) error{
		"holders of names":   func(ctx context.Context) error { _, err := s.Holders(ctx); return err },
		"games that run":     func(ctx context.Context) error { _, err := s.Unfinished(ctx); return err },
		"games to be pruned": func(ctx context.Context) error { _, err := s.Passing(ctx, time.Now()); return err },
		"busy hours":         func(ctx context.Context) error { _, err := s.Busy(ctx); return err },
		"a check":            s.Check,
	} {
		if err := read(t.Context()); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestAReadThatPanics ends its transaction all the same: what reads next sees what has been written since.
func TestAReadThatPanics(t *testing.T) {
	s := openStore(t)
	defer s.Close()
	var n int
	count := func(r tx) error { return r.Row(`SELECT count(*) FROM players`, nil, &n) }
	func() {
		defer func() { _ = recover() }()
		_ = s.db.Read(t.Context(), func(r tx) error {
			if err := count(r); err != nil {
				t.Error(err)
			}
			panic("in the midst of it")
		})
	}()
	_, err := s.CreatePlayer(t.Context(), "anna", "SHA256:anna", "")
	if err := errors.Join(err, s.db.Ask(t.Context(), count)); err != nil || n != 1 {
		t.Errorf("afterwards there are %d players, %v", n, err)
	}
}
