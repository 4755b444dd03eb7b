package noirburg

import (
	"slices"
	"strings"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// tell words a line of the log, the move first, then its effects; "" for a pass without effect.
func tell(b speech, l engine.Line) string {
	move, ok := rules.ReadMove(l.Move)
	if !ok {
		return ""
	}
	t := &teller{speech: b, by: l.Seat, clock: l.By == engine.ByClock, move: move}
	for _, raw := range l.Effects {
		if effect, err := rules.ReadEffect(raw); err == nil {
			t.effects = append(t.effects, effect)
		}
	}
	told := sequel{t}.follows()
	if head := t.head(); head != "" {
		told = slices.Insert(told, 0, head)
	}
	return strings.Join(told, between)
}

// between stands between a move and what follows from it.
const between = "; "

// teller words one line of the log.
type teller struct {
	speech
	by      engine.Seat
	clock   bool // the seat had run out of time
	move    rules.Move
	effects []any
}

// head words the move.
func (t *teller) head() string {
	m := t.move
	switch m.Type {
	case rules.TypeMulligan:
		return t.swapped()
	case rules.TypeArrange:
		return t.rearranged()
	case rules.TypeAttack:
		return t.said(t.by, "you attacked %s with %s", "%s attacked %s with %s", t.theirs(m.Seat, m.Place), t.powers(m.Gangsters))
	case rules.TypeOpen:
		return t.paidFor(t.opening())
	case rules.TypeMoveHideout:
		return t.cover()
	case rules.TypeDiscard:
		return t.said(t.by, "you discarded %s", "%s discarded %s", t.titles(m.Cards))
	case rules.TypeDraw:
		return t.paidFor(t.said(t.by, "you drew %s", "%s drew %s", t.drawn()))
	case rules.TypeEndTurn, rules.TypeResign, rules.TypeTimeout, rules.TypeAbort:
		return t.ended()
	}
	return t.thrown()
}

// ended words the end of a turn, a resignation or a timeout.
func (t *teller) ended() string {
	switch t.move.Type {
	case rules.TypeResign:
		return t.said(t.by, "you gave up", "%s gave up")
	case rules.TypeTimeout:
		return t.said(t.by, "you ran out of time", "%s ran out of time")
	case rules.TypeAbort:
		return t.Words("the game was called off")
	}
	if t.clock {
		return t.said(t.by, "you ran out of time and ended the turn", "%s ran out of time and ended the turn")
	}
	return t.said(t.by, "you ended the turn", "%s ended the turn")
}

// thrown words a card thrown on the table; a pass needs no words.
func (t *teller) thrown() string {
	m := t.move
	switch m.Type {
	case rules.TypePoker:
		return t.said(t.by, "you called a Poker Night", "%s called a Poker Night")
	case rules.TypePolice:
		if m.Use == rules.UseStop {
			return t.said(t.by, "you called the Police against the attack", "%s called the Police against the attack")
		}
		return t.said(t.by, "you sent the Police to %s", "%s sent the Police to %s", t.aim(t.by, m.Seat, m.Place))
	case rules.TypeBribe:
		return t.said(t.by, "you played a Bribe", "%s played a Bribe")
	case rules.TypeDriveby:
		shots := t.Several(len(m.Cards), "a Drive-by", "%d Drive-bys")
		return t.said(t.by, "you played %s on %s", "%s played %s on %s", shots, t.aim(t.by, m.Seat, m.Place))
	case rules.TypeTurncoat:
		whom := t.ownedBeside(t.by, m.Seat, t.title(m.Gangster))
		if m.Place == rules.Hidden {
			return t.said(t.by, "you lured away %s", "%s lured away %s", whom)
		}
		return t.said(t.by, "you lured away %s in the %s", "%s lured away %s in the %s", whom, t.spot(m.Seat, m.Place))
	}
	return ""
}

// swapped words how a hand was changed before the first turn.
func (t *teller) swapped() string {
	if len(t.move.Cards) == 0 {
		return t.said(t.by, "you kept the hand", "%s kept the hand")
	}
	return t.said(t.by, "you put back %s and drew %s", "%s put back %s and drew %s", t.titles(t.move.Cards), t.drawn())
}

// drawn says what was drawn, if it may be known.
func (t *teller) drawn() string {
	for _, effect := range t.effects {
		if e, ok := effect.(rules.Drew); ok {
			if len(e.Cards) > 0 {
				return t.titles(e.Cards)
			}
			return t.cards(e.Count)
		}
	}
	return t.Words("nothing")
}

// paidFor adds the cost of the move, if any.
func (t *teller) paidFor(told string) string {
	for _, effect := range t.effects {
		if e, ok := effect.(rules.Paid); ok && e.To == rules.Bank {
			return t.Words("%s for %s", told, money(e.Amount))
		}
	}
	return told
}

// opening says what was opened and where.
func (t *teller) opening() string {
	m := t.move
	switch {
	case m.Card.Kind() == rules.Gangster:
		return t.said(t.by, "you opened a %s in the %s", "%s opened a %s in the %s", t.title(m.Card), t.spot(t.by, m.Place))
	case m.OnHideout:
		return t.said(t.by, "you opened a %s on the Hideout", "%s opened a %s on the Hideout", t.building(t.by, m.Card))
	}
	return t.said(t.by, "you opened a %s", "%s opened a %s", t.building(t.by, m.Card))
}

// cover says where the Hideout went.
func (t *teller) cover() string {
	if t.move.Under == 0 {
		return t.said(t.by, "you moved the Hideout into the open", "%s moved the Hideout into the open")
	}
	return t.said(t.by, "you moved the Hideout under the %s", "%s moved the Hideout under the %s", t.building(t.by, t.move.Under))
}

// rearranged says who went where in an arrangement.
func (t *teller) rearranged() string {
	var moved []string
	var gone []rules.Card
	for effects := t.effects; len(effects) > 0; {
		first, ok := effects[0].(rules.Moved)
		if !ok {
			break
		}
		group := together(effects)
		effects = effects[len(group):]
		if first.To == rules.InDiscard {
			gone = append(gone, group...)
			continue
		}
		moved = append(moved, t.Words("%s to the %s", t.powers(group), t.spot(t.by, first.To)))
	}
	switch dismissed := t.powers(gone); {
	case len(moved) > 0 && len(gone) > 0:
		return t.said(t.by, "you moved %s and dismissed %s", "%s moved %s and dismissed %s", strings.Join(moved, ", "), dismissed)
	case len(moved) > 0:
		return t.said(t.by, "you moved %s", "%s moved %s", t.List(moved))
	case len(gone) > 0:
		return t.said(t.by, "you dismissed %s", "%s dismissed %s", dismissed)
	}
	return t.said(t.by, "you moved nobody", "%s moved nobody")
}

// together are the cards of the first effects that moved from the same side of the table to the
// same place.
func together(effects []any) []rules.Card {
	var cards []rules.Card
	first := effects[0].(rules.Moved)
	for _, effect := range effects {
		e, ok := effect.(rules.Moved)
		if !ok || e.Seat != first.Seat || e.To != first.To || e.Card.Kind() != first.Card.Kind() {
			break
		}
		cards = append(cards, e.Card)
	}
	return cards
}
