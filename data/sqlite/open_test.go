package sqlite_test

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"noir/data"
	"noir/data/datatest"
	"noir/data/sqlite"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/internal/await"
)

func TestStore(t *testing.T) {
	t.Parallel()
	datatest.Run(t, func(t *testing.T, dir string) datatest.Store { return sqlitetest.Open(t, dir) })
}

func TestOffice(t *testing.T) {
	t.Parallel()
	datatest.RunOffice(t, func(t *testing.T, dir string) datatest.Store { return sqlitetest.Open(t, dir) })
}

// serveDir names the data directory to a copy of the test that stands in for a
// running server.
const serveDir = "NOIR_TEST_SERVE_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(serveDir); dir != "" {
		fmt.Fprintln(os.Stderr, serve(dir))
		os.Exit(1)
	}
	_ = flag.Set("rapid.checks", "15") // unless told otherwise, as in .ci/run: each makes a database
	sqlitetest.OffDisk()
	goleak.VerifyTestMain(m)
}

// serve opens the store and plays on in one match until it is killed. It prints
// every ply that is acknowledged.
func serve(dir string) error {
	store, err := sqlite.Open(dir)
	if err != nil {
		return err
	}
	ctx := context.Background()
	play := engine.Ply{Move: engine.Move{By: engine.ByPlayer, Body: engine.Resign}}
	if _, err := store.Open(ctx, data.Match{ID: "m1", Game: "any", Started: time.Now()}); err != nil {
		return err
	}
	for ply := 1; ; ply++ {
		if err := store.Append(ctx, "m1", data.NewEntry(ply, play, 0)); err != nil {
			return err
		}
		fmt.Println(ply)
	}
}

// server is a process that runs serve.
type server struct {
	*exec.Cmd
	out  *bufio.Scanner
	last int // ply that it acknowledged
}

func startServer(t *testing.T, dir string) *server {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), serveDir+"="+dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	return &server{Cmd: cmd, out: bufio.NewScanner(out)}
}

// next waits for the next ply; it returns false when the process has ended.
func (s *server) next(t *testing.T) bool {
	t.Helper()
	if !s.out.Scan() {
		return false
	}
	ply, err := strconv.Atoi(s.out.Text())
	if err != nil {
		t.Fatal(err)
	}
	s.last = ply
	return true
}

// waitFor waits until a ply is acknowledged.
func (s *server) waitFor(t *testing.T, ply int) {
	t.Helper()
	for s.last < ply {
		if !s.next(t) {
			t.Fatal("the server ended early")
		}
	}
}

// kill ends the process at once and reads what it still acknowledged.
func (s *server) kill(t *testing.T) {
	t.Helper()
	if err := s.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for s.next(t) {
	}
	s.Wait()
}

