package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestExitCodes: 0 done, 1 refused or failed, 2 wrong usage; one line says why.
func TestExitCodes(t *testing.T) {
	nothing := filepath.Join(t.TempDir(), "nothing")
	for _, c := range []struct {
		args string
		code int
	}{
		{"version", 0},
		{"--help", 0},
		{"fold", 2},
		{"--bogus", 2},
		{"serve --log-level silly", 2},
		{"verify", 2},
		{"verify " + nothing, 1},
		{"admin bann", 2},
		{"admin check --data " + nothing, 1},
		{"serve --listen nowhere:at:all", 1},
		{"serve --listen 127.0.0.1:0 --metrics nowhere:at:all --data " + t.TempDir(), 1},
	} {
		code, _, errOut := noir(t, strings.Fields(c.args)...)
		if code != c.code {
			t.Errorf("noir %s: exit code %d, %s", c.args, code, errOut)
		}
		if lines := strings.Count(errOut, "\n"); lines != min(c.code, 1) {
			t.Errorf("noir %s says %q", c.args, errOut)
		}
	}
	if _, err := os.Stat(nothing); err == nil {
		t.Error("looking at a directory has made it")
	}
}

// TestTwoServersOnOneDirectory: the second is refused and names the first.
func TestTwoServersOnOneDirectory(t *testing.T) {
	dir := t.TempDir()
	first := start(t, dir, "")
	code, _, errOut := noir(t, "serve", "--listen", "127.0.0.1:0", "--data", dir)
	if pid := first.cmd.Process.Pid; code != 1 || !strings.Contains(errOut, strconv.Itoa(pid)) {
		t.Errorf("exit code %d, %q; the first has pid %d", code, errOut, pid)
	}
	first.stop()
}
