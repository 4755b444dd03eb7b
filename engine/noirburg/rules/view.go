package rules

import (
	"encoding/json"

	"noir/engine"
)

// View is what a viewer sees of a position (protocol, sections 6 and 7). Lists of cards are in
// the deck's order.
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

// The phases (rules page, section 3, B to G). Tribute is paid without one.
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

// Countdown is the countdown to the end of the game.
type Countdown struct {
	Holder engine.Seat `json:"holder"` // takes a token at the end of each of its turns
	Left   int         `json:"left"`   // tokens; the game ends with the last
	Waits  bool        `json:"waits"`  // this turn takes none, since its holder has started the countdown in it
}

// The kinds of windows (rules page, section 8).
const (
	WindowAttack  = "attack"
	WindowPolice  = "police"  // may be bribed
	WindowDriveby = "driveby" // may be joined
	WindowEndTurn = "end_turn"
)

// Window is a moment in which other seats may play cards.
type Window struct {
	Kind      string      `json:"kind"`
	By        engine.Seat `json:"by"`                 // whose move opened it
	Seat      engine.Seat `json:"seat"`               // owner of the target, Spectator if there is none
	Place     Place       `json:"place,omitzero"`     // the target
	Gangsters []Card      `json:"gangsters,omitzero"` // the remaining attackers
	Cards     []Card      `json:"cards,omitzero"`     // on the table, in the order in which they fell
	Use       string      `json:"use,omitzero"`       // of Police
	MayPass   bool        `json:"may_pass"`           // the viewer is asked
	Outer     *Window     `json:"outer,omitzero"`     // the window below this one, which goes on after it; MayPass is not set there
}

// View returns a View.
func (p *Position) View(seat engine.Seat) any {
	v := View{
		Phase:    p.earliest(),
		Turn:     max(1, p.Turn),
		Round:    max(1, p.Round),
		Active:   p.Active,
		Bank:     p.Bank,
		MoneyWin: p.Deal.MoneyWin,
		Deck:     len(p.Deck),
		Discard:  p.Discard.Cards(),
		Box:      p.Box.Cards(),
		Window:   p.Reactions.view(p.Depth, 0 <= seat && int(seat) < p.Seats() && p.Asked(seat)),
	}
	if p.Over() {
		v.Phase = PhaseOver
	}
	if d := p.Countdown; d.On {
		v.Countdown = &Countdown{Holder: d.Holder, Left: d.Left, Waits: d.Skip == p.Turn}
	}
	for s := range engine.Seat(p.Seats()) {
		v.Seats = append(v.Seats, p.mafiaView(p.Of(s)))
	}
	if 0 <= seat && int(seat) < p.Seats() {
		v.Hand = p.Of(seat).Hand.Cards()
	}
	return v
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
