// Package districtnoir draws the table of District Noir and turns keys, clicks
// and typed lines into its moves. It holds no rules: what may be done and what
// it is worth it asks of the frame and of the game's own package.
package districtnoir

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"noir/data/language"
	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/matchmaking"
	"noir/tui"
)

// Name is the game that this board draws.
const Name = "district-noir"

const seats = 2

// Board is the table of one play screen. One goroutine uses it.
type Board struct {
	*language.Reader // nil for English

	frame matchmaking.Frame
	view  rules.View
	side  engine.Seat         // from which a viewer without a seat looks
	hands [seats][]rules.Card // as far as the viewer may see them, else nil
	pick  pick
	quick bool    // see OneKey
	hint  string  // what the last key could not do, until the next one
	shown picture // as last drawn
}

var _ tui.Board = (*Board)(nil)

// New returns a board that waits for its first frame.
func New(r *language.Reader) tui.Board { return &Board{Reader: r} }

// Show takes over a frame. What was picked stays picked only as long as it still
// means the same.
func (b *Board) Show(f matchmaking.Frame) error {
	if f.Game != Name || len(f.Seats) != seats {
		return fmt.Errorf("no table of %s: %q with %d seats", Name, f.Game, len(f.Seats))
	}
	var view rules.View
	if err := json.Unmarshal(f.View, &view); err != nil {
		return fmt.Errorf("the view of a table: %w", err)
	}
	hands, err := visibleHands(f, view)
	if err != nil {
		return err
	}
	if f.Ply() != b.frame.Ply() {
		b.hint = ""
	}
	before := b.meaning()
	b.shown.succeed(&b.frame, &f, &b.view, &view)
	b.frame, b.view, b.hands = f, view, hands
	if f.End != nil || !b.samePick(before) {
		b.pick = pick{}
	}
	return nil
}

// visibleHands are the hands that a frame shows: the viewer's own, and all of
// them when the game is over.
func visibleHands(f matchmaking.Frame, own rules.View) ([seats][]rules.Card, error) {
	var hands [seats][]rules.Card
	if f.Seat != engine.Spectator {
		hands[f.Seat] = own.Hand
	}
	for seat, raw := range f.Open[:min(len(f.Open), seats)] {
		var open rules.View
		if err := json.Unmarshal(raw, &open); err != nil {
			return hands, fmt.Errorf("the open hand of seat %d: %w", seat, err)
		}
		hands[seat] = open.Hand
	}
	return hands, nil
}

// OneKey implements tui.Board: the take is one of what is picked by a key.
func (b *Board) OneKey(on bool) { b.quick = on }

// Side implements tui.Board.
func (b *Board) Side(s engine.Seat) { b.side, b.shown.stale = s, true }

// near is the seat at the lower edge: the viewer's own, if he has one.
func (b *Board) near() engine.Seat {
	if b.watching() {
		return b.side
	}
	return b.frame.Seat
}

func (b *Board) far() engine.Seat { return 1 - b.near() }

// hand is the viewer's own; nil without a seat.
func (b *Board) hand() []rules.Card {
	if b.watching() {
		return nil
	}
	return b.hands[b.frame.Seat]
}

func (b *Board) watching() bool { return b.frame.Seat == engine.Spectator }

// ready reports whether there has been a frame.
func (b *Board) ready() bool { return b.frame.Game != "" }

// asked reports whether it is the viewer's turn.
func (b *Board) asked() bool { return b.frame.Turn != nil }

// mayTake reports whether the viewer may take now.
func (b *Board) mayTake() bool {
	take := rules.Take()
	return b.asked() && slices.ContainsFunc(b.frame.Turn.Legal, func(m json.RawMessage) bool {
		return bytes.Equal(m, take)
	})
}

// own reports whether a seat is the viewer's.
func (b *Board) own(s engine.Seat) bool { return s == b.frame.Seat }

// name is how a sentence calls a seat.
func (b *Board) name(s engine.Seat) string {
	if b.own(s) {
		return b.Words("you")
	}
	return b.frame.Seats[s].Name
}

// Heading tells the round and who began it.
func (b *Board) Heading() string {
	if !b.ready() {
		return ""
	}
	if b.own(b.view.First) {
		return b.Words("round %d of 4, you began", b.view.Round)
	}
	return b.Words("round %d of 4, %s began", b.view.Round, b.name(b.view.First))
}
