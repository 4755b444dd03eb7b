//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/server/wiretest"
)

// boss is a person at a table of Noirburg. They play by keys at their terminal. A second
// connection, which never writes, reads what a program may know.
type boss struct {
	person
	*terminal
	*gathering
	reader *reader // nil before the table
}

// gathering is the people at one table. One goroutine plays for all of them.
type gathering struct {
	*testing.T
	news   chan struct{} // wakes when a screen has changed or a line has come
	bosses []*boss
	used   map[string]bool // reactions for which a card has been played
}

// longest is how long to wait for anything.
const longest = 20 * time.Second

// await waits for a condition.
func (g *gathering) await(what string, so func() bool) {
	g.Helper()
	if !g.within(bound(longest), so) {
		for _, b := range g.bosses {
			g.Logf("%s sees\n%s", b.name, b.picture())
		}
		g.Fatalf("waiting in vain: %s", what)
	}
}

// within reports whether a condition holds before a time limit. It checks at every change.
func (g *gathering) within(limit time.Duration, so func() bool) bool {
	late := time.NewTimer(limit)
	defer late.Stop()
	for !so() {
		select {
		case <-g.news:
		case <-late.C:
			return so()
		}
	}
	return true
}

// sees waits until the screen shows all of some texts.
func (b *boss) sees(texts ...string) {
	b.Helper()
	b.await(fmt.Sprintf("%s is to see %q", b.name, texts), func() bool {
		now := b.text()
		return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(now, text) })
	})
}

// shows waits until the screen matches a pattern.
func (b *boss) shows(what *regexp.Regexp) {
	b.Helper()
	b.await(fmt.Sprintf("%s is to see %v", b.name, what), func() bool { return what.MatchString(b.text()) })
}

// look returns what is known now.
func (b *boss) look() sight {
	b.Helper()
	s, err := b.reader.now()
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// types presses keys.
func (b *boss) types(keys ...string) {
	b.Helper()
	if err := b.press(keys...); err != nil {
		b.Fatalf("%s: %v", b.name, err)
	}
}

// turns presses a key until the screen is as wanted, checking each time.
func (b *boss) turns(key string, until func(screen string) bool) {
	b.Helper()
	const most = 60
	for range most {
		before := b.still()
		if until(b.text()) {
			return
		}
		b.types(key)
		b.await(b.name+" has pressed "+key, func() bool { return b.still() != before })
	}
	b.Fatalf("%s presses %s again and again:\n%s", b.name, key, b.picture())
}

// still returns the screen without its clocks.
func (b *boss) still() string { return clocks.ReplaceAllString(b.text(), "") }

var clocks = regexp.MustCompile(`(! )?\d+:\d\d`)

// reader is what a program reads at a seat.
type reader struct {
	line  *line
	table string
	seat  engine.Seat
	names []string      // of all seats
	done  chan struct{} // closed when there are no more lines

	mu   sync.Mutex
	log  []wiretest.Message // the log's lines
	turn *wiretest.Message  // the seat's legal moves, nil for none
	kept int                // ply of the newest answer kept back
	over bool
}

// read follows the lines from the start of a game.
func read(l *line, news chan<- struct{}) (*reader, error) {
	start, err := l.Await("start")
	if err != nil {
		return nil, err
	}
	var seats []struct{ Name string }
	if err := json.Unmarshal(start.Seats, &seats); err != nil {
		return nil, err
	}
	r := &reader{line: l, table: start.Table, seat: *start.Seat, done: make(chan struct{})}
	for _, s := range seats {
		r.names = append(r.names, s.Name)
	}
	go func() {
		defer close(r.done)
		for m, err := l.Next(); err == nil; m, err = l.Next() {
			r.take(m)
			wake(news)
		}
	}()
	return r, nil
}

func (r *reader) take(m wiretest.Message) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch m.Type {
	case "event":
		r.log, r.turn = append(r.log, m), nil
	case "turn":
		r.turn = &m
	case "passed":
		r.kept, r.turn = *m.Ply, nil
	case "end":
		r.over, r.turn = true, nil
	}
}

func (r *reader) close() {
	r.line.close()
	<-r.done
}

// sight is what a boss knows at one moment.
type sight struct {
	log   []wiretest.Message
	kept  int // ply of the newest answer kept back
	over  bool
	legal []json.RawMessage // nil if there is nothing to do
	raw   json.RawMessage   // of view
	view  rules.View        // as of the time when they may act
}

// now returns what is known now.
func (r *reader) now() (s sight, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s = sight{log: r.log, kept: r.kept, over: r.over}
	if r.turn == nil {
		return s, nil
	}
	s.legal, s.raw = r.turn.Legal, r.turn.View
	return s, json.Unmarshal(s.raw, &s.view)
}

// may reports whether a move of one of the types is legal.
func (s sight) may(types ...string) bool {
	return slices.ContainsFunc(s.legal, func(entry json.RawMessage) bool {
		var shape struct{ Type string }
		return json.Unmarshal(entry, &shape) == nil && slices.Contains(types, shape.Type)
	})
}

// asked reports whether the table waits for them. It passes by itself for hands that hold nothing.
func (s sight) asked() bool {
	if s.view.Window != nil && len(s.legal) == 1 && s.may(rules.TypePass) {
		return false
	}
	return s.may(rules.TypePass, rules.TypeMulligan, rules.TypeArrange, rules.TypeEndTurn)
}
