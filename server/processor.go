package server

import (
	"errors"
	"io"
	"time"

	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"noir/internal/quota"
)

// What is charged as processor time.
const (
	exchangeTime = time.Millisecond     // by a key exchange
	startTime    = 5 * time.Millisecond // by the start of screens, or of plain text
)

// unspent words the error of a visitor who has used too much processor time.
func unspent(err error) error {
	if errors.As(err, new(*quota.Refused)) {
		return errSpent
	}
	return err
}

// A connection may exchange keys maxExchanges times at once, and then once every exchangeEvery.
// Clients do so after a gigabyte or an hour.
const (
	maxExchanges  = 10
	exchangeEvery = time.Minute / maxExchanges
)

// exchanger signs with the host key and charges for it: every key exchange of a connection needs a
// signature.
type exchanger struct {
	gossh.Signer
	connection *connection
	pace       *rate.Limiter
}

func newExchanger(key gossh.Signer, c *connection) exchanger {
	return exchanger{key, c, rate.NewLimiter(rate.Every(exchangeEvery), maxExchanges)}
}

// Sign implements gossh.Signer. An error ends the connection.
func (e exchanger) Sign(random io.Reader, data []byte) (*gossh.Signature, error) {
	c := e.connection
	c.config.Quota.Charge(c.payer(), quota.Processor, exchangeTime.Seconds())
	if !e.pace.Allow() {
		c.metrics.met(limitExchanges)
		return nil, errExchanges
	}
	return e.Signer.Sign(random, data)
}
