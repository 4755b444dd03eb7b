package e2e

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"golang.org/x/crypto/ssh"
)

// toxic are texts that would affect a terminal that showed them.
var toxic = []string{
	"\x1b]0;owned\a", "\x1b[2J\x1b[31mred", "\x00\x01\x02\b\x7f", "abc\u202edef\u2066ghi", "zalgo" + strings.Repeat("\u0301\u0489", 100),
	"\x9b2J\x90", "\xff\xfe\xc3(", "honest\r\nINFO came in", "\u200b\u2028\u2029\ufeff", strings.Repeat("W", 10_000), "%s%n{{.}}$(id)`id`'\"\\",
}

// say says a text at a table.
func (s *siege) say(c *ssh.Client, bad string) {
	s.Helper()
	l, err := speak(c, playLines+" --casual --bot easy")
	if err != nil {
		s.Fatal(err)
	}
	s.await(l, "start")
	quoted, err := json.Marshal(bad)
	if err != nil {
		s.Fatal(err)
	}
	if err := l.Send(`{"type":"say","phrase":` + string(quoted) + `}`); err != nil {
		s.Fatal(err)
	}
	if m, err := l.Await("error"); err != nil || !harmless(m.Raw) {
		s.Errorf("%.40q: %q, %v", bad, m.Raw, err)
	}
	if err := l.Send(`{"type":"resign"}`); err != nil {
		s.Fatal(err)
	}
	s.await(l, "end")
	if err := l.Send(`{"type":"leave"}`); err != nil {
		s.Fatal(err)
	}
	l.why()
}

// typeIn uses a text as the name of a terminal and as variables, types it where a name is asked
// for, and looks for it in the output.
func (s *siege) typeIn(bad string) {
	s.Helper()
	p := newPerson(s, "newcomer")
	p.name = bad
	c, err := s.visit(p)
	if err != nil {
		s.Fatal(err)
	}
	defer c.Close()
	if _, _, err := shell(c, bad, square(80)); err == nil && !harmless(bad) {
		s.Errorf("a terminal called %q was taken", bad)
	}
	screen, err := c.NewSession()
	if err != nil {
		s.Fatal(err)
	}
	for _, name := range []string{"LANG", "COLORTERM", bad} {
		_, _ = screen.SendRequest("env", true, ssh.Marshal(environment{name, bad}))
	}
	var drawn bytes.Buffer
	keys, err := screen.StdinPipe()
	if err != nil {
		s.Fatal(err)
	}
	screen.Stdout = &drawn
	if err := screen.RequestPty("xterm-256color", 24, 80, nil); err != nil {
		s.Fatal(err)
	}
	if err := screen.Shell(); err != nil {
		s.Fatal(err)
	}
	if _, err := io.WriteString(keys, "\x1b[200~"+bad+"\x1b[201~"+bad[:min(len(bad), 100)]+"\r\x03\x03"); err != nil {
		s.Fatal(err)
	}
	_ = screen.Wait() // however it ended
	if text := drawn.String(); !harmless(bad) && strings.Contains(text, bad) || strings.ContainsAny(text, "\u202e\u2066\u0301\u0489\u200b") {
		s.Errorf("%.40q was drawn in %q", bad, text)
	}
}
