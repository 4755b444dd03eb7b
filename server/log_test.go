package server

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

func TestPrintable(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"marlowe":            "marlowe",
		"Jörg Ω":             "Jörg Ω",
		"\x1b[2J\x00\n":      "?[2J??",
		"\u202eevil\u2066":   "?evil?",
		"a\u0301\u0302":      "a??",
		"\xff\xfe":           "??",
		"0123456789012345xx": "0123456789012345...",
	} {
		if got := printable(text, 16); got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
}

// TestConnectionInTheLog: two lines for a connection, with one name, and nothing in them that could
// be taken for something else.
func TestConnectionInTheLog(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	key := newKey(t)
	c := h.dial(t, "vera\x1b]0;owned\a\u202e\n"+strings.Repeat("x", 1000), gossh.PublicKeys(key))
	for range 3 {
		if r := command(t, c, "whoami"); r.code != 0 || strings.ContainsAny(r.err, "\x1b\a") || len(r.err) > 200 {
			t.Errorf("%+v", r)
		}
	}
	command(t, c, "panic")
	_ = c.Close()
	for late := time.Now().Add(patience); !strings.Contains(h.log.String(), "msg=left"); {
		if time.Now().After(late) {
			t.Fatal("its end is not in the log")
		}
	}
	log := h.log.String()
	if strings.ContainsAny(log, "\x1b\a") || strings.Contains(log, "\u202e") || strings.Contains(log, strings.Repeat("x", 100)) {
		t.Errorf("the log is not clean:\n%q", log)
	}
	var ids []string
	for _, m := range regexp.MustCompile(`conn=(\S+)`).FindAllStringSubmatch(log, -1) {
		ids = append(ids, m[1])
	}
	lines := strings.Count(log, "\n")
	if slices.Sort(ids); len(ids) != lines || len(slices.Compact(ids)) != 1 || len(ids[0]) != 8 {
		t.Errorf("%d lines name the connections %q:\n%s", lines, ids, log)
	}
	if n := strings.Count(log, "level=INFO"); n != 2 || !strings.Contains(log, gossh.FingerprintSHA256(key.PublicKey())) {
		t.Errorf("%d lines at level info:\n%s", n, log)
	}
	if !strings.Contains(log, " sessions=4 ") {
		t.Errorf("it does not say that there were four sessions:\n%s", log)
	}
	if n := h.counter(t, "noir_panics_total", "session"); n != 1 {
		t.Errorf("%v panics are counted", n)
	}
}
