package districtnoir

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"noir/data/language"
	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/tui/kit"
)

// Plain describes the position in sentences.
func (b *Board) Plain() []string {
	if !b.ready() {
		return nil
	}
	lines := []string{
		b.Words("Round %d of 4.", b.view.Round),
		b.plainTableau(b.far()),
		b.plainTableau(b.near()),
		b.plainRow(),
	}
	if b.frame.End != nil {
		return append(lines, b.plainScore(b.far()), b.plainScore(b.near()), b.result())
	}
	return append(lines, b.plainTurn()...)
}

// plainTableau says what a seat has taken.
func (b *Board) plainTableau(s engine.Seat) string {
	cards := b.view.Tableau[s]
	kinds, now := b.kinds(cards), b.score(b.view.Scores()[s].Total)
	switch none := len(cards) == 0; {
	case none && b.own(s):
		return b.Words("You have taken nothing yet.")
	case none:
		return b.Words("%s has taken nothing yet.", b.name(s))
	case b.own(s):
		return b.Words("You have taken %s: %s if counted now.", kinds, now)
	}
	return b.Words("%s has taken %s: %s if counted now.", b.name(s), kinds, now)
}

// singles and plurals are the supports in words.
var (
	singles = map[rules.Card]string{
		rules.Five: language.Mark("one five"), rules.Six: language.Mark("one six"),
		rules.Seven: language.Mark("one seven"), rules.Eight: language.Mark("one eight"),
	}
	plurals = map[rules.Card]string{
		rules.Five: language.Mark("fives"), rules.Six: language.Mark("sixes"),
		rules.Seven: language.Mark("sevens"), rules.Eight: language.Mark("eights"),
	}
)

// kinds counts cards by kind: two fives, one eight, two of minus two.
func (b *Board) kinds(cards []rules.Card) string {
	tally := rules.Count(cards...)
	var parts []string
	for c := rules.Five; c <= rules.CityHall; c++ {
		switch n := int(tally[c]); {
		case n == 0:
		case c.City():
			parts = append(parts, b.Words("the %s", b.say(c)))
		case c.Support() && n == 1:
			parts = append(parts, b.Words(singles[c]))
		case c.Support():
			parts = append(parts, b.Words("%s %s", b.figure(n), b.Words(plurals[c])))
		case n == 1:
			parts = append(parts, b.Words("one %s", b.spell(c)))
		default:
			parts = append(parts, b.Words("%s of %s", b.figure(n), b.spell(c)))
		}
	}
	return strings.Join(parts, ", ")
}

// plainScore says what a seat's cards were worth, part by part.
func (b *Board) plainScore(s engine.Seat) string {
	counted := b.view.Scores()[s]
	var most []string
	majorities := 0
	for _, c := range supports {
		if points := counted.Majorities[c]; points > 0 {
			most = append(most, b.Words(plurals[c]))
			majorities += points
		}
	}
	var parts []string
	if len(most) > 0 {
		parts = append(parts, b.Words("most %s, %s", b.List(most), b.score(majorities)))
	}
	if counted.Sets > 0 {
		parts = append(parts, b.Several(counted.Sets, "one set", "%d sets")+", "+b.score(counted.SetPoints))
	}
	if counted.Deals != 0 {
		parts = append(parts, b.Words("alliances and betrayals, %s", b.score(counted.Deals)))
	}
	parts = append(parts, b.Words("%s in all", b.score(counted.Total)))
	return fmt.Sprintf("%s: %s.", b.frame.Seats[s].Name, strings.Join(parts, "; "))
}

// score is a number of points in words.
func (b *Board) score(n int) string {
	if n < 0 {
		return b.Several(-n, "minus %d point", "minus %d points")
	}
	return b.Several(n, "%d point", "%d points")
}

func (b *Board) plainRow() string {
	if len(b.view.Row) == 0 {
		return b.Words("The row is empty.")
	}
	line := b.Words("Row, oldest first: %s.", b.sayAll(b.view.Row))
	if offer := b.view.Offer(); len(offer) < len(b.view.Row) {
		line += " " + b.Words("Newest five: %s.", b.sayAll(offer))
	}
	return line
}

