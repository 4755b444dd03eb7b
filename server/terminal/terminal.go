// Package terminal runs one Bubble Tea program on one terminal that is reached over a byte stream.
// It draws on demand: the program hands over its newest view and never waits for the terminal; a
// writer sends the cells that changed. If the terminal is too slow, intermediate views are dropped,
// but never the newest. Nothing runs while nothing happens.
package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"time"

	"noir/internal/workers"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// The reasons for which a session ended before its program quit.
var (
	ErrHungUp  = errors.New("the terminal is gone")
	ErrStalled = errors.New("the terminal took no output for too long")
	ErrFlooded = errors.New("more came in than anybody types")
	ErrFailed  = errors.New("the program has panicked")
)

// The largest window that is drawn. A larger one shows the program in its upper left corner:
// clients may claim any size, and every cell costs memory.
const (
	MaxWidth  = 400
	MaxHeight = 150
)

// Size is a window in cells.
type Size struct{ Width, Height int }

// Clamp returns the size that is drawn in a window of size s.
func (s Size) Clamp() Size {
	return Size{min(max(s.Width, 1), MaxWidth), min(max(s.Height, 1), MaxHeight)}
}

// Terminal is a client's terminal. The session only borrows it.
type Terminal struct {
	In  io.Reader // keys; the session ends with it
	Out io.Writer // used by one goroutine at a time

	// Cut makes a blocked Out.Write return. It must not block and may be called more than once.
	Cut func()

	Window  *Window  // of this session alone
	Env     []string // "KEY=value", with TERM
	Profile colorprofile.Profile
}

// Options configure a session; the zero value has the defaults.
type Options struct {
	Log      *slog.Logger  // nil logs nothing
	Patience time.Duration // how long a write may block; default 10 s
	Rate     int           // bytes of input a second; default 2048
	Meter    *Meter        // counts what is written; nil: a new one
	Workers  *workers.Pool // runs the program's updates and the writes; nil starts a goroutine for each

	// Slowed is called once, when input first has to wait, and its message is sent to the program.
	// It may be nil, and may return nil.
	Slowed func() tea.Msg
}

const (
	patience  = 10 * time.Second
	inputRate = 2048
)

// Session is a program on a terminal.
type Session struct {
	terminal Terminal
	log      *slog.Logger
	ctx      context.Context
	end      context.CancelCauseFunc
	program  program
	writer   writer
	mailbox  mailbox
	commands commands
	rate     int
	slowed   func() tea.Msg
}

// New prepares a session; it starts nothing. The session ends when ctx does.
func New(ctx context.Context, t Terminal, model tea.Model, o Options) *Session {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Patience == 0 {
		o.Patience = patience
	}
	if o.Rate == 0 {
		o.Rate = inputRate
	}
	if o.Meter == nil {
		o.Meter = new(Meter)
	}
	s := &Session{terminal: t, log: o.Log, rate: o.Rate, slowed: o.Slowed}
	s.ctx, s.end = context.WithCancelCause(ctx)
	out := newPatient(t.Out, o.Patience, func() { s.end(ErrStalled); t.Cut() }, o.Meter)
	s.writer.init(out, o.Meter, t.Profile, o.Workers)
	s.writer.failed = func() { s.end(ErrHungUp) }
	fail := s.fail
	s.writer.panicked = fail
	s.commands = commands{workers: o.Workers, mailbox: &s.mailbox, failed: fail}
	s.program = program{model: model, session: s}
	s.mailbox.init(o.Workers, s.program.turn, s.writer.run)
	return s
}

// errQuit ends a session whose program has quit.
var errQuit = errors.New("the program has quit")

// Run runs the program, and reads the terminal in the calling goroutine. When the program is over
// and the terminal is restored it calls ended, once and in another goroutine, with the reason: nil
// when the program has quit, otherwise one of this package's errors or the cause of the context's
// end. Reads from Terminal.In must end after that. Run returns when nothing of the session is left.
func (s *Session) Run(ended func(reason error)) {
	defer s.commands.wait() // a tick, say
	over := make(chan struct{})
	context.AfterFunc(s.ctx, func() {
		defer close(over)
		s.mailbox.close()
		s.writer.close()
		reason := context.Cause(s.ctx)
		if reason == errQuit {
			reason = nil
		}
		ended(reason)
	})
	s.terminal.Window.show(s)
	s.mailbox.press()
	s.read()
	<-over
}

// read reads keys until the input or the session ends. Input that comes faster than the rate stays
// in the SSH channel, whose window bounds it.
//
// It waits for keys in a small frame: what a stack holds while nothing happens decides how far it shrinks,
// and there is one for each session.
func (s *Session) read() {
	keys := newKeyboard(s.mailbox.press, s.fail)
	defer keys.stop()
	in := &keys.in
	pace := newIntake(s, len(in))
	for {
		n, err := s.terminal.In.Read(in[:])
		if s.ctx.Err() != nil {
			return
		}
		keys.press(in[:n])
		if err != nil {
			s.end(ErrHungUp)
			return
		}
		if !s.mailbox.isTaken(s.ctx) || !pace.takes(n) {
			return
		}
	}
}

// fail ends the session because of a panic. It is called during the unwinding.
func (s *Session) fail(v any) {
	s.log.Error("a screen has panicked", "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
	s.end(ErrFailed)
}
