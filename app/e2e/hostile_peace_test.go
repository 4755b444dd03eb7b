//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"noir/data"
	"noir/matchmaking"
	"noir/server/notify"
)

// known opens a connection of a new player with a name.
func (s *siege) known(name string) (person, *ssh.Client) {
	s.Helper()
	p := newPerson(s, name)
	c, err := s.visit(p)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { _ = c.Close() })
	s.does(c, "whoami")
	return p, c
}

// does runs a command that must succeed.
func (s *siege) does(c *ssh.Client, line string) string {
	s.Helper()
	code, out, errOut := try(s, c, line)
	if code != 0 {
		s.Fatalf("%s: exit code %d, %s", line, code, errOut)
	}
	return out
}

// mailbox is an honest player's webhook.
type mailbox struct {
	*httptest.Server
	posts chan notify.Message
}

func newMailbox(s *siege) *mailbox {
	m := &mailbox{posts: make(chan notify.Message, 1024)}
	m.Server = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var got notify.Message
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil {
			s.Error(err)
		}
		m.posts <- got
	}))
	s.Cleanup(m.Close)
	return m
}

// next waits for a message.
func (m *mailbox) next(s *siege, within time.Duration) notify.Message {
	s.Helper()
	select {
	case got := <-m.posts:
		return got
	case <-time.After(within):
		s.Fatalf("nothing was posted within %v", within)
		return notify.Message{}
	}
}

var challengeID = regexp.MustCompile(`challenge (\w{4}) stands`)

// TestHostileCalls: one key challenges a player and withdraws, as fast as it can. The player is
// notified once, and still gets other people's news.
func TestHostileCalls(t *testing.T) {
	t.Parallel()
	besiege(t, func(s *siege) {
		_, victim := s.known("victim")
		box := newMailbox(s)
		s.does(victim, "webhook set "+box.URL)
		spammer := newPerson(s, "spammer")
		var visits []*ssh.Client
		for range 4 {
			c, err := s.visit(spammer)
			if err != nil {
				s.Fatal(err)
			}
			try(s, c, "whoami")
			visits = append(visits, c)
		}
		var refused atomic.Int32
		var made sync.Map // by id
		until := time.Now().Add(5 * time.Second)
		together(len(visits), len(visits), func(i int) {
			for time.Now().Before(until) {
				code, out, errOut := try(s, visits[i], "challenge victim district-noir")
				switch id := challengeID.FindStringSubmatch(out); {
				case code == 0 && id != nil:
					made.Store(id[1], true)
					try(s, visits[i], "withdraw "+id[1])
				case strings.Contains(errOut, "often enough for now"), strings.Contains(errOut, "many challenges lately"):
					refused.Add(1)
				}
			}
			_ = visits[i].Close()
		})
		_, friend := s.known("friend")
		s.does(friend, "challenge victim district-noir")
		cried := 0
		for {
			m := box.next(s, bound(20*time.Second))
			if m.Type != matchmaking.Challenged {
				s.Errorf("told %+v", m)
			}
			if m.Rivals[0] == "friend" {
				break
			}
			cried++
		}
		challenges := 0
		made.Range(func(any, any) bool { challenges++; return true })
		if cried > 1 || challenges != 3 || refused.Load() == 0 {
			s.Errorf("%d challenges, %d refused, and %d cried", challenges, refused.Load(), cried)
		}
		s.Logf("%d challenges, %d refused, %d cried", challenges, refused.Load(), cried)
		_, _ = victim.Close(), friend.Close()
	}, "--trial-webhooks")
}

// tarpit accepts connections and input at every loopback address and never answers.
type tarpit struct {
	net.Listener
	port  string
	taken atomic.Int32

	mu   sync.Mutex
	from map[string]int // connections by destination address
}

func newTarpit(s *siege) *tarpit {
	l, err := net.Listen("tcp4", "0.0.0.0:0")
	if err != nil {
		s.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	pit := &tarpit{Listener: l, port: port, from: map[string]int{}}
	var work sync.WaitGroup
	work.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			pit.taken.Add(1)
			pit.mu.Lock()
			pit.from[c.LocalAddr().String()]++
			pit.mu.Unlock()
			work.Go(func() {
				_, _ = io.Copy(io.Discard, c) // until the other side gives up
				_ = c.Close()
			})
		}
	})
	s.Cleanup(func() {
		_ = l.Close()
		work.Wait()
	})
	return pit
}

// TestHostileTarpits: seventy keys have webhooks at as many addresses that never answer, and
// challenge one another as often as they may. An honest player's message is neither lost nor
// delayed by theirs.
func TestHostileTarpits(t *testing.T) {
	t.Parallel()
	keys := many(70)
	besiege(t, func(s *siege) {
		before := s.figures()
		pit, box := newTarpit(s), newMailbox(s)
		_, honest := s.known("upright")
		s.does(honest, "webhook set "+box.URL)
		visits := make([]*ssh.Client, keys)
		together(keys, 4, func(i int) {
			_, visits[i] = s.known(fmt.Sprint("tar-", i))
			s.does(visits[i], fmt.Sprintf("webhook set http://127.0.1.%d:%s", 1+i, pit.port))
		})
		together(keys, 8, func(i int) {
			for n := range 10 {
				try(s, visits[i], fmt.Sprintf("challenge tar-%d district-noir", (i+n+1)%keys))
			}
		})
		_, friend := s.known("friend")
		asked := time.Now()
		s.does(friend, "challenge upright district-noir")
		got := box.next(s, bound(20*time.Second))
		if got.Rivals[0] != "friend" {
			s.Errorf("told %+v", got)
		}
		s.Logf("an honest message took %v; %d connections to tarpits", time.Since(asked).Round(time.Millisecond), pit.taken.Load())
		if lost := s.lost(); lost != 0 {
			s.Errorf("%v messages were lost", lost)
		}
		together(keys, 8, func(i int) {
			s.does(visits[i], "webhook off")
			_ = visits[i].Close()
		})
		_, _ = honest.Close(), friend.Close()
		s.idle(4*mayRest, before.restored) // a post is aborted after five seconds
	}, "--trial-webhooks", "--webhooks-in-all", "1000/1s")
}

