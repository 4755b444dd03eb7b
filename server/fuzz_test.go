package server

import (
	"bytes"
	"strings"
	"testing"
	"unicode"

	gossh "golang.org/x/crypto/ssh"

	"noir/server/terminal"
)

// requests are the kinds that a fuzzed client sends.
var requests = []string{"env", "pty-req", "window-change", "shell", "exec", "subsystem", "auth-agent-req@openssh.com", "x11-req", "signal"}

// FuzzRequest: whatever requests come in any order, a session keeps to its limits, begins once
// and then accepts only window sizes.
func FuzzRequest(f *testing.F) {
	add := func(kinds string, payloads ...any) {
		var all [][]byte
		for _, p := range payloads {
			all = append(all, gossh.Marshal(p))
		}
		f.Add([]byte(kinds), bytes.Join(all, []byte("|")))
	}
	type env struct{ Key, Value string }
	type pty struct {
		Term       string
		W, H, X, Y uint32
		Modes      string
	}
	add("\x00\x01\x02\x03", env{"LANG", "C"}, pty{"xterm", 80, 24, 0, 0, "\x35\x00\x00\x00\x00\x00"}, struct{ W, H, X, Y uint32 }{1 << 31, 0, 1, 1})
	add("\x00\x00\x04", env{"A=B", "\x1b[2J"}, env{"TERM", strings.Repeat("x", 9000)}, struct{ Line string }{"play 'x"})
	add("\x01\x01\x05\x06", pty{"\x1b]0;x\a", 4000, 4000, 0, 0, "\x01"}, pty{"dumb", 0, 0, 0, 0, ""}, struct{ Name string }{"sftp"})
	f.Fuzz(func(t *testing.T, kinds, payloads []byte) {
		o := new(order)
		parts := bytes.Split(payloads, []byte("|"))
		for i, k := range kinds[:min(len(kinds), 2*maxRequests)] {
			r := &gossh.Request{Type: requests[int(k)%len(requests)], Payload: parts[i%len(parts)]}
			began := o.work != nil
			ok := o.take(r)
			if ok && (began || o.asked > maxRequests) && r.Type != "window-change" {
				t.Fatalf("a late %s was taken", r.Type)
			}
			if starts := r.Type == "shell" || r.Type == "exec" || r.Type == "subsystem"; !began && (o.work != nil) != (ok && starts) {
				t.Fatalf("%s %q: taken: %v, begun: %v", r.Type, r.Payload, ok, o.work != nil)
			}
		}
		checkAsked(t, o)
	})
}

// checkAsked compares what a client has asked for with its bounds.
func checkAsked(t *testing.T, o *order) {
	t.Helper()
	if held := len(strings.Join(o.env.list, "")); held > maxEnvBytes || len(o.env.list) > maxEnv {
		t.Errorf("%d variables of %d bytes", len(o.env.list), held)
	}
	terminal.Profile("xterm", o.env.list)
	terminal.ASCII(o.env.list)
	if p := o.pty; p != nil {
		if size := p.window.Size(); size != size.Clamp() {
			t.Errorf("a window of %v", size)
		}
		if len(p.Term) > maxTerm || strings.ContainsFunc(p.Term, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsGraphic(r) }) {
			t.Errorf("a terminal called %q", p.Term)
		}
	}
}

// FuzzLineEditor: an edited line is the same however its bytes are split, is bounded, and
// neither it nor its echo can move a cursor except back over what was typed.
func FuzzLineEditor(f *testing.F) {
	for _, seed := range []string{"hello\r", "ab\x7f\x7f\x7fc\r\n", "über\x08\x08x\x15y\n", "\x1b[A\x00\x9b\r\n\n", strings.Repeat("x", maxLine+9) + "\r", "x\x04\x04", "\x04"} {
		f.Add([]byte(seed), 3)
	}
	f.Fuzz(func(t *testing.T, typed []byte, split int) {
		at := min(max(split, 0), len(typed))
		whole, wholeEcho := edited(typed)
		parts, partsEcho := edited(typed[:at], typed[at:])
		if ended := bytes.ContainsAny(typed, "\x03\x04"); whole != parts || !ended && wholeEcho != partsEcho {
			t.Errorf("%q is %q with the echo %q, split at %d %q with %q", typed, whole, wholeEcho, at, parts, partsEcho)
		}
		for _, line := range strings.Split(whole, "\n") {
			if len(line) > maxLine || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' }) {
				t.Errorf("a line of %d bytes, %.40q", len(line), line)
			}
		}
		if rest := strings.NewReplacer("\b \b", "", "\n", "").Replace(wholeEcho); strings.ContainsFunc(rest, func(r rune) bool { return r < ' ' }) {
			t.Errorf("the echo is %q", wholeEcho)
		}
	})
}

// TestLinesAreEdited as a terminal's driver does, which also shows it.
func TestLinesAreEdited(t *testing.T) {
	most := strings.Repeat("x", maxLine)
	for typed, want := range map[string][2]string{
		"hello\rthere\n": {"hello\nthere\n", "hello\nthere\n"}, "a\r\n\nb\r\r": {"a\n\nb\n\n", "a\n\nb\n\n"},
		"ab\x7fc\r": {"ac\n", "ab\b \bc\n"}, "\x08\x7fa\r": {"a\n", "a\n"}, "ü\x7fe\r": {"e\n", "ü\b \be\n"}, "abc\x15d\r": {"d\n", "abc" + strings.Repeat("\b \b", 3) + "d\n"},
		"a\x04b\r": {"ab\n", "ab\n"}, "a\r\x04b\r": {"a\n", "a\n"}, "ab\x03c\r": {"", ""}, "\x01a\x1b\tb\r": {"ab\n", "ab\n"}, most + "yz\r": {most + "\n", most + "\n"},
	} {
		if passed, shown := edited([]byte(typed)); passed != want[0] || shown != want[1] {
			t.Errorf("%.20q: %.40q with the echo %.40q, want %.40q and %.40q", typed, passed, shown, want[0], want[1])
		}
	}
}

// TestWindowsOfUnknownSides keep those that they had.
func TestWindowsOfUnknownSides(t *testing.T) {
	before := terminal.Size{Width: 90, Height: 30}
	for sides, want := range map[[2]uint32]terminal.Size{
		{0, 0}: before, {100, 0}: {Width: 100, Height: 30}, {0, 40}: {Width: 90, Height: 40}, {100, 40}: {Width: 100, Height: 40},
		{1 << 31, 1 << 31}: terminal.Size{Width: 1 << 15, Height: 1 << 15}.Clamp(),
	} {
		if got := sizeOf(sides[0], sides[1], before); got != want {
			t.Errorf("%v is a window of %v, want %v", sides, got, want)
		}
	}
}

// edited returns what a line editor passes on of typed input, and what it echoes.
func edited(typed ...[]byte) (passed, shown string) {
	var to, echo bytes.Buffer
	e := lineEditor{to: &to, echo: &echo, interrupt: func() {}}
	for _, p := range typed {
		if _, err := e.Write(p); err != nil {
			break
		}
	}
	return to.String(), echo.String()
}
