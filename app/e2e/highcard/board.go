package highcard

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
)

//go:embed rules.md
var texts embed.FS

// Offer returns the game with its board, for a server's list.
func Offer() tui.Game {
	return tui.Game{Rules: Game{}, Board: func(*language.Reader) tui.Board { return &board{} }, Texts: texts}
}

var digit = key.NewBinding(key.WithKeys("1", "2", "3"), key.WithHelp("1-3", "play"))

// board is the table of one play screen.
type board struct {
	frame matchmaking.Frame
	view  View
}

func (b *board) Show(f matchmaking.Frame) error {
	var v View
	if err := json.Unmarshal(f.View, &v); err != nil {
		return err
	}
	b.frame, b.view = f, v
	return nil
}

func (b *board) Side(engine.Seat) {}
func (b *board) OneKey(bool)      {}

func (b *board) Update(msg tea.Msg) (json.RawMessage, bool) {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok || !key.Matches(press, digit) {
		return nil, false
	}
	move, err := b.Command(press.String())
	return move, err == nil
}

func (b *board) Heading() string { return fmt.Sprintf("card %d of 6", min(6, len(b.view.Played)+1)) }

func (b *board) View(_, _ int, _ time.Time, _ *tui.Theme) []string { return b.Plain() }

func (b *board) Tell(l engine.Line) string {
	return b.frame.Seats[l.Seat].Name + " plays " + b.Advise(l.Move)
}

func (b *board) Advise(move json.RawMessage) string {
	var m struct{ Card int }
	if json.Unmarshal(move, &m) != nil || m.Card == 0 {
		return "nothing"
	}
	return fmt.Sprint("the ", m.Card)
}

func (b *board) Refuse(refused *engine.Illegal) string { return refused.Message }

func (b *board) Plain() []string {
	lines := []string{fmt.Sprint("Played: ", b.view.Played, ". Wins: ", b.view.Wins, ".")}
	var hand []string
	for i, card := range b.view.Hand {
		hand = append(hand, fmt.Sprintf("%d: the %d", i+1, card))
	}
	if b.frame.Turn != nil {
		lines = append(lines, "Play a card of your hand.")
	}
	return append(lines, "Your hand: "+strings.Join(hand, ", ")+".")
}

func (b *board) Command(line string) (json.RawMessage, error) {
	n, err := strconv.Atoi(strings.TrimPrefix(line, "p "))
	if err != nil || n < 1 || n > len(b.view.Hand) || b.frame.Turn == nil {
		return nil, errors.New("type p and the number of a card")
	}
	return play(b.view.Hand[n-1]), nil
}

func (b *board) Score(int, *tui.Theme) string { return fmt.Sprint("Wins: ", b.view.Wins) }

func (b *board) ShortHelp() []key.Binding  { return []key.Binding{digit} }
func (b *board) FullHelp() [][]key.Binding { return [][]key.Binding{b.ShortHelp()} }
