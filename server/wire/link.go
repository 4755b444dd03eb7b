package wire

import (
	"context"
	"encoding/json"
	"io"
	"time"

	"golang.org/x/time/rate"

	"noir/engine"
)

const (
	linesPerSecond = 20
	lineBurst      = 100
	linesRead      = 200  // a second; answering a flood as it comes would take others' time
	maxRefused     = 1000 // in a minute; then the connection is ended
)

// The names under which hits of the limits are counted.
const (
	limitLines  = "lines"
	limitErrors = "errors"
)

// Limits returns those names.
func Limits() []string { return []string{limitLines, limitErrors} }

// link is both directions of one connection. The goroutine that plays owns it.
type link struct {
	lines  chan line // closed when the client's input has ended
	out    *json.Encoder
	broken error // by the first failed write

	met     func(limit string)
	limit   *rate.Limiter
	refused int
	minute  time.Time // in which refused was counted
}

// newLink returns a link that only sends.
func newLink(out io.Writer) *link {
	l := &link{out: json.NewEncoder(out), met: func(string) {}, limit: rate.NewLimiter(linesPerSecond, lineBurst)}
	l.out.SetEscapeHTML(false)
	return l
}

// listen starts reading and returns what stops it. The reader itself ends with its input, which the
// caller must close.
func (l *link) listen(in io.Reader) (stop func()) {
	l.lines = make(chan line)
	ctx, stop := context.WithCancel(context.Background())
	go readLines(ctx, in, rate.NewLimiter(linesRead, lineBurst), l.lines)
	return stop
}

// send writes one message. After the first failure it writes nothing.
func (l *link) send(message any) {
	if l.broken == nil {
		l.broken = l.out.Encode(message)
	}
}

func (l *link) notice(code string) { l.send(newNotice(code, engine.Spectator, "")) }

// admit reports whether a line may be handled; if not, it was refused.
func (l *link) admit(next line) bool {
	if now := time.Now(); !l.limit.AllowN(now, 1) {
		wait := l.limit.ReserveN(now, 1)
		retry := wait.DelayFrom(now)
		wait.CancelAt(now)
		l.met(limitLines)
		l.refuse(refusal{
			Type: "error", Code: "rate_limited", Ply: next.Ply, RetryMS: retry.Milliseconds() + 1,
			Message: "at most 20 lines a second; this one was dropped",
		})
		return false
	}
	if next.err != nil {
		r, _ := newRefusal(next.err, next)
		l.refuse(r)
		return false
	}
	return true
}

// refuse answers a line that changed nothing, and counts it.
func (l *link) refuse(r refusal) {
	if now := time.Now(); now.Sub(l.minute) >= time.Minute {
		l.minute, l.refused = now, 0
	}
	l.refused++
	l.send(r)
}

// worn reports whether the connection has been refused too often.
func (l *link) worn() bool { return l.refused >= maxRefused }
