package districtnoir_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/tuitest"
)

// opening is a game in which seat s is to move and may take.
func opening(t testing.TB) (*game, engine.Seat) {
	g := deal(t, 1)
	return g, g.mover()
}

func TestKeysMakeMoves(t *testing.T) {
	g, seat := opening(t)
	hand := g.view(seat).Hand
	card := func(i int) string { return string(rules.Play(hand[i])) }
	take := string(rules.Take())
	for keys, want := range map[string]string{
		"1 enter":                 card(0),
		"5 enter":                 card(4),
		"1 3 enter":               card(2),
		"right enter":             card(0),
		"right right right enter": card(2),
		"l l h enter":             card(0),
		"left enter":              card(4),
		"5 right enter":           card(4),
		"t enter":                 take,
		"t t enter":               take,
		"up enter":                take,
		"3 k j enter":             card(2),
		"t 2 enter":               card(1),
		"2 t enter":               take,
	} {
		if move, ok := tuitest.Press(t, board(t, g.frame(seat)), strings.Fields(keys)...); !ok || move != want {
			t.Errorf("%s makes %q, want %q", keys, move, want)
		}
	}
}

func TestNoSingleKeyPlays(t *testing.T) {
	g, seat := opening(t)
	for _, keys := range []string{
		"1", "5", "t", "enter", "up", "down", "left", "right", "h", "j", "k", "l", "space", "esc",
		"enter enter", "t t", "1 1", "t up", "2 esc enter", "t esc enter",
	} {
		if move, ok := tuitest.Press(t, board(t, g.frame(seat)), strings.Fields(keys)...); ok {
			t.Errorf("%s makes the move %s", keys, move)
		}
	}
}

// TestOneKeyPlays: a key that is a card's own plays it, and so does a click; the
// arrows only pick.
func TestOneKeyPlays(t *testing.T) {
	g, seat := opening(t)
	hand := g.view(seat).Hand
	for key, want := range map[string]string{
		"1": string(rules.Play(hand[0])), "5": string(rules.Play(hand[4])), "t": string(rules.Take()),
		"9": "", "up": "", "left": "", "right": "", "down": "", "space": "", "enter": "",
	} {
		b := board(t, g.frame(seat))
		b.OneKey(true)
		if move, ok := tuitest.Press(t, b, key); move != want || ok != (want != "") {
			t.Errorf("%s makes %q, not %q", key, move, want)
		}
	}
	b := board(t, g.frame(seat))
	b.OneKey(true)
	if move, ok := tuitest.Press(t, b, "right", "9"); ok {
		t.Errorf("a key of no card plays the one that is picked: %s", move)
	}
	waits := board(t, g.frame(1-seat))
	waits.OneKey(true)
	if move, ok := tuitest.Press(t, waits, "1"); ok {
		t.Errorf("out of turn: %s", move)
	}
}

// TestTheOnlyMoveIsPicked, so that one key makes it; where there is a choice none is.
func TestTheOnlyMoveIsPicked(t *testing.T) {
	for name, c := range map[string]struct {
		cards int
		takes bool
		picks bool
	}{"a card": {1, false, true}, "a take": {0, true, true}, "a card and a take": {1, true, false}, "two cards": {2, false, false}} {
		var seat engine.Seat
		found := false
		for n := byte(1); !found && n < 200; n++ {
			g := deal(t, n).run(random(uint64(n)), func(v rules.View) bool {
				seat = v.Turn()
				found = len(v.Hand) == c.cards && (len(v.Row) > 0 && !v.Took[seat]) == c.takes
				return found
			})
			if !found {
				continue
			}
			if move, ok := tuitest.Press(t, board(t, g.frame(seat)), "enter"); ok != c.picks {
				t.Errorf("%s: enter makes %q", name, move)
			}
		}
		if !found {
			t.Errorf("%s: there is no such moment", name)
		}
	}
}

func TestNobodyElsePlays(t *testing.T) {
	g, seat := opening(t)
	for _, viewer := range []engine.Seat{1 - seat, engine.Spectator} {
		for _, keys := range []string{"1 enter", "t enter"} {
			if move, ok := tuitest.Press(t, board(t, g.frame(viewer)), strings.Fields(keys)...); ok {
				t.Errorf("seat %d makes %s out of turn", viewer, move)
			}
		}
	}
}

func TestPickSurvivesTheOthersMove(t *testing.T) {
	g, seat := opening(t)
	waiting := 1 - seat
	b := board(t, g.frame(waiting))
	tuitest.Press(t, b, "4")
	g.play(rules.Play(g.view(seat).Hand[0]))
	if err := b.Show(g.frame(waiting)); err != nil {
		t.Fatal(err)
	}
	want := string(rules.Play(g.view(waiting).Hand[3]))
	if move, ok := tuitest.Press(t, b, "enter"); !ok || move != want {
		t.Errorf("after the other's move enter makes %q, want %q", move, want)
	}
}

