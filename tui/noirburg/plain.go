package noirburg

import (
	"fmt"
	"slices"
	"strings"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// plain describes a town in sentences suited to a screen reader.
type plain struct{ speech }

// sentences describe the position.
func (b plain) sentences() []string {
	if !b.Ready() {
		return nil
	}
	lines := []string{b.plainTurn()}
	if b.view.Countdown != nil && b.Frame.End == nil {
		lines = append(lines, b.plainCountdown())
	}
	for i := range b.view.Seats {
		lines = append(lines, b.plainMafia((b.Near()+1+engine.Seat(i))%engine.Seat(len(b.view.Seats))))
	}
	if b.Frame.End != nil {
		return append(slices.Concat(lines, b.plainScores(), sheet(b).why()), sheet(b).result())
	}
	if !b.Watching() {
		lines = append(lines, b.plainHand())
	}
	return append(append(lines, situation(b).plainWindow()...), situation(b).plainWanted())
}

// plainTurn says how far the game is.
func (b plain) plainTurn() string {
	v := b.view
	switch v.Phase {
	case rules.PhaseSetup:
		return b.Words("Before the first turn everybody may swap two cards. The bank has %d.", v.Bank)
	case rules.PhaseOver:
		return b.Words("The game is over in turn %d.", v.Turn)
	}
	turn := b.said(v.Active, "Turn %d in round %d is yours.", "Turn %[2]d in round %[3]d is %[1]s's.", v.Turn, v.Round)
	if v.Window == nil {
		turn = b.said(v.Active, "Turn %d in round %d is yours, %s comes next.",
			"Turn %[2]d in round %[3]d is %[1]s's, %[4]s comes next.", v.Turn, v.Round, b.phase(v.Phase))
	}
	turn += " " + b.Words("The bank has %d, the deck %s.", v.Bank, b.cards(v.Deck))
	if v.MoneyWin {
		turn += " " + b.Words("Ending a turn with %d in money wins.", rules.Majority(len(v.Seats)))
	}
	return turn
}

func (b plain) plainCountdown() string {
	c := b.view.Countdown
	line := b.said(c.Holder, "You have the countdown: %s of 4 left.", "%s has the countdown: %s of 4 left.", b.tokens(c.Left))
	if c.Waits {
		line += " " + b.Words("This turn takes none.")
	}
	return line
}

// plainMafia says what a seat has in the open.
func (b plain) plainMafia(s engine.Seat) string {
	m := b.view.Seats[s]
	if !m.Alive {
		return b.said(s, "You are out.", "%s is out.")
	}
	parts := []string{b.plainHideout(s)}
	for _, p := range b.places(s) {
		if p != rules.OnHideout {
			parts = append(parts, b.plainPlace(s, p))
		}
	}
	if len(m.Hidden) > 0 {
		parts = append(parts, b.Words("hidden %s", b.powers(m.Hidden)))
	}
	if n := len(m.Trophies); n > 0 {
		parts = append(parts, b.Several(n, "one Hideout taken", "%d Hideouts taken"))
	}
	return b.plainPurse(s, strings.Join(parts, "; "))
}

// plainPurse says how much money and how many cards a seat has, and who plays for an absent player.
func (b plain) plainPurse(s engine.Seat, open string) string {
	m, seat := b.view.Seats[s], b.Frame.Seats[s]
	hand := b.cards(m.Hand)
	switch {
	case s == b.Frame.Seat:
	case seat.Substitute:
		return b.Words("%s has %d in money and %s, played by the house: %s.", seat.Name, m.Money, hand, open)
	case seat.Away:
		return b.Words("%s has %d in money and %s, away: %s.", seat.Name, m.Money, hand, open)
	}
	return b.said(s, "You have %d in money and %s: %s.", "%s has %d in money and %s: %s.", m.Money, hand, open)
}

// plainHideout says which business covers a Hideout and who is in it.
func (b plain) plainHideout(s engine.Seat) string {
	place := b.plainPlace(s, rules.OnHideout)
	if under := b.view.Seats[s].Hideout.Under; under != 0 {
		return b.Words("%s, under the %s", place, b.building(s, under))
	}
	return b.Words("%s, in the open", place)
}

// plainPlace says who is at a place.
func (b plain) plainPlace(s engine.Seat, p rules.Place) string {
	if crew := b.crew(s, p); len(crew) > 0 {
		return b.Words("%s with %s", b.spot(s, p), b.powers(crew))
	}
	return b.Words("%s with nobody", b.spot(s, p))
}

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

// plainScores say what everybody has at the end, the best first.
func (b plain) plainScores() []string {
	end := sheet(b)
	scores := end.scores()
	lines := make([]string, 0, len(scores))
	for _, s := range end.ranked() {
		c := scores[s]
		lines = append(lines, b.Words("%d, %s: %d for trophies, %d for cards, %d in money; %s in all.",
			b.Frame.End.Result.Places[s], b.Frame.Seats[s].Name, c.Trophies, c.Cards, c.Money, b.points(c.Total)))
	}
	return lines
}
