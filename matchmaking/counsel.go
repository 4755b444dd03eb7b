package matchmaking

import "context"

// Counsel requests hints in the background for its owner, which alone uses it. The zero value is
// ready for use.
type Counsel struct {
	Came   <-chan Advice // receives the result of Ask; nil while nothing is asked
	cancel context.CancelFunc
}

// Advice is a hint, or the error of the request.
type Advice struct {
	Hint Hint
	Err  error
}

// Ask requests a hint. ErrHinting until the previous result has been handled.
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

// Done makes Counsel ready again, once its owner has received from Came.
func (c *Counsel) Done() {
	c.cancel()
	*c = Counsel{}
}

// Stop cancels a request and waits for its end.
func (c *Counsel) Stop() {
	if c.Came == nil {
		return
	}
	c.cancel()
	<-c.Came
	*c = Counsel{}
}
