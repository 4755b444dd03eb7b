package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"noir/data"
	"noir/data/postgres"
	"noir/engine"
	"noir/internal/await"
)

// connected returns a connection to a database beside the store's. The caller must close it.
func connected(t testing.TB, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// ask runs a statement beside the store and returns what it returns first.
func ask(t testing.TB, url, statement string) (answer any) {
	t.Helper()
	conn := connected(t, url)
	defer conn.Close(context.Background())
	rows, err := conn.Query(t.Context(), statement)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		values, err := rows.Values()
		if err != nil {
			t.Fatal(err)
		}
		answer = values[0]
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return answer
}

// waits waits until one connection to the database waits for a lock.
func waits(t *testing.T, url string) {
	t.Helper()
	await.Until(t, "a connection that waits for a lock", func() bool {
		return ask(t, url, `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`) == int64(1)
	})
}

// begun opens a match without players.
func begun(t *testing.T, s *postgres.Store, id data.MatchID) {
	t.Helper()
	if _, err := s.Open(t.Context(), data.Match{ID: id, Game: "any", Pace: data.Live, Started: time.Now()}); err != nil {
		t.Fatal(err)
	}
}

func ply(n int) data.Entry {
	return data.NewEntry(n, engine.Ply{Move: engine.Move{By: engine.ByPlayer, Body: []byte(`{"type":"take"}`)}}, int64(n))
}
