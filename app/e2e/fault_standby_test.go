//go:build e2e

package e2e

import (
	"bufio"
	"strings"
	"testing"
	"time"

	"noir/data/postgres/pgtest"
)

// spare is a server that stands by for another one on the same database.
type spare struct {
	*member
	serves chan time.Time // when it took over; addr is set by then
}

// standBy starts a spare and waits until it stands by.
func (f *fleet) standBy() *spare {
	f.t.Helper()
	m, flags := f.member()
	cmd := command(f.program, flags...)
	s := &spare{member: m, serves: make(chan time.Time, 1)}
	s.process = &process{t: f.t, cmd: cmd}
	errs, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() {
		if cmd.ProcessState == nil {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	})
	stands, said := make(chan struct{}), make(chan []string, 1) // closed once it says so
	s.said = said
	go func() {
		var all []string
		for lines := bufio.NewScanner(errs); lines.Scan(); all = append(all, lines.Text()) {
			if strings.HasPrefix(lines.Text(), "standing by") {
				close(stands)
			}
			if addr, ok := strings.CutPrefix(lines.Text(), "listening on "); ok {
				s.addr = addr
				s.serves <- time.Now()
			}
		}
		said <- all
	}()
	select {
	case <-stands:
	case all := <-said:
		f.t.Fatalf("it does not stand by: %q", all)
	case <-time.After(time.Minute):
		f.t.Fatal("after a minute it does not stand by")
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
// the one that serves again and again. Unless it is nil, after is done with it once it is replaced.
func failover(t *testing.T, faults int, breaks, after func(serving *member)) {
	f := newFleet(t, pgtest.Database(t))
	o := f.plays(1, *load)
	next := f.standBy()
	var longest time.Duration
	for range faults {
		o.outage(func() {
			broken, serving := time.Now(), f.members()[0]
			f.leave(serving)
			breaks(serving)
			longest = max(longest, next.takesOver().Sub(broken))
			if after != nil {
				after(serving)
			}
			f.join(next.member)
			next = f.standBy()
		})
	}
	if next.stop(); longest > takeoverIn {
		t.Logf("a takeover took %v: longer than %v", longest, takeoverIn)
	}
	t.Logf("the longest of %d takeovers took %v", faults, longest)
	f.settle(o)
}

// TestKilledNodeLosesNothing kills the server at random moments while another one stands by. Every
// move that was acknowledged is in the log, none is there twice, and ratings follow from the games.
func TestKilledNodeLosesNothing(t *testing.T) {
	t.Parallel() // it mostly waits
	failover(t, *kills, func(m *member) { m.kill() }, nil)
}

// TestZombieIsFenced stops the server's process until another one has taken over, and then lets it go
// on: it writes nothing more, and ends by itself.
func TestZombieIsFenced(t *testing.T) {
	t.Parallel() // it mostly waits
	var zombies []*member
	failover(t, (*kills+1)/2, (*member).freeze, func(zombie *member) {
		zombie.thaw()
		zombies = append(zombies, zombie)
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
