package quota

import (
	"context"
	"time"
)

// A piece of work is charged by its duration. That is too much if it waits, and too little if
// others work for it, so it is bounded.
const (
	leastWork = time.Millisecond
	mostWork  = 50 * time.Millisecond
)

// Patience is how long a payer in debt waits for the processor.
const Patience = 5 * time.Second

// Work waits until a payer may use the processor for a request, such as a command, and charges the
// minimum. done charges what it took beyond that. Work returns *Refused after Patience, or ctx's
// error.
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
