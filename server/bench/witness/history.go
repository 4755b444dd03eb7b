package witness

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"
)

// History is the result of a comparison.
type History struct {
	Games   int      `json:"games"`
	Plies   int      `json:"plies"`   // of the games
	Told    int      `json:"told"`    // moves that witnesses were told of
	Refused int      `json:"refused"` // moves that could not be stored
	Faults  []string `json:"faults,omitempty"`
}

// log is the log of a game. ended is zero while it runs.
type log struct {
	id             string
	moves          []move
	started, ended time.Time
}

// comparison is of what one witness was told, with the logs of the games.
type comparison struct {
	*witness
	conn *ssh.Client
	logs map[string]log // those that were asked for already, by any witness
}

// compare compares what one witness was told, and adds to the logs.
func compare(w *witness, addr string, logs map[string]log) error {
	if len(w.told) == 0 {
		return nil
	}
	conn, err := ssh.Dial("tcp", addr, &w.person)
	if err != nil {
		return err
	}
	defer conn.Close()
	return comparison{w, conn, logs}.compare()
}

func (c comparison) compare() (err error) {
	var sat []log
	for id, told := range c.told {
		of, known := c.logs[id]
		if !known {
			if of, err = c.logOf(id); err != nil {
				return fmt.Errorf("the log of %s: %w", id, err)
			}
			c.logs[id] = of
		}
		for ply, m := range told {
			switch {
			case ply < 1 || ply > len(of.moves):
				c.fault("%s was told ply %d of %s, the log has %d", c.person.User, ply, id, len(of.moves))
			case of.moves[ply-1] != m:
				c.fault("%s was told %v as ply %d of %s, the log has %v", c.person.User, m, ply, id, of.moves[ply-1])
			}
		}
		if !of.ended.IsZero() {
			sat = append(sat, of)
		}
	}
	slices.SortFunc(sat, func(a, b log) int { return cmp.Or(a.started.Compare(b.started), a.ended.Compare(b.ended)) })
	for i := 1; i < len(sat); i++ {
		if sat[i].started.Before(sat[i-1].ended) {
			c.fault("%s sat at %s from %v to %v and at %s from %v to %v", c.person.User,
				sat[i-1].id, sat[i-1].started, sat[i-1].ended, sat[i].id, sat[i].started, sat[i].ended)
		}
	}
	return nil
}

// record is the part of a game record that concerns the log.
type record struct {
	Started, Ended time.Time
	Moves          []struct {
		Ply, Seat int
		Move      json.RawMessage
	}
}

// logOf returns the log of a game: from its verified record when it is over, otherwise as the server tells it to its
// last player. A game that does not exist has an empty one.
func (c comparison) logOf(id string) (of log, err error) {
	run, err := c.conn.NewSession()
	if err != nil {
		return of, err
	}
	var out, errs bytes.Buffer
	run.Stdout, run.Stderr = &out, &errs
	if err := run.Run("replay " + id + " --json"); err != nil {
		switch {
		case strings.Contains(errs.String(), "running"):
			return c.logOfRunning(id)
		case strings.Contains(errs.String(), "there is no game"):
			return of, nil
		}
		return of, fmt.Errorf("%w: %s", err, errs.String())
	}
	if c.Verify != nil {
		if err := c.Verify(out.Bytes()); err != nil {
			c.fault("the record of %s: %v", id, err)
		}
	}
	var r record
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		return of, err
	}
	of.id, of.started, of.ended = id, r.Started, r.Ended
	for _, m := range r.Moves {
		c.adds(id, &of, m.Ply, newMove(m.Seat, m.Move))
	}
	return of, nil
}

// adds adds a ply to a log.
func (c comparison) adds(id string, of *log, ply int, m move) {
	if of.moves = append(of.moves, m); ply != len(of.moves) {
		c.fault("ply %d of %s is numbered %d", len(of.moves), id, ply)
	}
}

func (c comparison) logOfRunning(id string) (of log, err error) {
	s, err := speak(c.conn, "play "+c.Name+" --json --game "+id)
	if err != nil {
		return of, err
	}
	defer s.Close()
	for {
		_, l, err := c.next(s)
		if err != nil {
			return of, fmt.Errorf("%w: %s", err, s.why())
		}
		switch {
		case l.Type == "start": // later lines come after the log
			if _, err := fmt.Fprintln(s.in, `{"type":"say","phrase":"hello"}`); err != nil {
				return of, err
			}
		case l.Type == "event":
			c.adds(id, &of, *l.Ply, newMove(*l.Seat, l.Move))
		case l.Type == "notice" && l.Code == "said":
			return of, nil
		}
	}
}

// Err joins the faults.
func (h History) Err() error {
	var all []error
	for _, f := range h.Faults {
		all = append(all, errors.New(f))
	}
	return errors.Join(all...)
}
