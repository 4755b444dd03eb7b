package e2e

import (
	"io"
	"strings"
	"testing"
)

// An attack of each kind for every test run: at a terminal, on a channel, in JSON lines. The
// others take minutes and are built with the tag e2e.

// TestHostileLines: each line is answered with an error, and the connection stays. Five
// megabytes would take long at the allowed rate; here that is raised.
func TestHostileLines(t *testing.T) {
	t.Parallel()
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

// TestHostileChannelClosed: the client closes a channel and keeps the connection.
func TestHostileChannelClosed(t *testing.T) {
	t.Parallel()
	besiege(t, func(s *siege) {
		c := s.attacker()
		for range many(10) {
			together(8, 8, func(int) {
				screen, keys, err := shell(c, "xterm", square(80))
				if err != nil {
					s.Error(err)
					return
				}
				if _, err := io.WriteString(keys, "\r"); err != nil {
					s.Error(err)
				}
				if err := screen.Close(); err != nil {
					s.Error(err)
				}
			})
			s.idle(mayRest, func(f figures) bool { return f[connections] == 3 && f[sessions] == 2 })
		}
		_ = c.Close()
	})
}

// TestHostileText: whatever visitors use as names, terminals, variables and commands, no other
// terminal shows more of it than letters, nor does the log.
func TestHostileText(t *testing.T) {
	t.Parallel()
	besiege(t, func(s *siege) {
		for _, bad := range toxic {
			p := newPerson(s, "toxic")
			p.name = bad
			c, err := s.visit(p)
			if err != nil {
				s.Fatal(err)
			}
			for _, command := range []string{
				"whoami", "whoami --json", bad, "profile " + bad, "profile '" + strings.ReplaceAll(bad, "'", "") + "'", "rules district-noir --lang=" + bad, "play " + bad + " --json",
			} {
				if _, out, errOut := try(t, c, command); !harmless(out) || !harmless(errOut) {
					s.Errorf("%.60q: %.200q, %.200q", command, out, errOut)
				}
			}
			s.say(c, bad)
			s.typeIn(bad)
			_ = c.Close()
		}
		c := s.attacker()
		for _, command := range []string{"rankings", "tables", "tables --json", "games honest", "profile honest --json"} {
			if _, out, errOut := try(t, c, command); !harmless(out) || !harmless(errOut) {
				s.Errorf("%s: %q, %q", command, out, errOut)
			}
		}
		_ = c.Close()
	})
}
