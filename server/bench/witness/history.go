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

// Compare asks a server for the games that the witnesses have played, after End. Each move that a witness was told of
// must be in its game's log, once and unchanged; plies count up without a gap; and nobody sat at two tables at once.
// Violations are in Faults; an error means that the comparison failed.
func (c *Crowd) Compare(addr string) (h History, err error) {
	logs := map[string]log{}
	for _, w := range c.witnesses {
		if err := w.compare(addr, logs); err != nil {
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

// compare compares what one witness was told, and adds to the logs.
func (w *witness) compare(addr string, logs map[string]log) error {
	if len(w.told) == 0 {
		return nil
	}
	conn, err := ssh.Dial("tcp", addr, &w.person)
	if err != nil {
		return err
	}
	defer conn.Close()
	var sat []log
	for id, told := range w.told {
		of, known := logs[id]
		if !known {
			if of, err = w.logOf(conn, id); err != nil {
				return fmt.Errorf("the log of %s: %w", id, err)
			}
			logs[id] = of
		}
		for ply, m := range told {
			switch {
			case ply < 1 || ply > len(of.moves):
				w.fault("%s was told ply %d of %s, the log has %d", w.person.User, ply, id, len(of.moves))
			case of.moves[ply-1] != m:
				w.fault("%s was told %v as ply %d of %s, the log has %v", w.person.User, m, ply, id, of.moves[ply-1])
			}
		}
		if !of.ended.IsZero() {
			sat = append(sat, of)
		}
	}
	slices.SortFunc(sat, func(a, b log) int { return cmp.Or(a.started.Compare(b.started), a.ended.Compare(b.ended)) })
	for i := 1; i < len(sat); i++ {
		if sat[i].started.Before(sat[i-1].ended) {
			w.fault("%s sat at %s from %v to %v and at %s from %v to %v", w.person.User,
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
func (w *witness) logOf(conn *ssh.Client, id string) (of log, err error) {
	run, err := conn.NewSession()
	if err != nil {
		return of, err
	}
	var out, errs bytes.Buffer
	run.Stdout, run.Stderr = &out, &errs
	if err := run.Run("replay " + id + " --json"); err != nil {
		switch {
		case strings.Contains(errs.String(), "running"):
			return w.logOfRunning(conn, id)
		case strings.Contains(errs.String(), "there is no game"):
			return of, nil
		}
		return of, fmt.Errorf("%w: %s", err, errs.String())
	}
	if w.Verify != nil {
		if err := w.Verify(out.Bytes()); err != nil {
			w.fault("the record of %s: %v", id, err)
		}
	}
	var r record
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		return of, err
	}
	of.id, of.started, of.ended = id, r.Started, r.Ended
	for _, m := range r.Moves {
		w.adds(id, &of, m.Ply, newMove(m.Seat, m.Move))
	}
	return of, nil
}

// adds adds a ply to a log.
func (c *Crowd) adds(id string, of *log, ply int, m move) {
	if of.moves = append(of.moves, m); ply != len(of.moves) {
		c.fault("ply %d of %s is numbered %d", len(of.moves), id, ply)
	}
}

func (w *witness) logOfRunning(conn *ssh.Client, id string) (of log, err error) {
	s, err := speak(conn, "play "+w.Name+" --json --game "+id)
	if err != nil {
		return of, err
	}
	defer s.Close()
	for {
		_, l, err := w.next(s)
		if err != nil {
			return of, fmt.Errorf("%w: %s", err, s.why())
		}
		switch {
		case l.Type == "start": // later lines come after the log
			if _, err := fmt.Fprintln(s.in, `{"type":"say","phrase":"hello"}`); err != nil {
				return of, err
			}
		case l.Type == "event":
			w.adds(id, &of, *l.Ply, newMove(*l.Seat, l.Move))
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
