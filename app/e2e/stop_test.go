package e2e

import (
	"database/sql"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"noir/app"
	"noir/internal/await"
)

// TestASecondSignalEndsAtOnce, whatever the store does, and much sooner than the first would.
func TestASecondSignalEndsAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server := start(t, dir, "")
	holdStore(t, dir)
	from := time.Now()
	code, said := server.end(syscall.SIGTERM, os.Interrupt)
	if took := time.Since(from); code != exitDone || took >= app.CloseTime {
		t.Errorf("exit code %d after %v: %s", code, took, said)
	}
}

// TestTwoServersOnOneDirectory: the second is refused with the first one's name, which has said at its start how one comes in.
func TestTwoServersOnOneDirectory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := start(t, dir, "")
	code, _, errOut := noir(t, "serve", "--listen", "127.0.0.1:0", "--data", dir)
	if pid := first.cmd.Process.Pid; code != 1 || !strings.Contains(errOut, strconv.Itoa(pid)) {
		t.Errorf("exit code %d, %q; the first has pid %d", code, errOut, pid)
	}
	_, said := first.end(syscall.SIGTERM)
	for _, line := range []string{"listening on " + first.addr, "host key: SHA256:", "come in with: ssh -p "} {
		if !strings.Contains(said, line) {
			t.Errorf("it does not say %q: %s", line, said)
		}
	}
}

// end sends signals and waits for the end of the server.
func (p *process) end(signals ...os.Signal) (code int, said string) {
	p.t.Helper()
	for _, s := range signals {
		if err := p.cmd.Process.Signal(s); err != nil {
			p.t.Fatal(err)
		}
	}
	said = strings.Join(await.One(p.t, p.said, "the end of the server's output"), "\n")
	_ = p.cmd.Wait() // the caller checks the exit code
	return p.cmd.ProcessState.ExitCode(), said
}

// holdStore blocks writes to the store of a data directory until the test ends, as a disk that
// does not answer would.
func holdStore(t *testing.T, dir string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "noir.db")+"?_txlock=immediate&_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if _, err := db.BeginTx(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
}
