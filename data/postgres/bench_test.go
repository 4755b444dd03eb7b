package postgres_test

import (
	"testing"

	"noir/data/datatest"
	"noir/data/postgres"
	"noir/data/postgres/pgtest"
)

// BenchmarkAppend and BenchmarkFinish measure what waits for a commit; those of data/sqlite do the same.
func BenchmarkAppend(b *testing.B) {
	var url string
	datatest.BenchmarkAppend(b, func(b *testing.B) datatest.Store {
		url = pgtest.Database(b)
		return open(b, url)
	}, func() float64 { // how many transactions have written entries, which the writer does not count
		return float64(ask(b, url, `SELECT count(DISTINCT xmin::text) FROM moves`).(int64))
	})
}

func BenchmarkFinish(b *testing.B) {
	var store *postgres.Store
	datatest.BenchmarkFinish(b, func(b *testing.B) datatest.Store {
		store = open(b, pgtest.Database(b))
		return store
	}, func() float64 { return datatest.Commits(b, store.Figures()) })
}
