package districtnoir_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/tui/districtnoir"
	"noir/tui/tuitest"
)

// TestAPickedCardTellsTheOthersTake: under the row stands what the other could take after the picked
// card, as the game then counts it, and a take of one's own again once the card is put back.
func TestAPickedCardTellsTheOthersTake(t *testing.T) {
	g := deal(t, 2).run(random(7), func(v rules.View) bool { return v.Round == 2 && len(v.Row) > 2 && !v.Took[0] && !v.Took[1] })
	seat := g.mover()
	b := tuitest.Shown(t, districtnoir.New(nil), g.frame(seat))
	screen := func() string {
		return ansi.Strip(strings.Join(b.View(80, 21, tuitest.Noon, tuitest.Theme()), "\n"))
	}
	if !strings.Contains(screen(), "Take now") {
		t.Fatalf("nothing is said of a take:\n%s", screen())
	}
	other := g.frame(seat).Seats[1-seat].Name
	for i, card := range g.view(seat).Hand {
		tuitest.Press(t, b, fmt.Sprint(i+1))
		after := *g
		after.play(rules.Play(card))
		totals := after.view(seat).AfterTake(1 - seat).Totals()
		want := []string{"If " + other + " then takes", fmt.Sprintf("you %s ", figure(totals[seat])), fmt.Sprintf(" %s %s ", figure(totals[1-seat]), other)}
		for _, text := range want {
			if !strings.Contains(screen(), text) {
				t.Errorf("%v is picked, and %q is missing:\n%s", card, text, screen())
			}
		}
	}
	tuitest.Press(t, b, "esc")
	if !strings.Contains(screen(), "Take now") {
		t.Errorf("the card is put back, and its take stays:\n%s", screen())
	}
}

// TestWhoHasTakenSeesTheOthersTake: their own is spent, so the line under the row is the other's.
func TestWhoHasTakenSeesTheOthersTake(t *testing.T) {
	var seat engine.Seat
	g := deal(t, 2).run(random(7), func(v rules.View) bool {
		seat = v.Turn()
		return v.Took[seat] && !v.Took[1-seat] && len(v.Row) > 1
	})
	lines := tuitest.Shown(t, districtnoir.New(nil), g.frame(seat)).View(80, 21, tuitest.Noon, tuitest.Theme())
	if screen := ansi.Strip(strings.Join(lines, "\n")); !strings.Contains(screen, "If "+g.frame(seat).Seats[1-seat].Name+" takes") {
		t.Errorf("the other may take, and nothing says what:\n%s", screen)
	}
}

// TestTheThirdCityIsSaid: under the row stands that a take would win, for whom, and that it is a danger to the viewer
// if it is the other's.
func TestTheThirdCityIsSaid(t *testing.T) {
	var seat engine.Seat
	wins := func(v rules.View) bool {
		seat = v.Turn()
		return !v.Took[seat] && len(v.Row) > 0 && v.AfterTake(seat).Cities(seat) == 3
	}
	g := deal(t, 0)
	for n := byte(1); n < 255; n++ {
		if g = deal(t, n).run(random(uint64(n)), wins); g.mover() != engine.Spectator {
			break
		}
	}
	if g.mover() == engine.Spectator {
		t.Fatal("nobody may take the third city")
	}
	th := tuitest.Theme()
	name := g.frame(seat).Seats[seat].Name
	for viewer, want := range map[engine.Seat]string{
		seat:             th.Lamp.Render(" Taking now wins the game: all three cities"),
		1 - seat:         th.Danger.Render(" A take by " + name + " wins the game: all three cities"),
		engine.Spectator: th.Lamp.Render(" A take by " + name + " wins the game: all three cities"),
	} {
		b := tuitest.Shown(t, districtnoir.New(nil), g.frame(viewer))
		if screen := strings.Join(b.View(80, 21, tuitest.Noon, th), "\n"); !strings.Contains(screen, want) {
			t.Errorf("seat %d: %q is not on\n%s", viewer, want, screen)
		}
		if screen := strings.Join(b.View(36, 17, tuitest.Noon, th), "\n"); !strings.Contains(screen, "Taking wins: three cities") {
			t.Errorf("seat %d: it is not said in a narrow window:\n%s", viewer, screen)
		}
		if says := strings.Contains(strings.Join(b.Plain(), "\n"), "Taking now wins: it completes the three cities."); says != (viewer == seat) {
			t.Errorf("seat %d: said in sentences: %t", viewer, says)
		}
	}
}

// TestTotalsRoll up to what they are.
func TestTotalsRoll(t *testing.T) {
	g := deal(t, 4).run(random(4), func(rules.View) bool { return false })
	b := tuitest.Shown(t, districtnoir.New(nil), g.frame(0))
	totals := g.view(0).Totals()
	for _, part := range []float64{0, 0.5, 1} {
		lines := strings.Split(ansi.Strip(b.Score(60, tuitest.Theme(), part)), "\n")
		at := len(lines) - 1
		for at > 0 && !strings.HasPrefix(lines[at], "total") {
			at--
		}
		var got []string
		for _, n := range totals {
			got = append(got, figure(int(float64(n)*part+0.5)))
		}
		if words := strings.Fields(lines[at]); len(words) != 3 || words[1] != got[0] || words[2] != got[1] {
			t.Errorf("at %.1f the totals are %v, want %v", part, words, got)
		}
	}
}

// figure is a number as the table writes it.
func figure(n int) string { return strings.Replace(fmt.Sprint(n), "-", "−", 1) }
