package districtnoir_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/tui/districtnoir"
	"noir/tui/tuitest"
)

// TestRoomIsUsed: tables fill a good part of a large window, from the first move to the last.
func TestRoomIsUsed(t *testing.T) {
	stages := map[string]func(rules.View) bool{
		"opening": func(v rules.View) bool { return true },
		"middle":  func(v rules.View) bool { return v.Round == 2 && len(v.Row) == 6 },
		"late":    func(v rules.View) bool { return v.Round == 3 && len(v.Row) == 6 },
		"end":     func(v rules.View) bool { return v.Round == 4 && v.Hands[0] < 2 && v.Hands[1] < 2 },
	}
	for _, c := range []struct {
		w, h  int
		least float64
	}{{120, 40, 25}, {200, 60, 20}} {
		for stage, until := range stages {
			ink, tables := 0, 0
			for seed := range 10 {
				g := deal(t, byte(seed)).run(random(uint64(seed)), until)
				if g.mover() == engine.Spectator {
					continue // three cities, or nobody had a card left
				}
				tables++
				tuitest.Bubble(t, func(t *testing.T) {
					b := tuitest.Shown(t, districtnoir.New(nil), g.frame(g.mover()))
					screen := tuitest.Table(t, b, tuitest.Theme(), c.w, c.h).Screen()
					ink += tuitest.Ink(screen)
				})
			}
			if tables == 0 {
				t.Fatalf("no game comes to its %s", stage)
			}
			part := 100 * float64(ink) / float64(tables*c.w*c.h)
			t.Logf("%s: ink is in %.1f %% of %d×%d cells of %d tables", stage, part, c.w, c.h, tables)
			if part < c.least {
				t.Errorf("%s: ink is in %.1f %% of %d×%d cells, want %.0f %%", stage, part, c.w, c.h, c.least)
			}
		}
	}
}

// TestLampsLightWholeLines: the light on the row and on the hand is as wide as the table.
func TestLampsLightWholeLines(t *testing.T) {
	for w, table := range map[int]int{80: 80, 120: 88} {
		g := deal(t, 2).run(random(7), func(v rules.View) bool { return v.Round == 2 && len(v.Row) == 3 })
		b, th, lit := tuitest.Shown(t, districtnoir.New(nil), g.frame(g.mover())), tuitest.Theme(), 0
		light := string(th.Lamplight.Begin(nil))
		for _, line := range b.View(w, 21, tuitest.Noon, th) {
			if at := strings.LastIndex(line, light); at >= 0 {
				lit++
				rest, _, _ := strings.Cut(line[at+len(light):], "\x1b[m")
				if got := ansi.StringWidth(line[:at] + rest); got != table {
					t.Errorf("%d columns: the light ends at %d: %q", w, got, ansi.Strip(line))
				}
			}
		}
		if lit < 12 {
			t.Errorf("%d columns: %d lines are lit", w, lit)
		}
	}
}

// TestTheHandStaysWhereItIs: in windows with room neither a take nor the first card out of reach moves
// what is below them.
func TestTheHandStaysWhereItIs(t *testing.T) {
	const seat = 1
	for _, c := range []struct{ w, h, most int }{
		{80, 24, 13}, {120, 40, 11}, {200, 60, 13}, // and how long the row may be
	} {
		tuitest.Bubble(t, func(t *testing.T) {
			at := map[int]string{}
			g := deal(t, 3)
			for g.mover() != engine.Spectator {
				if v := g.view(seat); len(v.Row) <= c.most {
					b := tuitest.Shown(t, districtnoir.New(nil), g.frame(seat))
					screen := tuitest.Table(t, b, tuitest.Theme(), c.w, c.h).Screen()
					before, _, found := strings.Cut(screen, "spade 1532")
					if !found {
						t.Fatalf("the seat has no line:\n%s", screen)
					}
					at[strings.Count(before, "\n")] = screen
				}
				g.play(random(uint64(len(g.steps)))(g.view(g.mover()), g.state().Legal(g.mover())))
			}
			if len(at) != 1 {
				t.Errorf("in %d columns the seat's line stands in %d places", c.w, len(at))
				for _, screen := range at {
					t.Log(screen)
				}
			}
		})
	}
}
