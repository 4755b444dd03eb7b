//go:build e2e

package e2e

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// session opens a channel without any request.
func (s *siege) session(c *ssh.Client) ssh.Channel {
	s.Helper()
	channel, requests, err := c.OpenChannel("session", nil)
	if err != nil {
		s.Fatal(err)
	}
	go ssh.DiscardRequests(requests)
	return channel
}

func TestHostileEnvironment(t *testing.T) {
	t.Parallel()
	besiege(t, func(s *siege) {
		c := s.attacker()
		channel, sent := s.session(c), 0
		for payload := ssh.Marshal(environment{"LANG", strings.Repeat("x", 200_000)}); sent < 1000; sent++ {
			if _, err := channel.SendRequest("env", false, payload); err != nil {
				break
			}
		}
		s.Logf("%d requests were taken", sent)
		_ = c.Close()
	})
}

func TestHostileChannels(t *testing.T) {
	t.Parallel()
	besiege(t, func(s *siege) {
		c := s.attacker()
		var opened, refused atomic.Int32
		together(1000, 100, func(int) {
			_, requests, err := c.OpenChannel("session", nil)
			var no *ssh.OpenChannelError
			switch {
			case err == nil:
				opened.Add(1)
				go ssh.DiscardRequests(requests)
			case errors.As(err, &no) && no.Reason == ssh.ResourceShortage && no.Message != "":
				refused.Add(1)
			default:
				s.Error(err)
			}
		})
		if opened.Load() != 8 || refused.Load() != 1000-8 {
			s.Errorf("%d channels, %d refused", opened.Load(), refused.Load())
		}
		_ = c.Close()
	})
}

// TestHostileCommands: commands as fast as they are answered.
func TestHostileCommands(t *testing.T) { // takes all processors: nothing runs beside it
	besiege(t, func(s *siege) {
		visits := make([]*ssh.Client, 64)
		for i := range visits {
			visits[i] = s.attacker()
		}
		var answered atomic.Int32
		until := time.Now().Add(5 * time.Second)
		together(len(visits), len(visits), func(i int) {
			for time.Now().Before(until) {
				if code, _, errOut := try(t, visits[i], "tables --json"); code != 0 {
					s.Error(errOut)
				}
				answered.Add(1)
			}
			_ = visits[i].Close()
		})
		s.Logf("%d commands", answered.Load())
	})
}

// forwarding are the requests and channels that ask for more than a session.
var forwarding = struct{ global, channels, session []string }{
	global: []string{
		"tcpip-forward", "cancel-tcpip-forward", "streamlocal-forward@openssh.com", "cancel-streamlocal-forward@openssh.com",
		"no-more-sessions@openssh.com", "unknown@example.com",
	},
	channels: []string{
		"direct-tcpip", "forwarded-tcpip", "direct-streamlocal@openssh.com", "forwarded-streamlocal@openssh.com",
		"x11", "auth-agent@openssh.com", "tun@openssh.com", "SESSION", "",
	},
	session: []string{
		"auth-agent-req@openssh.com", "x11-req", "signal", "break", "xon-xoff", "exit-status", "eow@openssh.com", "unknown@example.com",
	},
}

// TestHostileForwarding: nothing is forwarded, and there are no subsystems.
func TestHostileForwarding(t *testing.T) {
	t.Parallel()
	besiege(t, func(s *siege) {
		c := s.attacker()
		channel := s.session(c)
		ask := func(name, payload string) {
			if ok, err := channel.SendRequest(name, true, ssh.Marshal(struct{ Name string }{payload})); ok || err != nil {
				s.Errorf("%s %s: %v, %v", name, payload, ok, err)
			}
		}
		for range many(20) {
			for _, name := range forwarding.global {
				if ok, _, err := c.SendRequest(name, true, ssh.Marshal(struct {
					Host string
					Port uint32
				}{"127.0.0.1", 0})); ok || err != nil {
					s.Errorf("%s: %v, %v", name, ok, err)
				}
			}
			for _, kind := range forwarding.channels {
				var no *ssh.OpenChannelError
				if _, _, err := c.OpenChannel(kind, nil); !errors.As(err, &no) || no.Reason != ssh.Prohibited {
					s.Errorf("%s: %v", kind, err)
				}
			}
			for _, name := range forwarding.session {
				ask(name, "KILL")
			}
			for _, subsystem := range []string{"netconf", "noir", ""} {
				ask("subsystem", subsystem)
			}
		}
		_ = c.Close()
	})
}
