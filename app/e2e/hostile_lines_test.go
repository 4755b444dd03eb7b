//go:build e2e

package e2e

import (
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// TestHostileLineFlood: more than 10⁵ lines a second.
func TestHostileLineFlood(t *testing.T) {
	t.Parallel()
	besiege(t, func(s *siege) { s.floodLines(1) })
}

// TestHostileLineFloods: the same from 64 sessions.
func TestHostileLineFloods(t *testing.T) { // takes all processors: nothing runs beside it
	besiege(t, func(s *siege) { s.floodLines(64) })
}

// floodLines sends lines from a number of sessions for five seconds, reconnecting whenever it
// is cut.
func (s *siege) floodLines(atOnce int) {
	lines := []string{`{"type":"move","ply":9,"move":{"type":"take"}}`, "x", `{"type":"rematch"}`}
	until := time.Now().Add(5 * time.Second)
	var sent, visits atomic.Int64
	together(atOnce, atOnce, func(i int) {
		p, piece := newPerson(s, "floods"), strings.Repeat(lines[i%len(lines)]+"\n", 500)
		for time.Now().Before(until) {
			c, err := s.visit(p)
			if err != nil {
				s.Error(err)
				return
			}
			s.giveUp(c, time.Until(until))
			if l, err := speak(c, playLines); err == nil {
				go readAll(l)
				for l.Send(piece) == nil {
					sent.Add(int64(len(piece)))
				}
			}
			visits.Add(1)
			_ = c.Close()
		}
	})
	s.Logf("%d kB of lines in %d visits", sent.Load()/1e3, visits.Load())
}

// readAll reads a program's output to its end.
func readAll(l *line) {
	for err := error(nil); err == nil; {
		_, err = l.Next()
	}
}

// giveUp closes a connection some time from now.
func (s *siege) giveUp(c *ssh.Client, after time.Duration) {
	timer := time.AfterFunc(after, func() { _ = c.Close() })
	s.Cleanup(func() { timer.Stop() })
}

// flood sends as much as is accepted, in pieces, and returns how much that was.
func flood(to io.Writer, piece string, total int) (sent int) {
	for sent < total {
		n, err := io.WriteString(to, piece)
		sent += n
		if err != nil {
			break
		}
	}
	return sent
}
