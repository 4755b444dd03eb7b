package postgres_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"noir/data"
	"noir/data/postgres/pgtest"
	"noir/data/relational"
	"noir/internal/await"
)

// TestConnectionsAreLost: after every connection has been cut a move is refused at worst as one whose
// outcome is not known. Then the term is another one before anything is read, and moves go on.
func TestConnectionsAreLost(t *testing.T) {
	url := pgtest.Database(t)
	s := open(t, url)
	defer s.Close()
	begun(t, s, "m1")
	next := 1
	for range 5 {
		if err := s.Append(t.Context(), "m1", ply(next)); err != nil {
			t.Fatal(err)
		}
		next++
		before := ask(t, url, `SELECT term FROM nodes`).(int64)
		ask(t, url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'noir' AND datname = current_database()`)
		err := s.Append(t.Context(), "m1", ply(next))
		if err == nil {
			next++
			continue
		}
		if !errors.Is(err, data.ErrUnavailable) {
			t.Fatal(err)
		}
		m, err := s.Match(t.Context(), "m1")
		for late := time.Now().Add(time.Minute); err != nil; m, err = s.Match(t.Context(), "m1") {
			if time.Now().After(late) {
				t.Fatal(err)
			}
		}
		next = len(m.Moves) + 1
		if term := ask(t, url, `SELECT term FROM nodes`).(int64); term == before {
			t.Error("the outcome was not known, and the term is the same")
		}
		for late := time.Now().Add(time.Minute); s.Ready(t.Context()) != nil; {
			if time.Now().After(late) {
				t.Fatal("nothing can be stored any more")
			}
		}
	}
}

// TestATermThatAnotherRaised: a write that finds another term than its own is not made before the term has been raised
// again, and is no sign that this node has been removed.
func TestATermThatAnotherRaised(t *testing.T) {
	t.Parallel()
	s, url := still(t)
	defer s.Close()
	begun(t, s, "m1")
	for n, write := range []func() error{
		func() error { return s.Append(t.Context(), "m1", ply(1)) },
		func() error { return s.Ready(t.Context()) },
	} {
		ask(t, url, `UPDATE nodes SET term = term + 1`)
		if err := write(); err != nil && (!errors.Is(err, data.ErrUnavailable) || errors.Is(err, data.ErrFenced)) {
			t.Errorf("write %d of a former term: %v", n, err)
		}
		if err := write(); err != nil {
			t.Errorf("write %d of the next: %v", n, err)
		}
	}
}

// TestANodeThatJoinsAgainMeanwhile: that its former self is removed is no matter of the node that it is by then.
func TestANodeThatJoinsAgainMeanwhile(t *testing.T) {
	t.Parallel()
	s, url := still(t)
	defer s.Close()
	removing := connected(t, url)
	defer removing.Close(context.Background())
	if _, err := removing.Exec(t.Context(), `BEGIN; DELETE FROM nodes`); err != nil {
		t.Fatal(err)
	}
	s.Doubt()
	told := make(chan error, 1)
	go func() { told <- s.Ready(t.Context()) }()
	waits(t, url)
	if err := s.Rejoin(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := removing.Exec(t.Context(), `COMMIT`); err != nil {
		t.Fatal(err)
	}
	_ = await.One(t, told, "an answer") // of the node that is gone
	begun(t, s, "m1")
	if err := s.Append(t.Context(), "m1", ply(1)); err != nil {
		t.Errorf("a move at the new node: %v", err)
	}
}

// TestACommitThatNobodyKnowsOf: when a connection ends while it commits, the term is raised before anything else is
// written.
func TestACommitThatNobodyKnowsOf(t *testing.T) {
	t.Parallel()
	s, url := still(t)
	defer s.Close()
	for _, statement := range []string{
		`CREATE TABLE last (n int)`,
		`CREATE FUNCTION fall() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`,
		`CREATE CONSTRAINT TRIGGER fall AFTER INSERT ON last DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fall()`,
	} {
		ask(t, url, statement)
	}
	for term := range int64(2) {
		err := s.Change(t.Context(), func(change relational.Tx) error {
			_, err := change.Exec(`INSERT INTO last VALUES (1)`)
			return err
		})
		if !errors.Is(err, data.ErrUnavailable) {
			t.Errorf("it is said of the commit: %v", err)
		}
		if err := s.Ready(t.Context()); err != nil {
			t.Error(err)
		}
		if now := ask(t, url, `SELECT term FROM nodes`); now != 2+term {
			t.Errorf("after %d such commits the term is %v", term+1, now)
		}
	}
}
