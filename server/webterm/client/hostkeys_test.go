package client

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"slices"
	"testing"

	"golang.org/x/crypto/ssh"
)

// house is the far end of a connection: it proves host keys as a test says.
type house struct {
	ssh.Conn
	asked  int
	answer func(session []byte, asked []byte) (ok bool, answer []byte, err error)
}

func (*house) SessionID() []byte { return []byte("this session") }

func (h *house) SendRequest(_ string, _ bool, payload []byte) (bool, []byte, error) {
	h.asked++
	return h.answer(h.SessionID(), payload)
}

func newKey(t *testing.T) ssh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// announcement is of host keys.
func announcement(keys ...ssh.Signer) (payload []byte) {
	for _, key := range keys {
		payload = append(payload, ssh.Marshal(struct{ Blob []byte }{key.PublicKey().Marshal()})...)
	}
	return payload
}

// proof is a signature that its key is a host key of a session, by whomever.
func proof(t *testing.T, by ssh.Signer, of ssh.Signer, session []byte) []byte {
	t.Helper()
	signature, err := by.Sign(rand.Reader, ssh.Marshal(struct {
		Purpose         string
		Session, Public []byte
	}{proved, session, of.PublicKey().Marshal()}))
	if err != nil {
		t.Fatal(err)
	}
	return ssh.Marshal(struct{ Blob []byte }{ssh.Marshal(signature)})
}

// TestOnlyWhatIsProvedIsLearned: a host key that nobody has proved for this session is not believed, nor any of a house that
// does not announce the key in use.
func TestOnlyWhatIsProvedIsLearned(t *testing.T) {
	t.Parallel()
	used, next, other := newKey(t), newKey(t), newKey(t)
	own, both := []string{lineOf(used.PublicKey())}, []string{lineOf(used.PublicKey()), lineOf(next.PublicKey())}
	honest := func(session, _ []byte) (bool, []byte, error) { return true, proof(t, next, next, session), nil }
	for name, c := range map[string]struct {
		known   []string
		payload []byte
		answer  func(session, asked []byte) (bool, []byte, error)
		learned []string // nil: nothing
		asked   int
	}{
		"proved":       {own, announcement(used, next), honest, both, 1},
		"no longer":    {both, announcement(used), honest, own, 0},
		"nothing new":  {own, announcement(used), honest, nil, 0},
		"not the used": {own, announcement(next), honest, nil, 0},
		"nothing":      {own, nil, honest, nil, 0},
		"garbage":      {own, append(announcement(used, next), 1), honest, nil, 0},
		"refused":      {own, announcement(used, next), func(session, _ []byte) (bool, []byte, error) { return false, proof(t, next, next, session), nil }, nil, 1},
		"cut off": {own, announcement(used, next), func(session, _ []byte) (bool, []byte, error) {
			return true, proof(t, next, next, session), errors.New("cut off")
		}, nil, 1},
		"no answer":       {own, announcement(used, next), func([]byte, []byte) (bool, []byte, error) { return true, nil, nil }, nil, 1},
		"no signature":    {own, announcement(used, next), func([]byte, []byte) (bool, []byte, error) { return true, ssh.Marshal(struct{ Blob []byte }{}), nil }, nil, 1},
		"by another key":  {own, announcement(used, next), func(session, _ []byte) (bool, []byte, error) { return true, proof(t, other, next, session), nil }, nil, 1},
		"of another key":  {own, announcement(used, next), func(session, _ []byte) (bool, []byte, error) { return true, proof(t, next, other, session), nil }, nil, 1},
		"another session": {own, announcement(used, next), func([]byte, []byte) (bool, []byte, error) { return true, proof(t, next, next, []byte("that one")), nil }, nil, 1},
		"only the first":  {own, announcement(used, next, other), honest, nil, 1},
	} {
		var learned []string
		h := &hostKeys{known: c.known, used: used.PublicKey(), learned: func(known []string) { learned = known }}
		conn := &house{answer: c.answer}
		if h.hear(conn, c.payload); !slices.Equal(learned, c.learned) || conn.asked != c.asked {
			t.Errorf("%s: learned %q, asked %d times", name, learned, conn.asked)
		}
	}
}

// TestWhichHostKeyIsAccepted: a known one, or on a first visit the one that the page has named, or any if it names none.
func TestWhichHostKeyIsAccepted(t *testing.T) {
	t.Parallel()
	key, other := newKey(t).PublicKey(), newKey(t).PublicKey()
	for name, c := range map[string]struct {
		known   []string
		print   string
		before  []string // of a changed key; nil: it is accepted
		learned bool
	}{
		"known":             {[]string{lineOf(other), lineOf(key)}, ssh.FingerprintSHA256(other), nil, false},
		"another was known": {[]string{lineOf(other)}, ssh.FingerprintSHA256(key), []string{ssh.FingerprintSHA256(other)}, false},
		"named":             {nil, ssh.FingerprintSHA256(key), nil, true},
		"another was named": {nil, ssh.FingerprintSHA256(other), []string{ssh.FingerprintSHA256(other)}, false},
		"none was named":    {nil, "", nil, true},
	} {
		var learned []string
		h := &hostKeys{known: c.known, print: c.print, learned: func(known []string) { learned = known }}
		err := h.check("", nil, key)
		var changed *ChangedError
		if errors.As(err, &changed) != (c.before != nil) || (err == nil) != (c.before == nil) || h.changed != changed {
			t.Errorf("%s: %v", name, err)
		} else if changed != nil && (!slices.Equal(changed.Expected, c.before) || changed.Got != ssh.FingerprintSHA256(key)) {
			t.Errorf("%s: changed from %q to %s", name, changed.Expected, changed.Got)
		}
		if c.learned != slices.Equal(learned, []string{lineOf(key)}) || !c.learned && learned != nil {
			t.Errorf("%s: learned %q", name, learned)
		}
	}
}
