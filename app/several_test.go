package app_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"noir/app"
	"noir/data"
	"noir/data/postgres"
	"noir/data/postgres/pgtest"
	"noir/matchmaking/cluster"
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

// TestSeveralSpeakOneProtocol: a server of a version that speaks with its like in another way than those that run is
// refused, with a sentence that names them. Once they have ended it serves, and then they are refused.
func TestSeveralSpeakOneProtocol(t *testing.T) {
	t.Parallel()
	database, nats := pgtest.Database(t), natstest.Start(t)
	speaks := func(version string, protocol int) (store *postgres.Store, others []string, err error) {
		t.Helper()
		store, err = postgres.Open(t.Context(), database, "of another version", version)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { store.Close() })
		others, err = store.Speak(t.Context(), protocol)
		return store, others, err
	}
	former, _, err := speaks("0.1", cluster.Protocol-1)
	if err != nil {
		t.Fatal(err)
	}
	config := app.Config{Data: t.TempDir(), Database: database, NATS: nats, House: "test", Listen: "127.0.0.1:0"}
	if a, err := app.Open(t.Context(), config); err == nil || !strings.Contains(err.Error(), "of another version (0.1); end them all") {
		t.Errorf("a server beside one of another version: %v", err)
		if err == nil {
			a.Close()
		}
	}
	if err := former.Close(); err != nil {
		t.Error(err)
	}
	a, err := app.Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	if _, others, err := speaks("0.1", cluster.Protocol-1); !errors.Is(err, data.ErrTaken) || len(others) != 1 {
		t.Errorf("one of another version beside %q: %v", others, err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}
