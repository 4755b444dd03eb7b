//go:build e2e

// End to end, with the real ssh in the real tmux, typing what a newcomer types. Both must be on
// the PATH; .ci/run installs them.

package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// patience is how long to wait for a screen.
const patience = time.Minute

// look is the pause between two looks at a screen.
const look = 50 * time.Millisecond

// visitor is a person at a real terminal.
type visitor struct {
	person
	t       *testing.T
	socket  string // of tmux
	pane    pane
	visit   int
	session string
}

// pane is the size of a terminal.
type pane struct{ columns, rows int }

func (p pane) String() string { return fmt.Sprintf("%dx%d", p.columns, p.rows) }

// sshArgs is how the visitor calls ssh.
func (v *visitor) sshArgs(addr string, command ...string) []string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		v.t.Fatal(err)
	}
	args := []string{
		"-p", port, "-i", v.file, "-F", os.DevNull, "-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none",
		"-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=" + filepath.Join(filepath.Dir(v.file), "known_hosts"),
		v.name + "@" + host,
	}
	return append(args, command...)
}

// ssh runs a command with the real client.
func (v *visitor) ssh(addr string, command ...string) string {
	v.t.Helper()
	var out, errOut bytes.Buffer
	cmd := exec.CommandContext(v.t.Context(), "ssh", v.sshArgs(addr, command...)...)
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Run(); err != nil {
		v.t.Fatalf("ssh %v: %v\n%s", command, err, errOut.String())
	}
	return out.String()
}

// enter opens a terminal, which survives the connection, and connects.
func (v *visitor) enter(addr string) {
	v.t.Helper()
	v.visit++
	v.session = fmt.Sprintf("%s-%d", v.name, v.visit)
	command := []string{"-L", v.socket, "new-session", "-d", "-s", v.session,
		"-x", fmt.Sprint(v.pane.columns), "-y", fmt.Sprint(v.pane.rows),
		// When a program ends, tmux may not show what it has said last: so this one stays.
		"sh", "-c", `"$@"; echo "` + sshEnded + ` $?"; exec sleep 3600`, "sh", "ssh"}
	v.tmux(append(command, v.sshArgs(addr)...)...)
	session := v.session
	v.t.Cleanup(func() { _ = exec.Command("tmux", "-L", v.socket, "kill-session", "-t", session).Run() })
}

