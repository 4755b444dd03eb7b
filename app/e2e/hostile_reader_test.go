//go:build e2e

package e2e

import (
	"io"
	"net"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// stallingConn is a connection that can stop reading.
type stallingConn struct {
	net.Conn
	stalled, over chan struct{}
	once          sync.Once
}

func (c *stallingConn) Read(p []byte) (int, error) {
	select {
	case <-c.stalled:
		<-c.over
		return 0, io.EOF
	default:
		return c.Conn.Read(p)
	}
}

func (c *stallingConn) Close() error {
	c.once.Do(func() { close(c.over) })
	return c.Conn.Close()
}

// knockStalling opens a connection with the smallest possible receive buffer.
func (s *siege) knockStalling() *stallingConn {
	s.Helper()
	d := net.Dialer{Control: func(_, _ string, raw syscall.RawConn) (err error) {
		if failed := raw.Control(func(fd uintptr) {
			err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4<<10)
		}); failed != nil {
			return failed
		}
		return err
	}}
	c, err := d.DialContext(s.Context(), "tcp", s.server.addr)
	if err != nil {
		s.Fatal(err)
	}
	return &stallingConn{Conn: c, stalled: make(chan struct{}), over: make(chan struct{})}
}

// TestHostileStalledReader: a visitor who stops reading during a game is cut after ten seconds.
// The opponent notices nothing, and the same player can sit down from elsewhere meanwhile.
func TestHostileStalledReader(t *testing.T) {
	t.Parallel()
	besiege(t, func(s *siege) {
		raw, stalls, plays := s.knockStalling(), newPerson(s, "stalls"), newPerson(s, "plays")
		c, err := stalls.dialOver(raw)
		if err != nil {
			s.Fatal(err)
		}
		first, err := speak(c, playLines)
		if err != nil {
			s.Fatal(err)
		}
		opponent := s.seat(plays, func(l *line) { s.await(first, "start") })
		screen, keys, err := shell(c, "xterm-256color", square(100))
		if err != nil {
			s.Fatal(err)
		}
		if _, err := io.WriteString(keys, "\r"); err != nil { // to the table
			s.Fatal(err)
		}
		close(raw.stalled)
		from := time.Now()
		go redraw(screen)
		again := s.seat(stalls, func(*line) {})
		s.playOn(again, opponent)
		s.idle(30*time.Second, func(f figures) bool { return f[connections] == 4 })
		took := time.Since(from)
		s.Logf("cut after %v", took.Round(100*time.Millisecond))
		if took < 10*time.Second {
			s.Error("which is too soon")
		}
		again.close()
		opponent.close()
		_ = raw.Close()
	})
}

// redraw makes a screen redraw until its connection ends.
func redraw(screen *ssh.Session) {
	for i := 0; ; i++ {
		if _, err := screen.SendRequest("window-change", false, ssh.Marshal(square(uint32(300+i%100)))); err != nil {
			return
		}
	}
}

// seat seats a visitor at a table, perhaps after a wait for others.
func (s *siege) seat(p person, others func(*line)) *line {
	s.Helper()
	l, err := p.connect(s.server.addr, playLines)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(l.close)
	others(l)
	s.await(l, "start")
	return l
}

// playOn has two opponents move a few times; neither may be told that the other is away.
func (s *siege) playOn(players ...*line) {
	s.Helper()
	var playing sync.WaitGroup
	for _, l := range players {
		playing.Go(func() {
			for turns := 0; turns < 4; {
				m, err := l.Next()
				switch {
				case err != nil || m.Code == "away":
					s.Errorf("%s, %v", m.Raw, err)
					return
				case m.Type == "turn":
					turns++
					_ = l.Play(*m.Ply, m.Legal[0]) // the next line has the result
				}
			}
		})
	}
	playing.Wait()
}

// TestHostileErrorStream: a client sends standard error, which nobody reads.
func TestHostileErrorStream(t *testing.T) {
	t.Parallel()
	besiege(t, func(s *siege) { s.fill(ssh.Channel.Stderr, playLines+" --host") })
}

// TestHostileEarlyInput: input before a session has begun, which nobody reads.
func TestHostileEarlyInput(t *testing.T) {
	t.Parallel()
	besiege(t, func(s *siege) { s.fill(func(c ssh.Channel) io.ReadWriter { return c }, "") })
}

// TestHostileUnreadInput: input for a command that reads none.
func TestHostileUnreadInput(t *testing.T) {
	t.Parallel()
	besiege(t, func(s *siege) { s.fill(func(c ssh.Channel) io.ReadWriter { return c }, "tables") })
}

// fill opens the most channels that are allowed, and sends each as much as it accepts.
func (s *siege) fill(stream func(ssh.Channel) io.ReadWriter, command string) {
	visits := make([]*ssh.Client, many(32))
	for i := range visits {
		visits[i] = s.attacker()
		s.giveUp(visits[i], 20*time.Second)
	}
	together(len(visits), len(visits), func(i int) {
		together(8, 8, func(int) {
			channel, requests, err := visits[i].OpenChannel("session", nil)
			if err != nil {
				return
			}
			go ssh.DiscardRequests(requests)
			if command != "" {
				_, _ = channel.SendRequest("exec", false, ssh.Marshal(struct{ Line string }{command}))
			}
			flood(stream(channel), strings.Repeat("x", 16<<10), 2<<20)
		})
	})
	s.Log("full with", s.figures())
	for _, c := range visits {
		_ = c.Close()
	}
}
