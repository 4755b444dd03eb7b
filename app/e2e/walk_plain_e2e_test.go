//go:build e2e

package e2e

import (
	"bufio"
	"io"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"noir/internal/await"
)

// recital is the same walk in plain text mode, line by line.
type recital struct {
	*testing.T
	premises
	marlowe, spade *talker
}

// talker is a person at a terminal without a screen.
type talker struct {
	person
	t     *testing.T
	in    io.WriteCloser
	lines chan string // the server's lines; closed when the connection has ended
	heard []string    // of them
}

// TestEndToEndWalkInPlainText is TestEndToEndWalk for a visitor with a screen reader.
func TestEndToEndWalkInPlainText(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(*testing.T) premises{"one-server": oneServer, "two-servers": twoServers} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := &recital{T: t, premises: open(t)}
			r.marlowe, r.spade = r.talker("marlowe"), r.talker("spade")
			r.arrive()
			r.learn()
			r.playTheHouse()
			r.playAFriend()
			r.playByTheDay()
			r.lookBack()
			r.loseAKey()
			r.beRude()
			r.stop()
		})
	}
}

// talker connects a new visitor.
func (r *recital) talker(name string) *talker {
	k := &talker{person: newPerson(r, name), t: r.T}
	k.connect(r.addr)
	return k
}

// connect opens a session.
func (k *talker) connect(addr string) {
	k.t.Helper()
	v := &visitor{person: k.person, t: k.t}
	cmd := exec.Command("ssh", append([]string{"-T"}, v.sshArgs(addr)...)...)
	out, said := io.Pipe()
	cmd.Stdout, cmd.Stderr = said, said
	var err error
	if k.in, err = cmd.StdinPipe(); err != nil {
		k.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		k.t.Fatal(err)
	}
	k.lines, k.heard = make(chan string, 1000), nil
	lines, ended := k.lines, make(chan struct{})
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			lines <- scanner.Text()
		}
	}()
	go func() {
		defer close(ended)
		_ = cmd.Wait() // how it ends is checked elsewhere
		_ = said.Close()
	}()
	k.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		await.One(k.t, ended, "the end of ssh")
	})
}

// says types lines.
func (k *talker) says(lines ...string) {
	k.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(k.in, line+"\n"); err != nil {
			k.t.Fatalf("%s cannot say %q: %v", k.name, line, err)
		}
	}
}

// hears waits for a line with one of the texts, and returns it.
func (k *talker) hears(texts ...string) string {
	k.t.Helper()
	late := time.After(patience)
	for {
		select {
		case line, open := <-k.lines:
			k.heard = append(k.heard, line)
			for _, text := range texts {
				if strings.Contains(line, text) {
					return line
				}
			}
			if open {
				continue
			}
		case <-late:
		}
		k.t.Fatalf("%s waits for %q and has heard\n%s", k.name, texts, strings.Join(k.heard, "\n"))
	}
}

// finds is hears for a line of which only a part is wanted.
func (k *talker) finds(text, pattern string) string {
	k.t.Helper()
	line := k.hears(text)
	found := regexp.MustCompile(pattern).FindStringSubmatch(line)
	if found == nil {
		k.t.Fatalf("there is no %s in %q", pattern, line)
	}
	return found[1]
}

// playsUntil makes any moves until one of the texts is heard. A line that comes with a change
// of the table is ignored, and typed again.
func (k *talker) playsUntil(prompt string, texts ...string) {
	k.t.Helper()
	for move := "p 1"; ; {
		switch {
		case strings.Contains(prompt, "Your move: take"):
			move = "t"
		case strings.Contains(prompt, "Your move:"):
			move = "p 1"
		case !strings.Contains(prompt, tooSoon):
			return
		}
		k.says(move)
		prompt = k.hears(append(texts, "Your move:", tooSoon)...)
	}
}

// tooSoon is the answer to a line that may have been meant for another position.
const tooSoon = "The table has changed."

func (r *recital) arrive() {
	for _, k := range []*talker{r.marlowe, r.spade} {
		k.hears("What is your name?")
		k.says("help", "how")
		k.hears("Choose a name first, or type quit.")
		k.hears("Do you want to be called how? Type yes or no.")
		k.says("no")
		k.hears("An empty line takes " + k.name)
		k.says("")
		k.hears("You are " + k.name)
		k.says("settings language de")
		k.hears("language  de")
		k.says("settings language en")
		k.hears("language  en")
	}
}