func TestOneServerToADirectory(t *testing.T) {
	dir := t.TempDir()
	server := startServer(t, dir)
	server.waitFor(t, 1)
	_, err := sqlite.Open(dir)
	if !errors.Is(err, sqlite.ErrLocked) || !strings.Contains(err.Error(), fmt.Sprintf("process %d,", server.Process.Pid)) {
		t.Fatalf("while process %d serves: %v", server.Process.Pid, err)
	}
	server.waitFor(t, server.last+20) // and it was not disturbed
	server.kill(t)

	store := sqlitetest.Open(t, dir)
	defer store.Close()
	_, err = sqlite.Open(dir)
	if !errors.Is(err, sqlite.ErrLocked) || !strings.Contains(err.Error(), fmt.Sprintf("process %d,", os.Getpid())) {
		t.Fatalf("while this process serves: %v", err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	store = sqlitetest.Open(t, dir)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestAcknowledgedPliesSurviveAKill(t *testing.T) {
	dir := t.TempDir()
	server := startServer(t, dir)
	server.waitFor(t, 200)
	server.kill(t)
	store := sqlitetest.Open(t, dir)
	defer store.Close()
	m, err := store.Match(t.Context(), "m1")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(m.Moves); n < server.last || n > server.last+1 { // the kill may come between commit and print
		t.Errorf("%d plies acknowledged, %d stored", server.last, n)
	}
	for i, e := range m.Moves {
		if e.Ply != i+1 {
			t.Fatalf("ply %d stands where %d belongs", e.Ply, i+1)
		}
	}
}

func TestAttachBesideAServer(t *testing.T) {
	dir := t.TempDir()
	if _, err := sqlite.Attach(dir); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("where there is no store: %v", err)
	}
	server := startServer(t, dir)
	server.waitFor(t, 1)
	store, err := sqlite.Attach(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if _, err := store.CreatePlayer(t.Context(), "anna", "SHA256:a", ""); err != nil {
		t.Error(err)
	}
	if running, err := store.Unfinished(t.Context()); err != nil || len(running) != 1 {
		t.Errorf("%d running, %v", len(running), err)
	}
	r := engine.Result{Reason: engine.Aborted, Winners: []engine.Seat{}}
	if _, err := store.Finish(t.Context(), "m1", time.Now(), r); err != nil {
		t.Error(err)
	}
	for server.next(t) {
		// until its next ply is refused: the match is over
	}
	server.Wait()
	alone, err := sqlite.Attach(dir)
	if err != nil {
		t.Fatalf("when no server runs: %v", err)
	}
	defer alone.Close()
}

// TestAttachWhileOthersWrite: opening a store and copying it wait for nobody who writes, and what is
// written waits until they have written.
func TestAttachWhileOthersWrite(t *testing.T) {
	dir := t.TempDir()
	sqlitetest.Open(t, dir).Close()
	other, err := raw(t, dir).Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	for _, statement := range []string{`BEGIN IMMEDIATE`, `UPDATE folding SET version = version`} {
		if _, err := other.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	store, err := sqlite.Attach(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	restored, done := t.TempDir(), make(chan error, 1)
	path := filepath.Join(restored, sqlite.FileName)
	go func() { done <- store.Backup(t.Context(), "olga", path) }()
	ctx, stop := context.WithTimeout(t.Context(), await.Limit())
	defer stop()
	for size := int64(0); size == 0; {
		if info, err := os.Stat(path); err == nil {
			size = info.Size()
		}
		select {
		case <-time.After(time.Millisecond):
		case err := <-done:
			t.Fatalf("while another writes: %v", err)
		case <-ctx.Done():
			t.Fatal("there is no copy")
		}
	}
	if _, err := other.ExecContext(t.Context(), `COMMIT`); err != nil {
		t.Fatal(err)
	}
	if err := await.One(t, done, "the logged backup"); err != nil {
		t.Error(err)
	}
	if m := mode(t, restored); m != 2 {
		t.Errorf("the copy gives room back in mode %d", m)
	}
}

func TestNewerSchemaIsRefused(t *testing.T) {
	dir := t.TempDir()
	sqlitetest.Open(t, dir).Close()
	db, err := sql.Open("sqlite", filepath.Join(dir, "noir.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, 1)`); err != nil {
		t.Fatal(err)
	}
	for name, open := range map[string]func(string) (*sqlite.Store, error){"Open": sqlite.Open, "Attach": sqlite.Attach} {
		for range 2 { // the second time finds no lock left behind
			if _, err := open(dir); err == nil || !strings.Contains(err.Error(), "schema 999") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestOlderSchemaIsNotAttached(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "noir.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Attach(dir); err == nil || !strings.Contains(err.Error(), "start the server once") {
		t.Errorf("an empty file: %v", err)
	}
	sqlitetest.Open(t, dir).Close()
}

func TestNoDatabaseIsRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "noir.db"), []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Open(dir); err == nil {
		t.Error("it was opened")
	}
}

func TestFilesAreTheOwnersAlone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a ?strange#%20", "data")
	store, err := sqlite.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if _, err := store.CreatePlayer(t.Context(), "anna", "SHA256:a", ""); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]os.FileMode{
		"": 0o700, "noir.db": 0o600, "noir.db-wal": 0o600, "noir.db-shm": 0o600,
	} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%q is %o, not %o", name, got, want)
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 3 {
		t.Errorf("%v in the data directory, %v", files, err)
	}
}

// TestAFileThatOthersCouldReadIsClosedToThem when it is opened.
func TestAFileThatOthersCouldReadIsClosedToThem(t *testing.T) {
	dir := t.TempDir()
	sqlitetest.Open(t, dir).Close()
	file := filepath.Join(dir, "noir.db")
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	sqlitetest.Open(t, dir).Close()
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode().Perm(); got != 0o600 {
		t.Errorf("it is %o", got)
	}
}

func TestSchema(t *testing.T) {
	dir := t.TempDir()
	store := sqlitetest.Open(t, dir)
	defer store.Close()
	db, err := sql.Open("sqlite", filepath.Join(dir, "noir.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var lax, mode, health string
	err = db.QueryRow(`SELECT ifnull(group_concat(name), '') FROM pragma_table_list
		WHERE schema = 'main' AND type = 'table' AND NOT strict
		AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'goose_%'`).Scan(&lax)
	if err != nil || lax != "" {
		t.Errorf("not strict: %s, %v", lax, err)
	}
	if err := db.QueryRow(`PRAGMA journal_mode`).Scan(&mode); err != nil || mode != "wal" {
		t.Errorf("journal mode %s, %v", mode, err)
	}
	if err := db.QueryRow(`PRAGMA integrity_check`).Scan(&health); err != nil || health != "ok" {
		t.Errorf("integrity: %s, %v", health, err)
	}
}

// Matches that began before the second rule existed are rated by the first, including running ones.
func TestMatchesKeepTheirRule(t *testing.T) {
	dir := t.TempDir()
	store := sqlitetest.Open(t, dir)
	defer store.Close()
	p := newPlayers(t, store, "anna", "bert", "cora", "dora")
	for n := range 10 {
		if err := play(t.Context(), store, data.MatchID(fmt.Sprint("m", n)), p[0], p[1]); err != nil {
			t.Fatal(err)
		}
	}
	won := engine.Result{Reason: "points", Winners: []engine.Seat{0}, Places: []int{1, 2}}
	gain := func(id data.MatchID, rival data.Player, since string) float64 {
		t.Helper()
		_, err := store.Open(t.Context(), data.Match{ID: id, Game: "any", Rated: true, Started: time.Now(), Seats: []data.Seat{
			{Player: p[0].ID, Name: "anna", Kind: data.Human}, {Player: rival.ID, Name: rival.Name, Kind: data.Human},
		}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := raw(t, dir).Exec(since, id); err != nil {
			t.Fatal(err)
		}
		changes, err := store.Finish(t.Context(), id, time.Now(), won)
		if err != nil {
			t.Fatal(err)
		}
		return changes[0].After - changes[0].Before
	}
	now := gain("now", p[2], `SELECT ?`)
	before := gain("before", p[3], `UPDATE matches SET rule = 1 WHERE id = ?`)
	if now <= 0 || before < 9*now {
		t.Errorf("a win over a newcomer is worth %v now and was worth %v", now, before)
	}
	if m, err := store.Match(t.Context(), "before"); err != nil || m.Rule != data.EqualRivals {
		t.Errorf("rule %d, %v", m.Rule, err)
	}
}
