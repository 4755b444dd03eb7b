//go:build e2e

package e2e

import (
	//lint:ignore SA1019 it is to be refused
	"crypto/dsa"
	"crypto/rand"
	"crypto/rsa"
	"io"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// hello is how a client begins.
const hello = "SSH-2.0-hostile\r\n"

// kexInit is an SSH_MSG_KEXINIT that offers nothing (RFC 4253, section 7.1).
func kexInit() string {
	payload := "\x14" + strings.Repeat("\x00", 16) + strings.Repeat("\x00\x00\x00\x04none", 10) + "\x00\x00\x00\x00\x00"
	const padding = 5
	return "\x00\x00\x00" + string(rune(1+len(payload)+padding)) + string(rune(padding)) + payload + strings.Repeat("\x00", padding)
}

// beginnings are what a client may send before it authenticates. The first three could go on.
var beginnings = []string{
	"", hello, "SSH-2.0-", hello + kexInit(), "SSH-1.5-old\r\n", "GET / HTTP/1.1\r\n\r\n", strings.Repeat("x", 64<<10),
	hello + strings.Repeat("\xff", 64), hello + "\x00\x00\x00\x0c\x0a\x14" + strings.Repeat("\x00", 10),
}

// TestHostileResets: connections that are reset at every stage.
func TestHostileResets(t *testing.T) {
	t.Parallel()
	besiege(t, func(s *siege) {
		together(many(1000), 8, func(i int) {
			raw, err := s.knock()
			if err != nil {
				s.Error(err)
				return
			}
			if i%5 == 0 { // in the middle of its work
				if c, err := newPerson(s, "resets").dialOver(raw); err == nil {
					if _, keys, err := shell(c, "xterm", square(80)); err == nil {
						_, _ = io.WriteString(keys, "\r\r")
					}
				}
			} else {
				_, _ = io.WriteString(raw, beginnings[i%len(beginnings)])
			}
			_ = raw.Close()
		})
	})
}

// TestHostileHalfOpen: connections that begin and then send nothing more. Others can come in
// meanwhile; after their time is over these are cut.
func TestHostileHalfOpen(t *testing.T) {
	t.Parallel()
	besiege(t, func(s *siege) {
		held := make([]net.Conn, many(1000))
		together(len(held), 8, func(i int) {
			var err error
			if held[i], err = s.knock(); err != nil {
				s.Error(err)
				return
			}
			_, _ = io.WriteString(held[i], beginnings[i%3])
		})
		s.Log("half open:", s.figures())
		c := s.attacker()
		if code, out, errOut := try(t, c, "version"); code != 0 {
			s.Errorf("nobody else comes in: %s%s", out, errOut)
		}
		_ = c.Close()
		for _, c := range held {
			_ = c.SetReadDeadline(time.Now().Add(bound(10 * time.Second)))
			if _, err := io.Copy(io.Discard, c); err != nil {
				s.Fatalf("a handshake that does not go on is not ended: %v", err)
			}
			_ = c.Close()
		}
	}, "--handshake-timeout", "5s")
}

// unproved offers a key and signs with zeros.
type unproved struct{ key ssh.PublicKey }

func (k unproved) PublicKey() ssh.PublicKey { return k.key }

func (k unproved) Sign(r io.Reader, data []byte) (*ssh.Signature, error) {
	return k.SignWithAlgorithm(r, data, k.Algorithms()[0])
}

func (k unproved) SignWithAlgorithm(_ io.Reader, _ []byte, algorithm string) (*ssh.Signature, error) {
	return &ssh.Signature{Format: algorithm, Blob: make([]byte, 64)}, nil
}

func (k unproved) Algorithms() []string {
	if k.key.Type() == ssh.KeyAlgoRSA {
		return []string{ssh.KeyAlgoRSASHA512, ssh.KeyAlgoRSASHA256, ssh.KeyAlgoRSA}
	}
	return []string{k.key.Type()}
}

// TestHostileKeysOffered: unusable and unproved keys let nobody in, however many are offered.
func TestHostileKeysOffered(t *testing.T) {
	t.Parallel()
	besiege(t, func(s *siege) {
		signers := append(shortRSA(s), certificate(s), oldDSA(s), unproved{newPerson(s, "own").signer.PublicKey()})
		together(many(300), 8, func(i int) {
			signer := signers[i%len(signers)]
			if c, err := s.visit(person{name: "honest", signer: signer}); err == nil {
				s.Errorf("a key of the type %s was accepted", signer.PublicKey().Type())
				_ = c.Close()
			}
		})
	})
}

// shortRSA are RSA keys that are too short, and some too long to be fast.
func shortRSA(s *siege) (keys []ssh.Signer) {
	for _, bits := range []uint{512, 1024, 2047, 2048, 8192, 16384} {
		n := new(big.Int).Lsh(big.NewInt(1), bits-1)
		public, err := ssh.NewPublicKey(&rsa.PublicKey{N: n.SetBit(n, 0, 1), E: 65537})
		if err != nil {
			s.Fatal(err)
		}
		keys = append(keys, unproved{public})
	}
	return keys
}

// certificate is a self-made certificate.
func certificate(s *siege) ssh.Signer {
	own := newPerson(s, "own").signer
	cert := &ssh.Certificate{
		Key: own.PublicKey(), CertType: ssh.UserCert, ValidPrincipals: []string{"honest", "root"}, ValidBefore: ssh.CertTimeInfinity,
	}
	if err := cert.SignCert(rand.Reader, own); err != nil {
		s.Fatal(err)
	}
	signer, err := ssh.NewCertSigner(cert, own)
	if err != nil {
		s.Fatal(err)
	}
	return signer
}

func oldDSA(s *siege) ssh.Signer {
	var key dsa.PrivateKey
	if err := dsa.GenerateParameters(&key.Parameters, rand.Reader, dsa.L1024N160); err != nil {
		s.Fatal(err)
	}
	if err := dsa.GenerateKey(&key, rand.Reader); err != nil {
		s.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(&key)
	if err != nil {
		s.Fatal(err)
	}
	return signer
}
