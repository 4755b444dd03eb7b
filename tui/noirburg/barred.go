package noirburg

import (
	"slices"
	"strings"

	rules "noir/engine/noirburg"
)

// What is not offered is refused here, in place, with the code that the rules would
// refuse it with; see refusal.go of the rules.

// refusal says a code for people.
func (b *Board) refusal(code string) string { return b.Words(rules.Sentence(code)) }

// turnPhases are the phases of a turn in their order.
var turnPhases = []string{
	rules.PhaseMove, rules.PhaseAttack, rules.PhaseOpen, rules.PhaseHideout, rules.PhaseDiscard, rules.PhaseDraw,
}

// phaseOf says in which phase an action of the own turn belongs.
var phaseOf = map[string]string{
	rules.TypeArrange: rules.PhaseMove, rules.TypeAttack: rules.PhaseAttack, rules.TypeOpen: rules.PhaseOpen,
	rules.TypeMoveHideout: rules.PhaseHideout, rules.TypeDiscard: rules.PhaseDiscard, rules.TypeDraw: rules.PhaseDraw,
}

// forgone says which parts of the turn, open until now, are over with an action: there
// is no way back. It says nothing where there are none.
func (b *Board) forgone(action string) []string {
	var lost []string
	for _, kind := range []string{rules.TypeArrange, rules.TypeAttack, rules.TypeOpen, rules.TypeMoveHideout, rules.TypeDiscard} {
		if kind == action {
			break
		}
		if b.may(kind) {
			lost = append(lost, b.phase(phaseOf[kind]))
		}
	}
	if len(lost) == 0 {
		return nil
	}
	return []string{b.Words("Too late in this turn after that: %s.", strings.Join(lost, ", "))}
}

// past reports whether the turn has gone past the phase of an action.
func (b *Board) past(kind string) bool {
	return slices.Index(turnPhases, phaseOf[kind]) < slices.Index(turnPhases, b.view.Phase) && phaseOf[kind] != ""
}

// barred says why an action of the own turn is not open.
func (b *Board) barred(kind string) string {
	if code := b.barredTurn(kind); code != "" {
		return b.refusal(code)
	}
	own := b.view.Seats[b.frame.Seat]
	code := rules.PhaseAlreadyPassed
	switch {
	case kind == rules.TypeArrange && len(b.crews()) == 0:
		code = rules.NoGangstersThere
	case kind == rules.TypeMoveHideout && len(own.Businesses) == 0:
		code = rules.NoBusiness
	case b.past(kind):
	case kind == rules.TypeArrange:
		code = rules.AlreadyArranged
	case kind == rules.TypeAttack && len(b.crews()) == len(own.Hidden):
		code = rules.NoAttackers
	case kind == rules.TypeAttack:
		code = rules.TargetAlreadyAttacked
	case kind == rules.TypeMoveHideout:
		code = rules.HideoutAlreadyMoved
	case kind == rules.TypeDiscard && len(b.hand()) == 0:
		code = rules.NotInHand
	case kind == rules.TypeDiscard:
		code = rules.AlreadyDiscarded
	case kind == rules.TypeDraw:
		code = b.barredDraw()
	}
	return b.refusal(code)
}

// barredDraw is why no card can be drawn. Before one is drawn, or some are discarded,
// that is because of a full hand.
func (b *Board) barredDraw() string {
	switch {
	case b.view.Deck+len(b.view.Discard) == 0:
		return rules.NotEnoughCards
	case b.view.Phase != rules.PhaseDraw:
		return rules.HandLimit
	}
	return rules.AlreadyDrew
}

// barredTurn is why nothing of a kind can be done in one's turn, "" if that is not
// the cause.
func (b *Board) barredTurn(kind string) string {
	restricted := kind == rules.TypeArrange || kind == rules.TypeAttack
	switch {
	case !b.view.Seats[b.frame.Seat].Alive:
		return rules.OutOfGame
	case b.view.Phase == rules.PhaseSetup:
		return rules.SetupNotFinished
	case b.view.Active != b.frame.Seat:
		return rules.NotYourTurn
	case b.view.Window != nil:
		return rules.WindowOpen
	case b.view.Round == 1 && restricted:
		return rules.FirstTurnRestricted
	case kind != rules.TypeArrange && !b.may(rules.TypeEndTurn):
		return rules.MustArrangeFirst
	}
	return ""
}

// crews are all own gangsters, standing and hidden.
func (b *Board) crews() (all []rules.Card) {
	for _, p := range append(b.places(b.frame.Seat), rules.Hidden) {
		all = append(all, b.crew(b.frame.Seat, p)...)
	}
	return all
}

// barredCard says why a card of the hand cannot be played.
func (b *Board) barredCard(c rules.Card) string {
	if c.Kind().Reaction() {
		return b.refusal(b.barredReaction(c))
	}
	if code := b.barredTurn(rules.TypeOpen); code != "" {
		return b.refusal(code)
	}
	switch {
	case b.past(rules.TypeOpen):
		return b.refusal(rules.PhaseAlreadyPassed)
	case b.view.Seats[b.frame.Seat].Money < c.Cost():
		return b.refusal(rules.CannotAfford)
	}
	return b.refusal(rules.OverCapacity)
}

func (b *Board) barredReaction(c rules.Card) string {
	w := b.view.Window
	switch {
	case !b.view.Seats[b.frame.Seat].Alive:
		return rules.OutOfGame
	case b.view.Phase == rules.PhaseSetup:
		return rules.SetupNotFinished
	case c.Kind() == rules.Bribe && w != nil && w.Kind == rules.WindowPolice:
		return rules.OwnCard
	case c.Kind() == rules.Bribe:
		return rules.NothingToBribe
	case w != nil && (w.Kind == rules.WindowPolice || w.Kind == rules.WindowDriveby):
		return rules.WindowOpen
	case w != nil && w.Kind == rules.WindowEndTurn && w.By == b.frame.Seat:
		return rules.NotEligible
	case c.Kind() == rules.Poker:
		return rules.PokerFirstRound
	case c.Kind() == rules.Police:
		return rules.NoGangstersThere
	}
	return rules.NoSuchTarget
}

// barredPass says why there is nothing to pass on.
func (b *Board) barredPass() string {
	if b.view.Window == nil {
		return b.refusal(rules.NothingToPass)
	}
	return b.refusal(rules.NotEligible)
}
