package noirburg

import (
	"fmt"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// sequel words the effects of a move.
type sequel struct{ *teller }

// follows words the effects of a move, in order.
func (t sequel) follows() []string {
	var told []string
	swept := t.move.Type == rules.TypeResign // a mafia leaves the table: its cards are not told
	for effects := t.effects; len(effects) > 0; {
		clause, n := "", 1
		switch e := effects[0].(type) {
		case rules.Moved:
			cards := together(effects)
			n = len(cards)
			if !swept {
				clause = t.moved(e, cards)
			}
		case rules.Opened:
			clause = t.bribed(e, effects[1:])
		case rules.Dice:
			clause, n = t.rolled(effects)
		case rules.Paid:
			clause, n = t.paid(effects)
		case rules.Turn:
			clause, n = t.turn(effects)
		case rules.Eliminated:
			clause, swept = t.eliminated(e), true
		default:
			clause = t.other(e)
		}
		if clause != "" {
			told = append(told, clause)
		}
		effects = effects[n:]
	}
	return told
}

// moved says what became of cards, unless the move itself has said it.
func (t sequel) moved(e rules.Moved, cards []rules.Card) string {
	gangsters := e.Card.Kind() == rules.Gangster
	switch {
	case t.move.Type == rules.TypeArrange || e.From == rules.InHand:
		return ""
	case gangsters && e.To == rules.InDiscard:
		return t.Words("%s died", t.owned(e.Seat, t.powers(cards)))
	case gangsters && e.To == rules.Hidden && t.move.Type != rules.TypeAttack:
		return t.Words("%s went into hiding", t.owned(e.Seat, t.powers(cards)))
	case e.Card.Kind() == rules.Business && e.To == rules.InDiscard:
		return t.Words("%s was destroyed", t.theirs(e.Seat, rules.At(e.Card)))
	case e.To == rules.InBox:
		return t.Words("the %s is out of the game", t.title(e.Card))
	}
	return ""
}

func (t sequel) eliminated(e rules.Eliminated) string {
	if e.Seat == t.Frame.Seat {
		return t.Words("%s took you down", t.name(e.By))
	}
	return t.said(e.By, "you took down %s", "%s took down %s", t.name(e.Seat))
}

// rolled words the dice of the first effects, and returns how many effects that covers.
func (t sequel) rolled(effects []any) (clause string, n int) {
	first := effects[0].(rules.Dice)
	if first.For == rules.ForDriveby {
		return t.volley(first.Rolls, effects[1:]), 1
	}
	var rolls []string
	for _, effect := range effects {
		e, ok := effect.(rules.Dice)
		if !ok || e.For != first.For || first.For == rules.ForBreach && len(rolls) > 0 {
			break
		}
		rolls = append(rolls, t.said(e.Seat, "you rolled %s", "%s rolled %s", t.shown(e.Rolls)))
	}
	clause = t.List(rolls)
	if first.For == rules.ForPokerTie {
		clause = t.Words("a tie: %s", clause)
	}
	return clause, len(rolls)
}

// volley words the dice of Drive-bys, and whether they were enough for any of the effects that
// follow.
func (t sequel) volley(rolls []int, effects []any) string {
	text := t.Words("the die showed %s", t.shown(rolls))
	if len(rolls) > 1 {
		damage := 0
		for _, r := range rolls {
			damage += r
		}
		text = t.Words("the dice showed %s, %d in all", t.shown(rolls), damage)
	}
	if len(effects) > 0 {
		if next, ok := effects[0].(rules.Moved); ok && next.Card.Kind().Reaction() {
			return t.Words("%s, nobody was hit", text)
		}
	}
	return text
}

// bribed says whether Police on the table was voided: every second card that leaves the table is a
// Bribe that voids the one before.
func (t sequel) bribed(e rules.Opened, effects []any) string {
	if e.Open || e.Kind != rules.WindowPolice {
		return ""
	}
	cards := 0
	for _, effect := range effects {
		if m, ok := effect.(rules.Moved); !ok || m.From != rules.OnTable || !m.Card.Kind().Reaction() {
			break
		}
		cards++
	}
	if cards%2 == 1 {
		return ""
	}
	return t.Words("the Police did nothing")
}

// shown lists dice.
func (t sequel) shown(rolls []int) string {
	return listing(t.Reader, rolls, func(r int) string { return fmt.Sprint(r) })
}

// paid says who paid whom in the first effects, and returns how many effects that covers. The cost
// of a move is told with the move.
func (t sequel) paid(effects []any) (clause string, n int) {
	first := effects[0].(rules.Paid)
	to, from := engine.Seat(first.To), engine.Seat(first.From)
	switch {
	case first.To == rules.Bank:
		return "", 1
	case first.From == rules.Pot:
		return t.said(to, "you took %s from the pot", "%s took %s from the pot", money(first.Amount)), 1
	case first.To != rules.Pot && from == t.Frame.Seat:
		return t.Words("%s took %s from you", t.name(to), money(first.Amount)), 1
	case first.To != rules.Pot:
		return t.said(to, "you took %s from %s", "%s took %s from %s", money(first.Amount), t.name(from)), 1
	}
	var staked []string
	for _, effect := range effects {
		e, ok := effect.(rules.Paid)
		if !ok || e.To != rules.Pot {
			break
		}
		staked = append(staked, t.name(engine.Seat(e.From)))
	}
	return t.Words("%s staked %s", t.List(staked), money(first.Amount)), len(staked)
}

// other words an effect that stands alone.
func (t sequel) other(effect any) string {
	switch e := effect.(type) {
	case rules.Fought:
		return t.fought(e)
	case rules.Tribute:
		return t.said(e.Seat, "you collected %s", "%s collected %s", t.tribute(e))
	case rules.Reshuffled:
		return t.Words("the discard pile was shuffled")
	case rules.CountdownAt:
		return t.said(e.Holder, "the countdown is with you, %s left", "the countdown is with %s, %s left", t.tokens(e.Left))
	}
	return ""
}

// tribute is an amount that was collected, and what was due if the bank had less.
func (t sequel) tribute(e rules.Tribute) string {
	if e.Due == 0 {
		return money(e.Amount)
	}
	return t.Words("%s of %s, all that the bank had", money(e.Amount), money(e.Due))
}

// fought says how an attack ended, unless the casualties have already said it.
func (t sequel) fought(e rules.Fought) string {
	switch e.Result {
	case rules.AttackStopped:
		return t.Words("the attack was stopped")
	case rules.AttackFizzled:
		return t.Words("the attack came to nothing")
	case rules.AttackHeld:
		return t.Words("the attack failed")
	case rules.AttackBreached:
		return t.Words("the Hideout was open: %s to pay", money(e.Demand))
	}
	return ""
}

// turn says whose turn begins, with its tribute if that follows at once, and returns how many
// effects that covers.
func (t sequel) turn(effects []any) (clause string, n int) {
	e := effects[0].(rules.Turn)
	if len(effects) > 1 {
		if due, ok := effects[1].(rules.Tribute); ok {
			return t.said(e.Seat, "turn %d, you collected %s", "turn %[2]d, %[1]s collected %[3]s", e.Turn, t.tribute(due)), 2
		}
	}
	return t.said(e.Seat, "turn %d, you begin", "turn %[2]d, %[1]s begins", e.Turn), 1
}
