package postgres_test

import (
	"testing"

	"noir/data/datatest"
	"noir/data/postgres/pgtest"
)

// BenchmarkAppend and BenchmarkFinish measure what waits for a commit; those of data/sqlite do the same.
func BenchmarkAppend(b *testing.B) {
	var url string
	datatest.BenchmarkAppend(b, fresh(&url), func() float64 { return committed(b, url) })
}

func BenchmarkFinish(b *testing.B) {
	var url string
	datatest.BenchmarkFinish(b, fresh(&url), func() float64 { return committed(b, url) })
}

// fresh opens the store of a new database, whose URL it keeps.
func fresh(url *string) func(*testing.B) datatest.Store {
	return func(b *testing.B) datatest.Store {
		*url = pgtest.Database(b)
		return open(b, *url)
	}
}

// committed is how many commits the server has written to its disk.
func committed(b *testing.B, url string) float64 {
	return float64(ask(b, url, `SELECT sum(wal_sync)::bigint FROM pg_stat_wal`).(int64))
}
