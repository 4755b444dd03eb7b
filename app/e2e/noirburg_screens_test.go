//go:build e2e

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"noir/app"
	"noir/data/record"
	"noir/engine"
	"noir/engine/noirburg"
	"noir/engine/noirburg/rules"
)

// TestNoirburgByKeys has three people with new keys, at terminals of 80×24, play a whole game
// of Noirburg by keys alone, and then parts of further games until each reaction card has been
// played, Police for both of its uses.
func TestNoirburgByKeys(t *testing.T) {
	t.Parallel()
	server := launch(t, "--listen", "127.0.0.1:0", "--data", t.TempDir())
	defer server.stop()
	addr := server.addr
	g := &gathering{T: t, news: make(chan struct{}, 1), used: map[string]bool{}}
	defer g.close()
	for _, name := range []string{"marlowe", "spade", "vera"} {
		g.arrive(addr, newPerson(t, name))
	}
	g.sitDown(addr)
	g.follow(addr)
	g.playOn(func() bool { return false })
	g.checkRecord(addr)
	for games, most := 1, 4; !g.usedAll(); games++ {
		if games == most {
			t.Fatalf("in %d games nothing was used but %v", games, g.used)
		}
		g.again()
		g.follow(addr)
		g.playOn(g.usedAll)
	}
}

// reactions are all uses of reaction cards.
var reactions = []string{"poker", "police raid", "police stop", "bribe", "driveby", "turncoat"}

// reaction returns which of them a move is, "" for none.
func reaction(m rules.Move) string {
	name := m.Type
	if m.Type == rules.TypePolice {
		name += " " + m.Use
	}
	if !slices.Contains(reactions, name) {
		return ""
	}
	return name
}

// arrive brings in a new visitor.
func (g *gathering) arrive(addr string, p person) {
	g.Helper()
	screen, err := p.sit(addr, g.news)
	if err != nil {
		g.Fatal(err)
	}
	b := &boss{person: p, terminal: screen, gathering: g}
	g.bosses = append(g.bosses, b)
	b.sees("What is your name", "▸ "+b.name)
	b.types("enter")
	b.sees("With a friend")
}

func (g *gathering) close() {
	for _, b := range g.bosses {
		if b.reader != nil {
			b.reader.close()
		}
		b.terminal.close()
	}
}

// sitDown brings all to a private table. A program of the first one opens it: only there can
// windows be without a minimum, for which the test would wait.
func (g *gathering) sitDown(addr string) {
	g.Helper()
	host, err := g.bosses[0].connect(addr, fmt.Sprintf("play noirburg --json --host --pace fast --seats %d", len(g.bosses)))
	if err != nil {
		g.Fatal(err)
	}
	defer host.close()
	open, err := host.Await("queued")
	if err != nil {
		g.Fatal(err)
	}
	for i, b := range g.bosses[1:] {
		b.goes("With a friend", "Join by code")
		b.sees("The code")
		b.types(open.Code, "enter")
		if i+2 < len(g.bosses) { // with the last one the game begins: all sit there
			b.sees("Anybody who types this code")
		}
	}
	if _, err := host.Await("start"); err != nil {
		g.Fatal(err)
	}
	g.bosses[0].goes("Your table")
	for _, b := range g.bosses {
		b.sees("NOIRBURG", "set-up")
	}
}

// goes chooses in menus. Their rows may change by themselves: only the cursor shows that a key
// was handled.
func (b *boss) goes(rows ...string) {
	b.Helper()
	cursor := func() string { return pointed.FindString(b.text()) }
	for _, row := range rows {
		b.sees(row)
		for at := cursor(); !strings.Contains(b.text(), "▸ "+row); at = cursor() {
			b.types("down")
			b.await(b.name+" goes down", func() bool { return cursor() != at })
		}
		b.types("enter")
	}
}

// pointed returns the cursor with the first word of its row.
var pointed = regexp.MustCompile(`▸ \S+`)

// follow reads the game on all second connections.
func (g *gathering) follow(addr string) {
	g.Helper()
	for _, b := range g.bosses {
		if b.reader != nil {
			b.reader.close()
		}
		l, err := b.connect(addr, "play noirburg --json")
		if err != nil {
			g.Fatal(err)
		}
		if b.reader, err = read(l, g.news); err != nil {
			g.Fatal(err)
		}
	}
}

// playOn makes moves until the game is over, or earlier if that is enough.
func (g *gathering) playOn(enough func() bool) {
	g.Helper()
	for !enough() {
		b, m := g.next()
		if b == nil {
			for _, b := range g.bosses {
				b.sees("A casual game", "rematch")
			}
			return
		}
		g.witness(func() { b.play(b.look(), m) })
		if kind := reaction(m); kind != "" {
			g.used[kind] = true
		}
	}
}

