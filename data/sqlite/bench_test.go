package sqlite_test

import (
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"noir/data/datatest"
	"noir/data/sqlite"
)

// BenchmarkAppend and BenchmarkFinish measure what waits for the disk; those of data/postgres do the same.
func BenchmarkAppend(b *testing.B) {
	var store *sqlite.Store
	datatest.BenchmarkAppend(b, fresh(&store), func() float64 { return committed(b, store) })
}

func BenchmarkFinish(b *testing.B) {
	var store *sqlite.Store
	datatest.BenchmarkFinish(b, fresh(&store), func() float64 { return committed(b, store) })
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

// committed is how many transactions a store has committed.
func committed(b *testing.B, store *sqlite.Store) float64 {
	known := prometheus.NewRegistry()
	known.MustRegister(store.Figures()...)
	figures, err := known.Gather()
	if err != nil {
		b.Fatal(err)
	}
	for _, f := range figures {
		if f.GetName() == "noir_store_commit_seconds" {
			return float64(f.GetMetric()[0].GetHistogram().GetSampleCount())
		}
	}
	b.Fatal("transactions are not counted")
	return 0
}
