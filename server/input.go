package server

import (
	"context"
	"io"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/time/rate"

	"noir/server/terminal"
)

// awakeReader ends a session whose person has not pressed a key for too long. Output does not
// count: a ticking clock would keep a dead terminal forever.
type awakeReader struct {
	io.Reader
	ctx   context.Context // of the session
	idle  time.Duration
	timer *time.Timer
}

func newAwake(ctx context.Context, end context.CancelCauseFunc, in io.Reader, idle time.Duration) *awakeReader {
	timer := time.AfterFunc(idle, func() { end(errIdle) })
	context.AfterFunc(ctx, func() { timer.Stop() })
	return &awakeReader{in, ctx, idle, timer}
}

func (r *awakeReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if n > 0 {
		r.timer.Reset(r.idle)
	}
	if r.ctx.Err() != nil {
		r.timer.Stop()
	}
	return n, err
}

// How long input may exceed its rate without a pause before the session is ended.
const (
	typingFlood  = 10 * time.Second
	programFlood = time.Minute // a line of 5 MiB is only skipped
)

// pacedReader limits the rate of input, with bursts of four seconds' worth. Faster input waits in
// the SSH channel, until it is a flood.
type pacedReader struct {
	io.Reader
	ctx     context.Context // of the session
	pace    *rate.Limiter
	slowed  func()    // called once, when input first has to wait
	since   time.Time // when input began to wait; zero when it does not
	most    time.Duration
	flooded func() // called when input has waited longer than that
}

// newPaced limits input to a number of bytes a second.
func newPaced(ctx context.Context, end context.CancelCauseFunc, in io.Reader, bytes int, flood time.Duration, slowed func()) *pacedReader {
	return &pacedReader{
		Reader: in, ctx: ctx, pace: rate.NewLimiter(rate.Limit(bytes), burstSeconds*bytes),
		most: flood, flooded: func() { end(errFlooded) }, slowed: sync.OnceFunc(slowed),
	}
}

func (r *pacedReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p[:min(len(p), r.pace.Burst())])
	wait := r.pace.ReserveN(time.Now(), n).Delay()
	if wait == 0 || err != nil {
		r.since = time.Time{}
		return n, err
	}
	r.slowed()
	if now := time.Now(); r.since.IsZero() {
		r.since = now
	} else if now.Sub(r.since) > r.most {
		r.flooded()
	}
	select {
	case <-r.ctx.Done():
	case <-time.After(wait):
	}
	return n, nil
}

// unreadTime is how long input waits for a command that does not read. After that the command gets
// no more input.
const unreadTime = 10 * time.Second

// input is what a command reads: the channel or, with a terminal, its lines as they are edited. Reads fail when the
// session ends.
type input struct {
	*io.PipeReader
	stop func() bool   // watching for the end of the session
	done chan struct{} // closed when the channel is read to its end
}

// newInput reads a channel; editor is nil without a terminal.
func newInput(ctx context.Context, from io.Reader, editor *lineEditor) *input {
	out, in := io.Pipe()
	var to io.Writer = in
	if editor != nil {
		editor.to, to = in, editor
	}
	i := &input{out, context.AfterFunc(ctx, func() { _ = in.CloseWithError(context.Cause(ctx)) }), make(chan struct{})}
	go func() {
		defer close(i.done)
		taken := terminal.CutAfter(to, unreadTime, func() { _ = out.Close() })
		_, err := io.CopyBuffer(taken, struct{ io.Reader }{from}, make([]byte, 2048))
		_ = in.CloseWithError(err) // io.EOF when err is nil
		drop(from)
	}()
	return i
}

// wait closes the input and waits for the end of the channel, from which a read cannot be interrupted.
func (i *input) wait() {
	i.stop()
	_ = i.Close()
	<-i.done
}

// maxLine is how many bytes of a line are kept during editing.
const maxLine = 4096

// lineEditor does what a terminal driver does for programs that read lines: it echoes, handles
// backspace, and passes on whole lines.
type lineEditor struct {
	to        io.Writer
	echo      io.Writer
	silent    bool
	interrupt func()
	line      []byte
	returned  bool // the last byte was a carriage return
}

const (
	ctrlC     = 0x03
	ctrlD     = 0x04
	backspace = 0x08
	ctrlU     = 0x15
	rubout    = 0x7f
)

// Write takes what was typed. It returns io.EOF at the end of input.
func (e *lineEditor) Write(p []byte) (int, error) {
	var shown []byte
	for i, c := range p {
		newline := c == '\r' || c == '\n' && !e.returned
		e.returned = c == '\r'
		switch {
		case newline:
			e.show(append(shown, '\n'))
			shown = nil
			line := append(e.line, '\n')
			e.line = e.line[:0]
			if _, err := e.to.Write(line); err != nil {
				return i, err
			}
		case c == ctrlC:
			e.interrupt()
			return i, io.ErrClosedPipe
		case c == ctrlD && len(e.line) == 0:
			return i, io.EOF
		case c == backspace || c == rubout:
			shown = e.rub(shown, 1)
		case c == ctrlU:
			shown = e.rub(shown, len(e.line))
		case c >= ' ' && len(e.line) < maxLine:
			e.line = append(e.line, c)
			shown = append(shown, c)
		}
	}
	e.show(shown)
	return len(p), nil
}

func (e *lineEditor) rub(shown []byte, characters int) []byte {
	for ; characters > 0 && len(e.line) > 0; characters-- {
		_, n := utf8.DecodeLastRune(e.line)
		e.line = e.line[:len(e.line)-n]
		shown = append(shown, "\b \b"...)
	}
	return shown
}

func (e *lineEditor) show(b []byte) {
	if !e.silent && len(b) > 0 {
		_, _ = e.echo.Write(b)
	}
}
