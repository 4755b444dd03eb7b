package postgres_test

import (
	"testing"

	"noir/data/datatest"
	"noir/data/postgres/pgtest"
)

// BenchmarkAppend and BenchmarkFinish measure what waits for a commit; those of data/sqlite do the same.
func BenchmarkAppend(b *testing.B) {
	var url string
	datatest.BenchmarkAppend(b, fresh(&url), func() float64 { return committed(b, url, "moves") })
}

func BenchmarkFinish(b *testing.B) {
	var url string
	datatest.BenchmarkFinish(b, fresh(&url), func() float64 { return committed(b, url, "rating_events") })
}

// fresh opens the store of a new database, whose URL it keeps.
func fresh(url *string) func(*testing.B) datatest.Store {
	return func(b *testing.B) datatest.Store {
		*url = pgtest.Database(b)
		return open(b, *url)
	}
}

// committed is how many transactions have written the rows of a table.
func committed(b *testing.B, url, table string) float64 {
	return float64(ask(b, url, `SELECT count(DISTINCT xmin::text) FROM `+table).(int64))
}
