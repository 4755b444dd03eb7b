package page

import (
	"context"
	"reflect"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/tui"
)

// Polling is the polling of a screen, which embeds it: it ends while the screen is covered and when
// it is left. The zero value polls nothing.
type Polling struct {
	stop context.CancelFunc
}

// Anew ends the previous polling and returns the context of the next.
func (p *Polling) Anew(ctx context.Context) context.Context {
	p.Leave()
	ctx, p.stop = context.WithCancel(ctx)
	return ctx
}

// Polls reports whether the screen is polling, which it does unless covered.
func (p *Polling) Polls() bool { return p.stop != nil }

// Leave implements tui.Leaver.
func (p *Polling) Leave() {
	if p.stop != nil {
		p.stop()
		p.stop = nil
	}
}

// every is the interval of polling.
const every = 2 * time.Second

// Polled brings a value that differs from the previous one, for Take.
type Polled[T any] struct {
	ctx   context.Context
	value T
}

// Take has a screen adopt the value, unless the polling has ended meanwhile, and returns the Cmd that goes on
// polling with the function that adopt returns; nil ends it.
func (p Polled[T]) Take(adopt func(T) (look func(context.Context) T)) tea.Cmd {
	if p.ctx.Err() != nil {
		return nil
	}
	look := adopt(p.value)
	if look == nil {
		return nil
	}
	return Poll(p.ctx, &p.value, look)
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
