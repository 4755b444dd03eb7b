package wiretest

import (
	"context"
	"sync"
	"testing"

	"noir/data"
	"noir/data/sqlite/sqlitetest"
	"noir/matchmaking/local"
)

// House is a real store and a real broker for a test.
type House struct {
	Store  data.Store
	Broker *local.Broker
	Close  func() // closes both; called at the end of the test at the latest

	t      testing.TB
	guests data.PlayerID
}

// Open opens an empty house that plays both games, or one whose store has got something before.
func Open(t testing.TB, before ...func(data.Store)) *House {
	t.Helper()
	store := sqlitetest.Open(t, sqlitetest.Dir(t))
	for _, fill := range before {
		fill(store)
	}
	broker, err := local.New(context.Background(), local.Config{Store: store, Games: games})
	if err != nil {
		t.Fatal(err)
	}
	h := &House{Store: store, Broker: broker, t: t}
	h.Close = sync.OnceFunc(func() {
		broker.Close()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(h.Close)
	return h
}

// Player makes a player of that name, whose key has the same name.
func (h *House) Player(name string) data.Player {
	h.t.Helper()
	return sqlitetest.Player(h.t, h.Store, name)
}

// Guest makes a guest of that name.
func (h *House) Guest(name string) data.Player {
	h.guests--
	return data.Player{ID: h.guests, Name: name}
}

// Match returns a game as it is stored.
func (h *House) Match(id string) data.Match {
	h.t.Helper()
	m, err := h.Store.Match(context.Background(), data.MatchID(id))
	if err != nil {
		h.t.Fatal(err)
	}
	return m
}
