// Package noirburg draws the table of Noirburg and turns keys, clicks and typed lines into moves.
// It contains no rules: it asks the frame and the game's package what is legal and what a move
// would lead to.
package noirburg

import (
	"encoding/json"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/motion"
)

// Board is the table of one play screen, for one goroutine. It only delegates: the draft has the
// town and the pick, the picture has the drawing of both.
type Board struct {
	*language.Reader // nil for English

	draft draft
	shown picture
}

var (
	_ tui.Board = (*Board)(nil)
	_ tui.Mover = (*Board)(nil)
)

// New returns a board that waits for its first frame.
func New(r *language.Reader) tui.Board {
	return &Board{Reader: r, draft: draft{speech: speech{words{r}, &town{}}}}
}

// Show takes a new frame. A pick stays only while it still means the same.
func (b *Board) Show(f matchmaking.Frame) error {
	before, was := b.draft.Frame, b.draft.view
	if err := b.draft.follow(f); err != nil {
		return err
	}
	b.shown.follow(before, f)
	b.shown.scene.begin(before, &was, b.draft.town)
	return nil
}

// Moves implements tui.Mover.
func (b *Board) Moves(m *motion.Motion) { b.shown.scene.motion = m }

// OneKey implements tui.Board.
func (b *Board) OneKey(on bool) { b.draft.quick = on }

// Side implements tui.Board.
func (b *Board) Side(s engine.Seat) { b.draft.Side, b.shown.stale = s, true }

// Update handles a key or a click. Keys pick; enter or a second click confirms, and a key held down
// never does both. Only a pass, after which one may still throw in a card, takes a single key.
func (b *Board) Update(msg tea.Msg) (json.RawMessage, bool) {
	if !b.draft.Open() {
		return nil, false
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		b.shown.stale = true
		b.draft.clear()
		return b.draft.press(msg)
	case tea.MouseClickMsg:
		b.shown.stale = true
		b.draft.clear()
		if name, ok := b.shown.block.At(msg.X, msg.Y); ok && msg.Button == tea.MouseLeft {
			return b.draft.click(name)
		}
	}
	return nil, false
}

// ShortHelp lists the keys that do something now.
func (b *Board) ShortHelp() []key.Binding {
	short := b.draft.help()
	if b.shown.cut && b.draft.pick == nil && b.draft.Open() {
		short = append(short, keys.look)
	}
	return short
}

// FullHelp lists the keys of a seat: of its pick while there is one, otherwise all that a turn or a
// window can have.
func (b *Board) FullHelp() [][]key.Binding {
	if b.draft.Watching() {
		return nil
	}
	return b.draft.allKeys()
}

// View draws the table.
func (b *Board) View(w, h int, now time.Time, th *tui.Theme) []string {
	if !b.draft.Ready() || w < 1 || h < 1 {
		return nil
	}
	return b.shown.view(&b.draft, w, h, now, th)
}

// Heading says which turn it is and whose.
func (b *Board) Heading() string { return b.draft.heading() }

// Tell words a line of the log, "" for a pass without effect.
func (b *Board) Tell(l engine.Line) string { return tell(b.draft.speech, l) }

// Advise words a move of the viewer's as advice.
func (b *Board) Advise(move json.RawMessage) string { return advice{b.draft.speech}.say(move) }

// Refuse says why the rules refused a move.
func (b *Board) Refuse(e *engine.Illegal) string { return b.Words(e.Message) }

// Plain describes the position in sentences.
func (b *Board) Plain() []string { return plain{b.draft.speech}.sentences() }

// Command reads a typed line, such as "attack vera casino with 4 2". With a question mark at its
// end it asks what the move would lead to, and the answer is the error.
func (b *Board) Command(line string) (json.RawMessage, error) {
	return command(b.draft.speech, line)
}

// Score is the score sheet: what everybody has, the best first, and what decided the game.
func (b *Board) Score(w int, th *tui.Theme, counted float64) string {
	if !b.draft.Ready() || b.draft.Frame.End == nil {
		return ""
	}
	return sheet{b.draft.speech}.draw(w, th, counted)
}
