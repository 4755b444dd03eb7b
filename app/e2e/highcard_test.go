package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"noir/app"
	"noir/app/e2e/highcard"
	"noir/data/record"
	"noir/engine"
	"noir/server/wiretest"
)

// TestAnotherGame adds a game to the server: a folder and the line that is marked. A person at
// a terminal meets a program in the queue, and they play by keys and JSON lines; the program's
// owner then plays the house in plain text. The records of both games verify with the new
// game's rules alone.
func TestAnotherGame(t *testing.T) {
	t.Parallel()
	games := append(app.Offers(),
		highcard.Offer(), // the line
	)
	addr, closeHere := serveHere(t, games...)
	defer closeHere()
	marlowe := newPerson(t, "marlowe")
	verifies(t, addr, marlowe, byKeysAndLines(t, addr, marlowe))
	spade := newPerson(t, "spade")
	verifies(t, addr, spade, inPlainText(t, addr, spade))
}

// inTime is how long to wait for anything.
const inTime = 20 * time.Second

// byKeysAndLines plays a game from the queue, one player on a screen, and returns its id.
func byKeysAndLines(t *testing.T, addr string, p person) string {
	t.Helper()
	news := make(chan struct{}, 1)
	screen, err := p.sit(addr, news)
	if err != nil {
		t.Fatal(err)
	}
	defer screen.close()
	k := keyboard{t, screen, news}
	k.waits("▸ marlowe")
	k.types("enter")
	k.waits("▸ Learn District Noir")
	program, err := newPerson(t, "vera").connect(addr, "play high-card --json")
	if err != nil {
		t.Fatal(err)
	}
	defer program.close()
	program.Unpublished = true
	type ending struct {
		id  string
		err error
	}
	ended := make(chan ending, 1)
	go func() {
		game, err := program.Random(rand.New(rand.NewPCG(1, 1)), func(wiretest.Message) {})
		if err != nil {
			ended <- ending{err: err}
			return
		}
		ended <- ending{id: game.End.ID}
	}()
	for !strings.Contains(screen.text(), "▸ High Card") {
		at := screen.text()
		k.types("down")
		k.await("the cursor moves", func() bool { return screen.text() != at })
	}
	k.types("enter")
	k.waits("enter I am there")
	k.types("enter")
	k.waits("1: draw a card")
	for {
		k.await("it is marlowe's move, or over", func() bool { return k.sees("It is your move.") || k.sees("rematch") })
		if k.sees("rematch") {
			break
		}
		before := k.drawn()
		k.types("1")
		k.await("the card is drawn", func() bool { return k.drawn() != before || k.sees("rematch") || k.sees("Press again") })
	}
	k.waits("Drawn: [")
	select {
	case end := <-ended:
		if end.err != nil {
			t.Fatal(end.err)
		}
		return end.id
	case <-time.After(bound(inTime)):
		t.Fatal("the program still waits for the end of the game")
	}
	return ""
}

// keyboard is a person at a screen.
type keyboard struct {
	*testing.T
	screen *terminal
	news   <-chan struct{}
}

func (k keyboard) types(key string) {
	k.Helper()
	if err := k.screen.press(key); err != nil {
		k.Fatal(err)
	}
}

func (k keyboard) sees(text string) bool { return strings.Contains(k.screen.text(), text) }

func (k keyboard) waits(text string) {
	k.Helper()
	k.await(fmt.Sprintf("the screen shows %q", text), func() bool { return k.sees(text) })
}

// await checks every frame until a condition holds.
func (k keyboard) await(what string, so func() bool) {
	k.Helper()
	late := time.NewTimer(bound(inTime))
	defer late.Stop()
	for !so() {
		select {
		case <-k.news:
		case <-late.C:
			k.Fatalf("waiting in vain: %s\n%s", what, k.screen.picture())
		}
	}
}

// drawn returns the cards drawn, read from the screen.
func (k keyboard) drawn() string {
	_, rest, _ := strings.Cut(k.screen.text(), "Drawn: [")
	drawn, _, _ := strings.Cut(rest, "]")
	return drawn
}

// inPlainText plays the house in lines and returns the id of the game.
func inPlainText(t *testing.T, addr string, p person) string {
	t.Helper()
	conn, err := p.dial(addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	session, err := conn.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	in, err := session.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := session.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := session.Shell(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(bound(inTime), func() { _ = conn.Close() })
	defer late.Stop()
	say := func(line string) {
		if _, err := io.WriteString(in, line+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	var heard []string
	lines := bufio.NewScanner(out)
	for _, step := range []struct{ hears, says string }{
		{"What is your name?", ""}, {"You are spade", "house easy high-card"},
		{"1: draw a card", "1"}, {"1: draw a card", "1"}, {"1: draw a card", "1"},
		{"Type rematch", "quit"},
	} {
		for found := false; !found; {
			if !lines.Scan() {
				t.Fatalf("waiting for %q in vain: %v\n%s", step.hears, lines.Err(), strings.Join(heard, "\n"))
			}
			heard = append(heard, lines.Text())
			if found = strings.Contains(lines.Text(), step.hears); strings.Contains(lines.Text(), "The table has changed.") {
				say("1")
			}
		}
		say(step.says)
	}
	code, games, errOut := try(t, conn, "games --json")
	var listed []struct{ ID string }
	if err := json.Unmarshal([]byte(games), &listed); err != nil || code != 0 || len(listed) == 0 {
		t.Fatalf("the games of spade: %d, %v, %s%s", code, err, games, errOut)
	}
	return listed[0].ID
}

// verifies reads a game in words and as a record, which must verify.
func verifies(t *testing.T, addr string, p person, id string) {
	t.Helper()
	conn, err := p.dial(addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, command := range []string{"replay " + id, "replay " + id + " --json"} {
		code, out, errOut := try(t, conn, command)
		if code != 0 {
			t.Fatalf("%s: %s", command, errOut)
		}
		if !strings.Contains(command, "--json") {
			if !strings.Contains(out, "draw a card") {
				t.Errorf("%s tells\n%s", command, out)
			}
			continue
		}
		report, err := record.Verify([]engine.Game{highcard.Game{}}, []byte(out))
		if err != nil || report.Plies != 6 {
			t.Errorf("%s: %v, %s", command, err, fmt.Sprint(report))
		}
	}
}
