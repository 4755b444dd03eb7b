//go:build e2e

package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"noir/app"
	"noir/data"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/internal/await"
)

// seatedTable is a running game whose players have keys.
type seatedTable struct {
	id      data.MatchID
	players []person // by seat
	asked   engine.Seat
	stood   time.Duration // game time when the server stopped
}

// seatInAdvance stores running games of new players: what a server finds at its start.
func seatInAdvance(t testing.TB, dir string, tables int) []*seatedTable {
	t.Helper()
	store := sqlitetest.Open(t, dir)
	defer store.Close()
	seated := make([]*seatedTable, tables)
	var all sync.WaitGroup
	for n := range seated {
		players := []person{newPerson(t, fmt.Sprintf("north-%d", n)), newPerson(t, fmt.Sprintf("south-%d", n))}
		all.Go(func() {
			var err error
			if seated[n], err = seatPlayers(t, store, n, players); err != nil {
				t.Error(err)
			}
		})
	}
	if all.Wait(); t.Failed() {
		t.FailNow()
	}
	return seated
}

func seatPlayers(t testing.TB, store data.Store, n int, players []person) (*seatedTable, error) {
	g := app.Games()[0]
	m := data.Match{
		ID: data.MatchID(fmt.Sprintf("table-%d", n)), Game: g.Info().Name, Rated: true, Pace: data.Live,
		Seed: engine.Seed{byte(n), byte(n >> 8)}, Started: time.Now(),
	}
	for _, p := range players {
		stored, err := store.CreatePlayer(t.Context(), p.name, ssh.FingerprintSHA256(p.signer.PublicKey()), "")
		if err != nil {
			return nil, err
		}
		m.Seats = append(m.Seats, data.Seat{Player: stored.ID, Name: stored.Name, Kind: data.Human})
	}
	state, err := g.Start(m.Setup())
	if err != nil {
		return nil, err
	}
	_, err = store.Open(t.Context(), m)
	return &seatedTable{id: m.ID, players: players, asked: state.Prompts()[0].Seat}, err
}

// sitter is a person at a terminal, at their table.
type sitter struct {
	person
	conn    *ssh.Client
	session *ssh.Session
	told    tail
	left    chan struct{} // closed when the output ends
}

// tail keeps the end of what is written to it.
type tail []byte

func (t *tail) Write(p []byte) (int, error) {
	*t = append(*t, p...)
	*t = append((*t)[:0], (*t)[max(0, len(*t)-1<<10):]...)
	return len(p), nil
}

// leaves waits for the end of the session, and returns the last output.
func (v *sitter) leaves(t *testing.T) string {
	t.Helper()
	await.One(t, v.left, "the end of the session of "+v.name)
	_ = v.session.Wait()
	return string(v.told)
}

// takeSeat connects and goes from home to the player's table.
func (p person) takeSeat(addr string) (*sitter, error) {
	conn, err := p.dial(addr)
	if err != nil {
		return nil, err
	}
	session, err := conn.NewSession()
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	v := &sitter{person: p, conn: conn, session: session, left: make(chan struct{})}
	keys, err1 := session.StdinPipe()
	out, err2 := session.StdoutPipe()
	err = errors.Join(err1, err2, session.RequestPty("xterm-256color", 24, 80, ssh.TerminalModes{}), session.Shell())
	if err == nil {
		err = drawn(out, "Your table")
	}
	if err == nil {
		_, err = io.WriteString(keys, "\r")
	}
	if err == nil {
		err = drawn(out, "round 1 of 4")
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", p.name, err), conn.Close())
	}
	go func() {
		defer close(v.left)
		_, _ = io.Copy(&v.told, out)
	}()
	return v, nil
}

// drawn reads until a text has been drawn.
func drawn(out io.Reader, text string) error {
	var seen []byte
	for buf := make([]byte, 16<<10); !bytes.Contains(seen, []byte(text)); {
		n, err := out.Read(buf)
		if err != nil {
			return fmt.Errorf("%q was never drawn: %w", text, err)
		}
		seen = append(seen, buf[:n]...)
	}
	return nil
}

