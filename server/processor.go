package server

import (
	"io"
	"time"

	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"noir/internal/quota"
)

// What counts as used of the processor. A command counts for the time that it takes:
// that is more where it waits, and less where others work for it, so it is bounded.
const (
	exchangeTime = time.Millisecond     // a key exchange
	startTime    = 5 * time.Millisecond // the start of screens, or of plain text
	leastCommand = time.Millisecond
	mostCommand  = 50 * time.Millisecond
)

// spentPatience is how long the next session waits for what its address owes.
const spentPatience = 5 * time.Second

// pay waits until the visitor's address may use the processor again, and uses some time.
func (s *session) pay(d time.Duration) error {
	c := s.connection
	err := s.server.config.Quota.Pay(s.ctx, c.payer(), quota.Processor, d.Seconds(), spentPatience)
	if err != nil && s.ctx.Err() == nil {
		return errSpent
	}
	return err
}

// charge has a command that began at a time pay for what it took beyond the least.
func (s *session) charge(began time.Time) {
	if more := min(time.Since(began), mostCommand) - leastCommand; more > 0 {
		s.server.config.Quota.Charge(s.connection.payer(), quota.Processor, more.Seconds())
	}
}

// A connection may exchange keys so often at once, and then once in so much time. Clients
// do so after a gigabyte or an hour.
const (
	maxExchanges  = 10
	exchangeEvery = time.Minute / maxExchanges
)

// exchanger signs with the host key, as each key exchange of a connection has it do.
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
	s := e.connection.server
	s.config.Quota.Charge(e.connection.payer(), quota.Processor, exchangeTime.Seconds())
	if !e.pace.Allow() {
		s.metrics.met(limitExchanges)
		return nil, errExchanges
	}
	return e.Signer.Sign(random, data)
}
