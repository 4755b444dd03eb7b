package command_test

import (
	"strings"
	"testing"
)

// TestAProgramSaysWhatItIs: the mark is the account's own to set, and stands in the profile; only an
// operator takes it away.
func TestAProgramSaysWhatItIs(t *testing.T) {
	h := open(t)
	robot, guest := h.Player("lexicon"), h.Guest("guest-1234")
	if out := h.ask(robot, "settings program --json"); out != `{"settings":{"program":false}}`+"\n" {
		t.Errorf("before: %s", out)
	}
	if out := h.ask(robot, "settings program off"); !strings.HasPrefix(out, "program  off") {
		t.Errorf("off, which it is: %s", out)
	}
	if out := h.ask(robot, "settings program ON"); !strings.HasPrefix(out, "program  on") {
		t.Errorf("on: %s", out)
	}
	marked, err := h.House.Store.PlayerByName(t.Context(), "lexicon")
	if err != nil || !marked.Bot {
		t.Errorf("the account is not marked: %+v, %v", marked, err)
	}
	if out := h.ask(robot, "profile lexicon --json"); !strings.Contains(out, `"kind":"bot"`) {
		t.Errorf("the profile does not tell: %s", out)
	}
	for _, c := range []struct {
		line, why string
		guest     bool
	}{
		{"settings program off", "only an operator", false},
		{"settings program maybe", "program is off or on", false},
		{"settings program on", "key", true},
	} {
		who := marked
		if c.guest {
			who = guest
		}
		if got := h.run(who, c.line); got.code == 0 || got.out != "" || !strings.Contains(got.err, c.why) {
			t.Errorf("%s: %+v", c.line, got)
		}
	}
}
