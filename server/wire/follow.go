package wire

import "context"

// follower turns a blocking pull for the newest value into a channel that a select can read. A
// value that nobody has taken yet is delivered before a newer one is pulled. The zero value has no
// news and no end.
type follower[T any] struct {
	news chan T
	end  chan error // one error, after the last value
	stop func()     // ends the follower and waits for it
}

// follow calls next again and again until it fails or is stopped. A value that next returns as ctx
// ends is delivered too: it may say why.
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
