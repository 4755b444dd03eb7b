//go:build e2e

package e2e

import (
	"fmt"
	"strings"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// says returns what the screen says that confirming a move does.
func (b *boss) says(s sight, m rules.Move) string {
	place := func() string { return b.theirs(s, m.Seat, m.Place) }
	switch m.Type {
	case rules.TypeMulligan:
		return [...]string{"keeps your hand as it is", "swaps ", "swaps "}[len(m.Cards)]
	case rules.TypeDiscard:
		return "discards "
	case rules.TypeArrange:
		return "arranges"
	case rules.TypeAttack:
		return "attacks"
	case rules.TypeOpen:
		return b.saysOpen(s, m)
	case rules.TypeMoveHideout:
		if m.Under == 0 {
			return "moves your Hideout into the open"
		}
		return "moves your Hideout under the " + b.spot(s, b.reader.seat, rules.At(m.Under))
	case rules.TypeDraw:
		return fmt.Sprintf("draws %s", counted(m.Count, "card"))
	case rules.TypeEndTurn:
		return "ends your turn"
	case rules.TypePoker:
		return "hosts a Poker Night"
	case rules.TypePolice:
		if m.Use == rules.UseStop {
			return "stops "
		}
		return "hides everybody in " + place()
	case rules.TypeBribe:
		return "voids the "
	case rules.TypeDriveby:
		return "shoots at " + place() + " with "
	case rules.TypeTurncoat:
		return b.saysLure(s, m)
	}
	return ""
}

func (b *boss) saysOpen(s sight, m rules.Move) string {
	switch {
	case m.Card.Kind() == rules.Gangster:
		return fmt.Sprintf("opens a gangster %d in your %s ", m.Card.Power(), b.spot(s, b.reader.seat, m.Place))
	case m.OnHideout:
		return "opens a " + titles[m.Card.Income()] + " on the Hideout"
	}
	return "opens a " + titles[m.Card.Income()] + " by itself"
}

func (b *boss) saysLure(s sight, m rules.Move) string {
	whom := fmt.Sprintf("lures %s gangster %d ", b.whose(m.Seat), m.Gangster.Power())
	if m.Place == rules.Hidden {
		return whom + "out of hiding"
	}
	return whom + "from the " + b.spot(s, m.Seat, m.Place)
}

// titles are the names of businesses by income.
var titles = [...]string{1: "Still", 2: "Bootlegger", 3: "Speakeasy", 4: "Casino"}

func counted(n int, thing string) string {
	if n == 1 {
		return "one " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// whose returns the owner as the beginning of a name.
func (b *boss) whose(s engine.Seat) string {
	if s == b.reader.seat {
		return "your"
	}
	return b.reader.names[s] + "'s"
}

// theirs names a place and its owner.
func (b *boss) theirs(s sight, seat engine.Seat, at rules.Place) string {
	return b.whose(seat) + " " + b.spot(s, seat, at)
}

// spot names a place, with a letter if its owner has two such businesses.
func (b *boss) spot(s sight, seat engine.Seat, at rules.Place) string {
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
