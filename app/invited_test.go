package app_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"noir/app"
	"noir/data/sqlite/sqlitetest"
)

// caller runs commands at a server, each over its own connection.
type caller struct {
	t    *testing.T
	addr string
	auth ssh.AuthMethod
	user string
	env  map[string]string
}

// keyed returns a caller with a new key, and its line in authorized_keys.
func keyed(t *testing.T, addr string) (c caller, line string) {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return caller{t: t, addr: addr, auth: ssh.PublicKeys(key), user: "vera"}, string(ssh.MarshalAuthorizedKey(key.PublicKey()))
}

// hears runs a command, or starts plain text mode for an empty one, and expects a sentence in the
// answer.
func (c caller) hears(command, sentence string) {
	c.t.Helper()
	client, err := ssh.Dial("tcp", c.addr, &ssh.ClientConfig{
		User: c.user, Auth: []ssh.AuthMethod{c.auth}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		c.t.Fatal(err)
	}
	defer client.Close()
	session, err := client.NewSession()
	if err != nil {
		c.t.Fatal(err)
	}
	for name, value := range c.env {
		if err := session.Setenv(name, value); err != nil {
			c.t.Fatal(err)
		}
	}
	var out, errOut bytes.Buffer
	session.Stdout, session.Stderr = &out, &errOut
	if command == "" {
		if err = session.Shell(); err == nil {
			err = session.Wait()
		}
	} else {
		err = session.Run(command)
	}
	if said := out.String() + errOut.String(); !strings.Contains(said, sentence) {
		c.t.Errorf("%q: %v, %s", command, err, said)
	}
}

// TestByInvitation: only invited keys become players, guests stay out, and a player needs no
// further invitation, even with another key added by a code.
func TestByInvitation(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "invited")
	if _, err := app.Open(t.Context(), app.Config{Data: sqlitetest.Furnish(t, t.TempDir()), Listen: "127.0.0.1:0", InviteOnly: file}); err == nil {
		t.Fatal("a server starts whose file of invited keys is not there")
	}
	invite := func(lines string) {
		t.Helper()
		if err := os.WriteFile(file, []byte("# friends of the house\n\n"+lines), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	invite("")
	a, err := app.Open(t.Context(), app.Config{Data: sqlitetest.Furnish(t, t.TempDir()), Listen: "127.0.0.1:0", InviteOnly: file})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	guest := caller{t: t, addr: a.Addr().String(), auth: ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil }), user: "vera"}
	vera, line := keyed(t, a.Addr().String())
	other, _ := keyed(t, a.Addr().String())

	guest.hears("whoami", "no guests")
	guest.hears("", "no guests")
	vera.hears("whoami", "or send the operators your public key; its fingerprint is SHA256:")
	vera.hears("", "Only invited people")

	invite("this is no key\n" + line)
	vera.hears("whoami", "vera")
	other.hears("whoami", "Only invited people")
	invite("")
	vera.hears("whoami", "vera") // a player remains one
	other.hears("keys claim nonsense", "code")
	coded, _ := keyed(t, a.Addr().String())
	const code = "4szk-pw7m-qh2d"
	coded.user = code
	coded.hears("whoami", "Only invited people")
	invite("code short\ncode " + code + "\n")
	other.user = "short"
	other.hears("whoami", "Only invited people")
	other.user = "vera"
	guest.user = code
	guest.hears("whoami", "no guests")
	coded.hears("whoami --json", "Your name here is player. `account rename NAME` gives you another one.\n")
	invite("")
	coded.hears("whoami", "player\n")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	vera.hears("whoami", "vera")
	other.hears("whoami", "Only invited people")
}
