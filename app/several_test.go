package app_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"noir/app"
	"noir/data/postgres/pgtest"
	"noir/matchmaking/cluster/natstest"
	"noir/server/hostkey"
)

// TestSeveralShowOneHostKey: a server with another host key than those that run is refused, with a sentence.
func TestSeveralShowOneHostKey(t *testing.T) {
	t.Parallel()
	database, nats := pgtest.Database(t), natstest.Start(t)
	config := func(key string) app.Config {
		return app.Config{Data: t.TempDir(), Database: database, NATS: nats, House: "test", Listen: "127.0.0.1:0", HostKey: key}
	}
	first := config("")
	a, err := app.Open(t.Context(), first)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if b, err := app.Open(t.Context(), config("")); err == nil || !strings.Contains(err.Error(), a.Fingerprint()) || !strings.Contains(err.Error(), "--host-key") {
		t.Errorf("a server with another key: %v", err)
		if err == nil {
			b.Close()
		}
	}
	b, err := app.Open(t.Context(), config(filepath.Join(first.Data, hostkey.File)))
	if err != nil {
		t.Fatal(err)
	}
	if a.Fingerprint() != b.Fingerprint() {
		t.Errorf("they show %s and %s", a.Fingerprint(), b.Fingerprint())
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}

// TestAHostKeyAfterAKill: a server that was killed does not keep one with another key out for longer than it takes
// to find it dead.
func TestAHostKeyAfterAKill(t *testing.T) {
	t.Parallel()
	database, nats := pgtest.Database(t), natstest.Start(t)
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), `WITH dead AS (INSERT INTO nodes (slot, name, version, joined) VALUES (1, 'a dead one', 'test', 0) RETURNING id),
		shown AS (INSERT INTO host_keys (node, key) SELECT id, 'ssh-ed25519 former' FROM dead)
		INSERT INTO beats (node, beat) SELECT id, 7 FROM dead`); err != nil {
		t.Fatal(err)
	}
	a, err := app.Open(t.Context(), app.Config{Data: t.TempDir(), Database: database, NATS: nats, House: "test", Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}
