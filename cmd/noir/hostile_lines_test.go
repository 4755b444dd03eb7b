package main

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestHostileLines: each is answered with an error, and the connection goes on.
// Five megabytes would take as long as that much input may; here it may be quick.
func TestHostileLines(t *testing.T) {
	besiege(t, func(s *siege) {
		l, err := speak(s.attacker(), playLines)
		if err != nil {
			s.Fatal(err)
		}
		for _, bad := range []struct{ code, line string }{
			{"bad_json", "\x00\x01\x02\xff\xfe"},
			{"bad_json", strings.Repeat("[", 4000)},
			{"bad_json", strings.Repeat(`{"a":`, 800)},
			{"too_long", strings.Repeat("x", 5<<10)},
			{"too_long", strings.Repeat("[", 5<<20)},
			{"too_long", `{"type":"say","phrase":"` + strings.Repeat("\xff", 5<<20)},
			{"bad_move", `{"type":"say","phrase":"` + strings.Repeat("\u202e", 100) + `"}`},
			{"not_your_turn", `{"type":"resign"}`},
		} {
			if err := l.Send(bad.line); err != nil {
				s.Fatal(err)
			}
			if m, err := l.Await("error"); err != nil || m.Code != bad.code {
				s.Errorf("%.40q: %s, %v", bad.line, m.Raw, err)
			}
		}
		l.close()
	}, "--command-input", "8388608")
}

// TestHostileLineFlood: 10⁵ lines a second and more.
func TestHostileLineFlood(t *testing.T) {
	besiege(t, func(s *siege) { s.floodLines(1) })
}

// TestHostileLineFloods: the same from 64 sessions.
func TestHostileLineFloods(t *testing.T) {
	besiege(t, func(s *siege) { s.floodLines(64) })
}

// floodLines sends lines from so many sessions for five seconds, and comes back
// whenever it is cut.
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

// readAll reads a program's line to its end.
func readAll(l *line) {
	for err := error(nil); err == nil; {
		_, err = l.Next()
	}
}
