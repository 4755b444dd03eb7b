package noirburg

import (
	"encoding/json"

	"noir/engine"
)

// View is all that a viewer may know of a position (protocol, sections 6 and 7).
// Lists of cards are in the deck's listing order.
type View struct {
	Phase     string      `json:"phase"` // the earliest that is still open to the active seat
	Turn      int         `json:"turn"`  // 1, 2, …; set-up belongs to the first
	Round     int         `json:"round"` // 1, 2, …; set-up belongs to the first
	Active    engine.Seat `json:"active"`
	Bank      int         `json:"bank"`
	Pot       int         `json:"pot"` // of a Poker Night; empty between moves
	MoneyWin  bool        `json:"money_win"`
	Countdown *Countdown  `json:"countdown"` // nil before it starts
	Deck      int         `json:"deck"`      // cards left
	Discard   []Card      `json:"discard"`
	Box       []Card      `json:"box"`
	Window    *Window     `json:"window"` // the topmost, nil when none is open
	Seats     []Mafia     `json:"seats"`
	Hand      []Card      `json:"hand,omitzero"` // the viewer's own; nil for a spectator
}

// The phases (rules page, section 3, B to G). The tribute is never waited in.
const (
	PhaseSetup   = "setup"
	PhaseMove    = "move" // arranging gangsters
	PhaseAttack  = "attack"
	PhaseOpen    = "open"
	PhaseHideout = "hideout"
	PhaseDiscard = "discard"
	PhaseDraw    = "draw"
	PhaseOver    = "over"
)

// Countdown is the end of the game that draws near.
type Countdown struct {
	Holder engine.Seat `json:"holder"` // takes a token at the end of each of his turns
	Left   int         `json:"left"`   // tokens; the game is over when none is
	Waits  bool        `json:"waits"`  // the turn that is on takes none: the holder has started it there
}

// The kinds of windows (rules page, section 8).
const (
	WindowAttack  = "attack"
	WindowPolice  = "police"  // may be bribed
	WindowDriveby = "driveby" // may be joined
	WindowEndTurn = "end_turn"
)

// Window is a moment in which others may throw in cards.
type Window struct {
	Kind      string      `json:"kind"`
	By        engine.Seat `json:"by"`                 // whose move opened it
	Seat      engine.Seat `json:"seat"`               // whose place is the target, Spectator if there is none
	Place     Place       `json:"place,omitzero"`     // the target
	Gangsters []Card      `json:"gangsters,omitzero"` // the attackers that are left
	Cards     []Card      `json:"cards,omitzero"`     // on the table, in the order in which they fell
	Use       string      `json:"use,omitzero"`       // of Police
	MayPass   bool        `json:"may_pass"`           // the viewer is asked
	Outer     *Window     `json:"outer,omitzero"`     // the window that goes on after this one; MayPass is not set there
}

// View returns a View.
func (p *position) View(seat engine.Seat) any {
	v := View{
		Phase:    p.earliest(),
		Turn:     max(1, p.turn),
		Round:    max(1, p.round),
		Active:   p.active,
		Bank:     p.bank,
		MoneyWin: p.deal.moneyWin,
		Deck:     len(p.deck),
		Discard:  p.discard.cards(),
		Box:      p.box.cards(),
		Window:   p.windowView(p.depth, seat),
	}
	if d := p.countdown; d.on {
		v.Countdown = &Countdown{Holder: d.holder, Left: d.left, Waits: d.skip == p.turn}
	}
	for s := range engine.Seat(p.seats()) {
		v.Seats = append(v.Seats, p.mafiaView(p.of(s)))
	}
	if 0 <= seat && int(seat) < p.seats() {
		v.Hand = p.of(seat).hand.cards()
	}
	return v
}

// earliest names the earliest phase that is still open to the active seat.
func (p *position) earliest() string {
	names := [...]string{
		setUp: PhaseSetup, arranging: PhaseMove, attacking: PhaseAttack, opening: PhaseOpen,
		relocating: PhaseHideout, discarding: PhaseDiscard, drawing: PhaseDraw,
	}
	switch {
	case p.over():
		return PhaseOver
	case p.phase == arranging && p.acts.arranged, p.phase == relocating && p.acts.relocated, p.phase == discarding && p.acts.discarded:
		return names[p.phase+1]
	}
	return names[p.phase]
}

// windowView returns the topmost of so many open windows as a viewer sees it.
func (p *position) windowView(depth int, viewer engine.Seat) *Window {
	if depth == 0 {
		return nil
	}
	w := p.windows[depth-1]
	shown := &Window{
		Kind: w.kind, By: w.by, Seat: w.seat, Place: w.place, Use: w.use,
		Outer: p.windowView(depth-1, engine.Spectator),
	}
	if w.kind == WindowAttack {
		shown.Gangsters = w.gang.cards()
	}
	for _, t := range w.cards {
		shown.Cards = append(shown.Cards, t.card)
	}
	if 0 <= viewer && int(viewer) < p.seats() {
		shown.MayPass = p.asked(viewer)
	}
	return shown
}

// MarshalJSON leaves the seat out if there is none.
func (w Window) MarshalJSON() ([]byte, error) {
	type plain Window
	shown := struct {
		plain
		Seat *engine.Seat `json:"seat,omitempty"`
	}{plain: plain(w)}
	if w.Seat != engine.Spectator {
		shown.Seat = &w.Seat
	}
	return json.Marshal(shown)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (w *Window) UnmarshalJSON(text []byte) error {
	type plain Window
	read := plain{Seat: engine.Spectator}
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	*w = Window(read)
	return nil
}