// witness checks that all screens show a move, if it was not kept back.
func (g *gathering) witness(move func()) {
	g.Helper()
	plies := len(g.bosses[0].look().log)
	before := make([]string, len(g.bosses))
	for i, b := range g.bosses {
		before[i] = b.still()
	}
	move()
	g.await("everybody sees the move", func() bool {
		for i, b := range g.bosses {
			if len(b.look().log) > plies && b.still() == before[i] {
				return false
			}
		}
		return true
	})
}

// usedAll reports whether all reactions have been used.
func (g *gathering) usedAll() bool { return len(g.used) == len(reactions) }

// next waits until a boss is asked and returns their move, or the move of one who has a card
// for a reaction not used yet. There is none when the game is over.
func (g *gathering) next() (*boss, rules.Move) {
	g.Helper()
	var asked *boss
	g.await("somebody is asked", func() (so bool) {
		asked, so = g.asked()
		return so
	})
	if asked == nil {
		return nil, rules.Move{}
	}
	for _, b := range g.bosses {
		if m, ok := b.unused(); ok {
			return b, m
		}
	}
	return asked, asked.advised()
}

// asked returns a boss for whom the table waits, nil if the game is over. All must have read
// the same first.
func (g *gathering) asked() (b *boss, known bool) {
	plies, over := len(g.bosses[0].look().log), 0
	for _, o := range g.bosses {
		switch s := o.look(); {
		case len(s.log) != plies:
			return nil, false
		case s.over:
			over++
		case s.asked():
			b = o
		}
	}
	return b, b != nil || over == len(g.bosses)
}

// unused returns a reaction not used yet, against a rival if possible.
func (b *boss) unused() (best rules.Move, found bool) {
	s := b.look()
	if s.view.Window != nil && !s.asked() {
		return best, false // the window may close at any moment
	}
	for _, entry := range s.legal {
		m, ok := rules.ReadMove(entry)
		if kind := reaction(m); !ok || kind == "" || b.used[kind] {
			continue
		}
		if m.Type == rules.TypeDriveby {
			m.Cards = m.Cards[:1]
		}
		if !found || best.Seat == b.reader.seat {
			best, found = m, true
		}
	}
	return best, found
}

// advised returns what the fastest house player would do, except discarding a reaction card.
func (b *boss) advised() rules.Move {
	b.Helper()
	s := b.look()
	adviser, err := noirburg.Game{}.House("easy", uint64(b.reader.seat))
	if err != nil {
		b.Fatal(err)
	}
	body, err := adviser.Choose(context.Background(), engine.Sight{
		Seat: b.reader.seat, Seats: len(b.bosses), View: s.raw, Legal: s.legal,
	})
	if err != nil {
		b.Fatal(err)
	}
	m, ok := rules.ReadMove(body)
	if !ok {
		b.Fatalf("the house advises %s", body)
	}
	if m.Type == rules.TypeMulligan || m.Type == rules.TypeDiscard {
		m.Cards = slices.DeleteFunc(m.Cards, func(c rules.Card) bool { return c.Kind().Reaction() })
	}
	if m.Type == rules.TypeDiscard && len(m.Cards) == 0 {
		return rules.Move{Type: rules.TypeEndTurn}
	}
	return m
}

// checkRecord verifies the record of the game: the reactions must be in it, as moves by
// players.
func (g *gathering) checkRecord(addr string) {
	g.Helper()
	out := g.bosses[0].tells(g, addr, "replay "+g.bosses[0].reader.table+" --json")
	if _, err := record.Verify(app.Games(), []byte(out)); err != nil {
		g.Error(err)
	}
	var told record.Record
	if err := json.Unmarshal([]byte(out), &told); err != nil {
		g.Fatal(err)
	}
	missing := maps.Clone(g.used)
	for _, e := range told.Moves {
		if m, ok := rules.ReadMove(e.Move); ok && e.By == engine.ByPlayer {
			delete(missing, reaction(m))
		}
	}
	if len(missing) > 0 {
		g.Errorf("the record lacks %v", missing)
	}
	g.Logf("%d plies, used are %v", len(told.Moves), slices.Sorted(maps.Keys(g.used)))
}

// again has all agree to another game.
func (g *gathering) again() {
	g.Helper()
	for _, b := range g.bosses {
		b.agrees()
	}
	for _, b := range g.bosses {
		b.sees("NOIRBURG", "set-up")
	}
}

// agrees presses r until it works: it is ignored for a moment after the end of a game.
func (b *boss) agrees() {
	b.Helper()
	heard := func() bool {
		_, missing, asked := strings.Cut(b.text(), "The rematch is waiting for ")
		missing, _, _ = strings.Cut(missing, "\n")
		return asked && !strings.Contains(missing, b.name) || strings.Contains(b.text(), "set-up")
	}
	for until := time.Now().Add(bound(longest)); time.Now().Before(until); {
		b.types("r")
		if b.within(time.Second/2, heard) {
			return
		}
	}
	b.Fatalf("%s presses r in vain for %v:\n%s", b.name, longest, b.picture())
}
