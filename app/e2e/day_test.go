package e2e

import (
	"regexp"
	"strings"
	"testing"
)

// TestADayGameByOneLineCommands: a day game is challenged for, accepted and played by commands,
// each over its own connection, across a restart and a kill of the server. The screens show the
// same game.
func TestADayGameByOneLineCommands(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server := start(t, dir, "")
	marlowe, spade := newPerson(t, "marlowe"), newPerson(t, "spade")
	ask := func(p person, line string) string { return p.tells(t, server.addr, line) }
	ask(spade, "whoami")
	offered := regexp.MustCompile(`challenge (\w{4}) stands`).FindStringSubmatch(ask(marlowe, "challenge spade --rated"))
	if offered == nil {
		t.Fatal("no challenge stands")
	}
	id := regexp.MustCompile(`on: (\w+)\.`).FindStringSubmatch(ask(spade, "accept "+offered[1]))[1]
	for n := range 4 {
		asked := marlowe
		if strings.Contains(ask(spade, "games --running"), "your move") {
			asked = spade
		}
		if text := ask(asked, "move "+id+" p 1"); !strings.Contains(text, "The table is waiting for: ") {
			t.Errorf("move %d: %s", n+1, text)
		}
		switch n {
		case 1:
			server.stop()
			server = start(t, dir, "")
		case 2:
			server.kill()
			server = start(t, dir, "")
		}
	}
	screen := marlowe.visit(t, server.addr)
	screen.types("Your table", "enter")
	screen.sees("a day a move")
}
