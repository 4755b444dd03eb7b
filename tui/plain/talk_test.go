package plain_test

import (
	"io"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/internal/await"
	"noir/internal/language"
	"noir/server/command"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/plain"
	"noir/tui/tuitest"
)

// talk is a conversation in a synctest bubble, seen from the client.
type talk struct {
	t     *testing.T
	in    *io.PipeWriter
	ended chan error

	mu    sync.Mutex
	heard strings.Builder
	deaf  error // why nothing is heard any more
	read  int   // bytes that the test has looked at
}

// Write takes what the house says.
func (k *talk) Write(p []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.deaf != nil {
		return 0, k.deaf
	}
	return k.heard.Write(p)
}

// session is a player's session, with the real board.
func session(h *tuitest.House, p data.Player) *tui.Session {
	s := h.Session(p)
	s.Games = []tui.Game{districtnoir.Game()}
	return s
}

// page is a page of rules in any language.
func page(text string) fs.FS { return fstest.MapFS{"rules.md": {Data: []byte(text)}} }

// answers is the desk of a session's house.
func answers(s *tui.Session) *command.Desk {
	d := &command.Desk{
		Services: s.Services, Broker: s.Broker, Address: s.Address,
		Here: func(_, p data.PlayerID) bool { return s.Here(p) },
	}
	for _, g := range s.Games {
		game := command.Game{Game: g.Rules, Teller: func(r *language.Reader) command.Teller { return g.Board(r) }, Rules: g.Page}
		for _, w := range g.Switches {
			game.Switches = append(game.Switches, command.Switch{Flag: w.Flag, About: w.About, Option: w.Name, Value: !w.Usual})
		}
		d.Games = append(d.Games, game)
	}
	return d
}

// begin starts a conversation that ends with the test.
func begin(t *testing.T, s *tui.Session) *talk {
	in, client := io.Pipe()
	k := &talk{t: t, in: client, ended: make(chan error, 1)}
	go func() { k.ended <- plain.Run(s.Context, s, answers(s), in, k) }()
	t.Cleanup(func() { _ = client.Close() })
	return k
}

// types sends lines.
func (k *talk) types(lines ...string) {
	k.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(k.in, line+"\n"); err != nil {
			k.t.Fatalf("%q was not read: %v", line, err)
		}
	}
}

// news returns what has been said and not been read yet.
func (k *talk) news() string {
	synctest.Wait()
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.heard.String()[k.read:]
}

// hears waits until one of the texts is said, and returns what was said up to
// the end of the first line with one of them.
func (k *talk) hears(texts ...string) string {
	k.t.Helper()
	for range 1200 {
		said := ""
		for line := range strings.Lines(k.news()) {
			said += line
			for _, text := range texts {
				if strings.Contains(line, text) {
					k.read += len(said)
					return said
				}
			}
		}
		time.Sleep(100 * time.Millisecond) // of the bubble's clock
	}
	k.t.Fatalf("nobody says %q, but:\n%s", texts, k.news())
	return ""
}

// ends waits for the end of the conversation.
func (k *talk) ends() {
	k.t.Helper()
	if err := await.One(k.t, k.ended, "end of the conversation"); err != nil {
		k.t.Errorf("the conversation ended with: %v", err)
	}
}

// playOn plays until one of the texts is said.
func (k *talk) playOn(until string) string {
	k.t.Helper()
	for range 60 {
		said := k.hears("Your move:", until)
		time.Sleep(time.Second) // of the bubble's clock: no line is in flight
		switch {
		case strings.Contains(said, until):
			return said
		case strings.Contains(said, "Your move: take with t"):
			k.types("t")
		default:
			k.types("p 1")
		}
	}
	k.t.Fatal("the game does not end")
	return ""
}
