// Package wiretest has a client for the JSON lines, and a store and broker behind them, for tests.
package wiretest

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"noir/docs"
	"noir/engine"
	"noir/server/schema"
)

// published checks lines against the published schema.
var published = sync.OnceValues(func() (*schema.Checker, error) { return schema.NewChecker(docs.Lines()) })

// Message is any line of the server, with the fields that tests look at.
type Message struct {
	Type     string            `json:"type"`
	Protocol int               `json:"protocol"`
	Player   Player            `json:"player"`
	Server   string            `json:"server"`
	Game     string            `json:"game"`
	Waiting  int               `json:"waiting"`
	Code     string            `json:"code"` // of queued, error, notice
	Seated   int               `json:"seated"`
	Table    string            `json:"table"`
	Rated    bool              `json:"rated"`
	Seat     *engine.Seat      `json:"seat"`
	Seats    json.RawMessage   `json:"seats"`
	Commit   string            `json:"commit"`
	Ply      *int              `json:"ply"`
	Move     json.RawMessage   `json:"move"`
	Effects  []json.RawMessage `json:"effects"`
	Legal    []json.RawMessage `json:"legal"`
	View     json.RawMessage   `json:"view"`
	Deadline *int64            `json:"deadline_ms"`
	Reason   string            `json:"reason"`
	Phrase   string            `json:"phrase"`
	Text     string            `json:"text"`
	Message  string            `json:"message"`
	RetryMS  int64             `json:"retry_ms"`
	Result   engine.Result     `json:"result"`
	Ratings  []Change          `json:"ratings"`
	Seed     string            `json:"seed"`
	ID       string            `json:"id"`

	Raw string `json:"-"` // the whole line
}

// Player is the player that `hello` greets.
type Player struct {
	Name  string `json:"name"`
	Guest bool   `json:"guest"`
}

// Change is one rating change in `end`.
type Change struct {
	Seat   engine.Seat `json:"seat"`
	Before float64     `json:"before"`
	After  float64     `json:"after"`
}

// Client reads and writes lines, for one goroutine.
type Client struct {
	Unpublished bool // plays a game that docs/schema does not describe

	in  *bufio.Scanner
	out io.Writer
}

// NewClient speaks over the two directions of a connection.
func NewClient(in io.Reader, out io.Writer) *Client {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 4<<10), 64<<10) // the longest line a server may send
	return &Client{in: lines, out: out}
}

// Next returns the next line; io.EOF when there are no more.
func (c *Client) Next() (Message, error) {
	if !c.in.Scan() {
		return Message{}, errors.Join(c.in.Err(), io.EOF)
	}
	m := Message{Raw: c.in.Text()}
	if err := c.check(); err != nil {
		return m, err
	}
	if err := json.Unmarshal(c.in.Bytes(), &m); err != nil {
		return m, fmt.Errorf("%w in %q", err, m.Raw)
	}
	return m, nil
}

// check compares the newest line with the published schema.
func (c *Client) check() error {
	if c.Unpublished {
		return nil
	}
	return Published(c.in.Bytes())
}

// Published checks a line of a server against the published schema.
func Published(line []byte) error {
	checker, err := published()
	if err != nil {
		return err
	}
	if err := checker.Check(line); err != nil {
		return fmt.Errorf("a line is not as docs/schema has it: %w", err)
	}
	return nil
}

// Await returns the next line of a type; other lines are lost.
func (c *Client) Await(kind string) (Message, error) {
	for {
		m, err := c.Next()
		if err != nil {
			return m, fmt.Errorf("waiting for %s: %w", kind, err)
		}
		if m.Type == kind {
			return m, nil
		}
	}
}

// Send writes a line as it is.
func (c *Client) Send(line string) error {
	_, err := io.WriteString(c.out, line+"\n")
	return err
}

// Play answers a turn.
func (c *Client) Play(ply int, move json.RawMessage) error {
	return c.Send(fmt.Sprintf(`{"type":"move","ply":%d,"move":%s}`, ply, move))
}

// Game is what a client has seen of one game.
type Game struct {
	Start  Message
	Events []Message
	End    *Message // nil if the connection was lost before
}

// Random plays random legal moves from the next start to the end. It fails if the connection is
// lost. seen gets every line.
func (c *Client) Random(chance *rand.Rand, seen func(Message)) (Game, error) {
	var g Game
	for {
		m, err := c.Next()
		if err != nil {
			return g, err
		}
		seen(m)
		switch m.Type {
		case "start":
			g.Start, g.Events = m, nil
		case "event":
			g.Events = append(g.Events, m)
		case "turn":
			if err := c.Play(*m.Ply, Choose(g.Start, m, chance)); err != nil {
				return g, err
			}
		case "error":
			if m.Code == "rate_limited" { // the turn follows, and waits
				time.Sleep(time.Duration(m.RetryMS) * time.Millisecond)
			}
		case "end":
			g.End = &m
			return g, nil
		}
	}
}
