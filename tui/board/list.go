package board

import (
	"encoding/json"
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
	"noir/tui/kit"
)

// Text words a game, whose views have type V, for a list.
type Text[V any] interface {
	// Heading says how far the game is, in a few words.
	Heading(V) string
	// Position describes what its viewer sees, in sentences.
	Position(V) []string
	// Move says a move of the game as advice: "play the 7".
	Move(json.RawMessage) string
}

// list is the board of a game without a board of its own: it describes the position in sentences
// and numbers the moves. Every entry of State.Legal has to be one move.
type list[V any] struct {
	*language.Reader
	Sight
	text  Text[V]
	view  V
	drawn kit.Block
}

// NewList returns the board of a game that has no better one. It describes the position in
// sentences and numbers the legal moves. A digit, a click or the typed number makes a move. It
// waits for its first frame. It is not for a game that is an engine.Completer.
func NewList[V any](r *language.Reader, text Text[V]) tui.Board {
	return &list[V]{Reader: r, text: text}
}

// Show implements tui.Board, as do the methods below.
func (l *list[V]) Show(f matchmaking.Frame) error {
	var view V
	if err := json.Unmarshal(f.View, &view); err != nil {
		return fmt.Errorf("the view of a table: %w", err)
	}
	l.Frame, l.view = f, view
	return nil
}

func (l *list[V]) Side(s engine.Seat) { l.Sight.Side = s }

func (l *list[V]) OneKey(bool) {} // all moves are made by one

func (l *list[V]) Update(msg tea.Msg) (json.RawMessage, bool) {
	name := ""
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if key.Matches(msg, digit) {
			name = msg.String()
		}
	case tea.MouseClickMsg:
		name, _ = l.drawn.At(msg.X, msg.Y)
	}
	move, err := l.Command(name)
	return move, err == nil
}

func (l *list[V]) Heading() string { return l.text.Heading(l.view) }

func (l *list[V]) View(w, h int, now time.Time, th *tui.Theme) []string {
	blocks := make([]kit.Block, 0, h)
	for i, seat := range l.Frame.Seats {
		clock := string(kit.SeatClock(nil, th, &l.Frame, engine.Seat(i), now))
		blocks = append(blocks, kit.Lines(kit.Spread(w, " "+th.Bright.Render(seat.Name), clock)))
	}
	for _, text := range append([]string{""}, l.told()...) {
		for _, line := range kit.Wrap(text, w-2) {
			blocks = append(blocks, kit.Lines(" "+th.Text.Render(line)))
		}
	}
	for i, text := range l.choices() {
		blocks = append(blocks, kit.Lines(" "+th.Lamp.Render(kit.Cut(text, w-1))).Click(strconv.Itoa(i+1)))
	}
	l.drawn = kit.Stack(blocks...).Crop(w, h)
	return l.drawn.Text()
}

// told is the position, and who is to move.
func (l *list[V]) told() []string {
	texts := l.text.Position(l.view)
	for i, clock := range l.Frame.Clocks {
		switch {
		case !clock.Asked:
		case engine.Seat(i) == l.Frame.Seat:
			texts = append(texts, l.Words("It is your move."))
		default:
			texts = append(texts, l.Words("%s is to move.", l.Frame.Seats[i].Name))
		}
	}
	return texts
}

// choices are the moves that may be made, by their numbers.
func (l *list[V]) choices() (texts []string) {
	if l.MayAct() {
		for i, move := range l.Frame.Turn.Legal {
			texts = append(texts, fmt.Sprintf("%d: %s", i+1, l.text.Move(move)))
		}
	}
	return texts
}

func (l *list[V]) Tell(line engine.Line) string {
	name := ""
	if line.Seat >= 0 {
		name = l.Frame.Seats[line.Seat].Name
	}
	switch string(line.Move) {
	case string(engine.Resign):
		return l.Words("%s resigned", name)
	case string(engine.Timeout):
		return l.Words("%s ran out of time", name)
	case string(engine.Abort):
		return l.Words("The game was called off.")
	}
	return name + ": " + l.text.Move(line.Move)
}

func (l *list[V]) Advise(move json.RawMessage) string { return l.text.Move(move) }

func (l *list[V]) Refuse(e *engine.Illegal) string { return l.Words(e.Message) }

func (l *list[V]) Plain() []string { return append(l.told(), l.choices()...) }

func (l *list[V]) Command(line string) (json.RawMessage, error) {
	choices := l.choices()
	n, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || n < 1 || n > len(choices) {
		return nil, language.Sentence(nil, "1 to %d", len(choices))
	}
	return l.Frame.Turn.Legal[n-1], nil
}

func (l *list[V]) Score(w int, th *tui.Theme, _ float64) string {
	var lines []string
	if end := l.Frame.End; end != nil {
		for i, place := range end.Result.Places {
			lines = append(lines, th.Bright.Render(kit.Cut(fmt.Sprintf("%d. %s", place, l.Frame.Seats[i].Name), w)))
		}
	}
	for _, text := range l.text.Position(l.view) {
		for _, line := range kit.Wrap(text, w) {
			lines = append(lines, th.Text.Render(line))
		}
	}
	return strings.Join(lines, "\n")
}

func (l *list[V]) ShortHelp() []key.Binding {
	if !l.MayAct() {
		return nil
	}
	return []key.Binding{digit}
}

func (l *list[V]) FullHelp() [][]key.Binding { return [][]key.Binding{{digit}} }
