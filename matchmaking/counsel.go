package matchmaking

import "context"

// Counsel has a chair ask for a hint in the background, while its owner, who alone uses
// it, goes on. The zero value is ready.
type Counsel struct {
	Came   <-chan Advice // holds what has come of Ask; nil while nothing is asked
	cancel context.CancelFunc
}

// Advice is a hint, or why there is none.
type Advice struct {
	Hint Hint
	Err  error
}

// Ask asks. ErrHinting unless what came of the question before has been dealt with.
func (c *Counsel) Ask(ctx context.Context, seat Seat) error {
	if c.Came != nil {
		return ErrHinting
	}
	ctx, cancel := context.WithCancel(ctx)
	came := make(chan Advice, 1)
	*c = Counsel{came, cancel}
	go func() {
		h, err := seat.Hint(ctx)
		came <- Advice{h, err}
	}()
	return nil
}

// Done makes it ready again, once Came has been received from.
func (c *Counsel) Done() {
	c.cancel()
	*c = Counsel{}
}

// Stop gives up whatever was asked and waits for that.
func (c *Counsel) Stop() {
	if c.Came == nil {
		return
	}
	c.cancel()
	<-c.Came
	*c = Counsel{}
}
