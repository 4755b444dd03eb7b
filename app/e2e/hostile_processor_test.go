//go:build e2e

package e2e

import (
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"noir/internal/await"
)

// otherAddress is another address of this machine, which pays separately.
const otherAddress = "127.0.0.2"

// knockFrom opens a TCP connection from an address of this machine.
func (s *siege) knockFrom(address string) (net.Conn, error) {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	c, err := dialer.Dial("tcp", s.server.addr)
	if err != nil {
		return nil, err
	}
	return uplinkConn{c, s.line}, nil
}

// mayUse is how much of one processor the server may use while one address asks for as much as
// it can: the quarter that the address is allowed, as much again for its lines and their
// overhead, and the use by honest visitors.
const mayUse = 0.75

// used checks the share of a processor that the server has used since a moment, beyond an
// address's initial allowance.
func (s *siege) used(since time.Time, before figures, atOnce float64) {
	s.Helper()
	took, seconds := time.Since(since), s.figures()[worked]-before[worked]
	part := (seconds - atOnce) / took.Seconds()
	s.Logf("%.1f s of processor in %.1f s", seconds, took.Seconds())
	if part > mayUse && !*underRace {
		s.Errorf("%.2f of a processor", part)
	}
}

// TestHostileManyCommands: commands from one address, on the most sessions that it may have.
// They wait for their share, a quarter of a processor; another address does not notice.
func TestHostileManyCommands(t *testing.T) {
	t.Parallel()
	const connections, each, atOnce = 32, 6, 1
	besiege(t, func(s *siege) {
		visits := make([]*ssh.Client, connections)
		for i := range visits {
			raw, err := s.knockFrom(otherAddress)
			if err != nil {
				s.Fatal(err)
			}
			if visits[i], err = newPerson(s, "commands").dialOver(raw); err != nil {
				s.Fatal(err)
			}
		}
		honest := s.askHonestly("version")
		from, before := time.Now(), s.figures()
		until := from.Add(10 * time.Second)
		var answered, refused atomic.Int32
		together(connections*each, connections*each, func(i int) {
			for time.Now().Before(until) {
				session, err := visits[i%connections].NewSession()
				if err == nil {
					err = session.Run("rankings")
				}
				if err == nil {
					answered.Add(1)
				} else {
					refused.Add(1)
				}
			}
		})
		s.used(from, before, atOnce)
		s.Logf("%d commands, %d refused", answered.Load(), refused.Load())
		if answered.Load() == 0 {
			s.Error("none was answered")
		}
		s.served(honest())
		for _, c := range visits {
			_ = c.Close()
		}
	}, "--processor-per-address", "1/4s")
}

// TestHostileKeyExchanges: clients exchange keys all the time, and reconnect when they are cut.
func TestHostileKeyExchanges(t *testing.T) {
	t.Parallel()
	const connections = 4
	besiege(t, func(s *siege) {
		until := time.Now().Add(5 * time.Second)
		var visits, exchanges atomic.Int32
		p := newPerson(s, "exchanges")
		together(connections, connections, func(int) {
			for time.Now().Before(until) {
				var own int32
				config := p.config()
				config.RekeyThreshold = 256
				config.HostKeyCallback = func(string, net.Addr, ssh.PublicKey) error {
					own++
					return nil
				}
				raw, err := s.knockFrom(otherAddress)
				if err != nil {
					s.Error(err)
					return
				}
				conn, channels, requests, err := ssh.NewClientConn(raw, s.server.addr, config)
				if err != nil {
					_ = raw.Close() // too many of these
					continue
				}
				c := ssh.NewClient(conn, channels, requests)
				for err == nil && time.Now().Before(until) {
					_, _, err = c.SendRequest("x", true, make([]byte, 256))
				}
				_ = c.Close()
				_ = c.Wait()
				visits.Add(1)
				exchanges.Add(own)
				if own > 11 {
					s.Errorf("%d key exchanges on a connection", own)
				}
			}
		})
		s.Logf("%d key exchanges on %d connections", exchanges.Load(), visits.Load())
	}, "--handshakes", "4")
}

// TestHostileReviews: a review of a long game uses no more processor time than one of a short
// game, and the number of reviews is limited by address, whatever the keys.
func TestHostileReviews(t *testing.T) {
	t.Parallel()
	const mayTake = 15 // processor seconds: ten on an otherwise idle machine
	dir, id, other := longGame(t)
	besiege(t, func(s *siege) {
		visit := func() *ssh.Client {
			raw, err := s.knockFrom(otherAddress)
			if err != nil {
				s.Fatal(err)
			}
			c, err := newPerson(s, "reviews").dialOver(raw)
			if err != nil {
				s.Fatal(err)
			}
			try(t, c, "whoami") // makes a player, whose name is announced
			return c
		}
		first, second := visit(), visit()
		before, begun := s.figures(), make(chan struct{})
		var asking sync.WaitGroup
		asking.Go(func() {
			session, err := first.NewSession()
			if err != nil {
				s.Error(err)
				return
			}
			told, err := session.StderrPipe()
			if err == nil {
				err = session.Start("review " + string(id))
			}
			if err != nil {
				s.Error(err)
				return
			}
			_, _ = told.Read(make([]byte, 1)) // it reports its progress
			close(begun)
			_, _ = io.Copy(io.Discard, told)
			if err := session.Wait(); err != nil {
				s.Error(err)
			}
		})
		await.One(s, begun, "the beginning of a review")
		if code, _, errOut := try(t, second, "review "+string(other)); code != 1 || !strings.Contains(errOut, "your address has reached") {
			s.Errorf("another key of that address: exit code %d, %s", code, errOut)
		}
		asking.Wait()
		used := s.figures()[worked] - before[worked]
		s.Logf("%.1f s of processor", used)
		if used > bound(float64(mayTake)) {
			s.Errorf("a review has taken %.1f s of processor", used)
		}
		_, _ = first.Close(), second.Close()
	}, "--data", dir, "--reviews-per-address", "1")
}
