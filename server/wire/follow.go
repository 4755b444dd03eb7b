package wire

import "context"

// follower turns a pull for the newest into a channel that one goroutine can
// select on. What nobody has taken yet is handed over before anything newer is
// asked for. The zero value has no news and no end.
type follower[T any] struct {
	news chan T
	end  chan error // one error, when there is no more
	stop func()     // ends the follower and waits for it
}

// follow asks next for one after another until it fails or is stopped. What next
// has still brought when ctx ends is handed over too: it may be why.
func follow[T any](ctx context.Context, next func(context.Context, int) (T, error), revision func(T) int) follower[T] {
	stopped, quit := context.WithCancel(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	f := follower[T]{news: make(chan T), end: make(chan error, 1)}
	done := make(chan struct{})
	f.stop = func() {
		cancel()
		quit()
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
			case <-stopped.Done():
				return
			}
		}
	}()
	return f
}
