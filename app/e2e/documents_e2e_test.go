//go:build e2e

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"noir/server/wiretest"
)

// mostOfACommand is how long a command of the documents may take.
const mostOfACommand = 10 * time.Minute

// apprentice is somebody who tries what the documents show, at a server where something has happened
// already. The programs that stand first on their PATH know where that server is.
type apprentice struct {
	*testing.T
	server        *process
	data, bin     string // directories
	vera, velma   person // vera is the apprentice
	marlowe       person
	over, running string   // a rated game that is over, and one that goes on
	void          []string // rated games that are over
	resign        func()   // ends the running one
}

// TestEndToEndDocuments runs the commands of the documents by a shell, word for word but for what stands
// for something: ids, names of players, directories, the address.
func TestEndToEndDocuments(t *testing.T) {
	t.Parallel()
	r := newApprentice(t)
	var last []func()
	for _, name := range []string{"README.md", "CONTRIBUTING.md", "docs/examples/README.md", "docs/house.md", "docs/figures.md", "docs/operating.md", "docs/reference.md"} {
		for _, a := range documented[name] {
			switch a.how {
			case run, briefly:
				t.Run(name+"/"+a.command, func(t *testing.T) { r.tries(t, name, a) })
			case serves:
				t.Run(name+"/"+a.command, func(t *testing.T) { r.starts(t, name, a.command) })
			case stopped:
				last = append(last, func() {
					t.Run(name+"/"+a.command, func(t *testing.T) { r.tries(t, name, a) })
				})
			}
		}
	}
	r.server.stop()
	for _, try := range last {
		try()
	}
}

func newApprentice(t *testing.T) *apprentice {
	r := &apprentice{
		T: t, data: t.TempDir(), bin: t.TempDir(),
		vera: newPerson(t, "vera"), velma: newPerson(t, "velma"), marlowe: newPerson(t, "marlowe"),
	}
	r.server = start(t, r.data, "")
	for _, name := range []string{"sp4de", "lexicon", "marlowe-2"} {
		v := &visitor{person: newPerson(t, name), t: t}
		v.ssh(r.server.addr, "whoami")
	}
	for range 2 {
		r.void = append(r.void, r.plays(r.marlowe))
	}
	r.over = r.plays(r.velma)
	r.begins()
	r.says("report marlowe Rude to me")
	r.installs()
	return r
}

// plays has vera play a rated game with somebody, who gives up when it is long enough to have a move 12
// and short enough to be reviewed at once.
func (r *apprentice) plays(rival person) string {
	r.Helper()
	var games errgroup.Group
	var id string
	for i, p := range []person{r.vera, rival} {
		games.Go(func() error {
			l, err := p.connect(r.server.addr, "play district-noir --json")
			if err != nil {
				return err
			}
			defer l.close()
			g, err := l.Random(rand.New(rand.NewPCG(5, uint64(i))), func(m wiretest.Message) {
				if i > 0 && m.Type == "event" && *m.Ply == shortGame {
					_ = l.Send(`{"type":"resign"}`) // Random fails if nobody hears it
				}
			})
			if err != nil {
				return err
			}
			if i == 0 {
				id = g.End.ID
			}
			return l.Send(`{"type":"leave"}`)
		})
	}
	if err := games.Wait(); err != nil {
		r.Fatal(err)
	}
	return id
}

// begins begins the game that goes on.
func (r *apprentice) begins() {
	r.Helper()
	var lines []*line
	for _, name := range []string{"miles", "effie"} {
		l, err := newPerson(r, name).connect(r.server.addr, "play district-noir --json")
		if err != nil {
			r.Fatal(err)
		}
		r.Cleanup(l.close)
		lines = append(lines, l)
	}
	for _, l := range lines {
		m, err := l.Await("start")
		if err != nil {
			r.Fatal(err)
		}
		r.running = m.Table
	}
	r.resign = sync.OnceFunc(func() {
		if err := lines[0].Send(`{"type":"resign"}`); err != nil {
			r.Error(err)
		}
	})
}

func (r *apprentice) says(command ...string) string {
	r.Helper()
	v := &visitor{person: r.vera, t: r.T}
	return v.ssh(r.server.addr, command...)
}

