package server

import (
	"crypto/rand"
	"crypto/rsa"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"charm.land/ssh"
	"github.com/charmbracelet/keygen"
	gossh "golang.org/x/crypto/ssh"

	"noir/internal/await"
)

func TestKeyIsIdentity(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	one, two := newKey(t), newKey(t)
	first := command(t, h.dial(t, "Marlowe", gossh.PublicKeys(one)), "whoami")
	if first.out != "marlowe 1\n" || first.err != "" {
		t.Errorf("first visit: %+v", first)
	}
	if again := command(t, h.dial(t, "somebody", gossh.PublicKeys(one)), "whoami"); again.out != first.out || again.err != "" {
		t.Errorf("the same key again: %+v", again)
	}
	other := command(t, h.dial(t, "marlowe", gossh.PublicKeys(two)), "whoami")
	if other.out != "marlowe-2 2\n" || !strings.Contains(other.err, "marlowe-2") {
		t.Errorf("another key with the same user name: %+v", other)
	}
	if v := await.One(t, h.visits, "visit"); v.Fingerprint != gossh.FingerprintSHA256(one.PublicKey()) {
		t.Errorf("fingerprint %s", v.Fingerprint)
	}
}

func TestKeyWithManyNamesakes(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	seen := map[string]bool{}
	for range 12 {
		r := command(t, h.dial(t, "root", gossh.PublicKeys(newKey(t))), "whoami")
		name := strings.Fields(r.out)[0]
		if seen[name] {
			t.Errorf("two keys are %q", name)
		}
		seen[name] = true
	}
}

