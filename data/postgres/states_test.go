package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/data/postgres/pgtest"
	"noir/data/relational"
	"noir/internal/await"
)

// TestDeadlockIsDoneAgain: a change that the server gives up to end a deadlock is made anew, and nobody hears of it.
func TestDeadlockIsDoneAgain(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	s := open(t, url)
	defer s.Close()
	ask(t, url, `CREATE TABLE pair (id int PRIMARY KEY, n int)`)
	ask(t, url, `INSERT INTO pair VALUES (1, 0), (2, 0)`)
	other := connected(t, url)
	defer other.Close(context.Background())
	do := func(statement string) {
		t.Helper()
		if _, err := other.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	do(`BEGIN; SET LOCAL deadlock_timeout = '1min'; UPDATE pair SET n = n + 10 WHERE id = 2`) // the store is to be the one that gives up
	tries, waiting := 0, make(chan struct{}, 8)
	done := make(chan error, 1)
	go func() {
		done <- s.Change(t.Context(), func(change relational.Tx) error {
			tries++
			if _, err := change.Exec(`UPDATE pair SET n = n + 1 WHERE id = 1`); err != nil {
				return err
			}
			waiting <- struct{}{}
			_, err := change.Exec(`UPDATE pair SET n = n + 1 WHERE id = 2`)
			return err
		})
	}()
	<-waiting
	do(`UPDATE pair SET n = n + 10 WHERE id = 1; COMMIT`)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if n := ask(t, url, `SELECT sum(n) FROM pair WHERE n = 11`); tries < 2 || n != int64(22) {
		t.Errorf("after %d tries there are %v", tries, n)
	}
}

// TestAMoveIsAddedAgainAfterADeadlock, and nobody hears of it.
func TestAMoveIsAddedAgainAfterADeadlock(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	s := open(t, url)
	defer s.Close()
	begun(t, s, "m1")
	for _, statement := range []string{
		`CREATE SEQUENCE tries`, // counts also what is rolled back
		`CREATE FUNCTION clash() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			IF nextval('tries') < 3 THEN RAISE EXCEPTION USING ERRCODE = '40P01'; END IF;
			RETURN NULL;
		END $$`,
		`CREATE TRIGGER clash AFTER INSERT ON moves EXECUTE FUNCTION clash()`,
	} {
		ask(t, url, statement)
	}
	if err := s.Append(t.Context(), "m1", ply(1)); err != nil {
		t.Error(err)
	}
	if n, tries := ask(t, url, `SELECT count(*) FROM moves`), ask(t, url, `SELECT last_value FROM tries`); n != int64(1) || tries != int64(3) {
		t.Errorf("after %v tries there are %v moves", tries, n)
	}
}

// TestMovesThatWaitShareACommit: those that have waited are added together, each log's in order. One that is no move fails
// alone, and one whose caller has gone is not added.
func TestMovesThatWaitShareACommit(t *testing.T) {
	t.Parallel()
	s, url := still(t) // a beat would wait for the lock too
	defer s.Close()
	for n := range 4 {
		begun(t, s, data.MatchID(fmt.Sprint("m", n)))
	}
	other := connected(t, url)
	defer other.Close(context.Background())
	if _, err := other.Exec(t.Context(), `BEGIN; SELECT FROM nodes FOR UPDATE`); err != nil { // which the first waits for
		t.Fatal(err)
	}
	ctx, gone := context.WithCancel(t.Context())
	odd := ply(1)
	odd.By = "a\x00b"
	appends := []struct {
		ctx  context.Context
		id   data.MatchID
		move data.Entry
		done chan error
	}{
		{t.Context(), "m0", ply(1), make(chan error, 1)},
		{t.Context(), "m1", ply(1), make(chan error, 1)},
		{ctx, "m2", ply(1), make(chan error, 1)},
		{t.Context(), "m3", odd, make(chan error, 1)},
		{t.Context(), "m0", ply(2), make(chan error, 1)},
		{t.Context(), "m1", ply(2), make(chan error, 1)}, // comes after the first of its log
		{t.Context(), "m0", ply(3), make(chan error, 1)}, // and with it this one
		{t.Context(), "m1", ply(3), make(chan error, 1)},
	}
	for i, a := range appends {
		go func() { a.done <- s.Append(a.ctx, a.id, a.move) }()
		await.Until(t, fmt.Sprintf("%d appends wait, which are all but the first", i), func() bool { return s.WaitingAppends() == i })
		await.Until(t, "the first append waits for the lock", func() bool {
			return i > 0 || ask(t, url, `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`) == int64(1)
		})
	}
	gone()
	if err := await.One(t, appends[2].done, "the append whose caller has gone"); !errors.Is(err, context.Canceled) {
		t.Errorf("whoever has gone is told %v", err)
	}
	if _, err := other.Exec(t.Context(), `COMMIT`); err != nil {
		t.Fatal(err)
	}
	for i, a := range appends {
		if i == 2 {
			continue
		}
		if err := await.One(t, a.done, "an append"); (err != nil) != (a.id == "m3") || errors.Is(err, data.ErrUnavailable) {
			t.Errorf("append %d: %v", i, err)
		}
	}
	if logs := ask(t, url, `SELECT string_agg(id || '/' || ply, ' ' ORDER BY id, ply) FROM moves JOIN matches ON number = match`); logs != "m0/1 m0/2 m0/3 m1/1 m1/2 m1/3" {
		t.Errorf("there are %v", logs)
	}
	if commits := ask(t, url, `SELECT count(DISTINCT moves.xmin::text) FROM moves`); commits != int64(5) {
		t.Errorf("in %v commits", commits)
	}
}

// TestARowThatCannotBeRead fails the change that reads it, or the read, and not as if the database were away: then all that
// shares a transaction with it would fail.
func TestARowThatCannotBeRead(t *testing.T) {
	t.Parallel()
	s := open(t, pgtest.Database(t))
	defer s.Close()
	odd := errors.New("odd")
	var number int
	for what, each := range map[string]func(relational.Scan) error{
		"refused":   func(relational.Scan) error { return odd },
		"no number": func(read relational.Scan) error { return errors.Join(odd, read(&number)) },
	} {
		read := func(at relational.Tx) error {
			if err := at.RowsLater(`SELECT 'a' UNION ALL SELECT 'b'`, nil, each); err != nil {
				return err
			}
			return at.Settle()
		}
		for where, run := range map[string]func() error{
			"a change": func() error { return s.Change(t.Context(), read) },
			"a read":   func() error { return s.Reading(t.Context(), read) },
		} {
			if err := run(); !errors.Is(err, odd) || errors.Is(err, data.ErrUnavailable) {
				t.Errorf("%s in %s: %v", what, where, err)
			}
		}
	}
	begun(t, s, "m1")
}

// TestReadOnlyConnectionsGo: what finds that its server only reads comes back on other connections, as they are
// made when it writes again.
func TestReadOnlyConnectionsGo(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	s := open(t, url)
	defer s.Close()
	begun(t, s, "m1")
	writing := url + "?default_transaction_read_only=off"
	if strings.Contains(url, "?") {
		writing = url + "&default_transaction_read_only=off"
	}
	turn := func(to string) {
		t.Helper()
		ask(t, writing, `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = `+to+`', current_database()); END $$`)
	}
	turn("on")
	ask(t, url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'noir' AND datname = current_database()`)
	for late := time.Now().Add(time.Minute); ; {
		err := s.Ready(t.Context())
		if errors.Is(err, data.ErrUnavailable) {
			break
		}
		if time.Now().After(late) {
			t.Fatal("it is not read-only")
		}
	}
	last := ask(t, url, `SELECT beat FROM beats`)
	for beats := time.Now().Add(time.Second); time.Now().Before(beats); { // some of which find it so
		if now := ask(t, url, `SELECT beat FROM beats`); now != last {
			t.Fatalf("beat %v, then %v", last, now)
		}
	}
	turn("off")
	for late := time.Now().Add(time.Minute); ask(t, url, `SELECT beat FROM beats`) == last; {
		if time.Now().After(late) {
			t.Fatal("it does not beat any more")
		}
	}
	for late := time.Now().Add(time.Minute); s.Ready(t.Context()) != nil; {
		if time.Now().After(late) {
			t.Fatal("nothing can be stored any more")
		}
	}
	for late := time.Now().Add(time.Minute); s.Append(t.Context(), "m1", ply(1)) != nil; {
		if time.Now().After(late) {
			t.Fatal("no move can be stored any more")
		}
	}
}
