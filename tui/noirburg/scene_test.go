package noirburg_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/charmbracelet/x/ansi"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/tui"
	"noir/tui/motion"
	"noir/tui/noirburg"
	"noir/tui/tuitest"
)

// animated is a board with a motion that shows a frame.
func animated(t testing.TB, g *game, seat engine.Seat) (tui.Board, *motion.Motion) {
	t.Helper()
	b, m := noirburg.New(nil), motion.New(time.Now)
	b.(tui.Mover).Moves(m)
	return tuitest.Shown(t, b, g.frame(seat)), m
}

// TestEveryMotionEndsAtTheTruth plays a whole game with its motions: each has few pictures and takes as
// long as dice and bars may, and ends at what a board shows on which nothing moves.
func TestEveryMotionEndsAtTheTruth(t *testing.T) {
	const dice, bars, card = 700 * time.Millisecond, 210 * time.Millisecond, 50 * time.Millisecond
	for seats, window := range map[int][2]int{3: {40, 17}, 4: {80, 21}, 5: {120, 37}, 6: {200, 57}} {
		w, h := window[0], window[1]
		synctest.Test(t, func(t *testing.T) {
			g, th, thrown, grown := deal(t, 4, seats), tuitest.Theme(), 0, 0
			b, m := animated(t, g, 0)
			still := tuitest.Shown(t, noirburg.New(nil), g.frame(0))
			began := time.Now()
			looks := tuitest.Played(t, b, m, th, w, h)
			if took, deals := time.Since(began), time.Duration(len(g.view(0).Hand))*card; took < deals || took > deals+70*time.Millisecond || len(looks) > 8 {
				t.Fatalf("the first deal takes %v and %d pictures, want %v", took, len(looks), deals)
			}
			late := tuitest.Shown(t, noirburg.New(nil), g.frame(0))
			if got, want := b.View(w, h, tuitest.Noon, th), late.View(w, h, tuitest.Noon, th); !slices.Equal(got, want) {
				t.Fatalf("after the deal stands\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			for !g.over() && (seats == rules.MinSeats || thrown < 3 || grown < 3) { // one game to its end
				g.chance()
				tuitest.Shown(t, b, g.frame(0))
				began = time.Now()
				looks = tuitest.Played(t, b, m, th, w, h)
				switch took := time.Since(began); {
				case len(looks) > 8 || g.over() && took > 0:
					t.Fatalf("ply %d has %d pictures", len(g.log), len(looks))
				case took == 0:
				case took >= dice:
					thrown++
				case took >= bars:
					grown++
				default:
					t.Fatalf("ply %d takes %v, which is neither dice nor bars", len(g.log), took)
				}
				tuitest.Shown(t, still, g.frame(0))
				got, want := b.View(w, h, tuitest.Noon, th), still.View(w, h, tuitest.Noon, th)
				if !slices.Equal(got, want) {
					t.Fatalf("at the end of a motion at %d×%d stands\n%s\nwant\n%s", w, h, strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			}
			if thrown == 0 || grown == 0 {
				t.Errorf("%d seats: %d throws and %d attacks moved", seats, thrown, grown)
			}
		})
	}
}

// TestNothingIsDealtToWhoComesLater: they see the hand at once.
func TestNothingIsDealtToWhoComesLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := deal(t, 4, 4)
		g.chance()
		b, m := animated(t, g, 0)
		if looks := tuitest.Played(t, b, m, tuitest.Theme(), 80, 21); len(looks) > 0 {
			t.Errorf("something moves:\n%s", looks[0])
		}
	})
}

// TestMotionLooks has the pictures of the first deal, of dice and of an attack.
func TestMotionLooks(t *testing.T) {
	effect := func(kind string) func(*game) bool {
		return func(g *game) bool {
			return slices.ContainsFunc(g.log[len(g.log)-1].Effects, func(raw engine.Effect) bool {
				e, err := rules.ReadEffect(raw.Public)
				d, dice := e.(rules.Dice)
				return err == nil && dice && d.For == kind
			})
		}
	}
	attacked := func(g *game) bool {
		w := g.view(0).Window
		return w != nil && w.Kind == rules.WindowAttack
	}
	t.Run("motion-deal", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			b, m := animated(t, deal(t, 4, 4), 0)
			tuitest.Golden(t, "motion-deal", trimmed(tuitest.Played(t, b, m, tuitest.Theme(), 80, 21)))
		})
	})
	for name, until := range map[string]func(*game) bool{
		"motion-driveby": effect(rules.ForDriveby), "motion-poker": effect(rules.ForPoker), "motion-attack": attacked,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := deal(t, 4, 4)
				b, m := animated(t, g, 0)
				for made := 0; len(g.log) == made || !until(g); {
					made = len(g.log)
					g.chance()
					m.Skip()
					tuitest.Shown(t, b, g.frame(0))
				}
				tuitest.Golden(t, name, trimmed(tuitest.Played(t, b, m, tuitest.Theme(), 100, 30)))
			})
		})
	}
}

// trimmed are pictures without the last spaces of their lines.
func trimmed(looks []string) string {
	return strings.ReplaceAll(ansi.Strip(strings.Join(looks, "\n\n")), " \n", "\n")
}
