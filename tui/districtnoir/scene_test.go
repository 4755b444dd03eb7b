package districtnoir_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/charmbracelet/x/ansi"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/motion"
	"noir/tui/tuitest"
)

// animated is a board with a motion.
func animated(t testing.TB) (tui.Board, *motion.Motion) {
	t.Helper()
	b, m := districtnoir.New(nil), motion.New(time.Now)
	b.(tui.Mover).Moves(m)
	return b, m
}

// windows are those in which whole games are shown.
var windows = [][2]int{{40, 17}, {80, 21}, {120, 37}, {200, 57}}

// TestEveryMotionEndsAtTheTruth plays whole games with their motions: each takes its time, has few
// pictures, and ends at what a board shows that has seen nothing move.
func TestEveryMotionEndsAtTheTruth(t *testing.T) {
	for _, window := range windows {
		w, h := window[0], window[1]
		for _, seat := range []engine.Seat{0, 1, engine.Spectator} {
			synctest.Test(t, func(t *testing.T) {
				g, dice, th := deal(t, 4), random(4), tuitest.Theme()
				b, m := animated(t)
				tuitest.Shown(t, b, g.frame(seat))
				began := time.Now()
				looks := tuitest.Played(t, b, m, th, w, h)
				if took := time.Since(began); seat == engine.Spectator && took > 0 || seat != engine.Spectator && (took < 250*time.Millisecond || took > 320*time.Millisecond || len(looks) > 5) {
					t.Fatalf("seat %d: the first deal takes %v and %d pictures", seat, took, len(looks))
				}
				same(t, b, g, seat, th, w, h)
				for g.mover() != engine.Spectator {
					before, made := g.view(0), len(g.steps)
					g.run(dice, func(rules.View) bool { return len(g.steps) > made })
					tuitest.Shown(t, b, g.frame(seat))
					began = time.Now()
					looks = tuitest.Played(t, b, m, th, w, h)
					after := g.view(0)
					want := 120 * time.Millisecond
					if len(after.Row) < len(before.Row) {
						want = time.Duration(40*(len(before.Row)-len(after.Row))+120) * time.Millisecond
					}
					if after.Round != before.Round && seat != engine.Spectator {
						want += 250 * time.Millisecond
					}
					if g.mover() == engine.Spectator {
						want = 0
					}
					if took := time.Since(began); took < want || took > want+70*time.Millisecond {
						t.Fatalf("move %d takes %v, want %v", made, took, want)
					}
					if len(looks) > 8 {
						t.Fatalf("move %d has %d pictures", made, len(looks))
					}
					same(t, b, g, seat, th, w, h)
				}
			})
		}
	}
}

// same checks that a board at rest looks as one does that has seen only the newest frame.
func same(t *testing.T, b tui.Board, g *game, seat engine.Seat, th *tui.Theme, w, h int) {
	t.Helper()
	got, want := b.View(w, h, tuitest.Noon, th), board(t, g.frame(seat)).View(w, h, tuitest.Noon, th)
	if !slices.Equal(got, want) {
		t.Fatalf("at the end of a motion at %d×%d stands\n%s\nwant\n%s", w, h, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestASkippedMotionIsOver ends each motion at each of its pictures by a key, which counts.
func TestASkippedMotionIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const w, h = 80, 21
		g, dice, th := deal(t, 4), random(4), tuitest.Theme()
		b, m := animated(t)
		tuitest.Shown(t, b, g.frame(0))
		for pictures := 0; g.mover() != engine.Spectator; pictures = (pictures + 1) % 5 {
			made := len(g.steps)
			g.run(dice, func(rules.View) bool { return len(g.steps) > made })
			f := g.frame(0)
			tuitest.Shown(t, b, f)
			for range pictures {
				b.View(w, h, tuitest.Noon, th)
				time.Sleep(m.Wait())
			}
			m.Skip()
			if f.Turn != nil {
				if move, _ := tuitest.Press(t, b, "1", "enter"); move != string(f.Turn.Legal[0]) && !strings.Contains(move, "play") {
					t.Fatalf("after a skipped motion the keys make %q", move)
				}
				tuitest.Press(t, b, "esc")
			}
			tuitest.Shown(t, b, f)
			same(t, b, g, 0, th, w, h)
		}
	})
}

// TestMotionLooks has the pictures of a play, of a take and of a deal.
func TestMotionLooks(t *testing.T) {
	for name, until := range map[string]func(before, after rules.View) bool{
		"motion-play": func(before, after rules.View) bool { return len(after.Row) == len(before.Row)+1 && len(after.Row) == 7 },
		"motion-take": func(before, after rules.View) bool { return len(after.Row) < len(before.Row)-4 },
		"motion-deal": func(before, after rules.View) bool { return after.Round != before.Round },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, dice := deal(t, 4), random(4)
				b, m := animated(t)
				tuitest.Shown(t, b, g.frame(0))
				for found := false; !found; {
					before, made := g.view(0), len(g.steps)
					g.run(dice, func(rules.View) bool { return len(g.steps) > made })
					tuitest.Shown(t, b, g.frame(0))
					if found = until(before, g.view(0)); !found {
						m.Skip()
					}
				}
				var pictures []string
				for _, look := range tuitest.Played(t, b, m, tuitest.Theme(), 80, 21) {
					pictures = append(pictures, trimmed(look))
				}
				tuitest.Golden(t, name, strings.Join(pictures, "\n\n"))
			})
		})
	}
}

// trimmed is a look without spaces at the ends of its lines.
func trimmed(look string) string {
	lines := strings.Split(ansi.Strip(look), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}
