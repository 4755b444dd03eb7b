package server

import (
	"crypto/rsa"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"charm.land/ssh"
	"charm.land/wish/v2"
	gossh "golang.org/x/crypto/ssh"
)

// newSSH makes the SSH server, with only what a game needs and only modern algorithms.
func newSSH(hostKeyPath string, handshake time.Duration) (*ssh.Server, hostKeys, error) {
	srv, err := wish.NewServer(
		wish.WithVersion("noir"),
		wish.WithHostKeyPath(hostKeyPath),
		wish.WithPublicKeyAuth(acceptKey),
		wish.WithKeyboardInteractiveAuth(acceptGuest),
		ssh.WrapConn(func(ctx ssh.Context, c net.Conn) net.Conn {
			ctx.SetValue(connectionKey{}, c)
			return c
		}),
		func(srv *ssh.Server) error {
			srv.HandshakeTimeout = handshake
			srv.ServerConfigCallback = serverConfig
			srv.ConnectionFailedCallback = failedHandshake
			srv.ChannelHandlers = map[string]ssh.ChannelHandler{"session": serveChannel, "default": refuseChannel}
			return nil
		},
	)
	var keys hostKeys
	if err == nil {
		keys, err = readHostKeys(srv.HostSigners[0], hostKeyPath)
		srv.HostSigners = nil                                                         // each connection has its own
		srv.RequestHandlers = map[string]ssh.RequestHandler{proveKeys: proveHostKeys} // no forwarding
	}
	if err != nil {
		return nil, nil, fmt.Errorf("host key: %w", err)
	}
	return srv, keys, nil
}

// maxAuthTries is how many unacceptable keys a client may offer.
const maxAuthTries = 10

func serverConfig(ctx ssh.Context) *gossh.ServerConfig {
	c := ctx.Value(connectionKey{}).(*connection)
	config := &gossh.ServerConfig{
		Config: gossh.Config{
			KeyExchanges: []string{gossh.KeyExchangeMLKEM768X25519, gossh.KeyExchangeCurve25519, "curve25519-sha256@libssh.org"},
			Ciphers:      []string{gossh.CipherChaCha20Poly1305, gossh.CipherAES256GCM, gossh.CipherAES128GCM},
			MACs:         []string{gossh.HMACSHA256ETM, gossh.HMACSHA512ETM},
		},
		PublicKeyAuthAlgorithms: []string{
			gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519,
			gossh.KeyAlgoECDSA256, gossh.KeyAlgoECDSA384, gossh.KeyAlgoECDSA521, gossh.KeyAlgoSKECDSA256,
			gossh.KeyAlgoRSASHA256, gossh.KeyAlgoRSASHA512,
		},
		MaxAuthTries: maxAuthTries,
		PreAuthConnCallback: func(to gossh.ServerPreAuthConn) {
			c.late.begin(to, c.opened, c.limits.Handshake)
		},
		AuthLogCallback: func(_ gossh.ConnMetadata, _ string, err error) {
			if err == nil {
				c.late.end()
			}
		},
	}
	config.AddHostKey(newExchanger(c.hostKeys[0], c))
	return config
}

// unprovedKey is the context key of the result for the last key that a client offered: a sentence
// for a visitor who comes in without one. It does not tell who the visitor is; only the key that
// authenticated the session does (CVE-2024-45337).
type unprovedKey struct{}

// acceptKey accepts every key that is strong enough, known or not. The client has not proved yet
// that it has the key.
func acceptKey(ctx ssh.Context, key ssh.PublicKey) bool {
	if err := checkKey(key); err != nil {
		ctx.SetValue(unprovedKey{}, fmt.Sprintf("Your key %s cannot be used: %s. You are a guest.", gossh.FingerprintSHA256(key), err))
		return false
	}
	ctx.SetValue(unprovedKey{}, fmt.Sprintf("Your key %s was offered, but not proved to be yours. You are a guest.", gossh.FingerprintSHA256(key)))
	return true
}

const minRSABits = 2048

func checkKey(key ssh.PublicKey) error {
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

// acceptGuest lets in a client without a key, or whose keys we do not accept. The method asks
// nothing. `none` is refused, because every client tries it first to learn about the other methods:
// a client with a key would become a guest by accident.
func acceptGuest(ctx ssh.Context, ask gossh.KeyboardInteractiveChallenge) bool {
	if sentence, ok := ctx.Value(unprovedKey{}).(string); ok {
		if _, err := ask("", sentence, nil, nil); err != nil {
			return false
		}
	}
	return true
}

// failedHandshake counts a client that failed to log in.
func failedHandshake(conn net.Conn, err error) {
	c := conn.RemoteAddr().(peer).connection
	if errors.Is(err, os.ErrDeadlineExceeded) {
		c.metrics.met(limitHandshake)
	} else {
		c.metrics.auth.WithLabelValues("failed").Inc()
	}
	c.log.Debug("no handshake", "err", printable(err.Error(), maxCause))
}

// maxCause is how many bytes of an error are logged, since it may repeat what a client sent.
const maxCause = 300

// refuseChannel refuses forwarding and every other channel that is not a session.
func refuseChannel(_ *ssh.Server, _ *gossh.ServerConn, asked gossh.NewChannel, ctx ssh.Context) {
	ctx.Value(connectionKey{}).(*connection).metrics.met(limitForwarding)
	_ = asked.Reject(gossh.Prohibited, "Only sessions here: nothing is forwarded.")
}

// serveChannel serves one session channel. It returns when everything in the channel has ended.
func serveChannel(_ *ssh.Server, conn *gossh.ServerConn, asked gossh.NewChannel, ctx ssh.Context) {
	c := ctx.Value(connectionKey{}).(*connection)
	defer c.rescue()
	if refused := c.enter(); refused != "" {
		_ = asked.Reject(gossh.ResourceShortage, refused)
		return
	}
	var only *session
	defer func() { c.leave(only) }()
	if c.pace.Wait(ctx) != nil { // the client is gone
		return
	}
	c.greet(conn)
	channel, requests, err := asked.Accept()
	if err != nil {
		return
	}
	key, _ := ctx.Value(ssh.ContextKeyPublicKey).(ssh.PublicKey)
	only = newSession(c, channel, conn.User(), key)
	only.serve(requests)
}

// proveHostKeys proves that the host keys that a client asks about are the server's.
func proveHostKeys(ctx ssh.Context, _ *ssh.Server, r *gossh.Request) (ok bool, signatures []byte) {
	c, known := ctx.Value(connectionKey{}).(*connection)
	conn, authenticated := ctx.Value(ssh.ContextKeyConn).(gossh.Conn)
	if !known || !authenticated || c.proofs == maxProofs {
		return false, nil
	}
	c.proofs++
	signatures = c.hostKeys.prove(r.Payload, conn.SessionID())
	return signatures != nil, signatures
}
