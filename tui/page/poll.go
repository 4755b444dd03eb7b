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

// Poll returns the Cmd that polls a value until it changes: at once if there is none before, otherwise after two
// seconds, and then every two seconds. It brings nothing once ctx has ended.
func Poll[T any](ctx context.Context, before *T, look func(context.Context) T) tea.Cmd {
	p := poll[T]{ctx, before, look}
	if before == nil {
		return p.Message
	}
	return tui.Ask(p)
}

// poll looks at a value in two seconds (tui.Deferred): until then it holds no goroutine.
type poll[T any] struct {
	ctx    context.Context
	before *T
	look   func(context.Context) T
}

// Urgent implements tui.Deferred.
func (p poll[T]) Urgent() bool { return false }

// Await implements tui.Deferred.
func (p poll[T]) Await(ready func()) (stop func()) {
	timer := time.AfterFunc(every, ready)
	return func() { timer.Stop() }
}

// Message implements tui.Deferred. While the value is the same it returns another poll.
func (p poll[T]) Message() tea.Msg {
	if p.ctx.Err() != nil {
		return nil
	}
	if now := p.look(p.ctx); p.before == nil || !reflect.DeepEqual(now, *p.before) {
		return Polled[T]{p.ctx, now}
	}
	return p
}
