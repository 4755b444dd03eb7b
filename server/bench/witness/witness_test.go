package witness

import (
	"crypto/ed25519"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// TestAWitnessOfLinesThatAreNone says so and plays on, although the command that sent them does not end.
func TestAWitnessOfLinesThatAreNone(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct{ line, fault string }{
		"words":    {"it is your turn", "invalid character"},
		"too long": {strings.Repeat(" ", longest), "too long"},
		"nothing":  {"null", "has no type"},
		"a start":  {`{"type":"start"}`, "has no table, seat"},
		"an event": {`{"type":"event"}`, "has no ply, seat, move"},
		"a turn":   {`{"type":"turn","legal":[]}`, "has no ply, legal"},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			addr, begun := serve(t, c.line+"\n")
			crowd := Start(Config{
				Game:   Game{Name: "a-game", Seats: 1},
				People: []ssh.ClientConfig{{User: "anna", HostKeyCallback: ssh.InsecureIgnoreHostKey()}},
				To:     func(int) string { return addr },
			})
			defer crowd.End(nil)
			for n := range 2 {
				select {
				case <-begun:
				case <-time.After(time.Minute):
					t.Fatalf("the witness has begun to play %d times, not twice", n)
				}
			}
			crowd.mu.Lock()
			defer crowd.mu.Unlock()
			if faults := fmt.Sprint(crowd.faults); !strings.Contains(faults, "anna was sent no line that is whole: ") || !strings.Contains(faults, c.fault) {
				t.Errorf("the faults are %s", faults)
			}
		})
	}
}

// serve answers commands with a text and runs them until their client ends them. Each that begins is sent to begun.
func serve(t *testing.T, text string) (addr string, begun <-chan string) {
	t.Helper()
	key, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)))
	if err != nil {
		t.Fatal(err)
	}
	config := &ssh.ServerConfig{NoClientAuth: true}
	config.AddHostKey(key)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	commands := make(chan string, 1)
	run := func(channel ssh.Channel, requests <-chan *ssh.Request) {
		for r := range requests {
			_ = r.Reply(r.Type == "exec", nil)
			select {
			case commands <- string(r.Payload):
			default: // nobody waits for more
			}
			go func() {
				_, _ = io.WriteString(channel, text)
				_, _ = io.Copy(io.Discard, channel)
			}()
		}
		_ = channel.Close()
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				_, channels, requests, err := ssh.NewServerConn(c, config)
				if err != nil {
					return
				}
				go ssh.DiscardRequests(requests)
				for n := range channels {
					if channel, requests, err := n.Accept(); err == nil {
						go run(channel, requests)
					}
				}
			}()
		}
	}()
	return l.Addr().String(), commands
}
