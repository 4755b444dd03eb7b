package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"golang.org/x/crypto/ssh"

	"noir/data"
	"noir/data/record"
	"noir/server/wiretest"
)

// The load of TestKilledUnderLoad; docs/operating.md says what it was run with.
var (
	kills = flag.Int("kills", 3, "how often the server is killed")
	load  = flag.Int("games", 12, "games at once")
)

// progress counts events, and tells whether the server is up, to whoever waits.
type progress struct {
	mu      sync.Mutex
	changed sync.Cond
	events  int
	up      bool
	over    bool
}

func newProgress() *progress {
	p := &progress{up: true}
	p.changed.L = &p.mu
	return p
}

// set changes what others wait for.
func (p *progress) set(change func(*progress)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change(p)
	p.changed.Broadcast()
}

// more waits for so many more events.
func (p *progress) more(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for until := p.events + n; p.events < until; {
		p.changed.Wait()
	}
}

// serving waits until the server is up; false when it is all over.
func (p *progress) serving() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for !p.up && !p.over {
		p.changed.Wait()
	}
	return !p.over
}

func (p *progress) isOver() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.over
}

// witness plays rated games and remembers every event that it was told.
type witness struct {
	person
	t        *testing.T
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

// play finishes one game after another, whatever becomes of the line.
func (w *witness) play(addr string) {
	for running := ""; w.progress.serving(); {
		command := "play district-noir --json --auto"
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

// follow plays until the line is lost, and returns the game that is running then.
func (w *witness) follow(l *line, running string) string {
	for {
		m, err := l.Next()
		if err != nil {
			if strings.Contains(l.why(), "no such table") {
				return "" // it ended while the line was down
			}
			return running
		}
		switch m.Type {
		case "start":
			running = m.Table
		case "event":
			w.see(running, m)
		case "turn":
			_ = l.Play(*m.Ply, m.Legal[w.chance.IntN(len(m.Legal))]) // a lost line shows in Next
		case "end":
			running = ""
		}
		if w.progress.isOver() {
			return running
		}
	}
}

// TestKilledUnderLoad kills the server at random moments while games are
// played. No move that anybody was told of may be missing, none may stand in
// the log twice or otherwise, and the ratings must be those of the records.
func TestKilledUnderLoad(t *testing.T) {
	dir := t.TempDir()
	addr := freePort(t)
	server := start(t, dir, addr)
	now := newProgress()
	var playing sync.WaitGroup
	witnesses := make([]*witness, 2**load)
	for i := range witnesses {
		w := &witness{
			person: newPerson(t, fmt.Sprintf("witness-%d", i)), t: t, progress: now,
			chance: rand.New(rand.NewPCG(7, uint64(i))), told: map[string]map[int]string{},
		}
		witnesses[i] = w
		playing.Go(func() { w.play(addr) })
	}
	chance := rand.New(rand.NewPCG(1, 2))
	for range *kills {
		now.more(*load + chance.IntN(80**load))
		now.set(func(p *progress) { p.up = false })
		server.kill()
		server = start(t, dir, addr)
		now.set(func(p *progress) { p.up = true })
	}
	now.more(*load)
	now.set(func(p *progress) { p.over = true })
	server.stop()
	playing.Wait()

	server = start(t, dir, addr)
	checked, plies := compare(t, witnesses, addr)
	server.stop()
	code, out, errOut := noir(t, "admin", "check", "--data", dir)
	if code != 0 {
		t.Errorf("admin check: exit code %d: %s", code, errOut)
	}
	t.Logf("%d kills, %d games, %d events told, %d distinct plies compared; %s", *kills, checked, now.events, plies, strings.TrimSpace(out))
}

// compare holds what the witnesses were told against the logs.
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
				log = logOf(t, conn, id)
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

// logOf returns the log of a game: of its verified record when it is over, else
// as the last of its players is told it.
func logOf(t *testing.T, conn *ssh.Client, id string) []data.Entry {
	t.Helper()
	code, out, errOut := try(t, conn, "replay "+id+" --json")
	if code != 0 {
		if !strings.Contains(errOut, "running") {
			t.Fatalf("replay %s: %s", id, errOut)
		}
		return logOfRunning(t, conn, id)
	}
	if _, err := record.Verify(games(), []byte(out)); err != nil {
		t.Errorf("verify %s: %v", id, err)
	}
	var r record.Record
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	return r.Moves
}

func logOfRunning(t *testing.T, conn *ssh.Client, id string) []data.Entry {
	t.Helper()
	l, err := speak(conn, "play district-noir --json --game "+id)
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
		case m.Type == "start": // what is said now is told after the log
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
