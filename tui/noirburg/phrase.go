package noirburg

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/matchmaking"
)

// phrase is the rest of a typed line, and how a line with that verb is typed.
type phrase struct {
	typist
	line []string // its words
	form string
}

// split splits a line into words. A comma is a word that ends a part of an arrangement. Filler
// words are dropped, unless a player has such a name.
func split(t *town, text string) []string {
	text = strings.NewReplacer(",", " , ", ";", " , ", ".", " ", "'s ", " ").Replace(text)
	return slices.DeleteFunc(strings.Fields(text), func(w string) bool {
		small := slices.Contains([]string{"the", "and", "in", "on", "into", "gangster", "gangsters", "card", "cards"}, w)
		return small && !slices.ContainsFunc(t.Frame.Seats, func(s matchmaking.Seated) bool { return s.Name == w })
	})
}

// next takes the next word, "" at the end.
func (o *phrase) next() string {
	if len(o.line) == 0 {
		return ""
	}
	word := o.line[0]
	o.line = o.line[1:]
	return word
}

// take takes the next word if it is one of words.
func (o *phrase) take(words ...string) bool {
	if len(o.line) == 0 || !slices.Contains(words, o.line[0]) {
		return false
	}
	o.next()
	return true
}

// lacks is the error for a line that says too little.
func (o *phrase) lacks(what string) error {
	return errors.New(o.Words("say %s, as in %s", what, o.Words(o.form)))
}

// figure reads a number of one or two digits.
func figure(word string) (n int, ok bool) {
	n, err := strconv.Atoi(word)
	return n, err == nil && n >= 0 && len(word) <= 2
}

// aim reads a seat and a place. Without a seat it is the only one that moves of the kind may
// target.
func (o *phrase) aim(kind string) (engine.Seat, rules.Place, error) {
	o.take("at")
	if s, ok := o.seat(); ok {
		place, err := o.place(s)
		return s, place, err
	}
	offers := o.offered(kind)
	if len(o.line) > 0 {
		c, err := o.called()
		if err != nil {
			return 0, 0, err
		}
		offers = slices.DeleteFunc(offers, func(m rules.Move) bool { return !c.fits(m.Place) })
	}
	switch {
	case len(offers) == 0:
		return 0, 0, o.lacks(o.Words("whose place"))
	case targetsDiffer(offers):
		return 0, 0, errors.New(o.Words("say whose: %s", o.targets(offers)))
	}
	return offers[0].Seat, offers[0].Place, nil
}

// seat reads the owner of a place, if one is named.
func (o *phrase) seat() (engine.Seat, bool) {
	if len(o.line) < 2 {
		return 0, false
	}
	word := o.line[0]
	var like []engine.Seat
	for i, seat := range o.Frame.Seats {
		switch {
		case strings.EqualFold(seat.Name, word):
			o.next()
			return engine.Seat(i), true
		case strings.HasPrefix(strings.ToLower(seat.Name), word):
			like = append(like, engine.Seat(i))
		}
	}
	switch {
	case slices.Contains([]string{"my", "your", "own"}, word): // and no player has that name
		like = []engine.Seat{o.Frame.Seat}
	case len(like) != 1 || len(word) < 2:
		return 0, false
	}
	o.next()
	return like[0], true
}

// called is how a line names a place: a place outside businesses, or a business by its number and
// possibly its letter.
type called struct {
	place  rules.Place
	number int
	letter string
}

// fits reports whether a place may be meant.
func (c called) fits(p rules.Place) bool {
	if business := p.Business(); business != 0 {
		return business.Number() == c.number && (c.letter == "" || c.letter == letter(business))
	}
	return p != 0 && p == c.place
}

// called reads the name of a place.
func (o *phrase) called() (c called, err error) {
	word := o.next()
	for i, name := range businesses {
		if i == 0 || !o.begins(name, word) {
			continue
		}
		if c.number != 0 {
			return called{}, errors.New(o.Words("%q may be the %s or the %s", word, o.Words(businesses[c.number]), o.Words(name)))
		}
		c.number = i
	}
	switch {
	case c.number != 0:
		if len(o.line) > 0 && len(o.line[0]) == 1 && "a" <= o.line[0] && o.line[0] <= "j" {
			c.letter = strings.ToUpper(o.next())
		}
	case o.begins(hideout, word):
		c.place = rules.OnHideout
	case word == "hidden" || word == "hiding":
		c.place = rules.Hidden
	default:
		return called{}, o.lacks(o.Words("which place: the hideout or a business"))
	}
	return c, nil
}

// place reads a place of a seat.
func (o *phrase) place(s engine.Seat) (rules.Place, error) {
	c, err := o.called()
	if err != nil || c.place == rules.Hidden {
		return c.place, err
	}
	found := slices.DeleteFunc(o.places(s), func(p rules.Place) bool { return !c.fits(p) })
	switch len(found) {
	case 0:
		return 0, errors.New(o.Words("there is no such place: %s", o.estate(s)))
	case 1:
		return found[0], nil
	}
	return 0, errors.New(o.Words("say which: %s", listing(o.Reader, found, func(p rules.Place) string { return o.typedSpot(s, p) })))
}

// handCards reads at least one card of the hand, up to the end of the line.
func (o *phrase) handCards() ([]rules.Card, error) {
	if len(o.line) == 0 {
		return nil, o.lacks(o.Words("which cards of your hand"))
	}
	var cards []rules.Card
	for len(o.line) > 0 {
		if o.take(",") {
			continue
		}
		card, err := o.handCard()
		if err != nil {
			return nil, err
		}
		if !slices.Contains(cards, card) {
			cards = append(cards, card)
		}
	}
	return cards, nil
}

// handCard reads a card of the hand, by its number or its name.
func (o *phrase) handCard() (rules.Card, error) {
	hand := o.hand()
	word := o.next()
	if n, number := figure(word); number && n >= 1 && n <= len(hand) {
		return hand[n-1], nil
	}
	for _, card := range hand {
		if card.Kind() != rules.Gangster && o.begins(printed(card), word) {
			return card, nil
		}
	}
	if len(hand) == 0 {
		return 0, errors.New(o.Words("your hand is empty"))
	}
	return 0, o.lacks(o.Words("which card of your hand, a number from 1 to %d", len(hand)))
}

// targetsDiffer reports whether moves have different targets.
func targetsDiffer(moves []rules.Move) bool {
	return slices.ContainsFunc(moves, func(m rules.Move) bool {
		return m.Seat != moves[0].Seat || m.Place != moves[0].Place
	})
}
