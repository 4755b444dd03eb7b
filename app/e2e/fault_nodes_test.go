//go:build e2e

package e2e

import (
	"bufio"
	"io"
	"net"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"noir/data/postgres/pgtest"
)

// balancer is an address whose connections lead to the servers that serve, in turn.
type balancer struct {
	net.Listener
	to   atomic.Value // the servers' addresses, []string
	turn atomic.Int64
}

// serve says which servers there are now.
func (b *balancer) serve(servers []*process) {
	all := make([]string, len(servers))
	for i, s := range servers {
		all[i] = s.addr
	}
	b.to.Store(all)
}

func newBalancer(t *testing.T) *balancer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b := &balancer{Listener: l}
	var all sync.WaitGroup
	t.Cleanup(func() {
		l.Close()
		all.Wait()
	})
	all.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() { b.lead(client) })
		}
	})
	return b
}

// lead passes on what a client and the server say, until one of them ends.
func (b *balancer) lead(client net.Conn) {
	defer client.Close()
	all := b.to.Load().([]string)
	if len(all) == 0 {
		return
	}
	server, err := net.Dial("tcp", all[int(b.turn.Add(1))%len(all)])
	if err != nil {
		return
	}
	defer server.Close()
	ended := make(chan struct{}, 2)
	for _, c := range [][2]net.Conn{{client, server}, {server, client}} {
		go func() {
			_, _ = io.Copy(c[0], c[1])
			ended <- struct{}{}
		}()
	}
	<-ended
}

// spare is a server that stands by for another one on the same database.
type spare struct {
	process
	stands chan struct{}  // closed once it says so
	serves chan time.Time // when it took over; addr is set by then
}

// standBy starts a spare and waits until it stands by.
func standBy(t *testing.T, flags ...string) *spare {
	t.Helper()
	s := &spare{
		process: process{t: t, cmd: exec.Command(binary, append([]string{"serve"}, flags...)...)},
		stands:  make(chan struct{}), serves: make(chan time.Time, 1),
	}
	s.cmd.Env = processEnv()
	errs, err := s.cmd.StderrPipe()
	if err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if s.cmd.ProcessState == nil {
			_ = s.cmd.Process.Kill()
			_ = s.cmd.Wait()
		}
	})
	said := make(chan []string, 1)
	s.said = said
	go func() {
		var all []string
		for lines := bufio.NewScanner(errs); lines.Scan(); all = append(all, lines.Text()) {
			if strings.HasPrefix(lines.Text(), "standing by") {
				close(s.stands)
			}
			if addr, ok := strings.CutPrefix(lines.Text(), "listening on "); ok {
				s.addr = addr
				s.serves <- time.Now()
			}
		}
		said <- all
	}()
	select {
	case <-s.stands:
	case all := <-said:
		t.Fatalf("it does not stand by: %q", all)
	case <-time.After(time.Minute):
		t.Fatal("after a minute it does not stand by")
	}
	return s
}

// takesOver waits until the spare serves, and returns when that was.
func (s *spare) takesOver() time.Time {
	s.t.Helper()
	select {
	case at := <-s.serves:
		return at
	case all := <-s.said:
		s.t.Fatalf("it has ended: %q", all)
	case <-time.After(time.Minute):
		s.t.Fatal("after a minute it has not taken over")
	}
	return time.Time{}
}

// takeoverIn is the longest that a takeover may take with nothing else to do for the machine.
const takeoverIn = 3 * time.Second

// failover has witnesses play on a database at one server while another one stands by, and breaks
// the one that serves again and again.
func failover(t *testing.T, faults int, breaks func(serving *process)) {
	dir, database, front := t.TempDir(), pgtest.Database(t), newBalancer(t)
	flags := []string{"--listen", "127.0.0.1:0", "--data", dir, "--database", database, "--log-level", "error"}
	begin := func() *process {
		p := launch(t, flags...)
		front.serve([]*process{p})
		return p
	}
	o := undergo(t, front.Addr().String(), "district-noir", 2, *load, begin, "--database", database)
	next := standBy(t, flags...)
	var longest time.Duration
	for range faults {
		o.outage(func() {
			broken := time.Now()
			breaks(o.server)
			longest = max(longest, next.takesOver().Sub(broken))
			front.serve([]*process{&next.process})
			o.server = &next.process
			next = standBy(t, flags...)
		})
	}
	if next.stop(); longest > takeoverIn {
		t.Logf("a takeover took %v: longer than %v", longest, takeoverIn)
	}
	t.Logf("the longest of %d takeovers took %v", faults, longest)
	o.settle()
}

// TestKilledNodeLosesNothing kills the server at random moments while another one stands by. Every
// move that was acknowledged is in the log, none is there twice, and ratings follow from the games.
func TestKilledNodeLosesNothing(t *testing.T) {
	t.Parallel() // it mostly waits
	failover(t, *kills, (*process).kill)
}

// TestZombieIsFenced stops the server's process until another one has taken over, and then lets it go
// on: it writes nothing more, and ends by itself.
func TestZombieIsFenced(t *testing.T) {
	t.Parallel() // it mostly waits
	var zombies []*process
	failover(t, (*kills+1)/2, func(serving *process) {
		if err := serving.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(2*time.Second, func() { _ = serving.cmd.Process.Signal(syscall.SIGCONT) })
		zombies = append(zombies, serving)
	})
	for _, z := range zombies {
		select {
		case said := <-z.said:
			if err := z.cmd.Wait(); err == nil || z.cmd.ProcessState.ExitCode() != exitFailed {
				t.Errorf("it ended with %v: %q", err, said)
			}
		case <-time.After(time.Minute):
			t.Error("a minute after it was taken for dead it has not ended")
		}
	}
}
