package noirburg

import (
	"errors"
	"slices"

	"noir/engine/noirburg/rules"
)

// reactionVerbs read the rest of a line that plays a reaction.
type reactionVerbs struct{ *order }

// reaction finds the card of the hand that a line plays: the one named by number, or the first of
// the kind.
func (o reactionVerbs) reaction(kind rules.Kind) (rules.Card, error) {
	card := o.card
	if i := slices.IndexFunc(o.hand(), func(c rules.Card) bool { return c.Kind() == kind }); card == 0 && i >= 0 {
		card = o.hand()[i]
	}
	switch {
	case card == 0:
		return 0, errors.New(o.Words("you hold no %s", o.Words(reactions[kind])))
	case len(o.offeredWith(card)) == 0:
		return 0, errors.New(o.barredCard(card))
	}
	return card, nil
}

func (o reactionVerbs) callPoker() (rules.Move, error) {
	card, err := o.reaction(rules.Poker)
	return rules.Move{Type: rules.TypePoker, Card: card}, err
}

func (o reactionVerbs) bribe() (rules.Move, error) {
	card, err := o.reaction(rules.Bribe)
	return rules.Move{Type: rules.TypeBribe, Card: card}, err
}

// police reads "stop" or the business whose gangsters have to hide. Without a word it makes the
// only possible move.
func (o reactionVerbs) police() (rules.Move, error) {
	card, err := o.reaction(rules.Police)
	move := rules.Move{Type: rules.TypePolice, Card: card, Use: rules.UseStop}
	if err != nil || len(o.line) == 1 && o.take("stop") {
		return move, err
	}
	offers := o.offeredWith(card)
	if len(o.line) == 0 && slices.ContainsFunc(offers, func(m rules.Move) bool { return m.Use == rules.UseStop }) {
		if len(offers) > 1 {
			return move, o.lacks(o.Words("what for"))
		}
		return move, nil
	}
	move.Use = rules.UseRaid
	move.Seat, move.Place, err = o.aim(rules.TypePolice)
	return move, err
}

// driveby reads the business, and how many cards if there are several.
func (o reactionVerbs) driveby() (rules.Move, error) {
	card, err := o.reaction(rules.Driveby)
	if err != nil {
		return rules.Move{}, err
	}
	cards := []rules.Card{card}
	if n := len(o.line); n >= 2 && o.line[n-2] == "with" {
		wanted, number := figure(o.line[n-1])
		if !number || wanted < 1 {
			return rules.Move{}, o.lacks(o.Words("with how many cards"))
		}
		o.line = o.line[:n-2]
		for _, c := range o.hand() {
			if c.Kind() == rules.Driveby && len(cards) < wanted && c != card {
				cards = append(cards, c)
			}
		}
		if len(cards) < wanted {
			return rules.Move{}, errors.New(o.Words("you hold %s", o.drivebys(len(cards))))
		}
	}
	seat, place, err := o.aim(rules.TypeDriveby)
	return rules.Move{Type: rules.TypeDriveby, Cards: cards, Seat: seat, Place: place}, err
}

// turncoat reads a gangster's power and, if it matters, its place.
func (o reactionVerbs) turncoat() (rules.Move, error) {
	card, err := o.reaction(rules.Turncoat)
	if err != nil {
		return rules.Move{}, err
	}
	power, number := figure(o.next())
	if !number {
		return rules.Move{}, o.lacks(o.Words("which gangster, by power"))
	}
	move := rules.Move{Type: rules.TypeTurncoat, Card: card}
	offers := slices.DeleteFunc(o.offeredWith(card), func(m rules.Move) bool { return m.Gangster.Power() != power })
	if o.take("from"); len(o.line) > 0 {
		if move.Seat, move.Place, err = o.aim(rules.TypeTurncoat); err != nil {
			return move, err
		}
		offers = slices.DeleteFunc(offers, func(m rules.Move) bool { return m.Seat != move.Seat || m.Place != move.Place })
	}
	switch {
	case len(offers) == 0:
		return move, errors.New(o.Words("no gangster %d can be lured away there: choose another", power))
	case targetsDiffer(offers):
		return move, errors.New(o.Words("say from where: %s", o.targets(offers)))
	}
	return offers[0], nil
}
