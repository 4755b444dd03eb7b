package noirburg

import (
	"encoding/json"

	"noir/engine/noirburg/rules"
)

// advice words the viewer's own moves.
type advice struct{ speech }

// say words a move; "" if it cannot be read.
func (b advice) say(move json.RawMessage) string {
	m, ok := rules.ReadMove(move)
	if !ok {
		return ""
	}
	switch m.Type {
	case rules.TypeMulligan:
		if len(m.Cards) == 0 {
			return b.Words("keep the hand")
		}
		return b.Words("put back %s", b.titles(m.Cards))
	case rules.TypeArrange:
		return b.adviseArrangement(m)
	case rules.TypeAttack:
		return b.Words("attack %s with %s", b.theirs(m.Seat, m.Place), b.powers(m.Gangsters))
	case rules.TypeOpen:
		return b.adviseOpening(m)
	case rules.TypeMoveHideout:
		if m.Under == 0 {
			return b.Words("move the Hideout into the open")
		}
		return b.Words("move the Hideout under the %s", b.building(b.Frame.Seat, m.Under))
	case rules.TypeDiscard:
		return b.Words("discard %s", b.titles(m.Cards))
	case rules.TypeDraw:
		return b.Words("draw %s", b.cards(m.Count))
	case rules.TypeEndTurn:
		return b.Words("end the turn")
	case rules.TypePass:
		return b.Words("pass")
	case rules.TypeResign:
		return b.Words("give up")
	}
	return b.adviseCard(m)
}

// adviseArrangement names the gangsters that move, as one types it.
func (b advice) adviseArrangement(m rules.Move) string {
	moved := typist(b).typedArrangement(m.Places)
	if moved == "move" {
		return b.Words("leave everybody where they are")
	}
	return moved
}

func (b advice) adviseOpening(m rules.Move) string {
	switch own := b.Frame.Seat; {
	case m.Card.Kind() == rules.Gangster:
		return b.Words("open a %s in the %s", b.title(m.Card), b.spot(own, m.Place))
	case m.OnHideout:
		return b.Words("open a %s on the Hideout", b.building(own, m.Card))
	default:
		return b.Words("open a %s", b.building(own, m.Card))
	}
}

// adviseCard words a card to be thrown on the table.
func (b advice) adviseCard(m rules.Move) string {
	switch m.Type {
	case rules.TypePoker:
		return b.Words("call a Poker Night")
	case rules.TypePolice:
		if m.Use == rules.UseStop {
			return b.Words("call the Police against the attack")
		}
		return b.Words("send the Police to %s", b.theirs(m.Seat, m.Place))
	case rules.TypeBribe:
		return b.Words("play a Bribe")
	case rules.TypeDriveby:
		return b.Words("play %s on %s", b.drivebys(len(m.Cards)), b.theirs(m.Seat, m.Place))
	case rules.TypeTurncoat:
		whom := b.owned(m.Seat, b.title(m.Gangster))
		if m.Place == rules.Hidden {
			return b.Words("lure away %s from hiding", whom)
		}
		return b.Words("lure away %s in the %s", whom, b.spot(m.Seat, m.Place))
	}
	return ""
}