// installs writes the programs that stand before the others on the PATH.
func (r *apprentice) installs() {
	r.Helper()
	ssh, err := exec.LookPath("ssh")
	if err != nil {
		r.Fatal(err)
	}
	bot := filepath.Join(r.bin, "bot")
	if said, err := exec.Command("go", "build", "-o", bot, examples+"bot/main.go").CombinedOutput(); err != nil {
		r.Fatalf("the bot in Go cannot be built: %v\n%s", err, said)
	}
	if err := os.CopyFS(r.data, os.DirFS(examples)); err != nil {
		r.Fatal(err)
	}
	v := &visitor{person: r.vera, t: r.T}
	for name, script := range map[string]string{
		// -p PORT and the host are this server's.
		"ssh":  fmt.Sprintf("[ \"$1\" != -p ] || shift 2\nshift\nexec %s %s \"$@\"", ssh, strings.Join(v.sshArgs(r.server.addr), " ")),
		"noir": "exec " + binary + ` "$@"`,
		"go": fmt.Sprintf(`case "$1 $2" in
"run ./cmd/noir") shift 2; exec %s "$@" ;;
"run ./docs/examples/bot") shift 2; exec %s "$@" ;;
esac
echo "go $*: not here" >&2; exit 1`, binary, bot),
	} {
		if err := os.WriteFile(filepath.Join(r.bin, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
			r.Fatal(err)
		}
	}
}

// shell is a shell that runs a command in the directory of the server, where the programs in Python are too.
func (r *apprentice) shell(ctx context.Context, command string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.Env = processEnv("PATH="+r.bin+":"+os.Getenv("PATH"), "NOIR_DATA="+r.data)
	cmd.Dir = r.data
	cmd.WaitDelay = time.Second // for what it has started
	return cmd
}

// few makes what is measured short.
var few = regexp.MustCompile(`--(games|sessions|seconds|runs) \d+`)

// tries runs a command, which must succeed.
func (r *apprentice) tries(t *testing.T, name string, a attempt) {
	ctx, cancel := context.WithTimeout(t.Context(), mostOfACommand)
	defer cancel()
	command := r.meant(t, name, a.command)
	if a.how == briefly {
		command = few.ReplaceAllString(command, "--$1 2")
	}
	cmd := r.shell(ctx, command)
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	if strings.Contains(a.command, " watch ") { // it ends with the game
		cmd.Stdout = &alarm{Writer: &said, ring: r.resign}
	}
	if err := cmd.Run(); err != nil {
		t.Errorf("%s: %v\n%s", command, err, said.String())
	}
}

// alarm rings when something is written.
type alarm struct {
	io.Writer
	ring func()
}

func (a *alarm) Write(b []byte) (int, error) {
	a.ring()
	return a.Writer.Write(b)
}

// starts runs a server and stops it.
func (r *apprentice) starts(t *testing.T, name, command string) {
	dir := t.TempDir()
	at := filepath.Join(dir, "noir.toml")
	for _, file := range []struct{ kind, as string }{{"toml", at}, {"text", filepath.Join(dir, "invited")}} {
		if block := block(t, name, file.kind); block != "" {
			if err := os.WriteFile(file.as, []byte(here(block, dir)), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	command = strings.NewReplacer("/etc/noir.toml", at, "/etc/noir/invited", filepath.Join(dir, "invited")).Replace(here(command, dir))
	cmd := r.shell(context.WithoutCancel(t.Context()), "exec "+command)
	cmd.Env = append(cmd.Env, "NOIR_DATA="+filepath.Join(dir, "data"), "NOIR_LISTEN=127.0.0.1:0")
	server := launchCommand(t, cmd)
	server.stop()
}

// here is a text with the ports and directories of a test.
func here(text, dir string) string {
	return strings.NewReplacer(":2222", "127.0.0.1:0", ":9100", ":0", "/var/lib/noir", filepath.Join(dir, "data")).Replace(text)
}

// block returns the first text of a kind that a document has between fences, or "".
func block(t *testing.T, name, kind string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(raw), "\n```"+kind+"\n")
	if !found {
		return ""
	}
	text, _, _ := strings.Cut(rest, "```")
	return text
}

var anID = regexp.MustCompile(`\bID\b`)

// meant is a command with what the placeholders of the documents stand for here: velma is deleted in
// place of marlowe, bans, reports and events are the first ones, and each document has its own backups.
func (r *apprentice) meant(t *testing.T, name, command string) string {
	t.Helper()
	switch {
	case strings.Contains(command, " watch "):
		return anID.ReplaceAllString(command, r.running)
	case strings.Contains(command, " move "):
		return r.move(t, command)
	case strings.HasPrefix(command, "noir admin delete"):
		return strings.Replace(command, "marlowe", "velma", 1)
	case strings.HasPrefix(command, "noir admin merge"): // marlowe is playing
		return strings.Replace(command, " marlowe-2 marlowe", " marlowe-2 lexicon", 1)
	case strings.HasPrefix(command, "noir admin void"):
		id := r.void[0]
		r.void = r.void[1:]
		return strings.Replace(command, "er1ky2zcwm25", id, 1)
	}
	backups := filepath.Join(r.data, "backups", filepath.Base(name))
	return strings.NewReplacer(
		"/var/backups/noir/2026-03-01", backups+"/$(date +%F)", "/var/backups/noir", backups,
		"unban 3", "unban 1", "report 3", "report 1", "close 3", "close 1", "--compare FILE", "--compare "+binary,
		"2026-11-27 19:00", time.Now().Add(24 * time.Hour).UTC().Format(time.DateTime)[:16], "--bot easy", "--bot easy --pace fast",
	).Replace(anID.ReplaceAllString(command, r.over))
}

// move has marlowe accept the apprentice's challenge, and returns how the apprentice makes a move of the game.
func (r *apprentice) move(t *testing.T, command string) string {
	t.Helper()
	var challenges []struct{ ID string }
	v := &visitor{person: r.marlowe, t: t}
	if err := json.Unmarshal([]byte(v.ssh(r.server.addr, "challenges", "--json")), &challenges); err != nil || len(challenges) != 1 {
		t.Fatalf("%v: %+v", err, challenges)
	}
	v.ssh(r.server.addr, "accept", challenges[0].ID)
	type game struct {
		ID, Pace string
		YourMove bool `json:"your_move"`
	}
	var running []game
	if err := json.Unmarshal([]byte(r.says("games", "--running", "--json")), &running); err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(running, func(g game) bool { return g.Pace == "day" })
	if at < 0 {
		t.Fatalf("no day game: %+v", running)
	}
	id := running[at].ID
	if !running[at].YourMove {
		v.ssh(r.server.addr, "move", id, "p", "1")
	}
	l, err := r.vera.connect(r.server.addr, "play district-noir --json --game "+id)
	if err != nil {
		t.Fatal(err)
	}
	defer l.close()
	turn, err := l.Await("turn")
	if err != nil {
		t.Fatal(err)
	}
	var legal struct{ Card string }
	if err := json.Unmarshal(turn.Legal[0], &legal); err != nil {
		t.Fatal(err)
	}
	return strings.Replace(anID.ReplaceAllString(command, id), "+2", legal.Card, 1)
}
