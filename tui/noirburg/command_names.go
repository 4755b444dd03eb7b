package noirburg

import (
	"errors"
	"slices"
	"strings"

	"noir/engine"
	rules "noir/engine/noirburg"
)

// aim reads whose place is meant and which. Without a seat it is the only one
// that the moves of a kind may have for a target.
func (o *order) aim(kind string) (engine.Seat, rules.Place, error) {
	o.take("at")
	if s, ok := o.seat(); ok {
		place, err := o.place(s)
		return s, place, err
	}
	offers := o.offered(kind)
	if len(o.words) > 0 {
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

// seat reads whose place is meant, if that is said before the place.
func (o *order) seat() (engine.Seat, bool) {
	if len(o.words) < 2 {
		return 0, false
	}
	word := o.words[0]
	var like []engine.Seat
	for i, seat := range o.frame.Seats {
		switch {
		case seat.Name == word:
			o.next()
			return engine.Seat(i), true
		case strings.HasPrefix(seat.Name, word):
			like = append(like, engine.Seat(i))
		}
	}
	switch {
	case slices.Contains([]string{"my", "your", "own"}, word): // and nobody is called so
		like = []engine.Seat{o.frame.Seat}
	case len(like) != 1 || len(word) < 2:
		return 0, false
	}
	o.next()
	return like[0], true
}

// called is what a line says of a place: one that is no business, or the number of
// a business, with its letter if that is said.
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

// called reads what a place is called.
func (o *order) called() (c called, err error) {
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
		if len(o.words) > 0 && len(o.words[0]) == 1 && "a" <= o.words[0] && o.words[0] <= "j" {
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

// begins reports whether a word is the beginning of a card's name, in English or in
// the viewer's language.
func (b *Board) begins(name, word string) bool {
	return word != "" && (strings.HasPrefix(strings.ToLower(name), word) || strings.HasPrefix(b.Lower(b.Words(name)), word))
}

// place reads a place of a seat.
func (o *order) place(s engine.Seat) (rules.Place, error) {
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

// estate names all places of a seat.
func (b *Board) estate(s engine.Seat) string {
	places := listing(b.Reader, b.places(s), func(p rules.Place) string { return b.spot(s, p) })
	if places == "" {
		return b.said(s, "you are out", "%s is out")
	}
	return b.said(s, "You have the %s", "%s has the %s", places)
}

// targetsDiffer reports whether moves are about several places.
func targetsDiffer(moves []rules.Move) bool {
	return slices.ContainsFunc(moves, func(m rules.Move) bool {
		return m.Seat != moves[0].Seat || m.Place != moves[0].Place
	})
}

// targets names the places that moves are about, as one can type them.
func (b *Board) targets(moves []rules.Move) string {
	var names []string
	for _, m := range moves {
		if name := b.typedPlace(m.Seat, m.Place); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return b.List(names)
}
