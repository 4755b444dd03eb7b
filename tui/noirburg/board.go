// Package noirburg draws the table of Noirburg and turns keys, clicks and typed
// lines into its moves. It holds no rules: what may be done and what would come
// of it, it asks of the frame and of the game's own package.
package noirburg

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"noir/data/language"
	"noir/engine"
	rules "noir/engine/noirburg"
	"noir/matchmaking"
	"noir/tui"
)

// Name is the game that this board draws.
const Name = "noirburg"

// Board is the table of one play screen. One goroutine uses it.
type Board struct {
	*language.Reader // nil for English

	frame  matchmaking.Frame
	view   rules.View
	side   engine.Seat    // from which a viewer without a seat looks
	hands  [][]rules.Card // by seat, as far as the viewer may see them, else nil
	offers []rules.Move   // what the viewer may do now; see readOffers
	pick   pick           // nil for nothing
	quick  bool           // see OneKey
	hint   string         // what the last key could not do, until the next one
	lapsed bool           // the table has changed under what was picked; until the next key
	shown  picture        // as last drawn
}

var _ tui.Board = (*Board)(nil)

// New returns a board that waits for its first frame.
func New(r *language.Reader) tui.Board { return &Board{Reader: r} }

// Show takes over a frame. What was picked stays picked only as long as it still
// means the same.
func (b *Board) Show(f matchmaking.Frame) error {
	var view rules.View
	if f.Game != Name {
		return fmt.Errorf("no table of %s: %q", Name, f.Game)
	}
	if err := json.Unmarshal(f.View, &view); err != nil {
		return fmt.Errorf("the view of a table: %w", err)
	}
	if len(view.Seats) != len(f.Seats) {
		return fmt.Errorf("a view of %d mafias for a table of %d seats", len(view.Seats), len(f.Seats))
	}
	hands, err := visibleHands(f, view)
	if err != nil {
		return err
	}
	offers, err := readOffers(f.Turn)
	if err != nil {
		return err
	}
	ply, turn, meant := b.frame.Ply(), b.view.Turn, b.meaning()
	changed := f.Ply() != ply || !bytes.Equal(f.View, b.frame.View)
	b.shown.follow(b.frame, f)
	b.frame, b.view, b.hands, b.offers = f, view, hands, offers
	if f.Ply() != ply {
		b.hint = ""
	}
	if b.pick != nil && (f.End != nil || view.Turn != turn || !b.pick.renew(b) || !slices.Equal(meant, b.meaning())) {
		b.pick, b.lapsed = nil, changed && !b.acted(ply)
	}
	b.lapsed = b.lapsed && f.End == nil
	return nil
}

// acted reports whether the viewer's own seat has moved since a ply.
func (b *Board) acted(since int) bool {
	return slices.ContainsFunc(b.frame.Log[min(since, b.frame.Ply()):], func(l engine.Line) bool { return l.Seat == b.frame.Seat })
}

// visibleHands are the hands that a frame shows: the viewer's own, and all of
// them when the game is over.
func visibleHands(f matchmaking.Frame, own rules.View) ([][]rules.Card, error) {
	hands := make([][]rules.Card, len(f.Seats))
	if f.Seat != engine.Spectator {
		hands[f.Seat] = own.Hand
	}
	for seat, raw := range f.Open[:min(len(f.Open), len(hands))] {
		var open rules.View
		if err := json.Unmarshal(raw, &open); err != nil {
			return nil, fmt.Errorf("the open hand of seat %d: %w", seat, err)
		}
		hands[seat] = open.Hand
	}
	return hands, nil
}

// OneKey implements tui.Board.
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

// mayAct reports whether the viewer may do anything now, asked or not.
func (b *Board) mayAct() bool { return b.frame.Turn != nil }

// name is how a sentence calls a seat.
func (b *Board) name(s engine.Seat) string {
	if s == b.frame.Seat {
		return b.Words("you")
	}
	return b.frame.Seats[s].Name
}
