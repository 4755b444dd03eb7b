package server

import (
	"crypto/rsa"
	"errors"
	"fmt"
	"os"
	"time"

	"charm.land/wish/v2"
	gossh "golang.org/x/crypto/ssh"
)

// makeHostKey returns the host key at a path, and makes it if there is none. That and the name of the
// version are what wish does here: its connections have two goroutines more (docs/architecture.md).
func makeHostKey(path string) (gossh.Signer, error) {
	srv, err := wish.NewServer(wish.WithHostKeyPath(path))
	if err != nil {
		return nil, err
	}
	return srv.HostSigners[0], nil
}

// maxAuthTries is how many unacceptable keys a client may offer.
const maxAuthTries = 10

// newConfig says how connections log in, with only modern algorithms. All share it; each adds its host
// key.
func (s *Server) newConfig() *gossh.ServerConfig {
	return &gossh.ServerConfig{
		Config: gossh.Config{
			KeyExchanges: []string{gossh.KeyExchangeMLKEM768X25519, gossh.KeyExchangeCurve25519, "curve25519-sha256@libssh.org"},
			Ciphers:      []string{gossh.CipherChaCha20Poly1305, gossh.CipherAES256GCM, gossh.CipherAES128GCM},
			MACs:         []string{gossh.HMACSHA256ETM, gossh.HMACSHA512ETM},
		},
		ServerVersion: "SSH-2.0-noir",
		PublicKeyAuthAlgorithms: []string{
			gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519,
			gossh.KeyAlgoECDSA256, gossh.KeyAlgoECDSA384, gossh.KeyAlgoECDSA521, gossh.KeyAlgoSKECDSA256,
			gossh.KeyAlgoRSASHA256, gossh.KeyAlgoRSASHA512,
		},
		MaxAuthTries:                maxAuthTries,
		PublicKeyCallback:           acceptKey,
		KeyboardInteractiveCallback: acceptGuest,
		PreAuthConnCallback: func(to gossh.ServerPreAuthConn) {
			c := connectionOf(to)
			c.late.begin(to, c.opened, s.limits.Handshake)
		},
		AuthLogCallback: func(of gossh.ConnMetadata, _ string, err error) {
			if err == nil {
				connectionOf(of).late.end()
			}
		},
	}
}

// connectionOf is the connection that the SSH library asks about.
func connectionOf(of gossh.ConnMetadata) *connection { return of.RemoteAddr().(peer).connection }

// proved is the name of the key in the permissions of a client who has proved it.
type proved struct{}

// acceptKey accepts every key that is strong enough, known or not. The client has not proved yet
// that it has the key: only the key in the permissions that the login ends with is (CVE-2024-45337).
func acceptKey(of gossh.ConnMetadata, key gossh.PublicKey) (*gossh.Permissions, error) {
	c := connectionOf(of)
	if err := checkKey(key); err != nil {
		c.unproved = fmt.Sprintf("Your key %s cannot be used: %s. You are a guest.", gossh.FingerprintSHA256(key), err)
		return nil, err
	}
	c.unproved = fmt.Sprintf("Your key %s was offered, but not proved to be yours. You are a guest.", gossh.FingerprintSHA256(key))
	return &gossh.Permissions{ExtraData: map[any]any{proved{}: key}}, nil
}

const minRSABits = 2048

func checkKey(key gossh.PublicKey) error {
	if _, ok := key.(*gossh.Certificate); ok {
		return errors.New("it is a certificate, and nobody here signs any")
	}
	if k, ok := key.(gossh.CryptoPublicKey); ok {
		if r, ok := k.CryptoPublicKey().(*rsa.PublicKey); ok && r.N.BitLen() < minRSABits {
			return fmt.Errorf("it has %d bits, and %d is the least", r.N.BitLen(), minRSABits)
		}
	}
	return nil
}

// acceptGuest lets in a client without a key, or with none that we accept. The method asks nothing.
// `none` is refused, because every client tries it first to learn what else there is: one that has
// a key would become a guest by accident.
func acceptGuest(of gossh.ConnMetadata, ask gossh.KeyboardInteractiveChallenge) (*gossh.Permissions, error) {
	if sentence := connectionOf(of).unproved; sentence != "" {
		if _, err := ask("", sentence, nil, nil); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// handshake exchanges keys and logs the client in. It returns nil if that fails.
func (c *connection) handshake() (conn *gossh.ServerConn, channels <-chan gossh.NewChannel, requests <-chan *gossh.Request) {
	defer c.rescue()
	config := *c.server.ssh
	config.AddHostKey(newExchanger(c.server.hostKeys[0], c))
	_ = c.SetDeadline(time.Now().Add(c.server.limits.Handshake))
	conn, channels, requests, err := gossh.NewServerConn(c, &config)
	if err != nil {
		c.failed(err)
		return nil, nil, nil
	}
	_ = c.SetDeadline(time.Time{})
	if conn.Permissions != nil {
		c.key, _ = conn.Permissions.ExtraData[proved{}].(gossh.PublicKey)
	}
	c.unproved, conn.Permissions = "", nil
	return conn, channels, requests
}

// failed counts a client that failed to log in.
func (c *connection) failed(err error) {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		c.server.metrics.met(limitHandshake)
	} else {
		c.server.metrics.auth.WithLabelValues("failed").Inc()
	}
	c.log.Debug("no handshake", "err", printable(err.Error(), maxCause))
}

// maxCause is how many bytes of an error are logged, since it may repeat what a client sent.
const maxCause = 300
