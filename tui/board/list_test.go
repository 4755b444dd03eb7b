package board_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/board"
)

// counting is a game in which players say numbers.
type counting struct{}

func (counting) Heading(said []int) string          { return fmt.Sprint(len(said), " said") }
func (counting) Position(said []int) []string       { return []string{fmt.Sprint("Said: ", said, ".")} }
func (counting) Move(number json.RawMessage) string { return "say " + string(number) }
func table(turn *matchmaking.Turn) matchmaking.Frame {
	asked := time.Now()
	return matchmaking.Frame{
		Seat: 0, Seats: []matchmaking.Seated{{Name: "marlowe"}, {Name: "spade"}}, View: json.RawMessage(`[7]`), Turn: turn,
		Clocks: []matchmaking.SeatClock{{Asked: turn != nil, Since: asked}, {Asked: turn == nil, Since: asked}},
	}
}

func TestAListNumbersTheMoves(t *testing.T) {
	b := board.NewList(nil, counting{})
	if err := b.Show(table(&matchmaking.Turn{Legal: []json.RawMessage{json.RawMessage(`3`), json.RawMessage(`5`)}})); err != nil {
		t.Fatal(err)
	}
	if got, want := b.Plain(), []string{"Said: [7].", "It is your move.", "1: say 3", "2: say 5"}; !slices.Equal(got, want) {
		t.Errorf("the table is told as %q, want %q", got, want)
	}
	lines := b.View(40, 12, time.Now(), tui.NewTheme(tui.Look{}))
	second := slices.IndexFunc(lines, func(line string) bool { return ansi.Strip(line) == " 2: say 5" })
	for name, made := range map[string]func() (json.RawMessage, bool){
		"a digit": func() (json.RawMessage, bool) { return b.Update(tea.KeyPressMsg{Code: '2', Text: "2"}) },
		"a click": func() (json.RawMessage, bool) {
			return b.Update(tea.MouseClickMsg{X: 3, Y: second, Button: tea.MouseLeft})
		},
		"a line": func() (json.RawMessage, bool) { move, err := b.Command("2"); return move, err == nil },
	} {
		if move, ok := made(); !ok || string(move) != "5" {
			t.Errorf("%s makes the move %s, %t", name, move, ok)
		}
	}
	if move, ok := b.Update(tea.KeyPressMsg{Code: '3', Text: "3"}); ok {
		t.Errorf("3 makes the move %s", move)
	}
	if _, err := b.Command("three"); err == nil || err.Error() != "1 to 2" {
		t.Errorf("a wrong line is answered with %v", err)
	}
}

func TestAListTells(t *testing.T) {
	b := board.NewList(nil, counting{})
	if err := b.Show(table(nil)); err != nil {
		t.Fatal(err)
	}
	if got, want := b.Plain(), []string{"Said: [7].", "spade is to move."}; !slices.Equal(got, want) {
		t.Errorf("the table is told as %q, want %q", got, want)
	}
	if help := b.ShortHelp(); len(help) > 0 {
		t.Errorf("the keys are %v when nothing can be done", help)
	}
	for want, line := range map[string]engine.Line{
		"spade: say 3":             {Seat: 1, Move: json.RawMessage(`3`)},
		"spade resigned":           {Seat: 1, Move: engine.Resign},
		"marlowe ran out of time":  {Seat: 0, Move: engine.Timeout},
		"The game was called off.": {Seat: engine.Spectator, Move: engine.Abort},
	} {
		if got := b.Tell(line); got != want {
			t.Errorf("a line is told as %q, want %q", got, want)
		}
	}
}