// TestFirstVisitWithScreen: a key's player is made when they have chosen a name.
func TestFirstVisitWithScreen(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	key := newKey(t)
	s := shell(t, h.dial(t, "vera", gossh.PublicKeys(key)), "xterm", 80, 24)
	s.see(t, "screen of  80x24")
	if v := await.One(t, h.visits, "visit"); v.Player.ID != 0 || v.Fingerprint == "" || v.User != "vera" {
		t.Errorf("visit %+v", v)
	}
	s.press(t, "q")
	if code := s.code(t); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestGuest(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	c := h.dial(t, "marlowe", asGuest()...)
	r := command(t, c, "whoami")
	if !regexp.MustCompile(`^guest-\d{4} -\d+\n$`).MatchString(r.out) {
		t.Errorf("guest is %q", r.out)
	}
	if again := command(t, c, "whoami"); again.out != r.out {
		t.Errorf("one connection, two guests: %q and %q", r.out, again.out)
	}
	if other := command(t, h.dial(t, "marlowe", asGuest()...), "whoami"); other.out == r.out {
		t.Errorf("two connections, one guest: %q", r.out)
	}
	if v := await.One(t, h.visits, "visit"); v.Fingerprint != "" || !v.Player.ID.Guest() {
		t.Errorf("visit %+v", v)
	}
}

// TestNoneIsRefused: every client asks for `none` first; one with a key would
// be a guest by accident.
func TestNoneIsRefused(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	if _, err := h.tryDial("marlowe"); err == nil {
		t.Error("none was accepted")
	}
	if _, err := h.tryDial("marlowe", gossh.Password("")); err == nil {
		t.Error("a password was accepted")
	}
	for late := time.Now().Add(patience); h.outcome(t, "failed") != 2; {
		if time.Now().After(late) {
			t.Fatalf("%v are counted", h.outcome(t, "failed"))
		}
	}
	key := newKey(t)
	both := append([]gossh.AuthMethod{gossh.PublicKeys(key)}, asGuest()...)
	if r := command(t, h.dial(t, "marlowe", both...), "whoami"); r.out != "marlowe 1\n" {
		t.Errorf("a client with a key is %q", r.out)
	}
}

// shifty is a public key whose encoding changes from the nth time on.
type shifty struct {
	ssh.PublicKey
	then  ssh.PublicKey
	after int
}

func (k *shifty) Marshal() []byte {
	if k.after--; k.after < 0 {
		return k.then.Marshal()
	}
	return k.PublicKey.Marshal()
}

// shiftySigner offers one key and signs with another.
type shiftySigner struct {
	gossh.Signer
	public *shifty
}

func (s *shiftySigner) PublicKey() gossh.PublicKey { return s.public }

// TestOfferedKeyIsNobody is CVE-2024-45337: a key that was offered but not proved does not identify
// the client, whatever it proves afterwards.
func TestOfferedKeyIsNobody(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	victim, own := newKey(t), newKey(t)
	if r := command(t, h.dial(t, "victim", gossh.PublicKeys(victim)), "whoami"); r.out != "victim 1\n" {
		t.Fatalf("victim is %q", r.out)
	}
	// The victim's key is offered and accepted, the signature is for another.
	signer := &shiftySigner{own, &shifty{victim.PublicKey(), own.PublicKey(), 2}}
	r := command(t, h.dial(t, "victim", gossh.PublicKeys(signer)), "whoami")
	if r.out != "victim-2 2\n" {
		t.Errorf("with the victim's key offered and the own one proved: %q", r.out)
	}
	// The victim's key is offered and given up; a guest remains.
	signer = &shiftySigner{own, &shifty{victim.PublicKey(), own.PublicKey(), 1}}
	var said told
	r = command(t, h.dial(t, "victim", gossh.PublicKeys(signer), gossh.KeyboardInteractive(said.answer)), "whoami")
	if !strings.HasPrefix(r.out, "guest-") {
		t.Errorf("with the victim's key offered and none proved: %q", r.out)
	}
	if !strings.Contains(said.text, gossh.FingerprintSHA256(victim.PublicKey())) || !strings.Contains(said.text, "guest") {
		t.Errorf("the guest was told %q", said.text)
	}
	// The victim's key with a signature by another.
	signer = &shiftySigner{own, &shifty{victim.PublicKey(), own.PublicKey(), 99}}
	if _, err := h.tryDial("victim", append([]gossh.AuthMethod{gossh.PublicKeys(signer)}, asGuest()...)...); err == nil {
		t.Error("a false signature was accepted")
	}
}

func certificate(t *testing.T, key gossh.Signer) gossh.Signer {
	t.Helper()
	cert := &gossh.Certificate{
		Key: key.PublicKey(), CertType: gossh.UserCert, KeyId: "x", ValidBefore: gossh.CertTimeInfinity,
	}
	if err := cert.SignCert(rand.Reader, newKey(t)); err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewCertSigner(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

func rsaKey(t *testing.T, bits int, algorithms ...string) gossh.Signer {
	t.Helper()
	private, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	if len(algorithms) > 0 {
		if signer, err = gossh.NewSignerWithAlgorithms(signer.(gossh.AlgorithmSigner), algorithms); err != nil {
			t.Fatal(err)
		}
	}
	return signer
}

func TestKeysThatCount(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	for name, test := range map[string]struct {
		key  gossh.Signer
		said string // empty when it is accepted
	}{
		"ed25519":         {newKey(t), ""},
		"RSA":             {rsaKey(t, 2048), ""},
		"RSA with SHA-1":  {rsaKey(t, 2048, gossh.KeyAlgoRSA), "-"},
		"small RSA":       {rsaKey(t, 1024), "1024 bits"},
		"certificate":     {certificate(t, newKey(t)), "certificate"},
		"RSA certificate": {certificate(t, rsaKey(t, 2048, gossh.KeyAlgoRSASHA512)), "certificate"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := h.tryDial("marlowe", gossh.PublicKeys(test.key))
			if accepted := err == nil; accepted != (test.said == "") {
				t.Fatalf("alone: %v", err)
			}
			if test.said == "" {
				return
			}
			var said told
			r := command(t, h.dial(t, "marlowe", gossh.PublicKeys(test.key), gossh.KeyboardInteractive(said.answer)), "whoami")
			if !strings.HasPrefix(r.out, "guest-") {
				t.Errorf("is %q", r.out)
			}
			if test.said != "-" && !strings.Contains(said.text, test.said) {
				t.Errorf("was told %q", said.text)
			}
		})
	}
}

func TestAlgorithms(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	try := func(c gossh.Config, hostKeys []string) error {
		conn, err := gossh.Dial("tcp", h.addr, &gossh.ClientConfig{
			Config: c, HostKeyAlgorithms: hostKeys, User: "x", Auth: asGuest(),
			HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: patience,
		})
		if err == nil {
			_ = conn.Close()
		}
		return err
	}
	for _, c := range []gossh.Config{
		{KeyExchanges: []string{gossh.KeyExchangeMLKEM768X25519}},
		{KeyExchanges: []string{"curve25519-sha256@libssh.org"}},
		{Ciphers: []string{gossh.CipherAES256GCM}},
		{Ciphers: []string{gossh.CipherChaCha20Poly1305}},
	} {
		if err := try(c, nil); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
	for _, c := range []gossh.Config{
		{KeyExchanges: []string{"diffie-hellman-group14-sha1"}},
		{KeyExchanges: []string{"ecdh-sha2-nistp256"}},
		{Ciphers: []string{"aes128-ctr"}},
		{Ciphers: []string{"aes128-cbc"}},
	} {
		if err := try(c, nil); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
	if err := try(gossh.Config{}, []string{gossh.KeyAlgoRSASHA512, gossh.KeyAlgoECDSA256}); err == nil {
		t.Error("there is another host key than the Ed25519 one")
	}
}

func TestHostKeyIsMadeOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data", "host_key")
	var keys []string
	for range 2 {
		s, err := New(Config{HostKeyPath: path})
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, gossh.FingerprintSHA256(s.hostKeys[0].PublicKey()))
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("mode %v, %v", info.Mode(), err)
		}
		if err := os.Chmod(path, 0o644); err != nil { // as a careless copy would have it
			t.Fatal(err)
		}
	}
	if keys[0] != keys[1] {
		t.Errorf("host keys %v", keys)
	}
	if _, err := keygen.New(path+"_rsa", keygen.WithKeyType(keygen.RSA), keygen.WithWrite()); err != nil {
		t.Fatal(err)
	}
	if _, err := New(Config{HostKeyPath: path + "_rsa"}); err == nil {
		t.Error("an RSA host key was taken")
	}
	if err := os.WriteFile(path, []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := New(Config{HostKeyPath: path}); err == nil {
		t.Error("a host key that is none was taken")
	}
}
