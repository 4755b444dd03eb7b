//go:build e2e

package e2e

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"noir/server/hostkey"
)

// TestHostKeyRotation: OpenSSH learns the next host key while the current one is in use, and
// connects without a question after the change.
func TestHostKeyRotation(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	used := filepath.Join(dir, hostkey.File)
	if err := os.Rename(newPerson(t, "next").file, used+hostkey.Next); err != nil {
		t.Fatal(err)
	}
	p := start(t, dir, freePort(t))
	marlowe := newPerson(t, "marlowe")
	known := filepath.Join(t.TempDir(), "known_hosts")
	// On its first visit ssh stores no key except the one it was shown.
	if out, err := sshCommand(t, marlowe, p.addr, known, "accept-new", "version").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	learn := sshCommand(t, marlowe, p.addr, known, "yes")
	in, err := learn.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := learn.Start(); err != nil {
		t.Fatal(err)
	}
	for late := time.Now().Add(patience); ; time.Sleep(look) {
		keys, _ := os.ReadFile(known)
		if bytes.Count(keys, []byte("\n")) == 2 {
			break
		}
		if time.Now().After(late) {
			t.Fatalf("ssh knows no more than\n%s", keys)
		}
	}
	_ = in.Close()
	if err := learn.Wait(); err != nil {
		t.Error(err)
	}
	p.stop()

	if err := os.Rename(used+hostkey.Next, used); err != nil {
		t.Fatal(err)
	}
	p = start(t, dir, p.addr)
	defer p.stop()
	if out, err := sshCommand(t, marlowe, p.addr, known, "yes", "version").CombinedOutput(); err != nil {
		t.Errorf("after the change: %v\n%s", err, out)
	}
}

// sshCommand is the real ssh with one file of known hosts, without a terminal.
func sshCommand(t *testing.T, p person, addr, known, checking string, command ...string) *exec.Cmd {
	t.Helper()
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{
		"-T", "-p", port, "-i", p.file, "-F", os.DevNull, "-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none",
		"-o", "UpdateHostKeys=yes", "-o", "HashKnownHosts=no", "-o", "GlobalKnownHostsFile=" + os.DevNull,
		"-o", "StrictHostKeyChecking=" + checking, "-o", "UserKnownHostsFile=" + known, p.name + "@" + host,
	}
	return exec.CommandContext(t.Context(), "ssh", append(args, command...)...)
}