// plainTurn says whose turn it is, what he holds and what to type.
func (b *Board) plainTurn() []string {
	if b.watching() {
		return []string{b.plainTakes(0), b.plainTakes(1), b.waiting()}
	}
	lines := []string{b.plainTakes(b.far()), b.plainHand()}
	if !b.asked() {
		return append(lines, b.waiting())
	}
	switch {
	case b.mayTake():
		lines = append(lines, b.plainTaking())
	case b.view.Took[b.frame.Seat]:
		lines = append(lines, b.Words("You have taken in this round."))
	}
	return append(lines, b.Words("Your move: %s.", b.toType()))
}

// plainHand says what the viewer holds.
func (b *Board) plainHand() string {
	hand := b.hand()
	if len(hand) == 0 {
		return b.Words("Your hand is empty.")
	}
	held := make([]string, len(hand))
	for i, c := range hand {
		held[i] = fmt.Sprintf("%d, %s", i+1, b.spell(c))
	}
	return b.Words("Your hand: %s.", strings.Join(held, "; "))
}

// plainTakes says how much a seat that is not the viewer's can still do in the round.
func (b *Board) plainTakes(s engine.Seat) string {
	cards := kit.Cards(b.Reader, b.view.Hands[s])
	if b.view.Took[s] {
		return b.Words("%s holds %s and has taken in this round.", b.name(s), cards)
	}
	return b.Words("%s holds %s and may still take in this round.", b.name(s), cards)
}

// plainTaking says what the take would make of the score.
func (b *Board) plainTaking() string {
	own := b.frame.Seat
	after := b.view.AfterTake(own)
	if after.Cities(own) == 3 {
		return b.Words("Taking now wins: it completes the three cities.")
	}
	total := after.Scores()
	return b.Words("Taking now would give you %s and %s %s.",
		b.score(total[own].Total), b.name(1-own), b.score(total[1-own].Total))
}

// toType tells what can be typed now.
func (b *Board) toType() string {
	switch {
	case len(b.hand()) == 0:
		return b.Words("take with t")
	case !b.mayTake():
		return b.Words("play with p 1")
	}
	return b.Words("play with p 1, take with t")
}

// Command reads "p 2" or "t"; a number alone plays too.
func (b *Board) Command(line string) (json.RawMessage, error) {
	if !b.ready() || b.watching() {
		return nil, errors.New(b.Words("you have no seat at this table"))
	}
	words := strings.Fields(strings.ToLower(line))
	if len(words) == 0 {
		return nil, errors.New(b.toType())
	}
	verb, rest := words[0], words[1:]
	switch verb {
	case "t", "take":
		if len(rest) == 0 {
			return b.commandTake()
		}
	case "p", "play":
		if len(rest) == 1 {
			return b.commandPlay(rest[0])
		}
	default:
		if len(rest) == 0 && strings.Trim(verb, "0123456789") == "" {
			return b.commandPlay(verb)
		}
	}
	return nil, errors.New(b.toType())
}

func (b *Board) commandTake() (json.RawMessage, error) {
	switch {
	case !b.asked():
		return nil, errors.New(b.notYet())
	case b.mayTake():
		return rules.Take(), nil
	case len(b.view.Row) == 0:
		return nil, errors.New(b.Words("the row is empty: %s", b.toType()))
	}
	return nil, errors.New(b.Words("you have taken in this round already: %s", b.toType()))
}

func (b *Board) commandPlay(place string) (json.RawMessage, error) {
	hand := b.hand()
	n, err := strconv.Atoi(place)
	switch {
	case !b.asked():
		return nil, errors.New(b.notYet())
	case len(hand) == 0:
		return nil, errors.New(b.Words("your hand is empty: %s", b.toType()))
	case err != nil || n < 1 || n > len(hand):
		return nil, errors.New(b.Words("say which card of your hand: a number from 1 to %d", len(hand)))
	}
	return rules.Play(hand[n-1]), nil
}
