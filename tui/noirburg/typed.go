package noirburg

import (
	"fmt"
	"slices"
	"strings"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// typist writes the lines that order reads.
type typist struct{ speech }

// typed is the line to type for a move of the viewer's: Command reads it.
func (b typist) typed(m rules.Move) string {
	switch m.Type {
	case rules.TypeMulligan:
		if len(m.Cards) == 0 {
			return "keep"
		}
		return "swap " + b.typedCards(m.Cards)
	case rules.TypeArrange:
		return b.typedArrangement(m.Places)
	case rules.TypeAttack:
		return "attack " + b.typedPlace(m.Seat, m.Place) + " with " + b.typedGang(m.Gangsters)
	case rules.TypeOpen:
		return "open " + b.typedCards([]rules.Card{m.Card}) + b.typedSite(m)
	case rules.TypeMoveHideout:
		if m.Under == 0 {
			return "hideout out"
		}
		return "hideout under " + b.typedSpot(b.Frame.Seat, rules.At(m.Under))
	case rules.TypeDiscard:
		return "discard " + b.typedCards(m.Cards)
	case rules.TypeDraw:
		return fmt.Sprintf("draw %d", m.Count)
	case rules.TypeEndTurn:
		return "end"
	}
	return b.typedReaction(m)
}

func (b typist) typedReaction(m rules.Move) string {
	switch m.Type {
	case rules.TypePolice:
		if m.Use == rules.UseStop {
			return "police stop"
		}
		return "police " + b.typedPlace(m.Seat, m.Place)
	case rules.TypeDriveby:
		line := "driveby " + b.typedPlace(m.Seat, m.Place)
		if n := len(m.Cards); n > 1 {
			line += fmt.Sprintf(" with %d", n)
		}
		return line
	case rules.TypeTurncoat:
		return fmt.Sprintf("turncoat %d from %s", m.Gangster.Power(), b.typedPlace(m.Seat, m.Place))
	}
	return m.Type // bribe, pass, poker
}

// typedCards are the numbers of cards in the hand.
func (b typist) typedCards(cards []rules.Card) string {
	numbers := make([]string, len(cards))
	for i, c := range cards {
		numbers[i] = fmt.Sprint(slices.Index(b.hand(), c) + 1)
	}
	return strings.Join(numbers, " ")
}

// typedSite is where a card is opened, nothing for a business apart from the Hideout.
func (b typist) typedSite(m rules.Move) string {
	switch {
	case m.Card.Kind() == rules.Gangster:
		return " in " + b.typedSpot(b.Frame.Seat, m.Place)
	case m.OnHideout:
		return " on hideout"
	}
	return ""
}

// typedSpot is a place without its owner, in English whatever the language.
func (b typist) typedSpot(s engine.Seat, p rules.Place) string {
	c := p.Business()
	switch {
	case p == rules.Hidden:
		return p.String()
	case c == 0:
		return strings.ToLower(hideout)
	case b.alone(s, c):
		return strings.ToLower(printed(c))
	}
	return strings.ToLower(printed(c) + " " + letter(c))
}

func (b typist) typedPlace(s engine.Seat, p rules.Place) string {
	owner := b.Frame.Seats[s].Name
	if s == b.Frame.Seat {
		owner = "my"
	}
	return owner + " " + b.typedSpot(s, p)
}

// typedMan is one of the viewer's gangsters and its place.
func (b typist) typedMan(m man) string {
	return fmt.Sprintf("%d from %s", m.card.Power(), b.typedSpot(b.Frame.Seat, m.at))
}

// typedGang are attackers, with their places if others of the same power are elsewhere.
func (b typist) typedGang(gang []rules.Card) string {
	var near, far []string
	for _, card := range slices.Backward(gang) { // strongest first
		at := b.standing(b.Frame.Seat, card)
		if slices.ContainsFunc(b.gang(), func(m man) bool { return m.card.Power() == card.Power() && m.at != at }) {
			far = append(far, b.typedMan(man{card, at}))
			continue
		}
		near = append(near, fmt.Sprint(card.Power()))
	}
	return strings.Join(append(far, near...), " ")
}

// typedArrangement names the gangsters that move.
func (b typist) typedArrangement(places map[rules.Card]rules.Place) string {
	var parts []string
	for _, m := range append(b.gang(), b.hiding()...) {
		switch to := places[m.card]; to {
		case m.at:
		case 0:
			parts = append(parts, "dismiss "+b.typedMan(m))
		default:
			parts = append(parts, b.typedMan(m)+" to "+b.typedSpot(b.Frame.Seat, to))
		}
	}
	return strings.TrimSpace("move " + strings.Join(parts, ", "))
}

// targets names the targets of moves, as one types them.
func (b typist) targets(moves []rules.Move) string {
	var names []string
	for _, m := range moves {
		if name := b.typedPlace(m.Seat, m.Place); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return b.List(names)
}

// examples are lines that can be typed now, one for each kind of move.
func (b typist) examples() []string {
	var lines, kinds []string
	for _, first := range b.offers {
		kind := first.Type + first.Use
		if slices.Contains(kinds, kind) {
			continue
		}
		kinds = append(kinds, kind)
		alike := slices.DeleteFunc(slices.Clone(b.offers), func(m rules.Move) bool { return m.Type+m.Use != kind })
		m := newChoice(b.town, alike, 0).moves[0] // the one most relevant to the situation
		switch m.Type {
		case rules.TypeMulligan:
			lines = append(lines, "swap 1 2", "keep")
		case rules.TypeArrange:
			lines = append(lines, b.typedArrangement(newArrangement(b.town).layout()))
		case rules.TypeDiscard:
			lines = append(lines, "discard 1")
		default:
			lines = append(lines, b.typed(m))
		}
	}
	return lines
}

// toType tells what can be typed now.
func (b typist) toType() string {
	examples := b.examples()
	if len(examples) == 0 {
		return b.mover()
	}
	return b.Words("%s. A question mark after a move asks what it would lead to", strings.Join(examples, "; "))
}
