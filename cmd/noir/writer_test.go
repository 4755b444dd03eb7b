package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	driver "modernc.org/sqlite"

	"noir/data"
	"noir/data/sqlite"
	"noir/engine"
)

const (
	// asWriter makes this test binary a process that only appends to a store. Its
	// arguments are the data directory and what its matches are called.
	asWriter = "NOIR_TEST_AS_WRITER"
	// synchronous has that process open the store with another setting than the
	// store's own, to show what that one is for.
	synchronous = "NOIR_TEST_SYNCHRONOUS"
	// writing is how many matches it writes at once.
	writing = 8
)

// runWriter appends moves to new matches until the store fails. It prints each
// move that is acknowledged.
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

// write appends moves to a match of its own for as long as the store takes them.
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

// writer is such a process, and what it has acknowledged.
type writer struct {
	t     *testing.T
	cmd   *exec.Cmd
	out   *bufio.Scanner
	acked map[data.MatchID]int
}

// startWriter has a process append to the store in a directory. mode is how it
// syncs; "" is the store's own.
func startWriter(t *testing.T, dir, name, mode string, acked map[data.MatchID]int) *writer {
	t.Helper()
	w := &writer{t: t, cmd: exec.Command(os.Args[0], dir, name), acked: acked}
	w.cmd.Env = as(asWriter, synchronous+"="+mode)
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	w.out = bufio.NewScanner(out)
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.cmd.Process.Kill() })
	return w
}

// next notes one more acknowledged move; false when the process has ended.
func (w *writer) next() bool {
	if !w.out.Scan() {
		return false
	}
	var id data.MatchID
	var ply int
	if _, err := fmt.Sscan(w.out.Text(), &id, &ply); err != nil {
		w.t.Fatal(err)
	}
	w.acked[id] = ply
	return true
}

// kill ends the process and notes what it still acknowledged.
func (w *writer) kill() {
	w.t.Helper()
	if err := w.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		w.t.Fatal(err)
	}
	for w.next() {
	}
	_ = w.cmd.Wait() // it was killed, or its store failed
}
