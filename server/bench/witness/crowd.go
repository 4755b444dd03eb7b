package witness

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"
)

// Standstill is how long a crowd waits for games that do not go on.
const Standstill = 2 * time.Minute

// Config configures a crowd.
type Config struct {
	Game
	// Pace is about how long a witness thinks; 0: not at all.
	Pace time.Duration
	// People are the keys and names of the witnesses, Game.Seats at a table, which host keys they take, and how long
	// they wait for a connection.
	People []ssh.ClientConfig
	// To returns the address of a server for a witness, each time it connects.
	To func(witness int) string
	// Told is called for each move that a witness hears of for the first time, with the time since its maker began to
	// send it. It may be called from several goroutines at once, and may be nil.
	Told func(t Told)
}

// Told says that a witness was told of a move.
type Told struct {
	Witness int
	Game    string
	Ply     int
	By      int           // the witness who made it; -1 for a move from outside the crowd
	Took    time.Duration // from the line that made it, if By made it
	At      time.Time
}

// Crowd is a number of witnesses who play at servers, which its owner breaks. Its methods may be called from any
// goroutine.
type Crowd struct {
	Config
	witnesses []*witness
	playing   sync.WaitGroup
	ended     chan struct{}

	mu       sync.Mutex
	changed  sync.Cond
	events   int
	refusals int // because the store failed
	borne    int // refusals before the newest fault
	sound    bool
	over     bool
	faults   []string
	sent     map[string]sending // the newest of each game
}

// sending is a move that a witness has begun to send.
type sending struct {
	ply, by int
	at      time.Time
}

// Start has witnesses play until End.
func Start(c Config) *Crowd {
	all := &Crowd{Config: c, sound: true, sent: map[string]sending{}, ended: make(chan struct{})}
	all.changed.L = &all.mu
	for i, p := range c.People {
		w := &witness{Crowd: all, number: i, person: p, chance: rand.New(rand.NewPCG(7, uint64(i))), told: map[string]map[int]move{}}
		all.witnesses = append(all.witnesses, w)
	}
	for _, w := range all.witnesses {
		all.playing.Go(w.play)
	}
	return all
}

// HangUp ends the connections to some addresses. The witnesses connect again.
func (c *Crowd) HangUp(to func(addr string) bool) {
	for _, w := range c.witnesses {
		w.hangUp(to)
	}
}

// Break breaks something: fault returns when it works again. Meanwhile witnesses who have been refused a move
// wait.
func (c *Crowd) Break(fault func()) {
	c.set(func() { c.sound, c.borne = false, c.refusals })
	fault()
	c.set(func() { c.sound = true })
}

// Played waits until the witnesses have been told of n more moves; it returns false when the games stand still.
func (c *Crowd) Played(moves int) bool {
	c.mu.Lock()
	until := c.events + moves
	c.mu.Unlock()
	return c.reach(&c.events, until)
}

// Refused waits until n moves have been refused since the newest fault; it returns false when they are not.
func (c *Crowd) Refused(moves int) bool {
	c.mu.Lock()
	until := c.borne + moves
	c.mu.Unlock()
	return c.reach(&c.refusals, until)
}

// Count returns how many moves the witnesses were told of, and how many were refused.
func (c *Crowd) Count() (told, refused int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.events, c.refusals
}

// End ends the games: witnesses leave at the next line, at the latest when before returns. before may be nil.
func (c *Crowd) End(before func()) {
	c.set(func() {
		if !c.over {
			c.over = true
			close(c.ended)
		}
	})
	if before != nil {
		before()
	}
	c.HangUp(func(string) bool { return true })
	c.playing.Wait()
}

func (c *Crowd) set(change func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	change()
	c.changed.Broadcast()
}

// reach waits until a count has reached n; it returns false when it does not.
func (c *Crowd) reach(count *int, n int) bool {
	late := false
	timer := time.AfterFunc(Standstill, func() { c.set(func() { late = true }) })
	defer timer.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for *count < n && !late && !c.over {
		c.changed.Wait()
	}
	return *count >= n
}

// serving waits until the servers work; it returns false when the crowd has ended.
func (c *Crowd) serving() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for !c.sound && !c.over {
		c.changed.Wait()
	}
	return !c.over
}

func (c *Crowd) isOver() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.over
}

// rests waits, until the end at most.
func (c *Crowd) rests(d time.Duration) {
	select {
	case <-time.After(d):
	case <-c.ended:
	}
}

func (c *Crowd) refused() { c.set(func() { c.refusals++ }) }

func (c *Crowd) fault(format string, args ...any) {
	c.set(func() { c.faults = append(c.faults, fmt.Sprintf(format, args...)) })
}

// sends notes that a witness is about to make a move.
func (c *Crowd) sends(w int, game string, ply int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sent[game].ply != ply || c.sent[game].by == w {
		c.sent[game] = sending{ply, w, time.Now()}
	}
}

// tells counts a move that a witness was told of.
func (c *Crowd) tells(w int, game string, ply int) {
	t := Told{Witness: w, Game: game, Ply: ply, By: -1, At: time.Now()}
	c.set(func() {
		c.events++
		if s := c.sent[game]; s.ply == ply {
			t.By, t.Took = s.by, t.At.Sub(s.at)
		}
	})
	if c.Told != nil {
		c.Told(t)
	}
}

// Compare asks a server for the games that the witnesses have played, after End. Each move that a witness was told of
// must be in its game's log, once and unchanged; plies count up without a gap; and nobody sat at two tables at once.
// Violations are in Faults; an error means that the comparison failed.
func (c *Crowd) Compare(addr string) (h History, err error) {
	logs := map[string]log{}
	for _, w := range c.witnesses {
		if err := compare(w, addr, logs); err != nil {
			return h, fmt.Errorf("%s: %w", w.person.User, err)
		}
	}
	h.Told, h.Refused = c.Count()
	h.Games = len(logs)
	for _, l := range logs {
		h.Plies += len(l.moves)
	}
	h.Faults = c.faults
	return h, nil
}
