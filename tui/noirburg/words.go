package noirburg

import (
	"fmt"
	"slices"
	"strings"

	"noir/data/language"
	"noir/engine"
	rules "noir/engine/noirburg"
)

// businesses are the names of the businesses, by their number.
var businesses = [...]string{
	1: language.Mark("Still"), 2: language.Mark("Bootlegger"), 3: language.Mark("Speakeasy"), 4: language.Mark("Casino"),
}

// reactions are the names of the cards that are thrown on the table.
var reactions = map[rules.Kind]string{
	rules.Poker: language.Mark("Poker Night"), rules.Police: language.Mark("Police"), rules.Bribe: language.Mark("Bribe"),
	rules.Driveby: language.Mark("Drive-by"), rules.Turncoat: language.Mark("Turncoat"),
}

// hideout is the name of the card that everybody begins with.
var hideout = language.Mark("Hideout")

// printed is the English name of a card that is no gangster.
func printed(c rules.Card) string {
	switch c.Kind() {
	case rules.Business:
		return businesses[c.Number()]
	case rules.Hideout:
		return hideout
	}
	return reactions[c.Kind()]
}

// title is what a card is called: Casino, Police, gangster 3.
func (b *Board) title(c rules.Card) string {
	if c.Kind() == rules.Gangster {
		return b.Words("gangster %d", c.Power())
	}
	return b.Words(printed(c))
}

// titles names cards one after the other.
func (b *Board) titles(cards []rules.Card) string { return listing(b.Reader, cards, b.title) }

// letter tells a business from the others of its kind. It is the card's for good.
func letter(c rules.Card) string {
	_, number, _ := strings.Cut(c.String(), ".")
	return string('A' + rune(number[0]-'0')) // there are ten of a kind at most
}

// building is what a business of a seat is called: with its letter if the seat has
// others of its kind.
func (b *Board) building(s engine.Seat, c rules.Card) string {
	if b.alone(s, c) {
		return b.title(c)
	}
	return b.title(c) + " " + letter(c)
}

// alone reports whether a seat has no other business of the kind of one.
func (b *Board) alone(s engine.Seat, c rules.Card) bool {
	for other := range b.view.Seats[s].Businesses {
		if other != c && other.Number() == c.Number() {
			return false
		}
	}
	return true
}

// spot is what a place of a seat is called, without an article.
func (b *Board) spot(s engine.Seat, p rules.Place) string {
	if c := p.Business(); c != 0 {
		return b.building(s, c)
	}
	return b.Words(hideout)
}

// said says a sentence about a seat in one of two English texts: to its own player,
// or, with its name before the other arguments, to anybody else.
func (b *Board) said(s engine.Seat, you, other string, args ...any) string {
	if s == b.frame.Seat {
		return b.Words(you, args...)
	}
	return b.Words(other, append([]any{b.frame.Seats[s].Name}, args...)...)
}

// owned is something of a seat: your 4 and 2, vera's gangster 3.
func (b *Board) owned(s engine.Seat, thing string) string {
	return b.said(s, "your %s", "%s's %s", thing)
}

// ownedBeside is something of a seat at whose cards another one aims, or that seat
// itself.
func (b *Board) ownedBeside(by, s engine.Seat, thing string) string {
	if s == by && s != b.frame.Seat {
		return b.Words("their own %s", thing)
	}
	return b.owned(s, thing)
}

// theirs is a place and whose it is: your Casino, vera's Hideout.
func (b *Board) theirs(s engine.Seat, p rules.Place) string { return b.owned(s, b.spot(s, p)) }

// aim is a place at which a seat aims, and whose it is: their own Still, vera's Casino.
func (b *Board) aim(by, s engine.Seat, p rules.Place) string {
	return b.ownedBeside(by, s, b.spot(s, p))
}

// powers lists gangsters by what they can do, the strongest first: 4, 2 and 2.
func (b *Board) powers(gangsters []rules.Card) string {
	strongest := slices.SortedStableFunc(slices.Values(gangsters), func(a, b rules.Card) int { return b.Power() - a.Power() })
	return listing(b.Reader, strongest, func(c rules.Card) string { return fmt.Sprint(c.Power()) })
}

// strength sums up what gangsters can do.
func strength(gangsters []rules.Card) int {
	sum := 0
	for _, c := range gangsters {
		sum += c.Power()
	}
	return sum
}

// listing names things one after the other: a, b and c.
func listing[T any](r *language.Reader, things []T, name func(T) string) string {
	names := make([]string, len(things))
	for i, thing := range things {
		names[i] = name(thing)
	}
	return r.List(names)
}

// Refuse says why the rules refused a move.
func (b *Board) Refuse(e *engine.Illegal) string { return b.Words(e.Message) }
