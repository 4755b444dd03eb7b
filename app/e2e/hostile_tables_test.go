//go:build e2e

package e2e

import (
	"fmt"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"noir/data/sqlite"
)

// mayThink is how long the house may take to answer an honest player.
const mayThink = 3 * time.Second

// atHouse opens a table of six with the best house players, who think longest.
const atHouse = "play noirburg --json --new --seats 6 --bot boss"

// TestHostileAbandonedTables: guests open tables with the house, disconnect and return. Nobody
// comes back to these tables, so they end. Tested with and without limits per address, from
// which loopback is exempt by default.
func TestHostileAbandonedTables(t *testing.T) {
	t.Parallel()
	for _, flags := range [][]string{nil, {"--tables-per-address", "24", "--openings-per-address", "60/1s"}} {
		t.Run(fmt.Sprint(len(flags)/2, " limits"), func(t *testing.T) {
			s := besiege(t, func(s *siege) {
				before := s.figures()[tables]
				calledOff := s.askTheHouse()
				opened := s.abandonTables(many(60), 8)
				s.idle(4*mayRest, func(now figures) bool { return now[tables] <= before+1 })
				took := calledOff()
				worst := slices.Max(took)
				s.Logf("%d tables opened; the house has answered somebody honest %d times, worst %v", opened, len(took), worst.Round(10*time.Millisecond))
				if worst > bound(mayThink) {
					s.Errorf("the house has taken %v for an answer", worst)
				}
			}, flags...)
			s.launch(flags...)
			if n := s.figures()[tables]; n != 1 {
				t.Errorf("%v tables come back after a restart", n)
			}
		})
	}
}

// TestHostileTablesAtAKill: such tables do not come back with the server.
func TestHostileTablesAtAKill(t *testing.T) {
	t.Parallel()
	s := &siege{T: t, data: t.TempDir(), metrics: freePort(t), line: newUplink()}
	s.launch()
	together(many(40), 4, func(int) {
		c, err := s.visit(person{name: "guest"})
		if err != nil {
			t.Error(err)
			return
		}
		t.Cleanup(func() { _ = c.Close() })
		l, err := speak(c, atHouse)
		if err != nil {
			t.Error(err)
			return
		}
		if _, err := l.Await("start"); err != nil {
			t.Error(err, l.why())
		}
	})
	if n := s.figures()[tables]; n != float64(many(40)) {
		t.Fatalf("%v tables run", n)
	}
	s.server.kill()
	s.launch()
	if n := s.figures()[tables]; n != 0 {
		t.Errorf("%v tables come back", n)
	}
	s.Cleanup(s.server.kill)
	eventually := time.Now().Add(bound(mayRest))
	for s.running() > 0 && time.Now().Before(eventually) {
		time.Sleep(50 * time.Millisecond)
	}
	s.keeps(0, 0)
}

// running counts the running games of the store.
func (s *siege) running() int {
	s.Helper()
	store, err := sqlite.Attach(s.data)
	if err != nil {
		s.Fatal(err)
	}
	defer store.Close()
	left, err := store.Unfinished(s.Context())
	if err != nil {
		s.Fatal(err)
	}
	return len(left)
}

// TestHostileOpenings: guests who keep opening tables with the house and resigning leave
// nothing in the store.
func TestHostileOpenings(t *testing.T) {
	t.Parallel()
	s := besiege(t, func(s *siege) {
		before := s.figures()[tables]
		var mu sync.Mutex
		ended := 0
		together(many(40), 4, func(i int) {
			c, err := s.visit(person{name: "guest"})
			if err != nil {
				s.Error(err)
				return
			}
			defer c.Close()
			command := []string{atHouse, "play district-noir --json --new --bot easy"}[i%2]
			for range 10 {
				if s.resign(c, command) {
					mu.Lock()
					ended++
					mu.Unlock()
				}
			}
		})
		s.Logf("%d tables were opened and resigned", ended)
		if ended < many(40) {
			s.Errorf("only %d tables were opened", ended)
		}
		s.idle(mayRest, func(now figures) bool { return now[tables] == before })
	}, "--openings-per-address", "500/10ms")
	s.keeps(1, 0) // the game of the honest pair
}

// resign opens a table and resigns; false when no table is allowed.
func (s *siege) resign(c *ssh.Client, command string) bool {
	l, err := speak(c, command)
	if err != nil {
		s.Error(err)
		return false
	}
	defer l.session.Close()
	if _, err := l.Await("start"); err != nil {
		return false
	}
	if err := l.Send(`{"type":"resign"}`); err != nil {
		s.Error(err)
	}
	if _, err := l.Await("end"); err != nil {
		s.Error(err)
	}
	return true
}

// abandonTables has a number of guests open tables and disconnect two seconds after the deal;
// it returns how many did.
func (s *siege) abandonTables(guests, each int) (opened int) {
	var mu sync.Mutex
	together(guests, 8, func(int) {
		c, err := s.visit(person{name: "guest"})
		if err != nil {
			s.Error(err)
			return
		}
		defer c.Close()
		together(each, each, func(int) {
			l, err := speak(c, atHouse)
			if err != nil {
				return
			}
			if _, err := l.Await("start"); err == nil {
				mu.Lock()
				opened++
				mu.Unlock()
			}
		})
		time.Sleep(2 * time.Second) // time for its tables to think
	})
	return opened
}

// askTheHouse has an honest player, from an address of their own, play the best house player
// until stopped. It then returns how long each answer took.
func (s *siege) askTheHouse() (calledOff func() []time.Duration) {
	s.Helper()
	p, quit := newPerson(s, "plays"), make(chan struct{})
	elsewhere := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
	raw, err := elsewhere.DialContext(s.Context(), "tcp", s.server.addr)
	if err != nil {
		s.Fatal(err)
	}
	c, err := p.dialOver(raw)
	if err != nil {
		s.Fatal(err)
	}
	l, err := speak(c, "play district-noir --json --bot boss --pace fast")
	if err != nil {
		s.Fatal(err)
	}
	var took []time.Duration
	var playing sync.WaitGroup
	playing.Go(func() {
		defer l.close()
		next := time.NewTicker(100 * time.Millisecond) // within the limits of a connection and of opening tables
		defer next.Stop()
		moved := time.Now()
		for {
			m, err := l.Next()
			if err != nil {
				s.Errorf("the honest player: %v, %s", err, l.why())
				return
			}
			switch m.Type {
			case "turn":
				took = append(took, time.Since(moved))
				select {
				case <-quit:
					_ = l.Send(`{"type":"resign"}`)
					continue
				default:
				}
				<-next.C
				moved = time.Now()
				_ = l.Play(*m.Ply, m.Legal[0])
			case "end":
				select {
				case <-quit:
					return
				default:
				}
				moved = time.Now()
				_ = l.Send(`{"type":"rematch"}`)
			}
		}
	})
	return func() []time.Duration {
		close(quit)
		playing.Wait()
		return took
	}
}

// keeps checks the number of games in the store.
func (s *siege) keeps(running, over int) {
	s.Helper()
	store, err := sqlite.Attach(s.data)
	if err != nil {
		s.Fatal(err)
	}
	defer store.Close()
	left, ended := s.running(), 0
	for _, err := range store.Matches(s.Context()) {
		if err != nil {
			s.Fatal(err)
		}
		ended++
	}
	if left != running || ended != over {
		s.Errorf("the store has %d games that run and %d that are over, not %d and %d", left, ended, running, over)
	}
}