func TestPickIsDroppedWhenItWouldMeanSomethingElse(t *testing.T) {
	g, seat := opening(t)
	b := board(t, g.frame(seat))
	tuitest.Press(t, b, "1")
	g.play(rules.Play(g.view(seat).Hand[0]))
	g.play(rules.Play(g.view(1 - seat).Hand[0]))
	if err := b.Show(g.frame(seat)); err != nil {
		t.Fatal(err)
	}
	if move, ok := tuitest.Press(t, b, "enter"); ok {
		t.Errorf("a card is still picked after one was played: %s", move)
	}
	tuitest.Press(t, b, "t")
	g.play(rules.Play(g.view(seat).Hand[0]))
	g.play(rules.Play(g.view(1 - seat).Hand[0]))
	if err := b.Show(g.frame(seat)); err != nil {
		t.Fatal(err)
	}
	if move, ok := tuitest.Press(t, b, "enter"); ok {
		t.Errorf("the take is still picked although the row has changed: %s", move)
	}
}

func TestRefusalsAreTold(t *testing.T) {
	g, seat := opening(t)
	g.play(rules.Take())
	empty := board(t, g.frame(1-seat))
	g.play(rules.Play(g.view(1 - seat).Hand[0]))
	used := board(t, g.frame(seat))
	other := board(t, g.frame(1-seat))
	g.play(rules.Play(g.view(seat).Hand[0]))
	for _, c := range []struct {
		board tui.Board
		keys  string
		want  string
	}{
		{used, "t", "You have taken already: pick "},
		{used, "enter", "Nothing is picked"},
		{empty, "t", "The row is empty"},
		{other, "t", "Not yet"},
		{other, "5", "You hold 4 cards"},
		{other, "1 enter", "Not yet"},
	} {
		tuitest.Press(t, c.board, strings.Fields(c.keys)...)
		if look := tuitest.Look(c.board); !strings.Contains(look, c.want) {
			t.Errorf("%s does not say %q:\n%s", c.keys, c.want, look)
		}
	}
}

func TestClicksPickAndPlay(t *testing.T) {
	g, seat := opening(t)
	for _, c := range []struct {
		clicks []string
		want   string
	}{
		{[]string{"│6 ◆ ◆│    │8", "│6 ◆ ◆│    ╭"}, string(rules.Play(rules.Six))},
		{[]string{"┃ −3  ┃", "enter plays"}, string(rules.Play(rules.Minus3))},
		{[]string{"│8 ■ ■│ │6", "│8 ■ ■│ │6"}, string(rules.Take())},
		{[]string{"take two", "enter takes"}, string(rules.Take())},
	} {
		b := board(t, g.frame(seat))
		if move, ok := tuitest.Click(t, b, c.clicks[0]); ok {
			t.Errorf("one click on %q makes %s", c.clicks[0], move)
		}
		if move, ok := tuitest.Click(t, b, c.clicks[1]); !ok || move != c.want {
			t.Errorf("clicks on %q make %q, want %q", c.clicks, move, c.want)
		}
	}
	b := board(t, g.frame(seat))
	tuitest.Click(t, b, "│6 ◆ ◆│    │8")
	if move, ok := tuitest.Click(t, b, "┃ −3  ┃"); ok {
		t.Errorf("a click on another card makes %s", move)
	}
}

// TestOtherButtonsPickNothing: a click is one with the left button.
func TestOtherButtonsPickNothing(t *testing.T) {
	g, seat := opening(t)
	b := board(t, g.frame(seat))
	before := strings.Split(tuitest.Look(b), "\n")
	for y, line := range before {
		if at, _, found := strings.Cut(line, "│6 ◆ ◆│    │8"); found {
			for range 2 {
				if move, ok := b.Update(tea.MouseClickMsg{X: ansi.StringWidth(at), Y: y, Button: tea.MouseRight}); ok {
					t.Errorf("it makes %s", move)
				}
			}
		}
	}
	if after := tuitest.Look(b); after != strings.Join(before, "\n") {
		t.Errorf("something is picked:\n%s", after)
	}
}

// TestMissingPlayersAreMarked above the table, instead of their rating.
func TestMissingPlayersAreMarked(t *testing.T) {
	g, seat := opening(t)
	for want, miss := range map[string]func(*matchmaking.Seated){
		"spade away": func(s *matchmaking.Seated) { s.Away = true }, "spade the house plays": func(s *matchmaking.Seated) { s.Substitute = true },
		"spade 1532": func(*matchmaking.Seated) {},
	} {
		f := g.frame(seat)
		miss(&f.Seats[1])
		if look := tuitest.Look(board(t, f)); !strings.Contains(look, want) {
			t.Errorf("%q is missing:\n%s", want, look)
		}
	}
}
