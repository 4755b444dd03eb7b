package districtnoir

import (
	"fmt"
	"strings"

	rules "noir/engine/districtnoir"
	"noir/internal/language"
	"noir/tui"
)

// sign is a card in one or two cells.
func sign(g *tui.Glyphs, c rules.Card) string {
	switch {
	case c.City():
		return strings.ToUpper(c.String()[:1])
	case c.Value() < 0:
		return g.Minus + fmt.Sprint(-c.Value())
	}
	return c.String()
}

// signs are cards with blanks between them.
func signs(g *tui.Glyphs, cards []rules.Card) string {
	out := make([]string, len(cards))
	for i, c := range cards {
		out[i] = sign(g, c)
	}
	return strings.Join(out, " ")
}

// words are what cards and figures are called in the viewer's language.
type words struct {
	*language.Reader // nil for English

	signs bool // alliances and betrayals in sentences as signs, not in words
}

// cities are the names of those cards.
var cities = map[rules.Card]string{
	rules.Harbor: language.Mark("harbor"), rules.Police: language.Mark("police"), rules.CityHall: language.Mark("city hall"),
}

// say is a card in a sentence, its number as a figure.
func (b words) say(c rules.Card) string {
	switch {
	case c.City():
		return b.Words(cities[c])
	case b.signs && c.Value() < 0:
		return b.Spell(fmt.Sprintf("−%d", -c.Value()))
	case b.signs && c.Deal():
		return fmt.Sprintf("+%d", c.Value())
	case c.Value() < 0:
		return b.Words("minus %d", -c.Value())
	case c.Deal():
		return b.Words("plus %d", c.Value())
	}
	return c.String()
}

func (b words) sayAll(cards []rules.Card) string {
	out := make([]string, len(cards))
	for i, c := range cards {
		out[i] = b.say(c)
	}
	return strings.Join(out, ", ")
}

// figures are numbers in words.
var figures = [...]string{
	language.Mark("zero"), language.Mark("one"), language.Mark("two"), language.Mark("three"), language.Mark("four"),
	language.Mark("five"), language.Mark("six"), language.Mark("seven"), language.Mark("eight"),
}

func (b words) figure(n int) string { return b.Words(figures[n]) }

// signed is a number with its sign.
func signed(g *tui.Glyphs, n int) string {
	switch {
	case n < 0:
		return g.Minus + fmt.Sprint(-n)
	case n > 0:
		return fmt.Sprintf("+%d", n)
	}
	return "0"
}

// number is a number whose minus the terminal can show.
func number(g *tui.Glyphs, n int) string {
	if n < 0 {
		return g.Minus + fmt.Sprint(-n)
	}
	return fmt.Sprint(n)
}

// refusals are the sentences about refused moves, by the rules' code.
var refusals = map[string]string{
	rules.NotYourTurn:          language.Mark("It is not your turn: wait for the other player."),
	rules.CardNotInHand:        language.Mark("You do not hold that card: play one of your hand."),
	rules.HandEmptyMustTake:    language.Mark("Your hand is empty: take the newest cards of the row."),
	rules.AlreadyTookThisRound: language.Mark("You have already taken this round: play a card."),
	rules.RowEmpty:             language.Mark("The row is empty, there is nothing to take: play a card."),
	rules.UnknownAction:        language.Mark("There is no such move: play a card of your hand, or take."),
	rules.GameOver:             language.Mark("The game is over."),
}

// tieThing names what a level of the tie-break counts.
func (b words) tieThing(level string) string {
	if level == "cities" {
		return b.Words("cities")
	}
	return b.Words("%ss", level)
}

// spell is a card with its number as a word, so that it cannot be taken for a
// place in the hand.
func (b words) spell(c rules.Card) string {
	switch {
	case c.City():
		return b.say(c)
	case c.Value() < 0:
		return b.Words("minus %s", b.figure(-c.Value()))
	case c.Deal():
		return b.Words("plus %s", b.figure(c.Value()))
	}
	return b.figure(c.Value())
}

// kinds counts cards by kind: two fives, one eight, two of minus two.
func (b words) kinds(cards []rules.Card) string {
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

// score is a number of points in words.
func (b words) score(n int) string {
	if n < 0 {
		return b.Several(-n, "minus %d point", "minus %d points")
	}
	return b.Several(n, "%d point", "%d points")
}
