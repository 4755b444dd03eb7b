package noirburg

import (
	"errors"
	"slices"

	"noir/engine/noirburg/rules"
)

// turnVerbs read the rest of a line that begins with a verb of a turn.
type turnVerbs struct{ *order }

func (o turnVerbs) swap() (rules.Move, error) {
	cards, err := o.handCards()
	return rules.Move{Type: rules.TypeMulligan, Cards: cards}, err
}

func (o turnVerbs) discard() (rules.Move, error) {
	cards, err := o.handCards()
	return rules.Move{Type: rules.TypeDiscard, Cards: cards}, err
}

func (o turnVerbs) draw() (rules.Move, error) {
	n, number := 1, true
	if len(o.line) > 0 {
		n, number = figure(o.next())
	}
	if !number || n < 1 {
		return rules.Move{}, o.lacks(o.Words("how many cards"))
	}
	return rules.Move{Type: rules.TypeDraw, Count: n}, nil
}

func (o turnVerbs) open() (rules.Move, error) {
	card := o.card
	if card == 0 {
		var err error
		if card, err = o.handCard(); err != nil {
			return rules.Move{}, err
		}
	}
	switch {
	case card.Kind().Reaction():
		return rules.Move{}, errors.New(o.refusal(rules.WrongCard))
	case len(o.offeredWith(card)) == 0:
		return rules.Move{}, errors.New(o.barredCard(card))
	}
	move := rules.Move{Type: rules.TypeOpen, Card: card}
	if len(o.line) == 0 {
		return o.openAnywhere(move)
	}
	if card.Kind() == rules.Business && o.take("beside", "alone", "apart") {
		return move, nil
	}
	place, err := o.place(o.Frame.Seat)
	if card.Kind() == rules.Business {
		if err == nil && place != rules.OnHideout {
			err = o.lacks(o.Words("nothing more, or that it goes on the Hideout"))
		}
		move.OnHideout = true
		return move, err
	}
	move.Place = place
	return move, err
}

// openAnywhere opens a card without a given place: a business apart from the Hideout if possible, a
// gangster at the only place with room.
func (o turnVerbs) openAnywhere(move rules.Move) (rules.Move, error) {
	offers := o.offeredWith(move.Card)
	switch {
	case move.Card.Kind() == rules.Business:
		move.OnHideout = len(offers) == 1 && offers[0].OnHideout
	case len(offers) > 1:
		return move, errors.New(o.Words("say where: %s", listing(o.Reader, offers, o.typed)))
	default:
		move.Place = offers[0].Place
	}
	return move, nil
}

func (o turnVerbs) moveHideout() (rules.Move, error) {
	move := rules.Move{Type: rules.TypeMoveHideout}
	if o.take("out", "open", "bare") {
		return move, nil
	}
	if !o.take("under") {
		return move, o.lacks(o.Words("where it goes"))
	}
	place, err := o.place(o.Frame.Seat)
	if err == nil && place.Business() == 0 {
		err = o.lacks(o.Words("under which business"))
	}
	move.Under = place.Business()
	return move, err
}

// attack reads the target, up to the last "with", and the attackers.
func (o turnVerbs) attack() (rules.Move, error) {
	with := -1
	for i, w := range o.line {
		if w == "with" {
			with = i
		}
	}
	if with < 0 {
		return rules.Move{}, o.lacks(o.Words("who attacks"))
	}
	sent := slices.DeleteFunc(slices.Clone(o.line[with+1:]), func(w string) bool { return w == "," })
	o.line = o.line[:with]
	seat, place, err := o.aim(rules.TypeAttack)
	if err != nil || len(o.line) > 0 {
		return rules.Move{}, err
	}
	o.line = sent
	squads, err := roll{&o.phrase}.squads()
	if err != nil {
		return rules.Move{}, err
	}
	gang, err := roll{&o.phrase}.pickFrom(o.gang(), squads)
	return rules.Move{Type: rules.TypeAttack, Gangsters: gang, Seat: seat, Place: place}, err
}

func (o turnVerbs) dismiss() (rules.Move, error) {
	o.line = slices.Insert(slices.Clone(o.line), 0, "dismiss")
	return o.arrange()
}

// arrange reads, part by part, who goes where. Standing gangsters that are not named stay; hidden
// ones must be named, except that "move back" puts them where there is room.
func (o turnVerbs) arrange() (rules.Move, error) {
	if len(o.line) == 1 && o.take("back") {
		return rules.Move{Type: rules.TypeArrange, Places: newArrangement(o.town).layout()}, nil
	}
	move := rules.Move{Type: rules.TypeArrange, Places: map[rules.Card]rules.Place{}}
	rest := append(o.gang(), o.hiding()...)
	for len(o.line) > 0 {
		if o.take(",") {
			continue
		}
		picked, to, err := o.posting(rest)
		if err != nil {
			return move, err
		}
		for _, card := range picked {
			move.Places[card] = to
			rest = slices.DeleteFunc(rest, func(m man) bool { return m.card == card })
		}
	}
	var forgotten []rules.Card
	for _, m := range rest {
		if m.at == rules.Hidden {
			forgotten = append(forgotten, m.card)
		}
		move.Places[m.card] = m.at
	}
	if len(forgotten) > 0 {
		return move, o.lacks(o.Words("where to with your hidden %s", o.powers(forgotten)))
	}
	return move, nil
}

// posting reads one part of an arrangement: which gangsters, and where to.
func (o turnVerbs) posting(rest []man) (picked []rules.Card, to rules.Place, err error) {
	dismissed := o.take("dismiss")
	squads, err := roll{&o.phrase}.squads()
	if err != nil {
		return nil, 0, err
	}
	if !dismissed {
		if !o.take("to") {
			return nil, 0, o.lacks(o.Words("where to"))
		}
		if to, err = o.place(o.Frame.Seat); err != nil {
			return nil, 0, err
		}
	}
	elsewhere := slices.DeleteFunc(slices.Clone(rest), func(m man) bool { return m.at == to })
	picked, err = roll{&o.phrase}.pickFrom(elsewhere, squads)
	return picked, to, err
}
