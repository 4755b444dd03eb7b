package sqlite_test

import (
	"testing"

	"noir/data/datatest"
	"noir/data/sqlite"
)

// BenchmarkAppend and BenchmarkFinish measure what waits for the disk; those of data/postgres do the same.
func BenchmarkAppend(b *testing.B) {
	var store *sqlite.Store
	datatest.BenchmarkAppend(b, fresh(&store), func() float64 { return datatest.Commits(b, store.Figures()) })
}

func BenchmarkFinish(b *testing.B) {
	var store *sqlite.Store
	datatest.BenchmarkFinish(b, fresh(&store), func() float64 { return datatest.Commits(b, store.Figures()) })
}

// fresh opens a new store, and keeps it.
func fresh(store **sqlite.Store) func(*testing.B) datatest.Store {
	return func(b *testing.B) datatest.Store {
		var err error
		if *store, err = sqlite.Open(b.TempDir()); err != nil {
			b.Fatal(err)
		}
		return *store
	}
}
