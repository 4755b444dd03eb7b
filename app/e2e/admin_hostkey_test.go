package e2e

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"noir/server/hostkey"
)

// shows returns the fingerprint of the key that the server shows.
func (o *office) shows() (print string) {
	o.t.Helper()
	p := newPerson(o.t, "looker")
	c, err := ssh.Dial("tcp", o.server.addr, &ssh.ClientConfig{
		User: p.name, Auth: []ssh.AuthMethod{ssh.PublicKeys(p.signer)},
		HostKeyCallback: func(_ string, _ net.Addr, key ssh.PublicKey) error {
			print = ssh.FingerprintSHA256(key)
			return nil
		},
	})
	if err != nil {
		o.t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		o.t.Error(err)
	}
	return print
}

func (o *office) restart() {
	o.t.Helper()
	o.server.stop()
	o.server = start(o.t, o.dir, "")
}

// TestAdminRotateKey changes the host key in two steps.
func TestAdminRotateKey(t *testing.T) {
	t.Parallel()
	o := openOffice(t, "marlowe", "spade")
	former := o.shows()
	o.refused(exitUsage, "--announce", "rotate-key")
	o.refused(exitUsage, "--announce", "rotate-key", "--announce", "--switch")
	o.refused(exitFailed, "make it with --announce first", "rotate-key", "--switch")
	said := o.admin("rotate-key", "--announce")
	o.refused(exitFailed, "is there already", "rotate-key", "--announce")
	next, err := hostkey.Read(filepath.Join(o.dir, hostkey.File+hostkey.Next))
	if err != nil {
		t.Fatal(err)
	}
	print := ssh.FingerprintSHA256(next.PublicKey())
	if !strings.Contains(said, print) || next.PublicKey().Type() != ssh.KeyAlgoED25519 || print == former {
		t.Errorf("%s, a %s key, is announced as %q", print, next.PublicKey().Type(), said)
	}
	o.restart()
	if now := o.shows(); now != former {
		t.Errorf("shows %s before the switch, was %s", now, former)
	}
	o.says([]string{print}, "rotate-key", "--switch")
	o.restart()
	if now := o.shows(); now != print {
		t.Errorf("shows %s after the switch, not %s", now, print)
	}
	kept, err := filepath.Glob(filepath.Join(o.dir, hostkey.File+".*.old"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept %q, %v", kept, err)
	}
	if key, err := hostkey.Read(kept[0]); err != nil || ssh.FingerprintSHA256(key.PublicKey()) != former {
		t.Errorf("%s is not the former key: %v", kept[0], err)
	}
	for _, file := range []string{kept[0], filepath.Join(o.dir, hostkey.File)} {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", file, info, err)
		}
	}
	if acts := o.acts(); strings.Join(acts, "|") != "rotate-key host_ed25519.next|rotate-key host_ed25519" {
		t.Errorf("audited: %q", acts)
	}
	o.verifies(1)
}
