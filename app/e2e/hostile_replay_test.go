//go:build e2e

package e2e

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"noir/data"
	"noir/data/datatest"
	"noir/data/sqlite"
	"noir/engine"
	"noir/engine/noirburg"
)

// longGame is a finished game of six, 666 plies long, and the data directory of a house that
// has it twice, the second time under the other number.
func longGame(t *testing.T) (dir string, id, other data.MatchID) {
	t.Helper()
	m := data.Match{ID: "long", Game: "noirburg", Pace: data.Live, Seed: engine.Seed{6}, Started: time.Now()}
	for seat := range 6 {
		m.Seats = append(m.Seats, data.Seat{Name: fmt.Sprint("guest-", seat), Kind: data.Guest})
	}
	datatest.PlayOut(t, noirburg.Game{}, &m, 6)
	dir = t.TempDir()
	store, err := sqlite.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	moves, result := m.Moves, *m.Result
	m.Moves, m.Result = nil, nil
	for _, m.ID = range []data.MatchID{"other", "long"} {
		if _, err := store.Open(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		if _, err := store.Finish(t.Context(), m.ID, time.Now(), result, moves...); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return dir, "long", "other"
}

// mayWait is the longest that any of a hundred honest commands may take meanwhile.
const mayWait = 250 * time.Millisecond

// askHonestly repeats an honest visitor's command until it is stopped, and then returns the
// durations, sorted.
func (s *siege) askHonestly(command string) (callOff func() []time.Duration) {
	s.Helper()
	c, err := newPerson(s, "asks").dial(s.server.addr)
	if err != nil {
		s.Fatal(err)
	}
	var (
		quit   = make(chan struct{})
		asking sync.WaitGroup
		took   []time.Duration
	)
	asking.Go(func() {
		defer c.Close()
		next := time.NewTicker(20 * time.Millisecond)
		defer next.Stop()
		for {
			from := time.Now()
			if code, _, errOut := try(s, c, command); code != 0 {
				s.Errorf("%s: %s", command, errOut)
				return
			}
			took = append(took, time.Since(from))
			select {
			case <-quit:
				return
			case <-next.C:
			}
		}
	})
	return func() []time.Duration {
		close(quit)
		asking.Wait()
		slices.Sort(took)
		return took
	}
}

// served checks how long an honest visitor has waited.
func (s *siege) served(took []time.Duration) {
	s.Helper()
	if len(took) == 0 {
		return
	}
	p99 := took[len(took)*99/100]
	s.Logf("%d honest commands: p50 %v, p99 %v", len(took), took[len(took)/2].Round(10*time.Microsecond), p99.Round(100*time.Microsecond))
	if p99 > bound(mayWait) {
		s.Errorf("one honest command of a hundred took %v", p99)
	}
}

// TestHostileReplays: one key asks for the most recordings of a long game that it may at once,
// and leaves when it has some. Two are made at a time, and others hardly wait.
func TestHostileReplays(t *testing.T) {
	t.Parallel()
	const connections, each, mayHold = 16, 8, 160 << 20 // with garbage; 440 MiB if all are made at once
	dir, id, _ := longGame(t)
	besiege(t, func(s *siege) {
		p := newPerson(s, "replays")
		visits := make([]*ssh.Client, connections)
		for i := range visits {
			var err error
			if visits[i], err = s.visit(p); err != nil {
				s.Fatal(err)
			}
		}
		leave := func() {
			for _, c := range visits {
				_ = c.Close()
			}
		}
		honest := s.askHonestly("version")
		enough := int32(many(40))
		var made atomic.Int32
		together(many(connections*each), connections*each, func(i int) {
			out, err := output(visits[i%connections], "replay "+string(id)+" --cast")
			if err != nil && made.Load() >= enough {
				return // it has left
			}
			if lines := bytes.Count(out, []byte("\n")); err != nil || lines < 600 {
				s.Errorf("%d lines: %v", lines, err)
			}
			if made.Add(1) == enough {
				leave()
			}
		})
		s.served(honest())
		leave()
		if peak := s.peak(); peak > bound(float64(mayHold)) {
			s.Errorf("the server has held %.0f MiB", peak/(1<<20))
		}
	}, "--data", dir)
}

// output runs a command and returns what it has written. It fails if the connection does.
func output(c *ssh.Client, command string) ([]byte, error) {
	session, err := c.NewSession()
	if err != nil {
		return nil, err
	}
	return session.Output(command)
}

// TestHostileRestingReplays: plain text sessions open a replay of a long game, look at its end
// and its beginning, and rest.
func TestHostileRestingReplays(t *testing.T) {
	t.Parallel()
	const connections, each, mayHold = 6, 8, 16 << 20
	dir, id, _ := longGame(t)
	besiege(t, func(s *siege) {
		p := newPerson(s, "rests")
		rest := func() (visits []*ssh.Client, talks []*talk) {
			for range connections {
				c, err := s.visit(p)
				if err != nil {
					s.Fatal(err)
				}
				try(t, c, "whoami") // the first makes a player
				visits = append(visits, c)
				for range each {
					talks = append(talks, s.talk(c))
				}
			}
			return visits, talks
		}
		visits, talks := rest()
		before := s.living()
		together(len(talks), 4, func(i int) {
			talks[i].ask("replay "+string(id), "666 moves")
			talks[i].ask("go 0", "Noirburg")
		})
		if more := s.living() - before; more > bound(float64(mayHold)) {
			s.Errorf("%d sessions that rest hold %.0f MiB", len(talks), more/(1<<20))
		} else {
			s.Logf("%d sessions that rest hold %.1f MiB", len(talks), more/(1<<20))
		}
		for _, c := range visits {
			_ = c.Close()
		}
	}, "--data", dir, "--pprof")
}

// talk is a plain text session.
type talk struct {
	*siege
	in  io.Writer
	out *bufio.Reader
}

func (s *siege) talk(c *ssh.Client) *talk {
	s.Helper()
	session, err := c.NewSession()
	if err != nil {
		s.Fatal(err)
	}
	in, err1 := session.StdinPipe()
	out, err2 := session.StdoutPipe()
	if err := errors.Join(err1, err2, session.Shell()); err != nil {
		s.Fatal(err)
	}
	return &talk{s, in, bufio.NewReader(out)}
}

// ask types a line and reads until an answer.
func (t *talk) ask(line, answer string) {
	if _, err := io.WriteString(t.in, line+"\n"); err != nil {
		t.Error(err)
		return
	}
	for {
		text, err := t.out.ReadString('\n')
		if err != nil {
			t.Errorf("%s: %v", line, err)
			return
		}
		if strings.Contains(text, answer) {
			return
		}
	}
}
