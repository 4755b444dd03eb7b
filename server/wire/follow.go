package wire

import "context"

// follower turns a pull for the newest into a channel that one goroutine can
// select on. What nobody has taken yet is handed over before anything newer is
// asked for.
type follower[T any] struct {
	news chan T
	end  chan error // one error, when there is no more
	stop func()     // ends the follower and waits for it
}

// follow asks next for one after another until it fails or is stopped.
func follow[T any](ctx context.Context, next func(context.Context, int) (T, error), revision func(T) int) *follower[T] {
	ctx, cancel := context.WithCancel(ctx)
	f := &follower[T]{news: make(chan T), end: make(chan error, 1)}
	done := make(chan struct{})
	f.stop = func() {
		cancel()
		<-done
	}
	go func() {
		defer close(done)
		for after := 0; ; {
			v, err := next(ctx, after)
			if err != nil {
				f.end <- err
				return
			}
			after = revision(v)
			select {
			case f.news <- v:
			case <-ctx.Done():
				f.end <- ctx.Err()
				return
			}
		}
	}()
	return f
}
