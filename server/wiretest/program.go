package wiretest

import (
	"context"
	"fmt"
	"io"
	"testing"

	"noir/internal/await"
)

// Program is the client of a connection that is served until it or the test ends. R is what the
// serving function returns.
type Program[R any] struct {
	*Client
	HangUp context.CancelFunc // ends the connection's context

	t      testing.TB
	input  io.Closer
	result chan R
}

// Connect serves a connection whose other end is the program.
func Connect[R any](t testing.TB, serve func(ctx context.Context, in io.Reader, out io.Writer) R) *Program[R] {
	in, out := newPipe(), newPipe()
	ctx, cancel := context.WithCancel(context.Background())
	p := &Program[R]{Client: NewClient(patient{out}, in), HangUp: cancel, t: t, input: in, result: make(chan R, 1)}
	served := make(chan struct{})
	go func() {
		defer close(served)
		p.result <- serve(ctx, in, out)
		in.Close()
		out.Close()
	}()
	t.Cleanup(func() {
		cancel()
		in.Close()
		out.Close()
		await.One(t, served, "end of serving a program")
	})
	return p
}

// Line returns the next line, which must be of a type.
func (p *Program[R]) Line(kind string) Message {
	p.t.Helper()
	m, err := p.Next()
	if err != nil || m.Type != kind {
		p.t.Fatalf("not %s but %q, %v", kind, m.Raw, err)
	}
	return m
}

// Until returns the next line of a type and drops those before it.
func (p *Program[R]) Until(kind string) Message {
	p.t.Helper()
	m, err := p.Await(kind)
	if err != nil {
		p.t.Fatal(err)
	}
	return m
}

// Say sends a line.
func (p *Program[R]) Say(format string, args ...any) {
	p.t.Helper()
	if err := p.Send(fmt.Sprintf(format, args...)); err != nil {
		p.t.Fatal(err)
	}
}

// Move answers a turn with its first legal move.
func (p *Program[R]) Move(turn Message) {
	p.t.Helper()
	if err := p.Play(*turn.Ply, turn.Legal[0]); err != nil {
		p.t.Fatal(err)
	}
}

// EndInput ends the program's input.
func (p *Program[R]) EndInput() { p.input.Close() }

// Ended reads what is left and returns the result of serving.
func (p *Program[R]) Ended() R {
	p.t.Helper()
	for {
		if _, err := p.Next(); err != nil {
			return await.One(p.t, p.result, "result of serving a program")
		}
	}
}
