package sqlite

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/data/relational"
	"noir/internal/await"
)

// occupy keeps all connections for history busy until the test ends.
func occupy(t *testing.T, s *Store) (release func()) {
	t.Helper()
	begun, free, done := make(chan struct{}), make(chan struct{}), make(chan error)
	for range browsers() {
		go func() {
			done <- s.db.past.transact(t.Context(), func(r tx) error {
				var n int
				err := r.Row(`SELECT count(*) FROM players`, nil, &n)
				begun <- struct{}{}
				<-free
				return err
			})
		}()
		await.One(t, begun, "connection for history")
	}
	return func() {
		close(free)
		for range browsers() {
			if err := await.One(t, done, "end of a read"); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestLogInsDoNotWaitForThePast: however many read history and for how long, log-ins and moves are
// answered, and further readers of history are told in time that they cannot have it.
func TestLogInsDoNotWaitForThePast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openStore(t)
		defer s.Close() // in here, where its goroutines are
		p, err := s.CreatePlayer(t.Context(), "anna", "SHA256:anna", "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Open(t.Context(), data.Match{ID: "m1", Game: "any"}); err != nil {
			t.Fatal(err)
		}
		defer occupy(t, s)()
		began := time.Now()
		_, err1 := s.PlayerByKey(t.Context(), "SHA256:anna")
		_, err2 := s.Match(t.Context(), "m1")
		_, err3 := s.Settings(t.Context(), p.ID)
		_, err4 := s.Ratings(t.Context(), p.ID)
		if err := errors.Join(err1, err2, err3, err4); err != nil || time.Since(began) != 0 {
			t.Errorf("answered after %v: %v", time.Since(began), err)
		}
		_, err = s.Games(t.Context(), p.ID, "", 1)
		const said = "the store cannot be read: no answer within 5s"
		if waited := time.Since(began); !errors.Is(err, data.ErrUnavailable) || err.Error() != said || waited != relational.ReadTime {
			t.Errorf("the past was read after %v: %v", waited, err)
		}
	})
}

// TestWhatTheStoreCannotBe: operators are told whether it is read or written to in vain.
func TestWhatTheStoreCannotBe(t *testing.T) {
	t.Parallel()
	s := openStore(t)
	db := s.db
	in := func(way string, run func(context.Context, func(tx) error) error, begins string) {
		t.Helper()
		err := run(t.Context(), func(r tx) error {
			return r.Rows(`SELECT 1 FROM nowhere`, nil, func(scan) error { return nil })
		})
		if !errors.Is(err, data.ErrUnavailable) || !strings.HasPrefix(err.Error(), begins) {
			t.Errorf("%s: an operator is told %v", way, err)
		}
	}
	in("write", db.Write, "the store cannot be written to: SQL logic error")
	for way, run := range map[string]func(context.Context, func(tx) error) error{"read": db.Read, "ask": db.Ask, "browse": db.Browse, "study": db.Study} {
		in(way, run, "the store cannot be read: SQL logic error")
	}
	lost, err := openReaders(db.path, 1, true)
	if err == nil {
		err = lost.pool.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	in("no connection", lost.ask, "the store cannot be read: sql: database is closed")
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	in("closed", db.Read, "unavailable: the store is closed")
	in("closed", db.Write, "unavailable: the store is closed")
}

// TestReadsEnd: an endless read is interrupted.
func TestReadsEnd(t *testing.T) {
	s := openStore(t)
	err := relational.Within(t.Context(), 50*time.Millisecond, s.db.past.transact, func(r tx) error {
		return r.Rows(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n`, nil, func(scan) error { return nil })
	})
	if !errors.Is(err, data.ErrUnavailable) {
		t.Errorf("it ended with %v", err)
	}
	for range browsers() + 1 { // the connection is still good
		if _, err := s.Games(t.Context(), 1, "", 1); err != nil {
			t.Error(err)
		}
	}
}

// TestLogShrinks: after a long read the log shrinks again.
func TestLogShrinks(t *testing.T) {
	t.Parallel()
	s := openStore(t)
	write := func(bytes int) int64 {
		t.Helper()
		if err := s.Note(t.Context(), "olga", "note", strings.Repeat("x", bytes), nil); err != nil {
			t.Fatal(err)
		}
		log, err := os.Stat(s.db.path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return log.Size()
	}
	release := occupy(t, s)
	size := int64(0)
	for range 2 * logLimit >> 20 {
		size = write(1 << 20)
	}
	if size <= logLimit {
		t.Fatalf("while somebody reads the log has %d bytes", size)
	}
	release()
	for limit := time.Now().Add(20 * checkpointRetry); size > logLimit; size = write(1) {
		if time.Now().After(limit) {
			t.Fatalf("afterwards the log still has %d bytes", size)
		}
	}
}

// TestAHeldUpCheckpointIsTriedAgain, although nothing is written meanwhile.
func TestAHeldUpCheckpointIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openStore(t)
		release := occupy(t, s)
		const written = 2 * checkpointPages * 4096
		if err := s.Note(t.Context(), "olga", "note", strings.Repeat("x", written), nil); err != nil {
			t.Fatal(err)
		}
		size := func() int64 {
			t.Helper()
			synctest.Wait()
			file, err := os.Stat(s.db.path)
			if err != nil {
				t.Fatal(err)
			}
			return file.Size()
		}
		if moved := size(); moved >= written {
			t.Fatalf("while somebody reads %d bytes are in the file", moved)
		}
		release()
		time.Sleep(checkpointRetry)
		if moved := size(); moved < written {
			t.Errorf("afterwards only %d bytes are in the file", moved)
		}
	})
}
