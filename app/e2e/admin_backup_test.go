package e2e

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"noir/data"
	"noir/data/sqlite"
	"noir/server/hostkey"
	"noir/server/wiretest"
)

// backedUp is how many games are played during a backup.
const backedUp = 5

// shown records every move that anybody was shown.
type shown struct {
	mu    sync.Mutex
	more  sync.Cond
	moves map[string]map[int]string // by game and ply: seat and move
	count int
}

func newShown() *shown {
	s := &shown{moves: map[string]map[int]string{}}
	s.more.L = &s.mu
	return s
}

func (s *shown) add(game string, ply int, move string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.moves[game] == nil {
		s.moves[game] = map[int]string{}
	}
	s.moves[game][ply] = move
	s.count++
	s.more.Broadcast()
}

// after waits for a number of further moves and returns all so far.
func (s *shown) after(n int) map[string]map[int]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for until := s.count + n; s.count < until; {
		s.more.Wait()
	}
	all := map[string]map[int]string{}
	for game, moves := range s.moves {
		all[game] = maps.Clone(moves)
	}
	return all
}

// watch plays one game after another until the connection is closed.
func (s *shown) watch(l *line, chance *rand.Rand) {
	game := ""
	for {
		_, err := l.Random(chance, func(m wiretest.Message) {
			switch m.Type {
			case "start":
				game = m.Table
			case "event":
				s.add(game, *m.Ply, fmt.Sprintf("%d %s", *m.Seat, m.Move))
			}
		})
		if err != nil {
			return
		}
	}
}

// TestAdminBackupWhileServing makes a backup while games are played, and restores it elsewhere:
// it must have every move shown before it began.
func TestAdminBackupWhileServing(t *testing.T) {
	t.Parallel()
	o := &office{t: t, dir: t.TempDir()}
	o.server = start(t, o.dir, "")
	seen := newShown()
	var playing sync.WaitGroup
	var lines []*line
	for i := range 2 * backedUp {
		l, err := newPerson(t, fmt.Sprintf("player-%d", i)).connect(o.server.addr, "play district-noir --json --auto")
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
		playing.Go(func() { seen.watch(l, rand.New(rand.NewPCG(5, uint64(i)))) })
	}
	before := seen.after(50 * backedUp)
	dest := filepath.Join(t.TempDir(), "new", "copy")
	o.says([]string{"copied to " + dest + ": host_ed25519"}, "backup", dest)
	o.checks()
	seen.after(1) // they are still playing
	o.refused(exitFailed, "is there already", "backup", dest)
	for _, l := range lines {
		l.close()
	}
	playing.Wait()
	o.server.stop()
	o.says([]string{"vivian backup " + filepath.Join(dest, sqlite.FileName)}, "audit")

	elsewhere := &office{t: t, dir: filepath.Join(t.TempDir(), "elsewhere")}
	elsewhere.says([]string{"restored " + dest + "; with host_ed25519"}, "restore", dest)
	for _, name := range []string{sqlite.FileName, hostkey.File} {
		for _, dir := range []string{dest, elsewhere.dir} {
			if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s in %s: %v, %v", name, dir, info, err)
			}
		}
	}
	if !bytes.Equal(elsewhere.file(hostkey.File), o.file(hostkey.File)) {
		t.Error("another host key")
	}
	elsewhere.checks()
	elsewhere.holds(before)
	elsewhere.server = start(t, elsewhere.dir, "") // and can be served
	elsewhere.server.stop()
}

func (o *office) file(name string) []byte {
	o.t.Helper()
	raw, err := os.ReadFile(filepath.Join(o.dir, name))
	if err != nil {
		o.t.Fatal(err)
	}
	return raw
}

