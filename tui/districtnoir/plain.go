package districtnoir

import (
	"fmt"
	"strings"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/internal/language"
	"noir/tui/kit"
)

// plain describes a district in sentences suited to a screen reader.
type plain struct{ speech }

// sentences describe the position.
func (b plain) sentences() []string {
	if !b.Ready() {
		return nil
	}
	lines := []string{
		b.Words("Round %d of 4.", b.view.Round),
		b.plainTableau(b.far()),
		b.plainTableau(b.Near()),
		b.plainRow(),
	}
	if b.Frame.End != nil {
		return append(lines, b.plainScore(b.far()), b.plainScore(b.Near()), ending(b).result())
	}
	return append(lines, b.plainTurn()...)
}

// plainTableau says what a seat has taken.
func (b plain) plainTableau(s engine.Seat) string {
	cards := b.view.Tableau[s]
	kinds, now := b.kinds(cards), b.score(b.view.Totals()[s])
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

// plainScore says what a seat's cards were worth, part by part.
func (b plain) plainScore(s engine.Seat) string {
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
	return fmt.Sprintf("%s: %s.", b.Frame.Seats[s].Name, strings.Join(parts, "; "))
}

func (b plain) plainRow() string {
	if len(b.view.Row) == 0 {
		return b.Words("The row is empty.")
	}
	line := b.Words("Row, oldest first: %s.", b.sayAll(b.view.Row))
	if offer := b.view.Offer(); len(offer) < len(b.view.Row) {
		line += " " + b.Words("Newest five: %s.", b.sayAll(offer))
	}
	return line
}

// plainTurn says whose turn it is, what the viewer holds and what to type.
func (b plain) plainTurn() []string {
	if b.Watching() {
		return []string{b.plainTakes(0), b.plainTakes(1), b.waiting()}
	}
	lines := []string{b.plainTakes(b.far()), b.plainHand()}
	if !b.MayAct() {
		return append(lines, b.waiting())
	}
	switch {
	case b.mayTake():
		lines = append(lines, b.plainTaking())
	case b.view.Took[b.Frame.Seat]:
		lines = append(lines, b.Words("You have taken in this round."))
	}
	return append(lines, b.Words("Your move: %s.", b.toType()))
}

// plainHand says what the viewer holds.
func (b plain) plainHand() string {
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

// plainTakes says what another seat can still do in the round.
func (b plain) plainTakes(s engine.Seat) string {
	cards := kit.Cards(b.Reader, b.view.Hands[s])
	if b.view.Took[s] {
		return b.Words("%s holds %s and has taken in this round.", b.name(s), cards)
	}
	return b.Words("%s holds %s and may still take in this round.", b.name(s), cards)
}

// plainTaking says what the take would make of the score.
func (b plain) plainTaking() string {
	own := b.Frame.Seat
	after := b.view.AfterTake(own)
	if after.Cities(own) == 3 {
		return b.Words("Taking now wins: it completes the three cities.")
	}
	total := after.Totals()
	return b.Words("Taking now would give you %s and %s %s.",
		b.score(total[own]), b.name(1-own), b.score(total[1-own]))
}
