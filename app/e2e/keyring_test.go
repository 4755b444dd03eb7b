package e2e

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

// guest is a visitor at a terminal who waits for texts.
type guest struct {
	*terminal
	t    *testing.T
	news chan struct{}
}

func (p person) visit(t *testing.T, addr string) *guest {
	t.Helper()
	g := &guest{t: t, news: make(chan struct{}, 1)}
	var err error
	if g.terminal, err = p.sit(addr, g.news); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.close)
	return g
}

// sees waits until the words are on the screen, and returns it.
func (g *guest) sees(words string) string {
	g.t.Helper()
	late := time.After(20 * time.Second)
	for !strings.Contains(g.text(), words) {
		select {
		case <-g.news:
		case <-late:
			g.t.Fatalf("%q is not on the screen:\n%s", words, g.picture())
		}
	}
	return g.picture()
}

// types presses keys once the words are on the screen.
func (g *guest) types(words string, keys ...string) {
	g.t.Helper()
	g.sees(words)
	if err := g.press(keys...); err != nil {
		g.t.Fatal(err)
	}
}

var keyCodes = regexp.MustCompile(`[0-9A-Z]{4}(-[0-9A-Z]{4}){3,}`)

// TestAKeyIsAddedLostAndRecovered uses only the screens. A person with two machines adds the
// second one's key, removes it, which ends its sessions, loses the first and returns with a
// recovery code.
func TestAKeyIsAddedLostAndRecovered(t *testing.T) {
	t.Parallel()
	server := start(t, t.TempDir(), "")
	desktop, laptop, fresh := newPerson(t, "marlowe"), newPerson(t, "lapwing"), newPerson(t, "phoenix")
	first := desktop.visit(t, server.addr)
	first.types("marlowe_", "enter")
	first.types("y keys", "y")
	first.types("in use now", "a")
	code := keyCodes.FindString(first.sees("left, each works once"))

	second := laptop.visit(t, server.addr)
	second.types("lapwing_", "\t")
	second.types("Type the code", strings.ToLower(code), "enter")
	second.sees("marlowe")

	first.types("There are 2 keys on your keyring now.", "\x1b")
	first.types("in use now", "r")
	first.types("make ten codes", "enter")
	recovery := keyCodes.FindString(first.sees("shown only now"))
	first.press("\x1b")
	first.types("never shown again", "y")
	first.types("10 recovery codes left", "down", "x")
	first.types("Anybody connected with it", "y")
	sent := time.Now()
	if err := second.ended(); err == nil {
		t.Error("the session of the revoked key has ended well")
	}
	if took := time.Since(sent); took > bound(time.Second) {
		t.Errorf("it was sent away after %v", took)
	}
	if said := second.said(); !strings.Contains(said, "This key was removed from your keyring.") {
		t.Errorf("it is told %q", said)
	}
	first.sees("10 recovery codes left")

	third := fresh.visit(t, server.addr)
	third.types("phoenix_", "\t")
	third.types("Type the code", "marlowe "+recovery, "enter")
	third.types("was put on your keyring", "x")
	third.types("New recovery codes were made", "x")
	third.types("was removed from your keyring", "x")
	third.types("A recovery code was used", "y")
	third.types("in use now", "\x1b")
	third.sees("marlowe")
	server.stop()
}

// said returns what is on the terminal after its session has ended.
func (t *terminal) said() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(strings.Fields(t.cells.String()), " ")
}

// TestACommandMakesNoPlayerOfAKeyThatClaims: the command decides whose the key is.
func TestACommandMakesNoPlayerOfAKeyThatClaims(t *testing.T) {
	t.Parallel()
	server := start(t, t.TempDir(), "")
	desktop, laptop := newPerson(t, "marlowe"), newPerson(t, "lapwing")
	first, err := desktop.dial(server.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	_, out, _ := try(t, first, "keys add")
	code := keyCodes.FindString(out)
	second, err := laptop.dial(server.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if code, _, errOut := try(t, second, "keys claim 0000-0000-0000-0000-0000"); code != 1 || !strings.Contains(errOut, "wrong, used or too old") {
		t.Errorf("%d, %s", code, errOut)
	}
	if _, out, _ := try(t, second, "keys claim "+code); out != "You are marlowe: this key is on that keyring now.\n" {
		t.Errorf("%s", out)
	}
	if _, out, _ := try(t, second, "whoami"); !strings.HasPrefix(out, "marlowe\n") {
		t.Errorf("%s", out)
	}
	if code, out, _ := try(t, first, "profile lapwing"); code != 1 {
		t.Errorf("there is a player for the key's own name: %s", out)
	}
	if code, out, _ := try(t, second, "account delete marlowe"); code != 0 || !strings.Contains(out, "Your account is deleted.") {
		t.Errorf("%d, %s", code, out)
	}
	server.stop()
}
