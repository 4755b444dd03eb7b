package noirburg

import (
	"fmt"

	"noir/engine"
	rules "noir/engine/noirburg"
)

// option names one of the moves among the others.
func (b *Board) option(m rules.Move) string {
	switch m.Type {
	case rules.TypeOpen:
		switch {
		case m.Card.Kind() == rules.Gangster:
			return b.spot(b.frame.Seat, m.Place)
		case m.OnHideout:
			return b.Words("on the Hideout")
		}
		return b.Words("by itself")
	case rules.TypeMoveHideout:
		if m.Under == 0 {
			return b.Words("into the open")
		}
		return b.Words("under the %s", b.building(b.frame.Seat, m.Under))
	case rules.TypeDraw:
		return b.priced(fmt.Sprint(m.Count), m.Count-1)
	case rules.TypePolice:
		if m.Use == rules.UseStop {
			return b.Words("stop the attack")
		}
		return b.crewed(b.frame.Seat, m.Seat, m.Place)
	case rules.TypeDriveby:
		return b.crewed(b.frame.Seat, m.Seat, m.Place)
	case rules.TypeTurncoat:
		if m.Place == rules.Hidden {
			return b.owned(m.Seat, b.Words("hidden %d", m.Gangster.Power()))
		}
		return b.owned(m.Seat, fmt.Sprintf("%s %d", b.spot(m.Seat, m.Place), m.Gangster.Power()))
	}
	return ""
}

// crewed names a place at which a seat aims with those who stand there: vera's Casino
// [2 1].
func (b *Board) crewed(by, s engine.Seat, p rules.Place) string {
	return b.aim(by, s, p) + " [" + numbers(b.crew(s, p), " ") + "]"
}

// does says what the move does.
func (c *choice) does(b *Board) (long, short string) {
	m := c.now()
	switch m.Type {
	case rules.TypeOpen:
		short = b.opens(m)
		return b.priced(short, m.Card.Cost()), short
	case rules.TypeMoveHideout:
		if m.Under == 0 {
			return b.Words("moves your Hideout into the open"), b.Words("Hideout into the open")
		}
		over := b.building(b.frame.Seat, m.Under)
		return b.Words("moves your Hideout under the %s", over), b.Words("Hideout under the %s", over)
	case rules.TypeDraw:
		short = b.Words("draws %s", b.cards(m.Count))
		return b.priced(short, m.Count-1), short
	case rules.TypeEndTurn:
		return b.Words("ends your turn"), b.Words("ends your turn")
	}
	return b.throws(m)
}

// opens says where a card is opened.
func (b *Board) opens(m rules.Move) string {
	switch {
	case m.Card.Kind() == rules.Gangster:
		return b.Words("opens a %s in your %s", b.title(m.Card), b.spot(b.frame.Seat, m.Place))
	case m.OnHideout:
		return b.Words("opens a %s on the Hideout", b.title(m.Card))
	}
	return b.Words("opens a %s by itself", b.title(m.Card))
}

// throws says what a card does that is thrown on the table.
func (b *Board) throws(m rules.Move) (long, short string) {
	switch m.Type {
	case rules.TypePoker:
		return b.Words("hosts a Poker Night"), b.Words("hosts Poker")
	case rules.TypePolice:
		if m.Use == rules.UseStop {
			return b.Words("stops %s", b.attackInWords()), b.Words("stops the attack")
		}
		target := b.theirs(m.Seat, m.Place)
		return b.Words("hides who stands in %s", target), b.Words("raids %s", target)
	case rules.TypeBribe:
		return b.voids(), b.voids()
	case rules.TypeDriveby:
		target := b.theirs(m.Seat, m.Place)
		return b.Words("shoots at %s with %s", target, b.drivebys(len(m.Cards))), b.Words("shoots at %s", target)
	case rules.TypeTurncoat:
		whom := b.owned(m.Seat, b.title(m.Gangster))
		short = b.Words("lures %s", whom)
		if m.Place == rules.Hidden {
			return b.Words("lures %s out of hiding into your hand", whom), short
		}
		return b.Words("lures %s from the %s into your hand", whom, b.spot(m.Seat, m.Place)), short
	}
	return "", ""
}

// consequences say what the move leads to.
func (c *choice) consequences(b *Board) []string {
	m := c.now()
	own := b.view.Seats[b.frame.Seat]
	switch m.Type {
	case rules.TypeOpen:
		return append(b.opened(m), b.forgone(m.Type)...)
	case rules.TypeMoveHideout:
		return append(b.hideoutMoved(m), b.forgone(m.Type)...)
	case rules.TypeDraw:
		left := b.Words("Leaves you %s and %s in the hand.", money(own.Money-m.Count+1), b.cards(own.Hand+m.Count))
		return append([]string{left}, b.forgone(m.Type)...)
	case rules.TypeEndTurn:
		return b.turnEnded()
	case rules.TypePoker:
		return b.poker()
	case rules.TypePolice:
		return b.policed(m)
	case rules.TypeBribe:
		return b.bribed()
	case rules.TypeDriveby:
		return b.shot(m)
	case rules.TypeTurncoat:
		return b.lured(m)
	}
	return nil
}
