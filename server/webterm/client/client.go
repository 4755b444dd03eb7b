// Package client is the SSH client of the page to play at. It runs in WebAssembly, over any connection, and
// keeps nothing: the page keeps the key and the house's host keys.
package client

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"
)

// Keepalive is how often the client asks whether the server is there; after as long again without an answer
// the connection is dropped.
const Keepalive = 20 * time.Second

// Options say who logs in, to which server, and with what terminal.
type Options struct {
	User  string
	Key   string            // an OpenSSH private key without a passphrase
	Known []string          // the host keys that are accepted, as in authorized_keys; empty on a first visit
	Print string            // the fingerprint that the host key must have on a first visit; "" for any
	Env   map[string]string // variables of the session
	Columns,
	Rows int

	// Learned is called with all host keys that are accepted from now on, when they differ from Known.
	Learned func(known []string)
}

// ChangedError refuses a host key that is not among the known ones.
type ChangedError struct {
	Expected []string // fingerprints
	Got      string
}

func (e *ChangedError) Error() string {
	return fmt.Sprintf("the host key is %s, not %s", e.Got, strings.Join(e.Expected, " or "))
}

// RefusedError is why the server does not let somebody in.
type RefusedError struct{ Sentence string }

func (e *RefusedError) Error() string { return e.Sentence }

// Session is a terminal at the server. Its goroutines end with its connection, and Wait waits for them.
type Session struct {
	own     sync.WaitGroup
	gone    chan struct{} // closed when the connection has ended
	conn    *ssh.Client
	session *ssh.Session
	input   io.Writer
	output  io.Reader
}

// NewKey makes an Ed25519 key in OpenSSH's format.
func NewKey() (string, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return "", err
	}
	block, err := ssh.MarshalPrivateKey(key, "noir in a browser")
	if err != nil {
		return "", err
	}
	return string(pem.EncodeToMemory(block)), nil
}

// Describe returns the public key of a private one, as in authorized_keys, and its fingerprint.
func Describe(key string) (public, fingerprint string, err error) {
	signer, err := ssh.ParsePrivateKey([]byte(key))
	if err != nil {
		return "", "", err
	}
	public = strings.TrimSpace(string(ssh.MarshalAuthorizedKey(signer.PublicKey())))
	return public, ssh.FingerprintSHA256(signer.PublicKey()), nil
}

// Open logs in and opens a terminal. If it fails it closes c; the error is *ChangedError, *RefusedError or another one.
func Open(c net.Conn, o Options) (*Session, error) {
	s, err := open(c, o)
	if err != nil {
		_ = c.Close()
		return nil, refusal(err)
	}
	return s, nil
}

func open(c net.Conn, o Options) (*Session, error) {
	signer, err := ssh.ParsePrivateKey([]byte(o.Key))
	if err != nil {
		return nil, err
	}
	keys := &hostKeys{known: o.Known, print: o.Print, learned: o.Learned}
	raw, channels, requests, err := ssh.NewClientConn(c, "noir", &ssh.ClientConfig{
		User: o.User, Auth: []ssh.AuthMethod{ssh.PublicKeys(signer)}, ClientVersion: "SSH-2.0-noir-browser",
		HostKeyCallback: keys.check, HostKeyAlgorithms: []string{ssh.KeyAlgoED25519},
	})
	if err != nil {
		if keys.changed != nil {
			return nil, keys.changed
		}
		return nil, err
	}
	none := make(chan *ssh.Request)
	close(none)
	s := &Session{conn: ssh.NewClient(raw, channels, none), gone: make(chan struct{})}
	s.own.Go(func() { keys.follow(raw, requests) })
	s.own.Go(func() {
		_ = raw.Wait() // the end of the session says why
		close(s.gone)
	})
	s.own.Go(s.stay)
	if s.session, err = s.conn.NewSession(); err != nil {
		return nil, err
	}
	for name, value := range o.Env {
		if err := s.session.Setenv(name, value); err != nil {
			return nil, err
		}
	}
	if s.input, err = s.session.StdinPipe(); err != nil {
		return nil, err
	}
	if s.output, err = s.session.StdoutPipe(); err != nil {
		return nil, err
	}
	if err := s.session.RequestPty("xterm-256color", o.Rows, o.Columns, ssh.TerminalModes{}); err != nil {
		return nil, err
	}
	if err := s.session.Shell(); err != nil {
		return nil, err
	}
	return s, nil
}

// refusal returns what the server has said if it has refused somebody, and other errors as they are.
func refusal(err error) error {
	_, said, told := strings.Cut(err.Error(), "ssh: disconnect, reason ")
	if !told {
		return err
	}
	_, said, _ = strings.Cut(said, ": ")
	if text, err := strconv.Unquote(said); err == nil {
		said = text
	}
	return &RefusedError{said}
}

// stay closes the connection when the server does not answer any more.
func (s *Session) stay() {
	every := time.Tick(Keepalive)
	for {
		select {
		case <-s.gone:
			return
		case <-every:
		}
		late := time.AfterFunc(Keepalive, func() { _ = s.conn.Close() })
		_, _, err := s.conn.SendRequest("keepalive@openssh.com", true, nil)
		late.Stop()
		if err != nil {
			return
		}
	}
}

// Write sends typed input.
func (s *Session) Write(p []byte) (int, error) { return s.input.Write(p) }

// Read reads what the terminal is to show, up to the end of the session.
func (s *Session) Read(p []byte) (int, error) { return s.output.Read(p) }

// Resize tells the size of the terminal.
func (s *Session) Resize(columns, rows int) error { return s.session.WindowChange(rows, columns) }

// Wait waits for the end of the session, closes the connection and returns the exit code; an error means
// that the line has dropped.
func (s *Session) Wait() (code int, err error) {
	err = s.session.Wait()
	_ = s.conn.Close()
	s.own.Wait()
	if exit, ok := errors.AsType[*ssh.ExitError](err); ok {
		return exit.ExitStatus(), nil
	}
	return 0, err
}

// Close hangs up.
func (s *Session) Close() error { return s.conn.Close() }

// Fingerprints are those of host keys.
func Fingerprints(known []string) (prints []string) {
	for _, line := range known {
		if key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(line)); err == nil {
			prints = append(prints, ssh.FingerprintSHA256(key))
		}
	}
	return prints
}

// lineOf is a host key as it is kept.
func lineOf(key ssh.PublicKey) string {
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key)))
}

// knows reports whether a host key is kept.
func knows(known []string, key ssh.PublicKey) bool { return slices.Contains(known, lineOf(key)) }