func (v *visitor) tmux(args ...string) string {
	v.t.Helper()
	out, err := exec.Command("tmux", args...).CombinedOutput()
	if err != nil {
		v.t.Fatalf("tmux %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func (v *visitor) press(keys ...string) {
	v.t.Helper()
	v.tmux(append([]string{"-L", v.socket, "send-keys", "-t", v.session}, keys...)...)
}

// screen returns what the terminal shows, and the line that scrolled out last.
func (v *visitor) screen() string {
	v.t.Helper()
	return v.tmux("-L", v.socket, "capture-pane", "-p", "-S", "-1", "-t", v.session)
}

// sshEnded is what a terminal shows once ssh has ended.
const sshEnded = "ssh has ended with"

// see waits until the screen shows one of the texts, and returns it.
func (v *visitor) see(texts ...string) string {
	v.t.Helper()
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(look) {
		now := v.screen()
		for _, text := range texts {
			if strings.Contains(now, text) {
				return text
			}
		}
	}
	v.t.Fatalf("%s waits for %q and sees\n%s", v.name, texts, v.screen())
	return ""
}

// comeIn accepts the proposed name and looks for a stranger.
func (v *visitor) comeIn() {
	v.t.Helper()
	v.reads(newcomer, v.name+"_")
	v.press("Enter")
	v.see(atHome)
	v.press("p")
}

// atOneTable has people come in at terminals of their own, and find each other.
func atOneTable(t *testing.T, addr string, names ...string) (visitors []*visitor) {
	t.Helper()
	for _, name := range names {
		v := &visitor{person: newPerson(t, name), t: t, socket: fmt.Sprintf("noir-%d", os.Getpid()), pane: pane{columns, rows}}
		v.enter(addr)
		v.comeIn()
		visitors = append(visitors, v)
	}
	openTable(visitors)
	return visitors
}

// openTable answers the ready check for all visitors until the table is there: the card ignores
// keys for a moment, and waits for the others.
func openTable(visitors []*visitor) {
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(look) {
		seated := 0
		for _, v := range visitors {
			switch {
			case v.shows(strangerHere):
				v.press("Enter")
			case v.shows(theTable):
				seated++
			}
		}
		if seated == len(visitors) {
			return
		}
	}
	visitors[0].t.Fatal("the table does not open")
}

func (v *visitor) shows(texts ...string) bool {
	now := v.screen()
	for _, text := range texts {
		if strings.Contains(now, text) {
			return true
		}
	}
	return false
}

// Texts by which a visitor recognises the screens.
const (
	newcomer     = "What is your name"
	strangerHere = "a stranger is here"
	theTable     = " of 4"
	over         = "rematch"
)

// ownMove are the words of which one shows at the visitor's own move.
var ownMove = []string{"our move", "enter play", "enter take"}

// TestEndToEnd: two strangers find each other, play a rated game across a kill of the server,
// and look at the results.
func TestEndToEnd(t *testing.T) {
	t.Parallel()
	dir, addr := t.TempDir(), freePort(t)
	server := start(t, dir, addr)
	visitors := atOneTable(t, addr, "marlowe", "spade")
	rounds(t, visitors, addr, 10)
	before := strings.Fields(visitors[0].ssh(addr, "tables"))[0]
	server.kill()
	server = start(t, dir, addr)
	for _, v := range visitors {
		v.enter(addr)
		v.see("Your table")
		v.press("Enter")
		v.see(theTable)
	}
	if after := strings.Fields(visitors[0].ssh(addr, "tables"))[0]; after != before {
		t.Errorf("another game: %s, was %s", after, before)
	}
	rounds(t, visitors, addr, 1000)
	for _, v := range visitors {
		v.see(over)
		t.Logf("%s sees\n%s", v.name, v.screen())
	}
	checkAftermath(t, visitors, addr, before)
	server.stop()
}

// rounds plays until the game has a number of moves or is over.
func rounds(t *testing.T, visitors []*visitor, addr string, moves int) {
	t.Helper()
	conn, err := visitors[0].dial(addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	picks := []string{"1", "1", "1", "t"}
	for tries := 0; plies(t, conn) < moves; tries++ {
		asked := whoeverIsAsked(t, visitors)
		if asked == nil {
			return
		}
		asked.move(conn, picks[tries%len(picks)])
	}
}

// whoeverIsAsked waits until a visitor has to move; nil when the game is over.
func whoeverIsAsked(t *testing.T, visitors []*visitor) *visitor {
	t.Helper()
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(look) {
		for _, v := range visitors {
			switch {
			case v.shows(over):
				return nil
			case v.shows(ownMove...):
				return v
			}
		}
	}
	t.Fatalf("nobody is asked:\n%s\n%s", visitors[0].screen(), visitors[1].screen())
	return nil
}

// move picks something and confirms it, and reports whether that made a move within a moment. It
// may not: a key that comes with the prompt is ignored, and there may be nothing left to take or to
// play. On a busy machine the move may come later.
func (v *visitor) move(conn *ssh.Client, pick string) bool {
	v.t.Helper()
	before := plies(v.t, conn)
	v.press(pick, "Enter")
	for range 8 {
		if plies(v.t, conn) != before {
			return true
		}
		time.Sleep(look)
	}
	return false
}

// plies returns how many moves the one running game has; -1 without one.
func plies(t *testing.T, conn *ssh.Client) int {
	t.Helper()
	code, out, errOut := try(t, conn, "tables --json")
	var tables []struct{ Ply int }
	if err := json.Unmarshal([]byte(out), &tables); err != nil || code != 0 {
		t.Fatalf("tables: %v, %s", err, errOut)
	}
	if len(tables) == 0 {
		return -1
	}
	return tables[0].Ply
}

// checkAftermath looks at the rankings and the record of the game.
func checkAftermath(t *testing.T, visitors []*visitor, addr, game string) {
	t.Helper()
	rankings := visitors[0].ssh(addr, "rankings")
	for _, v := range visitors {
		if !strings.Contains(rankings, v.name) {
			t.Errorf("%s is not in the rankings:\n%s", v.name, rankings)
		}
	}
	record := visitors[1].ssh(addr, "replay", game, "--json")
	file := filepath.Join(t.TempDir(), "g.json")
	for name, c := range map[string]struct {
		record string
		code   int
	}{
		"the record":  {record, 0},
		"a new name":  {strings.Replace(record, "marlowe", "harlowe", 1), 1},
		"another row": {strings.Replace(record, `"ply":3,`, `"ply":4,`, 1), 1},
	} {
		if err := os.WriteFile(file, []byte(c.record), 0o600); err != nil {
			t.Fatal(err)
		}
		if code, out, errOut := noir(t, "verify", file); code != c.code {
			t.Errorf("%s: verify says %d: %s%s", name, code, out, errOut)
		}
	}
}
