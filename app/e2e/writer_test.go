package e2e

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	driver "modernc.org/sqlite"

	"noir/data"
	"noir/data/sqlite"
	"noir/engine"
)

const (
	// asWriter turns this test binary into a process that only appends to a store. Its
	// arguments are the data directory and a prefix for its matches.
	asWriter = "NOIR_TEST_AS_WRITER"
	// synchronous opens the store with another setting than its own, to show what the store's
	// is for.
	synchronous = "NOIR_TEST_SYNCHRONOUS"
	// writing is how many matches it writes at once.
	writing = 8
)

// runWriter appends moves to new matches until the store fails. It prints each acknowledged
// move.
func runWriter(dir, name string) error {
	if mode := os.Getenv(synchronous); mode != "" {
		driver.RegisterConnectionHook(func(conn driver.ExecQuerierContext, _ string) error {
			_, err := conn.ExecContext(context.Background(), "PRAGMA synchronous = "+mode, nil)
			return err
		})
	}
	store, err := sqlite.Open(dir)
	if err != nil {
		return err
	}
	failed := make(chan error, writing)
	for i := range writing {
		go func() { failed <- write(store, data.MatchID(fmt.Sprintf("%s-%d", name, i))) }()
	}
	for range writing {
		err = errors.Join(err, <-failed)
	}
	return err
}

// write appends moves to its own match until the store fails.
func write(store data.Store, id data.MatchID) error {
	ctx := context.Background()
	if _, err := store.Open(ctx, data.Match{ID: id, Game: "any", Started: time.Now()}); err != nil {
		return err
	}
	play := engine.Ply{Move: engine.Move{By: engine.ByPlayer, Body: engine.Resign}}
	for ply := 1; ; ply++ {
		if err := store.Append(ctx, id, data.NewEntry(ply, play, int64(ply))); err != nil {
			return err
		}
		fmt.Println(id, ply)
	}
}
