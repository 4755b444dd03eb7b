package page

import (
	"context"
	"reflect"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/tui"
)

// every is how often a polled value is looked at.
const every = 2 * time.Second

// Polled brings a value that differs from the one before. Whoever no longer
// polls has ended Context.
type Polled[T any] struct {
	Context context.Context
	Value   T
}

// Poll returns the Cmd that looks at a value, at once when there is none before
// and every two seconds else, until it is another one. It brings nothing once
// ctx is done.
func Poll[T any](ctx context.Context, before *T, look func(context.Context) T) tea.Cmd {
	return func() tea.Msg {
		for first := before == nil; ; first = false {
			if !first && !tui.Pause(ctx, every) {
				return nil
			}
			if now := look(ctx); before == nil || !reflect.DeepEqual(now, *before) {
				return Polled[T]{ctx, now}
			}
		}
	}
}
