package noirburg

import (
	"fmt"

	"noir/engine/noirburg/rules"
)

// intent names moves that can be picked.
type intent struct{ speech }

// option names one of the moves among the others.
func (b intent) option(m rules.Move) string {
	switch m.Type {
	case rules.TypeOpen:
		switch {
		case m.Card.Kind() == rules.Gangster:
			return b.spot(b.Frame.Seat, m.Place)
		case m.OnHideout:
			return b.Words("on the Hideout")
		}
		return b.Words("by itself")
	case rules.TypeMoveHideout:
		if m.Under == 0 {
			return b.Words("into the open")
		}
		return b.Words("under the %s", b.building(b.Frame.Seat, m.Under))
	case rules.TypeDraw:
		return b.priced(fmt.Sprint(m.Count), m.Count-1)
	case rules.TypePolice:
		if m.Use == rules.UseStop {
			return b.Words("stop the attack")
		}
		return b.crewed(b.Frame.Seat, m.Seat, m.Place)
	case rules.TypeDriveby:
		return b.crewed(b.Frame.Seat, m.Seat, m.Place)
	case rules.TypeTurncoat:
		if m.Place == rules.Hidden {
			return b.owned(m.Seat, b.Words("hidden %d", m.Gangster.Power()))
		}
		return b.owned(m.Seat, fmt.Sprintf("%s %d", b.spot(m.Seat, m.Place), m.Gangster.Power()))
	}
	return ""
}

// opens says where a card is opened.
func (b intent) opens(m rules.Move) string {
	switch {
	case m.Card.Kind() == rules.Gangster:
		return b.Words("opens a %s in your %s", b.title(m.Card), b.spot(b.Frame.Seat, m.Place))
	case m.OnHideout:
		return b.Words("opens a %s on the Hideout", b.title(m.Card))
	}
	return b.Words("opens a %s by itself", b.title(m.Card))
}

// throws says what a card does when it is thrown on the table.
func (b intent) throws(m rules.Move) (long, short string) {
	switch m.Type {
	case rules.TypePoker:
		return b.Words("hosts a Poker Night"), b.Words("hosts Poker")
	case rules.TypePolice:
		if m.Use == rules.UseStop {
			return b.Words("stops %s", b.attackInWords()), b.Words("stops the attack")
		}
		target := b.theirs(m.Seat, m.Place)
		return b.Words("hides everybody in %s", target), b.Words("raids %s", target)
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

// voids says what a Bribe would do.
func (b intent) voids() string {
	w := b.view.Window
	if w == nil || len(w.Cards)%2 == 1 {
		return b.Words("voids the Police")
	}
	return b.Words("voids the Bribe")
}
