package sqlite

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/data/relational"
	"noir/internal/await"
)

func openStore(t *testing.T) *Store {
	t.Helper()
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// hold keeps the writer inside a transaction until release is called, which
// returns when that is committed.
func hold(t *testing.T, s *Store) (release func()) {
	t.Helper()
	held, free, done := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		done <- s.db.Write(t.Context(), func(tx) error {
			close(held)
			<-free
			return nil
		})
	}()
	await.One(t, held, "transaction")
	return func() {
		close(free)
		if err := await.One(t, done, "end of the held transaction"); err != nil {
			t.Error(err)
		}
	}
}

// push leaves requests for the writer.
func push(t *testing.T, s *Store, all ...*relational.Request) {
	t.Helper()
	for _, r := range all {
		if err := s.db.writer.Push(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
}

func addPlayer(name string) func(tx) error {
	return func(t tx) error {
		_, err := t.Exec(`INSERT INTO players (name, skeleton, created) VALUES (?1, ?1, 0)`, name)
		return err
	}
}

func countPlayers(t *testing.T, s *Store) (n int) {
	t.Helper()
	err := s.db.Read(t.Context(), func(t tx) error { return t.Row(`SELECT count(*) FROM players`, nil, &n) })
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestWaitingRequestsShareACommit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // in which clocks stand still, however slow the processor is
		s := openStore(t)
		release := hold(t, s)
		refused := errors.New("refused")
		const pairs = 20
		good, bad, again := make([]*relational.Request, pairs), make([]*relational.Request, pairs), make([]*relational.Request, pairs)
		for i := range pairs {
			name := fmt.Sprint("player", i)
			good[i] = &relational.Request{Do: addPlayer(name)}
			again[i] = &relational.Request{Do: addPlayer(name), Plain: true}
			bad[i] = &relational.Request{Do: func(t tx) error {
				if err := addPlayer("bad")(t); err != nil {
					return err
				}
				return refused
			}}
			push(t, s, good[i], bad[i], again[i])
		}
		var seen int
		last := &relational.Request{Do: func(tx) error { seen = countPlayers(t, s); return nil }}
		push(t, s, last)
		release()
		_ = last.Wait()
		if seen != 0 {
			t.Errorf("%d players were committed before the last request was done", seen)
		}
		for i := range pairs {
			if good[i].Wait() != nil || bad[i].Wait() != refused || again[i].Wait() == nil || errors.Is(again[i].Wait(), data.ErrUnavailable) {
				t.Errorf("pair %d: %v, %v, %v", i, good[i].Wait(), bad[i].Wait(), again[i].Wait())
			}
		}
		if n := countPlayers(t, s); n != pairs {
			t.Errorf("%d players, not %d", n, pairs)
		}
	})
}

// TestACommitIsBounded: of a long queue, 256 requests share a commit.
func TestACommitIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // in which clocks stand still, however slow the processor is
		s := openStore(t)
		release := hold(t, s)
		const shared = 255 // beside the held one
		var early, seen int
		for i := range shared {
			add := addPlayer(fmt.Sprint("player", i))
			r := &relational.Request{Do: add}
			if i == shared-1 {
				r.Do = func(tx tx) error { early = countPlayers(t, s); return add(tx) }
			}
			push(t, s, r)
		}
		next := &relational.Request{Do: func(tx) error { seen = countPlayers(t, s); return nil }}
		push(t, s, next)
		release()
		_ = next.Wait()
		if early != 0 {
			t.Errorf("%d players were committed before the batch was full", early)
		}
		if seen != shared {
			t.Errorf("%d players were committed before the next batch, not %d", seen, shared)
		}
	})
}

// TestASlowCommitIsShort: what takes long shares no commit with what comes after it, unless that has waited for long.
func TestASlowCommitIsShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openStore(t)
		for i, waited := range []time.Duration{relational.LongWait - relational.BatchTime - 2, relational.LongWait} {
			before, seen := countPlayers(t, s), 0
			release := hold(t, s)
			slow := &relational.Request{Do: func(tx tx) error {
				time.Sleep(relational.BatchTime + 1)
				return addPlayer(fmt.Sprint("player", i))(tx)
			}}
			next := &relational.Request{Do: func(tx) error { seen = countPlayers(t, s); return nil }}
			push(t, s, slow, next)
			time.Sleep(waited)
			release()
			if err := errors.Join(slow.Wait(), next.Wait()); err != nil {
				t.Fatal(err)
			}
			if committed := seen > before; committed != (waited < relational.LongWait) {
				t.Errorf("after %v: committed is %v", waited, committed)
			}
		}
	})
}

func TestCancelledRequestIsWithdrawn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openStore(t)
		release := hold(t, s)
		ctx, cancel := context.WithCancel(t.Context())
		answer := make(chan error)
		go func() { answer <- s.db.Write(ctx, addPlayer("anna")) }()
		synctest.Wait() // it is in the queue
		cancel()
		if err := await.One(t, answer, "the answer to a cancelled write"); err != context.Canceled {
			t.Errorf("cancelled: %v", err)
		}
		release()
		if err := s.db.Write(t.Context(), addPlayer("bert")); err != nil {
			t.Fatal(err)
		}
		if n := countPlayers(t, s); n != 1 {
			t.Errorf("%d players: the withdrawn one was written", n)
		}
	})
}

func TestFullQueueMakesCallersWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openStore(t)
		release := hold(t, s)
		fill(t, s)
		ctx, cancel := context.WithCancel(t.Context())
		answers := make(chan error)
		go func() { answers <- s.db.Write(ctx, addPlayer("cancelled")) }()
		synctest.Wait() // there is no room for it
		cancel()
		if err := await.One(t, answers, "the answer to a write"); err != context.Canceled {
			t.Errorf("no room: %v", err)
		}
		go func() { answers <- s.db.Write(t.Context(), addPlayer("patient")) }()
		synctest.Wait()
		release()
		if err := await.One(t, answers, "the answer to a write"); err != nil {
			t.Error(err)
		}
		if n := countPlayers(t, s); n != relational.QueueSize+1 {
			t.Errorf("%d players, not %d", n, relational.QueueSize+1)
		}
	})
}

// fill fills the queue with players.
func fill(t *testing.T, s *Store) (waiting []*relational.Request) {
	t.Helper()
	for i := range relational.QueueSize {
		r := &relational.Request{Do: addPlayer(fmt.Sprint("player", i))}
		push(t, s, r)
		waiting = append(waiting, r)
	}
	return waiting
}

func TestCloseFinishesTheQueue(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	release := hold(t, s)
	waiting := fill(t, s)
	closed := make(chan error)
	go func() { closed <- s.Close() }()
	// The queue is full, so that this one waits until the store is closing.
	if err := s.db.writer.Push(t.Context(), &relational.Request{Do: addPlayer("late")}); !errors.Is(err, data.ErrUnavailable) {
		t.Fatalf("the store is not closing: %v", err)
	}
	release()
	if err := await.One(t, closed, "end of closing"); err != nil {
		t.Error(err)
	}
	for _, r := range waiting {
		if err := r.Wait(); err != nil {
			t.Error(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
	if err := s.Append(t.Context(), "m1", data.Entry{Ply: 1}); !errors.Is(err, data.ErrUnavailable) {
		t.Errorf("a write after Close: %v", err)
	}
	if _, err := s.PlayerByName(t.Context(), "anna"); !errors.Is(err, data.ErrUnavailable) {
		t.Errorf("a read after Close: %v", err)
	}
	s, err = Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if n := countPlayers(t, s); n != relational.QueueSize {
		t.Errorf("%d players, not %d", n, relational.QueueSize)
	}
}

func TestDiskThatCannotBeWritten(t *testing.T) {
	for name, disk := range map[string]struct{ fail, heal string }{
		"full":      {`PRAGMA max_page_count = 1`, `PRAGMA max_page_count = 1000000`}, // 1: no pages beyond those in use
		"read-only": {`PRAGMA query_only = 1`, `PRAGMA query_only = 0`},
	} {
		t.Run(name, func(t *testing.T) {
			s := openStore(t)
			pragma := func(text string) {
				t.Helper()
				if _, err := s.db.line.conn.ExecContext(t.Context(), text); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := s.Open(t.Context(), data.Match{ID: "m1", Game: "any"}); err != nil {
				t.Fatal(err)
			}
			pragma(disk.fail)
			ply, err := 0, error(nil)
			for err == nil && ply < 10_000 {
				ply++
				err = s.Append(t.Context(), "m1", data.Entry{Ply: ply, Move: []byte(`{"type":"take"}`)})
			}
			if !errors.Is(err, data.ErrUnavailable) || err.Error() == data.ErrUnavailable.Error() {
				t.Fatalf("ply %d: %v", ply, err)
			}
			if _, err := s.CreatePlayer(t.Context(), "anna", "SHA256:a", string(make([]byte, 1<<16))); !errors.Is(err, data.ErrUnavailable) {
				t.Errorf("a player: %v", err)
			}
			m, err := s.Match(t.Context(), "m1")
			if err != nil || len(m.Moves) != ply-1 {
				t.Errorf("%d plies acknowledged, %d stored, %v", ply-1, len(m.Moves), err)
			}
			pragma(disk.heal)
			if err := s.Append(t.Context(), "m1", data.Entry{Ply: ply, Move: []byte(`{"type":"take"}`)}); err != nil {
				t.Errorf("the disk can be written again: %v", err)
			}
		})
	}
}

// TestCancelledTooLate: a caller who gives up while the change is being made is told its result,
// not that it was not made.
func TestCancelledTooLate(t *testing.T) {
	s := openStore(t)
	ctx, cancel := context.WithCancel(t.Context())
	err := s.db.Write(ctx, func(tx tx) error {
		cancel()
		return addPlayer("marlowe")(tx)
	})
	if err != nil || countPlayers(t, s) != 1 {
		t.Errorf("%d players were stored, and the caller was told %v", countPlayers(t, s), err)
	}
}