func (r *recital) learn() {
	k := r.marlowe
	k.says("rules")
	k.hears("Type more, all or stop.")
	k.says("stop", "learn district-noir")
	k.hears("Scene 1 of 25.")
	k.says("next")
	k.hears("Scene 2 of 25.")
	k.says("p 3")
	k.hears("Scene 3 of 25.")
	k.says("leave")
	k.hears("take the lesson up again")
}

func (r *recital) playTheHouse() {
	k := r.marlowe
	k.says("house easy")
	k.playsUntil(k.hears("Your move:"), "Type rematch")
	k.says("leave")
	k.hears("You are at the door")
}

func (r *recital) playAFriend() {
	r.meet("host --rated")
	r.spade.says("resign now")
	r.marlowe.hears("spade resigned")
	r.getUp()
}

// meet brings both to a private table.
func (r *recital) meet(host string) {
	r.marlowe.says(host)
	code := r.marlowe.finds("Its code is", `code is (\w+)`)
	r.spade.says("join " + code)
	r.marlowe.hears("Type enter within")
	r.marlowe.says("enter")
	for _, k := range []*talker{r.marlowe, r.spade} {
		k.hears("Round 1 of 4.")
	}
}

// getUp has both leave a table after the game.
func (r *recital) getUp() {
	for _, k := range []*talker{r.marlowe, r.spade} {
		k.hears("Type rematch")
		k.says("leave")
		k.hears("You are at the door")
	}
}

func (r *recital) playByTheDay() {
	r.marlowe.says("challenge spade")
	r.marlowe.hears("You need not wait")
	r.spade.says("challenges")
	r.spade.says("accept " + r.spade.finds("marlowe to you", `^(\w+)`))
	r.spade.hears("Round 1 of 4.")
	for moves := 0; moves < 3; {
		for _, k := range []*talker{r.marlowe, r.spade} {
			k.says("quit")
			k.hears("Goodbye.")
			k.connect(r.addr)
			k.hears("You have a game running")
			k.says("sit 1")
			if prompt := k.hears("Your move:", " to move."); strings.Contains(prompt, "Your move:") {
				k.playsUntil(prompt, "You played")
				moves++
			}
		}
	}
	for _, k := range []*talker{r.marlowe, r.spade} {
		k.says("leave")
		k.hears("Your seat is kept")
	}
}

func (r *recital) lookBack() {
	k := r.marlowe
	k.says("rankings")
	k.hears("Your rank is 1.")
	k.says("profile")
	k.hears("1530")
	k.says("games")
	id := k.finds("1530 (+30)", `(\w+)$`)
	k.says("replay " + id)
	k.hears("Type next, back, or go and the number")
	k.says("next", "leave")
	k.hears("You are at the door")
}

func (r *recital) loseAKey() {
	first := r.marlowe
	first.says("keys add")
	code := first.finds("keys claim", `keys claim (\S+)$`)
	second := r.talker("lapwing")
	second.hears("What is your name?")
	second.says("claim " + code)
	second.hears("You are marlowe")
	first.says("keys recovery")
	recovery := first.hears("-")
	first.hears("Print them: they are shown only now")
	second.says("keys remove 1", "yes")
	second.hears("is no longer yours.")
	first.hears("This key was removed from your keyring.")

	r.marlowe = r.talker("phoenix")
	r.marlowe.hears("What is your name?")
	r.marlowe.says("recover marlowe " + recovery)
	r.marlowe.hears("You are marlowe")
}

func (r *recital) beRude() {
	for _, k := range []*talker{r.marlowe, r.spade} {
		k.says("settings free-text on")
		k.hears("free-text  on")
	}
	r.meet("host")
	r.marlowe.says("say Du mieser Gauner")
	r.spade.hears("marlowe says: Du mieser Gauner")
	r.spade.says("report marlowe he is rude")
	r.spade.hears("Reported: marlowe, in game")
	mute(r.T, r.at)
	r.marlowe.says("say and a thief")
	r.marlowe.hears("set phrases")
	r.marlowe.says("resign now")
	r.getUp()
	r.marlowe.says("quit")
	r.marlowe.connect(r.addr)
	r.marlowe.hears("you can only use set phrases, not your own words: be kind")
}