// takeSeats brings people to their tables, a few at a time.
func takeSeats(t testing.TB, addr string, people []person) []*sitter {
	t.Helper()
	sitters, errs := make([]*sitter, len(people)), make([]error, len(people))
	door := make(chan struct{}, 16)
	var all sync.WaitGroup
	for i, p := range people {
		all.Go(func() {
			door <- struct{}{}
			defer func() { <-door }()
			sitters[i], errs[i] = p.takeSeat(addr)
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	return sitters
}

func everybody(seated []*seatedTable) (people []person) {
	for _, g := range seated {
		people = append(people, g.players...)
	}
	return people
}

// BenchmarkReturn: five thousand people come back at once to a server that is started, and
// see their tables. Their client takes its share of the processors.
func BenchmarkReturn(b *testing.B) {
	dir := b.TempDir()
	people := everybody(seatInAdvance(b, dir, 2500))
	for b.Loop() {
		server := launch(b, "--listen", "127.0.0.1:0", "--data", dir, "--log-level", "warn", "--connections", fmt.Sprint(len(people)+100))
		back := takeSeats(b, server.addr, people)
		b.StopTimer()
		for _, v := range back {
			_ = v.conn.Close()
		}
		server.stop()
		b.StartTimer()
	}
	b.ReportMetric(float64(len(people)), "people")
}

// TestRestartWithTwoThousandSessions: all are told, the process ends well within five seconds,
// and after the start all return to their seats with the clocks as they stopped.
func TestRestartWithTwoThousandSessions(t *testing.T) {
	tables := 1000
	if *underRace { // afterwards the server has no more time for them
		tables = 40
	}
	dir := t.TempDir()
	seated := seatInAdvance(t, dir, tables)
	people := everybody(seated)
	server := start(t, dir, "")
	from := time.Now()
	sitters := takeSeats(t, server.addr, people)
	t.Logf("%d sessions seated in %v", len(sitters), time.Since(from).Round(time.Millisecond))

	from = time.Now()
	server.stop()
	took := time.Since(from)
	t.Logf("it went down in %v", took.Round(time.Millisecond))
	if took >= bound(5*time.Second) {
		t.Errorf("it took %v to go down", took)
	}
	for _, s := range sitters {
		if told := s.leaves(t); !strings.Contains(told, "The server is restarting. Your games are kept") {
			t.Errorf("%s was told %q", s.name, told)
		}
	}
	checkStops(t, dir, seated)

	from = time.Now()
	server = start(t, dir, "")
	t.Logf("it listens again after %v", time.Since(from).Round(time.Millisecond))
	checkClocks(t, server.addr, seated)
	server.stop()
}

// checkStops reads where the clocks of all games stand. They all went.
func checkStops(t *testing.T, dir string, seated []*seatedTable) {
	t.Helper()
	store := sqlitetest.Open(t, dir)
	defer store.Close()
	running, err := store.Unfinished(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	stood := map[data.MatchID]time.Duration{}
	for _, m := range running {
		stood[m.ID] = m.Stopped
	}
	for _, g := range seated {
		if g.stood = stood[g.id]; g.stood <= 0 {
			t.Errorf("the clocks of %s stand at %v", g.id, g.stood)
		}
	}
}

// checkClocks brings players who are asked back at some of the tables: some as programs, which
// are told their time to the millisecond, the others on screens.
func checkClocks(t *testing.T, addr string, seated []*seatedTable) {
	t.Helper()
	clock := app.Games()[0].Info().Clock
	all := clock.Move + clock.Bank
	var others []person
	for i := 0; i < len(seated); i += 20 {
		g := seated[i]
		others = append(others, g.players[1-g.asked])
		l, err := g.players[g.asked].connect(addr, "play district-noir --json --game "+string(g.id))
		if err != nil {
			t.Fatal(err)
		}
		defer l.close()
		turn, err := l.Await("turn")
		if err != nil {
			t.Fatal(err)
		}
		left, want := time.Duration(*turn.Deadline)*time.Millisecond, all-g.stood
		if left > want || left < want-2*time.Second { // the clock runs again
			t.Errorf("%s: %v are left, it was %v", g.id, left, want)
		}
	}
	for _, v := range takeSeats(t, addr, others) {
		_ = v.conn.Close()
	}
}

// TestAStoreThatDoesNotAnswer delays nothing: the server still stops within five seconds, and
// reports the failure.
func TestAStoreThatDoesNotAnswer(t *testing.T) {
	dir := t.TempDir()
	seated := seatInAdvance(t, dir, 1)[0]
	server := start(t, dir, "")
	sitters := takeSeats(t, server.addr, seated.players)
	holdStore(t, dir)
	from := time.Now()
	code, said := server.end(syscall.SIGTERM)
	if took := time.Since(from); took >= bound(5*time.Second) {
		t.Errorf("it took %v", took)
	}
	if code != exitFailed || !strings.Contains(said, "the store has not answered in time") {
		t.Errorf("exit code %d: %s", code, said)
	}
	for _, s := range sitters {
		if told := s.leaves(t); !strings.Contains(told, "Your games are kept") {
			t.Errorf("%s was told %q", s.name, told)
		}
	}
}
