package main

import (
	"fmt"
	"strings"

	"noir/engine"
	"noir/engine/noirburg"
)

// says is what the screen says that confirming a move does.
func (b *boss) says(s sight, m noirburg.Move) string {
	place := func() string { return b.theirs(s, m.Seat, m.Place) }
	switch m.Type {
	case noirburg.TypeMulligan:
		return [...]string{"keeps your hand as it is", "swaps ", "swaps "}[len(m.Cards)]
	case noirburg.TypeDiscard:
		return "discards "
	case noirburg.TypeArrange:
		return "arranges"
	case noirburg.TypeAttack:
		return "attacks"
	case noirburg.TypeOpen:
		return b.saysOpen(s, m)
	case noirburg.TypeMoveHideout:
		if m.Under == 0 {
			return "moves your Hideout into the open"
		}
		return "moves your Hideout under the " + b.spot(s, b.reader.seat, noirburg.At(m.Under))
	case noirburg.TypeDraw:
		return fmt.Sprintf("draws %s", counted(m.Count, "card"))
	case noirburg.TypeEndTurn:
		return "ends your turn"
	case noirburg.TypePoker:
		return "hosts a Poker Night"
	case noirburg.TypePolice:
		if m.Use == noirburg.UseStop {
			return "stops "
		}
		return "hides who stands in " + place()
	case noirburg.TypeBribe:
		return "voids the "
	case noirburg.TypeDriveby:
		return "shoots at " + place() + " with "
	case noirburg.TypeTurncoat:
		return b.saysLure(s, m)
	}
	return ""
}

func (b *boss) saysOpen(s sight, m noirburg.Move) string {
	switch {
	case m.Card.Kind() == noirburg.Gangster:
		return fmt.Sprintf("opens a gangster %d in your %s ", m.Card.Power(), b.spot(s, b.reader.seat, m.Place))
	case m.OnHideout:
		return "opens a " + titles[m.Card.Income()] + " on the Hideout"
	}
	return "opens a " + titles[m.Card.Income()] + " by itself"
}

func (b *boss) saysLure(s sight, m noirburg.Move) string {
	whom := fmt.Sprintf("lures %s gangster %d ", b.whose(m.Seat), m.Gangster.Power())
	if m.Place == noirburg.Hidden {
		return whom + "out of hiding"
	}
	return whom + "from the " + b.spot(s, m.Seat, m.Place)
}

// titles are the names of businesses, by their income.
var titles = [...]string{1: "Still", 2: "Bootlegger", 3: "Speakeasy", 4: "Casino"}

func counted(n int, thing string) string {
	if n == 1 {
		return "one " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// whose begins what belongs to a seat.
func (b *boss) whose(s engine.Seat) string {
	if s == b.reader.seat {
		return "your"
	}
	return b.reader.names[s] + "'s"
}

// theirs names a place and whose it is.
func (b *boss) theirs(s sight, seat engine.Seat, at noirburg.Place) string {
	return b.whose(seat) + " " + b.spot(s, seat, at)
}

// spot names a place: with a letter if its owner has two such businesses.
func (b *boss) spot(s sight, seat engine.Seat, at noirburg.Place) string {
	c := at.Business()
	if c == 0 {
		return "Hideout"
	}
	title := titles[c.Income()]
	for other := range s.view.Seats[seat].Businesses {
		if other != c && other.Income() == c.Income() {
			_, number, _ := strings.Cut(c.String(), ".")
			return title + " " + string('A'+rune(number[0]-'0'))
		}
	}
	return title
}
