package districtnoir

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"noir/engine"
	rules "noir/engine/districtnoir"
)

// Plain describes the position in sentences.
func (b *Board) Plain() []string {
	if !b.ready() {
		return nil
	}
	lines := []string{
		fmt.Sprintf("Round %d of 4.", b.view.Round),
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
	who := b.subject(s, "have taken", "has taken")
	if len(cards) == 0 {
		return who + " nothing yet."
	}
	return fmt.Sprintf("%s %s: %s if counted now.", who, b.kinds(cards), score(b.view.Scores()[s].Total))
}

// kinds counts cards by kind: two fives, one eight, two of minus two.
func (b *Board) kinds(cards []rules.Card) string {
	tally := rules.Count(cards...)
	var parts []string
	for c := rules.Five; c <= rules.CityHall; c++ {
		switch n := int(tally[c]); {
		case n == 0:
		case c.City():
			parts = append(parts, "the "+say(c))
		case n == 1:
			parts = append(parts, "one "+spell(c))
		case c.Support():
			parts = append(parts, figures[n]+" "+plurals[c])
		default:
			parts = append(parts, figures[n]+" of "+spell(c))
		}
	}
	return strings.Join(parts, ", ")
}

var plurals = map[rules.Card]string{rules.Five: "fives", rules.Six: "sixes", rules.Seven: "sevens", rules.Eight: "eights"}

// plainScore says what a seat's cards were worth, part by part.
func (b *Board) plainScore(s engine.Seat) string {
	counted := b.view.Scores()[s]
	var most []string
	majorities := 0
	for _, c := range supports {
		if points := counted.Majorities[c]; points > 0 {
			most = append(most, plurals[c])
			majorities += points
		}
	}
	var parts []string
	if len(most) > 0 {
		parts = append(parts, fmt.Sprintf("most %s, %s", strings.Join(most, " and "), score(majorities)))
	}
	if counted.Sets > 0 {
		parts = append(parts, fmt.Sprintf("%s, %s", count(counted.Sets, "set"), score(counted.SetPoints)))
	}
	if counted.Deals != 0 {
		parts = append(parts, "alliances and betrayals, "+score(counted.Deals))
	}
	parts = append(parts, score(counted.Total)+" in all")
	return fmt.Sprintf("%s: %s.", b.frame.Seats[s].Name, strings.Join(parts, "; "))
}

// score is a number of points in words.
func score(n int) string {
	text := fmt.Sprintf("%d points", max(n, -n))
	if n == 1 || n == -1 {
		text = "1 point"
	}
	if n < 0 {
		return "minus " + text
	}
	return text
}

func (b *Board) plainRow() string {
	if len(b.view.Row) == 0 {
		return "The row is empty."
	}
	line := fmt.Sprintf("Row, oldest first: %s.", sayAll(b.view.Row))
	if offer := b.view.Offer(); len(offer) < len(b.view.Row) {
		line += fmt.Sprintf(" Newest five: %s.", sayAll(offer))
	}
	return line
}

// plainTurn says whose turn it is, what he holds and what to type.
func (b *Board) plainTurn() []string {
	if b.watching() {
		return []string{b.plainTakes(0), b.plainTakes(1), b.name(b.view.Turn()) + " is to move."}
	}
	lines := []string{b.plainTakes(b.far())}
	if hand := b.hand(); len(hand) > 0 {
		held := make([]string, len(hand))
		for i, c := range hand {
			held[i] = fmt.Sprintf("%d, %s", i+1, spell(c))
		}
		lines = append(lines, "Your hand: "+strings.Join(held, "; ")+".")
	} else {
		lines = append(lines, "Your hand is empty.")
	}
	if !b.asked() {
		return append(lines, b.name(b.view.Turn())+" is to move.")
	}
	switch {
	case b.mayTake():
		lines = append(lines, b.plainTaking())
	case b.view.Took[b.frame.Seat]:
		lines = append(lines, "You have taken in this round.")
	}
	return append(lines, "Your move: "+b.toType()+".")
}

// plainTakes says how much a seat can still do in the round.
func (b *Board) plainTakes(s engine.Seat) string {
	took := "may still take"
	if b.view.Took[s] {
		took = "has taken"
	}
	return fmt.Sprintf("%s holds %s and %s in this round.", b.name(s), count(b.view.Hands[s], "card"), took)
}

// plainTaking says what the take would make of the score.
func (b *Board) plainTaking() string {
	own := b.frame.Seat
	after := b.view.AfterTake(own)
	if after.Cities(own) == 3 {
		return "Taking now wins: it completes the three cities."
	}
	total := after.Scores()
	return fmt.Sprintf("Taking now would give you %s and %s %s.",
		score(total[own].Total), b.name(1-own), score(total[1-own].Total))
}

// toType tells what can be typed now.
func (b *Board) toType() string {
	switch {
	case len(b.hand()) == 0:
		return "take with t"
	case !b.mayTake():
		return "play with p 1"
	}
	return "play with p 1, take with t"
}

// Command reads "p 2" or "t"; a number alone plays too.
func (b *Board) Command(line string) (json.RawMessage, error) {
	if !b.ready() || b.watching() {
		return nil, errors.New("you have no seat at this table")
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
		return nil, errors.New("the row is empty: " + b.toType())
	}
	return nil, errors.New("you have taken in this round already: " + b.toType())
}

func (b *Board) commandPlay(place string) (json.RawMessage, error) {
	hand := b.hand()
	n, err := strconv.Atoi(place)
	switch {
	case !b.asked():
		return nil, errors.New(b.notYet())
	case len(hand) == 0:
		return nil, errors.New("your hand is empty: " + b.toType())
	case err != nil || n < 1 || n > len(hand):
		return nil, fmt.Errorf("say which card of your hand: a number from 1 to %d", len(hand))
	}
	return rules.Play(hand[n-1]), nil
}