// lost is how many messages to webhooks were dropped.
func (s *siege) lost() float64 {
	s.Helper()
	found := regexp.MustCompile(`noir_webhooks_total\{outcome="dropped"\} (\d+)`).FindStringSubmatch(scrape(s, s.metrics))
	if found == nil {
		s.Fatal("dropped messages are not counted")
	}
	var n float64
	_, _ = fmt.Sscan(found[1], &n)
	return n
}

// TestHostileScanner: one key scans ports by setting and testing new webhooks, on the most
// sessions that it may have.
func TestHostileScanner(t *testing.T) {
	t.Parallel()
	besiege(t, func(s *siege) {
		pit := newTarpit(s)
		scanner := newPerson(s, "scanner")
		var visits []*ssh.Client
		for range 8 {
			c, err := s.visit(scanner)
			if err != nil {
				s.Fatal(err)
			}
			try(s, c, "whoami")
			visits = append(visits, c)
		}
		s.does(visits[0], "webhook set http://127.0.1.1:"+pit.port)
		try(s, visits[0], "webhook test")
		var asked atomic.Int32
		until := time.Now().Add(8 * time.Second)
		together(len(visits), len(visits), func(i int) {
			for n := 0; time.Now().Before(until); n++ {
				try(s, visits[i], fmt.Sprintf("webhook set http://127.0.%d.%d:%s", 2+i, 1+n%250, pit.port))
				_, _, errOut := try(s, visits[i], "webhook test")
				if !strings.Contains(errOut, "no answer came from there") && !strings.Contains(errOut, "often enough for now") {
					s.Errorf("the scanner is told %q", errOut)
				}
				asked.Add(1)
			}
			_ = visits[i].Close()
		})
		if n := pit.taken.Load(); n < 1 || n > 5 {
			s.Errorf("%d connections were made for %d tries", n, asked.Load())
		}
		s.Logf("%d tries, %d connections", asked.Load(), pit.taken.Load())
	}, "--trial-webhooks")
}

// TestHostileRecovery: a stranger keeps trying wrong codes for a player's name. The owner, who
// has lost every key, comes in with the right code and finds a letter.
func TestHostileRecovery(t *testing.T) {
	t.Parallel()
	besiege(t, func(s *siege) {
		_, owner := s.known("victim")
		code := keyCodes.FindString(s.does(owner, "keys recovery"))
		_ = owner.Close()
		stranger := s.attacker()
		wrong, many := 0, 0
		for n := range 200 {
			_, _, errOut := try(s, stranger, fmt.Sprintf("recover victim 0000-0000-0000-%04d", n))
			switch {
			case strings.Contains(errOut, "That code is wrong"):
				wrong++
			case strings.Contains(errOut, "Too many wrong codes"):
				many++
			default:
				s.Fatalf("told %q", errOut)
			}
		}
		if wrong != data.RecoveryTries || many != 200-wrong {
			s.Errorf("%d wrong codes, %d of too many", wrong, many)
		}
		_ = stranger.Close()
		back, err := s.visit(newPerson(s, "lost"))
		if err != nil {
			s.Fatal(err)
		}
		s.does(back, "recover victim "+code)
		if told := s.does(back, "whoami --json"); !strings.Contains(told, `"recovery_tried"`) {
			s.Errorf("the owner finds %s", told)
		}
		_ = back.Close()
	})
}

// TestHostileBlock: of four people in a ready check one blocks another. The two are told why
// there is no table, the others keep their places.
func TestHostileBlock(t *testing.T) {
	t.Parallel()
	besiege(t, func(s *siege) {
		names, visits, talks := []string{"blocker", "blocked", "third", "fourth"}, []*ssh.Client{}, []*talk{}
		for _, name := range names {
			_, c := s.known(name)
			s.giveUp(c, bound(time.Minute))
			visits, talks = append(visits, c), append(talks, s.talk(c))
		}
		together(len(talks), len(talks), func(i int) { talks[i].ask("play noirburg", "A table of 4 is ready.") })
		s.does(visits[0], "blocks add blocked")
		s.does(visits[0], "blocks add honest") // whose table the blocker no longer sees once the server knows
		for late := time.Now().Add(10 * time.Second); strings.Contains(s.does(visits[0], "tables --json"), "honest"); {
			if time.Now().After(late) {
				s.Fatal("the server does not hear of a block")
			}
		}
		answers := []string{"do not play with each other", "do not play with each other", "You keep your place.", "You keep your place."}
		together(len(talks), len(talks), func(i int) { talks[i].ask("enter", answers[i]) })
		for _, c := range visits {
			_ = c.Close()
		}
	})
}
