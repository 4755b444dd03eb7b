package postgres_test

import (
	"os"
	"strings"
	"sync"
	"testing"

	"noir/data/datatest"
	"noir/data/postgres"
	"noir/data/postgres/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func open(t testing.TB, url string) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), url, "", "test")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestStore: the store passes what every store must pass.
func TestStore(t *testing.T) {
	datatest.Run(t, opener())
}

// TestOffice: and what every store for operators must.
func TestOffice(t *testing.T) {
	datatest.RunOffice(t, opener())
}

// opener opens a database for each folder.
func opener() datatest.Opener {
	var mu sync.Mutex
	of := map[string]string{}
	return func(t *testing.T, dir string) datatest.Store {
		mu.Lock()
		defer mu.Unlock()
		if of[dir] == "" {
			of[dir] = pgtest.Database(t)
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