// holds checks that all of the moves are in the store.
func (o *office) holds(moves map[string]map[int]string) {
	o.t.Helper()
	store, err := sqlite.Attach(o.dir)
	if err != nil {
		o.t.Fatal(err)
	}
	defer store.Close()
	count := 0
	for game, plies := range moves {
		m, err := store.Match(o.t.Context(), data.MatchID(game))
		if err != nil {
			o.t.Errorf("game %s: %v", game, err)
		}
		for ply, move := range plies {
			if ply > len(m.Moves) || fmt.Sprintf("%d %s", m.Moves[ply-1].Seat, m.Moves[ply-1].Move) != move {
				o.t.Errorf("game %s: ply %d is not %s", game, ply, move)
			}
			count++
		}
	}
	o.t.Logf("%d moves of %d games", count, len(moves))
}

// twoStates returns a directory with a backup that has marlowe, and a copy of a killed server's
// data directory that also has spade.
func twoStates(t *testing.T) (backup, killed string) {
	t.Helper()
	o := openOffice(t)
	o.people = []person{newPerson(t, "marlowe"), newPerson(t, "spade")}
	backup = filepath.Join(t.TempDir(), "backup")
	for i, p := range o.people {
		conn, err := p.dial(o.server.addr)
		if err != nil {
			t.Fatal(err)
		}
		if code, _, errOut := try(t, conn, "whoami"); code != 0 {
			t.Fatal(errOut)
		}
		if err := conn.Close(); err != nil {
			t.Error(err)
		}
		if i == 0 {
			o.admin("backup", backup)
		}
	}
	o.server.kill()
	return backup, o.dir
}

// names lists the players of a data directory, in order.
func (o *office) names() string {
	o.t.Helper()
	store, err := sqlite.Attach(o.dir)
	if err != nil {
		o.t.Fatal(err)
	}
	defer store.Close()
	if err := store.Check(o.t.Context()); err != nil {
		o.t.Error(err)
	}
	players, _, err := store.Search(o.t.Context(), "", 10, 0)
	if err != nil {
		o.t.Error(err)
	}
	var names []string
	for _, p := range players {
		names = append(names, p.Name)
	}
	return strings.Join(names, " ")
}

