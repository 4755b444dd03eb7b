package postgres_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"strings"
	"sync"
	"testing"

	"noir/data"
	"noir/data/datatest"
	"noir/data/postgres"
	"noir/data/postgres/pgtest"
	"noir/data/relational"
)

// TestMain has what is tried by chance tried less often than in data/sqlite: the decisions are the same, and
// each takes many round trips here. -rapid.checks says otherwise, as in .ci/run.
func TestMain(m *testing.M) {
	_ = flag.Set("rapid.checks", "5")
	_ = flag.Set("test.parallel", "3") // unless told otherwise: some wait for nodes to be found dead
	os.Exit(pgtest.Main(m))
}

func open(t testing.TB, url string) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), url, "", "test")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// still opens an empty database for a node that does not beat.
func still(t testing.TB) (s *postgres.Store, url string) {
	t.Helper()
	url = pgtest.Database(t)
	s = open(t, url)
	s.Still()
	return s, url
}

// TestStore: the store passes what every store must pass.
func TestStore(t *testing.T) {
	t.Parallel()
	datatest.Run(t, opener(directly))
}

// TestOffice: and what every store for operators must.
func TestOffice(t *testing.T) {
	t.Parallel()
	datatest.RunOffice(t, opener(directly))
}

// TestWhatTheStoreCannotBe: operators are told whether it is read or written to in vain.
func TestWhatTheStoreCannotBe(t *testing.T) {
	t.Parallel()
	s, _ := still(t)
	for be, run := range map[string]func(context.Context, func(relational.Tx) error) error{"read": s.Reading, "written to": s.Change} {
		err := run(t.Context(), func(r relational.Tx) error {
			return r.Rows(`SELECT 1 FROM nowhere`, nil, func(relational.Scan) error { return nil })
		})
		if !errors.Is(err, data.ErrUnavailable) || !strings.HasPrefix(err.Error(), "the store cannot be "+be+": ERROR: relation") {
			t.Errorf("an operator is told %v", err)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	err := s.Reading(t.Context(), func(relational.Tx) error { return nil })
	if !errors.Is(err, data.ErrUnavailable) || err.Error() != "the store cannot be read: sql: database is closed" {
		t.Errorf("an operator is told %v", err)
	}
}

func directly(url string) string { return url }

// opener opens a database for each folder, by the URL that through makes of its own.
func opener(through func(string) string) datatest.Opener {
	var mu sync.Mutex
	of := map[string]string{}
	return func(t *testing.T, dir string) datatest.Store {
		mu.Lock()
		defer mu.Unlock()
		if of[dir] == "" {
			of[dir] = through(pgtest.Database(t))
		}
		s := open(t, of[dir])
		if _, err := s.Adopt(t.Context(), 1<<30); err != nil {
			t.Fatal(err)
		}
		return s
	}
}

// TestShared: and what every store for several nodes must.
func TestShared(t *testing.T) {
	t.Parallel()
	datatest.RunShared(t, func(t *testing.T) datatest.Sharer {
		url := pgtest.Database(t)
		return func(t *testing.T) datatest.Node { return open(t, url) }
	})
}

func names(t *testing.T, dir string) string {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, f := range files {
		all.WriteString(f.Name() + "\n")
	}
	return all.String()
}

// TestThroughBouncer: the store needs nothing of a connection that is another one in the next transaction,
// from the first start on.
func TestThroughBouncer(t *testing.T) {
	t.Parallel()
	through := pgtest.Bouncer(t)
	url := through(pgtest.Empty(t))
	s := open(t, url)
	begun(t, s, "m1")
	if err := s.Append(t.Context(), "m1", ply(1)); err != nil {
		t.Error(err)
	}
	beside, err := postgres.Attach(t.Context(), url)
	if err == nil {
		err = errors.Join(beside.Note(t.Context(), "olga", "note", "a", nil), beside.Check(t.Context()), beside.Close())
	}
	if err := errors.Join(err, s.Close()); err != nil {
		t.Error(err)
	}
	datatest.RunSome(t, opener(through))
}
