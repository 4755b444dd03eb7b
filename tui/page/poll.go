package page

import (
	"context"
	"reflect"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/tui"
)

// every is the interval of polling.
const every = 2 * time.Second

// Polled brings a value that differs from the previous one. The receiver must ignore it once
// Context has ended.
type Polled[T any] struct {
	Context context.Context
	Value   T
}

// Poll returns the Cmd that polls a value until it changes: at once if there is none before, else
// after two seconds, and then every two seconds. It brings nothing once ctx has ended.
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
