// Package witness has programs that play rated games by JSON lines, remember every move that they were told of, and
// compare them with what the servers have in the end. Whatever broke meanwhile, no move that was told may be missing,
// changed or doubled.
package witness

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"
)

// Game is what witnesses play.
type Game struct {
	Name  string
	Seats int
	// Choose picks a move of a turn, given the raw lines of start and turn; nil: any legal one, for games whose entries
	// are single moves.
	Choose func(start, turn []byte, chance *rand.Rand) json.RawMessage
	// Check refuses lines that a server may not send; nil: any will do.
	Check func(line []byte) error
	// Verify refuses the record of a finished game; nil: it is not verified.
	Verify func(record []byte) error
}

func (g Game) command(running string) string {
	command := fmt.Sprintf("play %s --json --auto --seats %d", g.Name, g.Seats)
	if running != "" {
		command += " --game " + running
	}
	return command
}

// line is a line of a server, with what a witness looks at.
type line struct {
	Type, Code, Table string
	Seat, Ply         *int
	Move              json.RawMessage
	Legal             []json.RawMessage
}

// missing names the fields that a witness needs of the line and does not find.
func (l line) missing() (names []string) {
	need := func(name string, there bool) {
		if !there {
			names = append(names, name)
		}
	}
	need("type", l.Type != "")
	switch l.Type {
	case "start":
		need("table", l.Table != "")
		need("seat", l.Seat != nil)
	case "event":
		need("ply", l.Ply != nil)
		need("seat", l.Seat != nil)
		need("move", l.Move != nil)
	case "turn":
		need("ply", l.Ply != nil)
		need("legal", len(l.Legal) > 0)
	}
	return names
}

// move is one move as it is compared.
type move struct {
	seat int
	text string // without blanks
}

func newMove(seat int, raw json.RawMessage) move {
	var text bytes.Buffer
	if json.Compact(&text, raw) != nil {
		text.Write(raw)
	}
	return move{seat, text.String()}
}

func (m move) String() string { return fmt.Sprint(m.seat, " ", m.text) }

// witness plays one game after the other.
type witness struct {
	*Crowd
	number int
	person ssh.ClientConfig
	chance *rand.Rand
	told   map[string]map[int]move // by game and ply

	mu   sync.Mutex
	conn *ssh.Client // the newest; guarded by mu
	at   string      // the address that it was made to
}

// lineRate is how soon after another line a server takes one without complaint.
const lineRate = 60 * time.Millisecond

// dial connects to where the crowd sends this witness now.
func (w *witness) dial() (*ssh.Client, error) {
	at := w.To(w.number)
	conn, err := ssh.Dial("tcp", at, &w.person)
	if err == nil {
		w.mu.Lock()
		w.conn, w.at = conn, at
		w.mu.Unlock()
	}
	return conn, err
}

// hangUp ends the witness's connection, if it has one to such an address.
func (w *witness) hangUp(to func(addr string) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.conn != nil && to(w.at) {
		_ = w.conn.Close()
	}
}

// play finishes one game after another, across lost connections.
func (w *witness) play() {
	for running := ""; w.serving(); {
		conn, err := w.dial()
		if err != nil {
			w.rests(lineRate) // the server has just been killed
			continue
		}
		s, err := speak(conn, w.command(running))
		if err == nil {
			running = w.follow(s, running)
		}
		_ = conn.Close()
	}
}

// follow plays until the connection is lost, and returns the game that runs then.
func (w *witness) follow(s *session, running string) string {
	var start []byte
	for {
		raw, l, err := w.next(s)
		if err != nil {
			switch why := s.why(); {
			case strings.Contains(why, "no such table"), strings.Contains(why, "that game is over"):
				return "" // it ended while the connection was down
			case strings.Contains(why, "cannot read or write"):
				w.refused()
			case strings.Contains(why, "exited with status"):
				w.rests(lineRate) // it was refused: handshakes without a pause would dominate the measurement
			}
			return running
		}
		switch l.Type {
		case "start":
			running, start = l.Table, bytes.Clone(raw)
		case "event":
			w.see(running, *l.Ply, newMove(*l.Seat, l.Move))
		case "error":
			if l.Code == "unavailable" {
				w.refused()
				w.serving() // the turn follows
			}
		case "turn":
			w.answer(s, running, *l.Ply, w.choose(start, raw, l))
		case "end":
			running = ""
		}
		if w.isOver() {
			return running
		}
	}
}

// next reads a line. After an error the command has ended, or is ending.
func (w *witness) next(s *session) (raw []byte, l line, err error) {
	if s.out.Scan() {
		raw = s.out.Bytes()
		if w.Check != nil {
			if err := w.Check(raw); err != nil {
				w.fault("%s: %v", w.person.User, err)
			}
		}
		if err = json.Unmarshal(raw, &l); err == nil {
			if missing := l.missing(); missing != nil {
				err = fmt.Errorf("%.100q has no %s", raw, strings.Join(missing, ", "))
			}
		}
	} else if err = s.out.Err(); err == nil {
		return nil, l, io.EOF
	}
	if err != nil {
		w.fault("%s was sent no line that is whole: %v", w.person.User, err)
		_ = s.Close() // the command runs on, and why would wait for it
	}
	return raw, l, err
}

func (w *witness) choose(start, raw []byte, l line) json.RawMessage {
	if w.Choose != nil {
		return w.Choose(start, raw, w.chance)
	}
	return l.Legal[w.chance.IntN(len(l.Legal))]
}

// answer answers a turn when the pace of the crowd allows it. A line that is lost shows in the next one.
func (w *witness) answer(s *session, game string, ply int, chosen json.RawMessage) {
	if wait := w.Pace; wait > 0 {
		w.rests(wait/2 + rand.N(wait)) // not in step with the others
	}
	w.sends(w.number, game, ply)
	_, _ = fmt.Fprintf(s.in, `{"type":"move","ply":%d,"move":%s}`+"\n", ply, chosen)
}

// see notes a move that the witness is told of.
func (w *witness) see(game string, ply int, m move) {
	if w.told[game] == nil {
		w.told[game] = map[int]move{}
	}
	before, again := w.told[game][ply]
	switch {
	case !again:
		w.told[game][ply] = m
		w.tells(w.number, game, ply)
	case before != m:
		w.fault("%s: ply %d of %s was %v and is %v", w.person.User, ply, game, before, m)
	}
}

// session is a command that speaks JSON lines.
type session struct {
	*ssh.Session
	in   io.Writer
	out  *bufio.Scanner
	errs bytes.Buffer // to be read after why
}

// longest is the longest line that a server may send.
const longest = 64 << 10

// speak starts a command on a connection.
func speak(conn *ssh.Client, command string) (*session, error) {
	run, err := conn.NewSession()
	if err != nil {
		return nil, err
	}
	s := &session{Session: run}
	run.Stderr = &s.errs
	if s.in, err = run.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := run.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.out = bufio.NewScanner(out)
	s.out.Buffer(make([]byte, 0, 4<<10), longest)
	s.out.Split(func(data []byte, _ bool) (int, []byte, error) {
		return bufio.ScanLines(data, false) // what a lost connection leaves of a line is none
	})
	return s, run.Start(command)
}

// why waits for the end of the command and returns its error output.
func (s *session) why() string {
	err := s.Wait()
	return fmt.Sprint(s.errs.String(), err)
}
