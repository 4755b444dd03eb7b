package server

import (
	"context"
	"errors"
	"net"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// scarce is a listener that fails now and then, as one does where there are no files left, and
// notes when it is asked.
type scarce struct {
	answers []error
	asked   []time.Time
}

func (l *scarce) Accept() (net.Conn, error) {
	l.asked = append(l.asked, time.Now())
	err := l.answers[0]
	l.answers = l.answers[1:]
	return nil, err
}

func (l *scarce) Close() error { return nil }

func (l *scarce) Addr() net.Addr { return &net.TCPAddr{} }

// TestAListenerThatFails is asked again after a pause, a longer one each time, until it has a
// connection: the next failure is a first one.
func TestAListenerThatFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Server{
			shared: shared{
				config: Config{Store: &flaky{asked: make(chan struct{}, 100)}}, log: testLog(new(lockedBuffer)), limits: Limits{}.OrUsual(),
				metrics: newMetrics(Config{}),
			},
			serving: newServing(),
		}
		s.watch = &watch{shared: &s.shared}
		s.ctx, s.end = context.WithCancelCause(t.Context())
		full := errors.New("too many open files")
		l := &scarce{answers: []error{full, full, full, nil, full, nil, net.ErrClosed}}
		taken := 0
		if err := s.serve(l, func(net.Conn) { taken++ }); err != nil || taken != 2 {
			t.Errorf("%d connections, %v", taken, err)
		}
		var pauses []time.Duration
		for i := range l.asked[1:] {
			pauses = append(pauses, l.asked[i+1].Sub(l.asked[i])/time.Millisecond)
		}
		if want := []time.Duration{5, 10, 20, 0, 5, 0}; !slices.Equal(pauses, want) {
			t.Errorf("it pauses for %d ms, not %d", pauses, want)
		}
		s.end(errDraining)
		s.serving.busy.Wait()
	})
}
