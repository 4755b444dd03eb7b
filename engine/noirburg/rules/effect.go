package rules

import (
	"encoding/json"
	"fmt"

	"noir/engine"
)

// The types of effects (protocol, section 8).
const (
	TypeTribute    = "tribute"
	TypeMoved      = "moved"
	TypePaid       = "paid"
	TypeDice       = "dice"
	TypeDrew       = "drew"
	TypeReshuffled = "reshuffled"
	TypeWindow     = "window"
	TypeFought     = "attack"
	TypeEliminated = "eliminated"
	TypeCountdown  = "countdown"
	TypeTurn       = "turn"
)

// Tribute is what the bank paid to a seat at the start of its turn. Due is what it should have paid if it had less,
// otherwise 0.
type Tribute struct {
	Type   string      `json:"type"`
	Seat   engine.Seat `json:"seat"`
	Amount int         `json:"amount"`
	Due    int         `json:"due,omitempty"`
}

// Moved is an open card that went from one place to another. Seat is its owner before, ToSeat
// after: they differ only for a gangster lured away and for a trophy. A business lies OnHideout
// or OnTable, a Hideout in the business above it or OnTable.
type Moved struct {
	Type   string      `json:"type"`
	Card   Card        `json:"card"`
	Seat   engine.Seat `json:"seat"`
	From   Place       `json:"from"`
	To     Place       `json:"to"`
	ToSeat engine.Seat `json:"to_seat"`
}

// Paid is money that went from one purse to another, except tribute.
type Paid struct {
	Type   string `json:"type"`
	From   Purse  `json:"from"`
	To     Purse  `json:"to"`
	Amount int    `json:"amount"`
}

// The reasons for rolling dice.
const (
	ForDriveby  = "driveby" // one die a card, all in one effect
	ForPoker    = "poker"   // the host's two dice, the others' one
	ForPokerTie = "poker_tie"
	ForBreach   = "breach"
)

// Dice is what a seat rolled.
type Dice struct {
	Type  string      `json:"type"`
	Seat  engine.Seat `json:"seat"`
	Rolls []int       `json:"rolls"`
	For   string      `json:"for"`
}

// Drew is cards that a seat drew; Cards is nil for all others.
type Drew struct {
	Type  string      `json:"type"`
	Seat  engine.Seat `json:"seat"`
	Count int         `json:"count"`
	Cards []Card      `json:"cards,omitzero"` // in the order in which they were drawn
}

// Reshuffled says that the discard pile became the deck, and how many cards it has.
type Reshuffled struct {
	Type  string `json:"type"`
	Count int    `json:"count"`
}

// Opened says that a window opened or closed. Kind is one of the kinds of View.Window.
type Opened struct {
	Type string `json:"type"`
	Kind string `json:"kind"`
	Open bool   `json:"open"`
}

// How an attack ended.
const (
	AttackStopped   = "stopped"   // by Police
	AttackFizzled   = "fizzled"   // no attacker or no target left
	AttackHeld      = "held"      // the target stands
	AttackDestroyed = "destroyed" // the business that was attacked is gone
	AttackBreached  = "breached"  // the Hideout is open: Demand must be paid
)

// Fought is how an attack ended, after its dead and before any payment.
type Fought struct {
	Type   string `json:"type"`
	Result string `json:"result"`
	Demand int    `json:"demand,omitzero"` // of a breach
}

// Eliminated says that a seat has lost its Hideout to another. What becomes of its possessions
// follows in the next effects. A resignation has no such effect.
type Eliminated struct {
	Type string      `json:"type"`
	Seat engine.Seat `json:"seat"`
	By   engine.Seat `json:"by"`
}

// CountdownAt says that the countdown started, has another holder, or has fewer tokens left.
type CountdownAt struct {
	Type   string      `json:"type"`
	Holder engine.Seat `json:"holder"`
	Left   int         `json:"left"`
}

// Turn says whose turn begins.
type Turn struct {
	Type string      `json:"type"`
	Seat engine.Seat `json:"seat"`
	Turn int         `json:"turn"` // 1, 2, …
}

// ReadEffect decodes an effect: a value of one of the types above.
func ReadEffect(effect json.RawMessage) (any, error) {
	var shape struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(effect, &shape); err != nil {
		return nil, fmt.Errorf("effect: %w", err)
	}
	read, ok := effects[shape.Type]
	if !ok {
		return nil, fmt.Errorf("effect of unknown type %q", shape.Type)
	}
	return read(effect)
}

var effects = map[string]func(json.RawMessage) (any, error){
	TypeTribute:    readEffect[Tribute],
	TypeMoved:      readEffect[Moved],
	TypePaid:       readEffect[Paid],
	TypeDice:       readEffect[Dice],
	TypeDrew:       readEffect[Drew],
	TypeReshuffled: readEffect[Reshuffled],
	TypeWindow:     readEffect[Opened],
	TypeFought:     readEffect[Fought],
	TypeEliminated: readEffect[Eliminated],
	TypeCountdown:  readEffect[CountdownAt],
	TypeTurn:       readEffect[Turn],
}

func readEffect[E any](effect json.RawMessage) (any, error) {
	var e E
	if err := json.Unmarshal(effect, &e); err != nil {
		return nil, fmt.Errorf("effect: %w", err)
	}
	return e, nil
}
