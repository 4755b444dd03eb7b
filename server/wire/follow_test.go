package wire

import (
	"context"
	"testing"

	"noir/internal/await"
)

// TestTheLastNewsIsHandedOver: news that came before the end is delivered before it.
func TestTheLastNewsIsHandedOver(t *testing.T) {
	for range 200 {
		ctx, cancel := context.WithCancel(t.Context())
		f := follow(ctx, func(ctx context.Context, after int) (int, error) {
			if after < 2 {
				return after + 1, nil // the second came before the end
			}
			<-ctx.Done()
			return 0, ctx.Err()
		}, func(n int) int { return n })
		if n := await.One(t, f.news, "news"); n != 1 {
			t.Fatalf("first %d", n)
		}
		cancel()
		select {
		case n := <-f.news:
			if n != 2 {
				t.Fatalf("then %d", n)
			}
		case err := <-f.end:
			t.Fatalf("the end came first: %v", err)
		}
		f.stop()
	}
}
