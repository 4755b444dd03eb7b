// Package terminal runs one Bubble Tea program on one terminal that is reached over a byte stream.
// It draws on demand: the program hands over its newest view and never waits for the terminal; a
// writer sends the cells that changed. If the terminal is too slow, views in between are lost, the
// newest never is. Nothing runs while nothing happens.
package terminal

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"noir/internal/workers"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// Why a session ended, other than by the program's own will.
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
	program  *tea.Program
	terminal Terminal
	log      *slog.Logger
	ctx      context.Context
	end      context.CancelCauseFunc
	writer   *writer
	guard    *guard
	inbox    inbox
	commands crew
	workers  *workers.Pool
	reader   chan struct{} // closed when nothing reads In any more
	sized    chan struct{} // closed when the program knows its first size
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
	s := &Session{terminal: t, log: o.Log, reader: make(chan struct{}), sized: make(chan struct{}), rate: o.Rate, slowed: o.Slowed, workers: o.Workers}
	s.ctx, s.end = context.WithCancelCause(ctx)
	out := newPatient(t.Out, o.Patience, func() { s.end(ErrStalled); t.Cut() }, o.Meter)
	s.writer = newWriter(out, o.Meter, t.Profile, o.Workers)
	s.writer.failed = func() { s.end(ErrHungUp) }
	s.writer.panicked = s.fail
	s.guard = newGuard(model, s)
	size := t.Window.show(s)
	s.program = tea.NewProgram(
		s.guard,
		tea.WithContext(s.ctx),
		tea.WithInput(nil),
		tea.WithOutput(s.writer.raw()),
		tea.WithoutRenderer(),
		tea.WithoutSignalHandler(),
		tea.WithFPS(1), // of a ticker that runs until stopTicker
		tea.WithWindowSize(size.Width, size.Height),
		tea.WithEnvironment(t.Env),
		tea.WithColorProfile(t.Profile),
		tea.WithFilter(s.filter),
	)
	return s
}

// Run runs the program to its end and restores the terminal. It returns nil when the program has
// quit, else why it ended: one of this package's errors or the cause of the context's end. Reads
// from the terminal and running commands may outlast it: see Wait.
func (s *Session) Run() error {
	defer s.end(nil)
	go func() {
		defer close(s.reader)
		s.read()
	}()
	_, err := s.program.Run()
	cause := context.Cause(s.ctx)
	s.end(nil)
	s.writer.close()
	switch {
	case cause != nil:
		return cause
	case err != nil && !errors.Is(err, tea.ErrInterrupted):
		return err
	}
	return nil
}

// Wait returns when nothing of the session is left. Terminal.In must have ended by then, and the
// program's running commands (a tick, say) must have returned.
func (s *Session) Wait() {
	<-s.reader
	s.commands.wait()
}
