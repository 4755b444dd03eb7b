package quota

import (
	"context"
	"time"
)

// What a piece of work counts for is the time that it takes: that is more where it waits,
// and less where others work for it, so it is bounded.
const (
	leastWork = time.Millisecond
	mostWork  = 50 * time.Millisecond
)

// Patience is how long somebody waits to use the processor who owes for it.
const Patience = 5 * time.Second

// Work waits until a payer may use the processor for what was asked for, such as a
// command, and counts the least of that. done counts what it has taken beyond it. It returns
// *Refused after Patience, or the error of ctx.
func (l *Ledger) Work(ctx context.Context, p Payer) (done func(), err error) {
	if err := l.Pay(ctx, p, Processor, leastWork.Seconds(), Patience); err != nil {
		return nil, err
	}
	began := time.Now()
	return func() {
		if more := min(time.Since(began), mostWork) - leastWork; more > 0 {
			l.Charge(p, Processor, more.Seconds())
		}
	}, nil
}
