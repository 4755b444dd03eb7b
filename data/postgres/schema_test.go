package postgres_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"noir/data"
	"noir/data/postgres"
	"noir/data/postgres/pgtest"
	"noir/internal/await"
)

// TestSkeletonsAreComputedByOne: of two servers of a new version that start together, the second finds the skeletons as
// the first has left them.
func TestSkeletonsAreComputedByOne(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	s := open(t, url)
	fourPlayers(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	ask(t, url, `UPDATE folding SET version = 0`)
	first, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close(context.Background())
	if _, err := first.Exec(t.Context(), `BEGIN; UPDATE players SET skeleton = 'first' || id`); err != nil {
		t.Fatal(err)
	}
	if _, err := first.Exec(t.Context(), `UPDATE folding SET version = $1`, data.Folding); err != nil {
		t.Fatal(err)
	}
	opened := make(chan error, 1)
	go func() {
		second, err := postgres.Open(t.Context(), url, "", "test")
		if err == nil {
			err = second.Close()
		}
		opened <- err
	}()
	waits(t, url)
	if _, err := first.Exec(t.Context(), `COMMIT`); err != nil {
		t.Fatal(err)
	}
	if err := await.One(t, opened, "second server"); err != nil {
		t.Fatal(err)
	}
	if n := ask(t, url, `SELECT count(*) FROM players WHERE skeleton = 'first' || id`); n != int64(4) {
		t.Errorf("%v of four skeletons are the first server's", n)
	}
}
