//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"noir/app"
	"noir/data"
	"noir/data/record"
	"noir/server/wiretest"
)

// progress counts what witnesses are told, and tells them the state of the server.
type progress struct {
	mu       sync.Mutex
	changed  sync.Cond
	events   int
	refusals int  // refused because the store failed
	sound    bool // the server is up and can store
	over     bool
}

func newProgress() *progress {
	p := &progress{sound: true}
	p.changed.L = &p.mu
	return p
}

// set changes the state that others wait for.
func (p *progress) set(change func(*progress)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change(p)
	p.changed.Broadcast()
}

// standstill is how long a test waits for games that do not go on.
const standstill = 2 * time.Minute

// reach waits until a count has reached n; false when it does not.
func (p *progress) reach(count *int, n int) bool {
	late := false
	timer := time.AfterFunc(standstill, func() { p.set(func(*progress) { late = true }) })
	defer timer.Stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	for *count < n && !late {
		p.changed.Wait()
	}
	return *count >= n
}

// serving waits until the server works; false when the test is over.
func (p *progress) serving() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for !p.sound && !p.over {
		p.changed.Wait()
	}
	return !p.over
}

func (p *progress) isOver() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.over
}

// pastime is what witnesses play.
type pastime struct {
	name  string
	seats int
}

// command returns the command for one game after another.
func (p pastime) command() string {
	return fmt.Sprintf("play %s --json --auto --seats %d", p.name, p.seats)
}

// witness plays rated games and remembers every event that it was told.
type witness struct {
	person
	t        *testing.T
	game     pastime
	chance   *rand.Rand
	told     map[string]map[int]string // by game and ply: seat and move
	progress *progress
}

func (w *witness) see(id string, e wiretest.Message) {
	if w.told[id] == nil {
		w.told[id] = map[int]string{}
	}
	move := fmt.Sprintf("%d %s", *e.Seat, e.Move)
	before, again := w.told[id][*e.Ply]
	switch {
	case !again:
		w.told[id][*e.Ply] = move
		w.progress.set(func(p *progress) { p.events++ })
	case before != move:
		w.t.Errorf("%s: ply %d of %s was %s and is %s", w.name, *e.Ply, id, before, move)
	}
}

// play finishes one game after another, across lost connections.
func (w *witness) play(addr string) {
	for running := ""; w.progress.serving(); {
		command := w.game.command()
		if running != "" {
			command += " --game " + running
		}
		l, err := w.connect(addr, command)
		if err != nil {
			continue // the server has just been killed
		}
		running = w.follow(l, running)
		l.close()
	}
}

// follow plays until the connection is lost, and returns the game that runs then.
func (w *witness) follow(l *line, running string) string {
	var start wiretest.Message
	for {
		m, err := l.Next()
		if err != nil {
			switch why := l.why(); {
			case strings.Contains(why, "no such table"):
				return "" // it ended while the connection was down
			case strings.Contains(why, "cannot read or write"):
				w.progress.set(func(p *progress) { p.refusals++ })
			}
			return running
		}
		switch m.Type {
		case "start":
			running, start = m.Table, m
		case "event":
			w.see(running, m)
		case "error":
			if m.Code == "unavailable" {
				w.progress.set(func(p *progress) { p.refusals++ })
				w.progress.serving() // the turn follows
			}
		case "turn":
			_ = l.Play(*m.Ply, wiretest.Choose(start, m, w.chance)) // a lost line shows in Next
		case "end":
			running = ""
		}
		if w.progress.isOver() {
			return running
		}
	}
}

// compare compares what the witnesses were told with the logs.
func compare(t *testing.T, witnesses []*witness, addr string) (games, plies int) {
	t.Helper()
	logs := map[string][]data.Entry{}
	for _, w := range witnesses {
		conn, err := w.dial(addr)
		if err != nil {
			t.Fatal(err)
		}
		for id, told := range w.told {
			log, ok := logs[id]
			if !ok {
				log = logOf(t, conn, w.game.name, id)
				logs[id] = log
				plies += len(log)
			}
			for ply, move := range told {
				if ply > len(log) {
					t.Errorf("%s was told ply %d of %s, the log has %d", w.name, ply, id, len(log))
				} else if e := log[ply-1]; e.Ply != ply || fmt.Sprintf("%d %s", e.Seat, e.Move) != move {
					t.Errorf("%s was told %q as ply %d of %s, the log has %d %s", w.name, move, ply, id, e.Seat, e.Move)
				}
			}
		}
		if err := conn.Close(); err != nil {
			t.Error(err)
		}
	}
	return len(logs), plies
}

// logOf returns the log of a game: of its verified record when it is over, else as its last
// player is told it.
func logOf(t *testing.T, conn *ssh.Client, game, id string) []data.Entry {
	t.Helper()
	code, out, errOut := try(t, conn, "replay "+id+" --json")
	if code != 0 {
		if !strings.Contains(errOut, "running") {
			t.Fatalf("replay %s: %s", id, errOut)
		}
		return logOfRunning(t, conn, game, id)
	}
	if _, err := record.Verify(app.Games(), []byte(out)); err != nil {
		t.Errorf("verify %s: %v", id, err)
	}
	var r record.Record
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	return r.Moves
}

func logOfRunning(t *testing.T, conn *ssh.Client, game, id string) []data.Entry {
	t.Helper()
	l, err := speak(conn, "play "+game+" --json --game "+id)
	if err != nil {
		t.Fatal(err)
	}
	defer l.session.Close()
	var log []data.Entry
	for {
		m, err := l.Next()
		if err != nil {
			t.Fatalf("the log of %s: %v: %s", id, err, l.why())
		}
		switch {
		case m.Type == "start": // later lines come after the log
			if err := l.Send(`{"type":"say","phrase":"hello"}`); err != nil {
				t.Fatal(err)
			}
		case m.Type == "event":
			log = append(log, data.Entry{Ply: *m.Ply, Seat: *m.Seat, Move: m.Move})
		case m.Type == "notice" && m.Code == "said":
			return log
		}
	}
}
