package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"noir/data"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/tui/tuitest"
)

// processors are defaults that follow from how many the machine has.
var processors = regexp.MustCompile(`(--(?:bot-cpu|workers) .*) \(\d+\)`)

// TestHelpLooks has what is said of every verb.
func TestHelpLooks(t *testing.T) {
	t.Setenv("CLICOLOR_FORCE", "") // colours change the layout
	var all strings.Builder
	var tell func(path ...string)
	tell = func(path ...string) {
		code, out, errOut := noir(t, append(path, "--help")...)
		out = processors.ReplaceAllString(ansi.Strip(out), "$1 (…)")
		fmt.Fprintf(&all, "$ noir %s --help\n%s%s[%d]\n\n", strings.Join(path, " "), out, errOut, code)
		cmd, _, err := newRoot().Find(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, sub := range cmd.Commands() {
			tell(append(path[:len(path):len(path)], sub.Name())...)
		}
	}
	tell()
	tuitest.Golden(t, "help", all.String())
}

// fleeting is what differs in each run.
var fleeting = regexp.MustCompile(`SHA256:[\w+/]{43}=?|\b[0-9.]+ ?[kMG]?B\b|/\S*/00\d\b`)

// TestAnOperatorsDay has what the verbs of an operator print in a house where people have played, to people and to
// programs, and what they refuse.
func TestAnOperatorsDay(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		marlowe, spade := h.Player("marlowe"), h.Player("spade")
		h.Player("robot")
		h.Player("spade2")
		h.Played(time.Now().Add(-48*time.Hour), marlowe, spade)
		id := h.PlayedOut(time.Now().Add(-time.Hour), 3, marlowe, spade)
		h.Dealt(districtnoir.Game{}, engine.Seed{1}, "marlowe", "spade")
		time.Sleep(time.Minute)
		if _, err := h.Store.PlayerByKey(t.Context(), "SHA256:marlowe"); err != nil { // now they are seen
			t.Error(err)
		}
		complaint := data.Report{By: spade, About: marlowe, Match: id, Reason: "cheats", Talk: []byte(`[{"at":"2000-01-01T00:00:00Z","seat":0,"name":"marlowe","text":"ha"}]`)}
		if _, err := h.Store.Complain(t.Context(), complaint); err != nil {
			t.Fatal(err)
		}
		var all strings.Builder
		for _, line := range []string{
			"players", "players --limit 2 --offset 1", "players spa --json", "players --reserved", "player marlowe", "player nobody", "player marlowe --json",
			"ban name robot --for 7d --reason rude", "ban name nobody", "ban prefix 192.0.2.0/24", "ban prefix here", "ban key SHA256:spade --for 1h", "bans", "bans --json", "unban 2", "unban 99", "unban x", "bans", "bans --all", "bans --all --json",
			"mute spade --for 2h --reason 'rude words'", "mute spade", "player spade", "unmute spade", "unmute spade", "warn spade 'be civil'", "warn nobody hm",
			"reports", "reports --json", "report 1", "report 1 --json", "report 1 close warned", "report 1 close again", "report 9", "reports", "reports --all",
			"rename spade2 samuel", "rename nobody x", "rename marlowe spade", "bot robot", "bot robot", "players", "bot robot --undo", "merge samuel spade", "merge marlowe marlowe", "merge marlowe spade", "delete robot", "delete robot --yes", "players",
			"running", "running --json", "void played-1 --reason 'one person'", "void played-1 --reason again", "void played-9 --reason x", "void dealt --reason x", "player marlowe", "check", "check --json",
			"event open --game district-noir --minutes 30 --title 'Night shift' --at '2000-01-02 19:00'", "event open --game chess --minutes 3", "event open --game district-noir --minutes 0", "event list", "event list --json", "event close 1", "event close 1", "event close 7", "event list", "event list --all",
			"prune --older-than 30d --dry-run", "prune --older-than 30d --dry-run --rebuild", "prune --older-than 30d", "prune --older-than never", "delete nobody", "delete nobody --yes", "audit", "audit --limit 2", "audit --limit 2 --json", "rotate-key", "rotate-key --announce --switch", "nothing", "plyaers",
		} {
			all.WriteString(operated(t, h.Dir, line))
		}
		tuitest.Golden(t, "operator", all.String())
	})
}

// operated is what a verb prints for a data directory.
func operated(t *testing.T, dir, line string) string {
	t.Helper()
	var args []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			args = append(args, part)
			continue
		}
		args = append(args, strings.Fields(part)...)
	}
	code, out, errOut := noir(t, append([]string{"admin", "--data", dir, "--by", "vivian"}, args...)...)
	return fmt.Sprintf("$ noir admin %s\n%s[%d]\n\n", line, fleeting.ReplaceAllString(strings.ReplaceAll(out+errOut, dir, "DIR"), "…"), code)
}

// TestOperatorsWithoutAHouse: a directory in which no house is has nobody, and none is made by looking at it.
func TestOperatorsWithoutAHouse(t *testing.T) {
	dir := t.TempDir()
	for _, line := range []string{
		"players", "player marlowe", "ban name marlowe", "bans", "unban 1", "mute marlowe --for 2h", "unmute marlowe", "warn marlowe hm", "reports", "report 1", "report 1 close seen", "rename marlowe spade",
		"bot marlowe", "merge marlowe spade", "delete marlowe --yes", "running", "void g1 --reason x", "check", "event open --game district-noir --minutes 30", "event list", "event close 1", "prune --dry-run",
		"prune", "prune --rebuild", "audit", "rotate-key", "rotate-key --announce", "rotate-key --switch", "backup copy",
	} {
		if said, want := operated(t, dir, line), "$ noir admin "+line+"\nnoir: no store in DIR: stat DIR/noir.db: no such file or directory\n[1]\n\n"; said != want {
			t.Errorf("%s, not\n%s", said, want)
		}
	}
	t.Setenv("NOIR_DATA", dir) // as for the server
	t.Setenv("NOIR_DATABASE", "postgres://127.0.0.1:1/nowhere")
	for line, says := range map[string]string{"admin players": "nowhere", "admin players --database=": "no store in " + dir, "migrate": "no store in " + dir} {
		if code, out, errOut := noir(t, strings.Fields(line)...); code != exitFailed || !strings.Contains(errOut, says) {
			t.Errorf("noir %s: exit code %d, %s%s", line, code, out, errOut)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("it has %v, %v", left, err)
	}
}
