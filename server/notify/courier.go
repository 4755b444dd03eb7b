package notify

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// A webhook has postTime from the DNS lookup to the end of its answer, of which answerSize bytes
// are read.
const (
	postTime   = 5 * time.Second
	answerSize = 4 << 10
)

// courier makes the posts. It follows no redirects, keeps no connections and no cookies, and uses
// no proxy.
type courier struct {
	client *http.Client
	guard  *guard
}

func newCourier(c Config) *courier {
	g := newGuard(c)
	dialer := &net.Dialer{Resolver: c.Resolver, ControlContext: g.control}
	return &courier{guard: g, client: &http.Client{
		Timeout:       postTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: dialer.DialContext, DisableKeepAlives: true, DisableCompression: true, MaxResponseHeaderBytes: answerSize,
			TLSClientConfig: &tls.Config{RootCAs: c.Roots, MinVersion: tls.VersionTLS12},
		},
	}}
}

// status is an answer other than success.
type status int

func (s status) Error() string { return fmt.Sprintf("the answer was %d", int(s)) }

// post posts a signed message to an address, and returns the network that it connected to, if any.
// A nil error means that the message was accepted (2xx).
func (c *courier) post(ctx context.Context, address, secret string, m Message) (at netip.Addr, err error) {
	c.guard.refresh(ctx)
	var reached atomic.Pointer[netip.Addr]
	defer func() {
		if found := reached.Load(); found != nil {
			at = *found
		}
	}()
	return at, c.send(context.WithValue(ctx, reachedKey{}, &reached), address, secret, m)
}

// reachedKey is the context key for the network that was connected to.
type reachedKey struct{}

func (c *courier) send(ctx context.Context, address, secret string, m Message) error {
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return err
	}
	at := time.Now()
	signature, err := Sign(secret, m.ID, at, body)
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "noir")
	r.Header.Set("Webhook-Id", m.ID)
	r.Header.Set("Webhook-Timestamp", strconv.FormatInt(at.Unix(), 10))
	r.Header.Set("Webhook-Signature", signature)
	answer, err := c.client.Do(r)
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return failed.Err // it contains no URL, which must not be logged
	}
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode/100 != 2 {
		return status(answer.StatusCode)
	}
	_, err = io.CopyN(io.Discard, answer.Body, answerSize)
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// secretPrefix begins every secret, so that it is recognised as one.
const secretPrefix = "whsec_"

func newSecret() string {
	raw := make([]byte, sha256.Size)
	_, _ = rand.Read(raw) // never fails
	return secretPrefix + base64.StdEncoding.EncodeToString(raw)
}

// Sign is the signature of a message by the Standard Webhooks specification (Webhook-Signature):
// "v1," and, in base64, the HMAC-SHA256, with the base64-decoded secret as key, over the message's
// ID, a full stop, the time in Unix seconds, a full stop and the body. It fails for an invalid
// secret.
func Sign(secret, id string, at time.Time, body []byte) (string, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
	if err != nil {
		return "", fmt.Errorf("read the secret: %w", err)
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%d.%s", id, at.Unix(), body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)), nil
}
