// Package districtnoir draws the table of District Noir and turns keys, clicks and typed lines into
// moves. It contains no rules: it asks the frame and the game's package what is legal and what a
// move is worth.
package districtnoir

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/motion"
)

// Name is the game that this board draws.
const Name = "district-noir"

const seats = 2

// Board is the table of one play screen, for one goroutine. It only delegates: the draft has the
// district and the pick, the picture has the drawing of both.
type Board struct {
	*language.Reader // nil for English

	draft draft
	shown picture
}

var (
	_ tui.Board  = (*Board)(nil)
	_ tui.Mover  = (*Board)(nil)
	_ tui.Signer = (*Board)(nil)
)

// New returns a board that waits for its first frame.
func New(r *language.Reader) tui.Board {
	return &Board{Reader: r, draft: draft{speech: speech{words{Reader: r}, &district{}}}}
}

// Show takes a new frame. A pick stays only while it still means the same.
func (b *Board) Show(f matchmaking.Frame) error {
	if f.Game != Name || len(f.Seats) != seats {
		return fmt.Errorf("no table of %s: %q with %d seats", Name, f.Game, len(f.Seats))
	}
	d := &b.draft
	before, frame, was := d.meaning(), d.Frame, d.view
	hands, err := d.read(&f)
	if err != nil {
		d.view = was
		return err
	}
	if f.Ply() != d.Frame.Ply() {
		d.hint = ""
	}
	if d.last.took() { // its mark goes
		b.shown.tableaus = [seats]kit.Block{}
	}
	b.shown.succeed(&frame, &f, &was, &d.view)
	d.Frame, d.hands, d.last = f, hands, changed(f.Log)
	b.shown.scene.begin(&frame, &was, d.district)
	if f.End != nil || !d.samePick(before) {
		d.pick = pick{}
	}
	d.pickOnly()
	return nil
}

// Moves implements tui.Mover.
func (b *Board) Moves(m *motion.Motion) { b.shown.scene.motion = m }

// Signs implements tui.Signer.
func (b *Board) Signs() { b.draft.signs = true }

// OneKey implements tui.Board: taking counts as a pick by a key.
func (b *Board) OneKey(on bool) { b.draft.quick = on }

// Side implements tui.Board.
func (b *Board) Side(s engine.Seat) { b.draft.Side, b.shown.stale = s, true }

// Update handles a key or a click. Keys pick; enter or a second click confirms.
func (b *Board) Update(msg tea.Msg) (json.RawMessage, bool) {
	if !b.draft.Open() {
		return nil, false
	}
	pick, hint := b.draft.pick, b.draft.hint
	defer func() { b.shown.picked = b.shown.picked || b.draft.pick != pick || b.draft.hint != hint }()
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		b.draft.hint = ""
		return b.draft.press(msg)
	case tea.MouseClickMsg:
		b.draft.hint = ""
		if name, ok := b.shown.block.At(msg.X, msg.Y); ok && msg.Button == tea.MouseLeft {
			return b.draft.click(name)
		}
	}
	return nil, false
}

// ShortHelp lists the keys that do something now.
func (b *Board) ShortHelp() []key.Binding { return b.draft.help() }

// FullHelp lists all keys of a seat.
func (b *Board) FullHelp() [][]key.Binding {
	if b.draft.Watching() {
		return nil
	}
	return allKeys()
}

// View draws the table.
func (b *Board) View(w, h int, now time.Time, th *tui.Theme) []string {
	if !b.draft.Ready() || w < 1 || h < 1 {
		return nil
	}
	return b.shown.view(&b.draft, w, h, now, th)
}

// Heading says which round it is and who began it.
func (b *Board) Heading() string { return b.draft.heading() }

// Tell words a line of the log.
func (b *Board) Tell(l engine.Line) string {
	return strings.Join(teller{b.draft.speech}.tell(l, b.draft.sayAll), "; ")
}

// Advise words a move of the viewer's as advice.
func (b *Board) Advise(move json.RawMessage) string { return b.draft.advise(move) }

// Refuse says why the rules refused a move.
func (b *Board) Refuse(e *engine.Illegal) string {
	if text, known := refusals[e.Reason]; known {
		return b.Words(text)
	}
	return e.Message
}

// Plain describes the position in sentences.
func (b *Board) Plain() []string { return plain{b.draft.speech}.sentences() }

// Command reads "p 2" or "t"; a number alone plays that card.
func (b *Board) Command(line string) (json.RawMessage, error) {
	return typist{b.draft.speech}.read(line)
}

// Score is the score sheet: what each part of both tableaus was worth, and what decided the game.
func (b *Board) Score(w int, th *tui.Theme, counted float64) string {
	if !b.draft.Ready() || b.draft.Frame.End == nil {
		return ""
	}
	return sheet{brush{draft: &b.draft, th: th, g: &th.Glyphs, w: w}, counted}.draw()
}