// copyOf returns an office on a copy of a data directory.
func copyOf(t *testing.T, dir string) *office {
	t.Helper()
	o := &office{t: t, dir: filepath.Join(t.TempDir(), "copy")}
	if err := os.CopyFS(o.dir, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return o
}

// TestAdminRestore replaces a store by a backup and keeps the old store whole.
func TestAdminRestore(t *testing.T) {
	t.Parallel()
	backup, killed := twoStates(t)
	o := copyOf(t, killed)
	key := o.file(hostkey.File)
	out := o.admin("restore", backup)
	_, kept, _ := strings.Cut(strings.TrimSpace(out), "the former database is ")
	if !strings.HasPrefix(filepath.Base(kept), "noir.db.before-restore-") || strings.Contains(out, hostkey.File) {
		t.Errorf("says %q", out)
	}
	if names := o.names(); names != "marlowe" {
		t.Errorf("after it there is %q", names)
	}
	if !bytes.Equal(o.file(hostkey.File), key) {
		t.Error("another host key")
	}
	o.says([]string{"vivian restore " + filepath.Join(backup, sqlite.FileName)}, "audit")
	if err := os.Rename(kept, filepath.Join(o.dir, sqlite.FileName)); err != nil {
		t.Fatal(err)
	}
	if names := o.names(); names != "marlowe spade" {
		t.Errorf("in what was kept there is %q", names)
	}
}

// TestAdminRestoreRefused: a bad backup is refused before anything is touched.
func TestAdminRestoreRefused(t *testing.T) {
	t.Parallel()
	backup, killed := twoStates(t)
	o := copyOf(t, killed)
	o.server = start(t, o.dir, "")
	o.refused(exitFailed, fmt.Sprintf("process %d", o.server.cmd.Process.Pid), "restore", backup)
	o.server.stop()

	attached, err := sqlite.Attach(o.dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := attached.Bans(t.Context()); err != nil {
		t.Fatal(err)
	}
	o.refused(exitFailed, "somebody else has it open", "restore", backup)
	if err := attached.Close(); err != nil {
		t.Error(err)
	}
	present := o.file(sqlite.FileName)
	for says, spoil := range map[string]func(path string) error{
		"no such file":   os.Remove,
		"is no store":    func(path string) error { return os.Truncate(path, 0) },
		"not a database": func(path string) error { return os.WriteFile(path, bytes.Repeat([]byte("noir"), 5000), 0o600) },
		"cannot be":      func(path string) error { return scribble(path) },
		"newer noir": func(path string) error {
			return change(path, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, 1)`)
		},
		"refers to one of": func(path string) error { return change(path, `UPDATE keys SET player = 77`) },
	} {
		bad := copyOf(t, backup)
		if err := spoil(filepath.Join(bad.dir, sqlite.FileName)); err != nil {
			t.Fatal(err)
		}
		o.refused(exitFailed, says, "restore", bad.dir)
	}
	if !bytes.Equal(o.file(sqlite.FileName), present) || o.names() != "marlowe spade" {
		t.Error("the present store is not what it was")
	}
	if left, err := filepath.Glob(filepath.Join(o.dir, "*restor*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %q, %v", left, err)
	}
}

// scribble overwrites the second half of a file.
func scribble(path string) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for i := len(raw) / 2; i < len(raw); i++ {
		raw[i] ^= 0x5a
	}
	return os.WriteFile(path, raw, 0o600)
}

func change(path, query string) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(context.Background(), query)
	return errors.Join(err, db.Close())
}

// restoreKills is how often a restore is killed.
const restoreKills = 15

// TestAdminRestoreKilled kills restores at moments around the switch: the store must be the old
// or the new one, whole, and the restore can be repeated.
func TestAdminRestoreKilled(t *testing.T) {
	t.Parallel()
	backup, killed := twoStates(t)
	began := time.Now()
	copyOf(t, killed).admin("restore", backup)
	delay := time.Since(began)
	found := map[string]int{}
	for range restoreKills {
		o := copyOf(t, killed)
		ctx, cancel := context.WithTimeout(t.Context(), delay)
		cmd := exec.CommandContext(ctx, binary, "admin", "--data", o.dir, "--by", "vivian", "restore", backup)
		cmd.Env = processEnv()
		_ = cmd.Run() // killed, or too late for that
		cancel()
		names := o.names()
		switch found[names]++; names {
		case "marlowe":
			delay = delay * 4 / 5
		case "marlowe spade":
			delay = delay * 9 / 8
		default:
			t.Errorf("after a kill there is %q", names)
		}
		if _, err := sqlite.Restore(t.Context(), "vivian", o.dir, backup); err != nil || o.names() != "marlowe" {
			t.Errorf("after a second try there is %q, %v", o.names(), err)
		}
	}
	t.Logf("found after kills: %v", found)
}

// TestAdminRestoreHandsOver: files that root restores or makes belong to the owner of the
// directory, the user that the server runs as.
func TestAdminRestoreHandsOver(t *testing.T) {
	t.Parallel()
	backup, _ := twoStates(t)
	o := &office{t: t, dir: t.TempDir()}
	if os.Geteuid() == 0 {
		if err := os.Chown(o.dir, 12345, 12346); err != nil {
			t.Fatal(err)
		}
	}
	o.admin("restore", backup)
	o.admin("rotate-key", "--announce")
	want := owner(t, o.dir)
	for _, name := range []string{sqlite.FileName, hostkey.File, hostkey.File + hostkey.Next} {
		if got := owner(t, filepath.Join(o.dir, name)); got != want {
			t.Errorf("%s belongs to %s, the directory to %s", name, got, want)
		}
	}
}

func owner(t *testing.T, path string) string {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	stat := info.Sys().(*syscall.Stat_t)
	return fmt.Sprint(stat.Uid, ":", stat.Gid)
}
