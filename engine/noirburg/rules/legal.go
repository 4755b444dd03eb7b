package rules

import (
	"encoding/json"
	"strconv"

	"noir/engine"
)

// entry returns the move as Legal lists it: marked as a form if it stands for several.
func (m Move) entry() json.RawMessage {
	switch m.Type {
	case TypeArrange:
		return json.RawMessage(`{"type":"arrange","form":true}`)
	case TypeMulligan, TypeDiscard:
		return json.RawMessage(`{"type":"` + m.Type + `","max":` + strconv.Itoa(m.Count) + `,"form":true}`)
	case TypeAttack, TypeDriveby:
		body := m.Body()
		return append(body[:len(body)-1], `,"form":true}`...)
	}
	return m.Body()
}

// ReadEntry reads an entry of State.Legal. An entry that stands for several moves has all cards
// that may be in one of them; arrange, mulligan and discard have only the type and, in Count,
// the most cards.
func ReadEntry(entry json.RawMessage) (Move, bool) {
	var shape struct {
		Type string
		Max  int
	}
	if json.Unmarshal(entry, &shape) != nil {
		return Move{}, false
	}
	switch shape.Type {
	case TypeArrange, TypeMulligan, TypeDiscard:
		return Move{Type: shape.Type, Count: shape.Max}, true
	}
	return ReadMove(entry)
}

// moves lists the moves of a seat. An arrangement, a swap and a discard stand for all of their
// kind, with the greatest number of cards as their count; an attack and a Drive-by have all
// cards that may take part.
func moves(p *Position, seat engine.Seat) []Move {
	if p.Over() || !p.seated(seat) {
		return nil
	}
	l := &lister{Position: p, seat: seat, own: p.Of(seat)}
	switch {
	case seat != p.Active || p.Depth > 0:
	case p.Phase == SetUp:
		l.atMost(TypeMulligan, SwapLimit)
	default:
		l.turn()
	}
	l.reactions()
	if p.Asked(seat) {
		l.add(Move{Type: TypePass})
	}
	return l.moves
}

// lister gathers the moves of one seat.
type lister struct {
	*Position
	seat    engine.Seat
	own     *Family
	moves   []Move
	refused func(m Move, code string) // gets the moves that the rules refuse; may be nil
}

func (l *lister) add(m Move) { l.moves = append(l.moves, m) }

// may adds a move of the seat's own turn if the rules allow it.
func (l *lister) may(m Move) { l.consider(m, turnRules{l.Position, &m}.refusal(l.seat)) }

// throw adds a reaction if the rules allow it.
func (l *lister) throw(m Move) { l.consider(m, reactionRules{l.Position, &m, l.seat}.refusal()) }

func (l *lister) consider(m Move, code string) {
	switch {
	case code == "":
		l.add(m)
	case l.refused != nil:
		l.refused(m, code)
	}
}

// atMost adds moves with up to n cards of the hand.
func (l *lister) atMost(kind string, most int) {
	l.add(Move{Type: kind, Count: min(most, l.own.Hand.Len())})
}

func (l *lister) turn() {
	if l.mayArrange() {
		l.add(Move{Type: TypeArrange})
	}
	if l.MustArrange() {
		return
	}
	if l.Phase <= Attacking {
		l.attacks()
	}
	if l.Phase <= Opening {
		l.openings()
	}
	if l.Phase <= Relocating {
		l.relocations()
	}
	if l.Phase <= discarding && !l.Acts.discarded && !l.own.Hand.Empty() {
		l.atMost(TypeDiscard, DiscardMost)
	}
	for n := 1; n <= HandSize; n++ {
		l.may(Move{Type: TypeDraw, Count: n})
	}
	l.add(Move{Type: TypeEndTurn})
}

func (l *lister) mayArrange() bool {
	return l.Phase == Arranging && !l.Acts.Arranged && !l.Standing(l.own).Union(l.own.Hidden).Empty()
}

// attacks adds an entry for each target, with all gangsters that may go.
func (l *lister) attacks() {
	gang := l.Standing(l.own)
	if gang.Empty() {
		return
	}
	for seat := range engine.Seat(l.Seats()) {
		if !l.seated(seat) {
			continue
		}
		l.may(Move{Type: TypeAttack, Gangsters: gang.Cards(), Seat: seat, Place: OnHideout})
		for b := range l.Of(seat).Open.All() {
			l.may(Move{Type: TypeAttack, Gangsters: gang.Cards(), Seat: seat, Place: At(b)})
		}
	}
}

// relocations adds the moves of the Hideout under each business, then into the open.
func (l *lister) relocations() {
	for b := range l.own.Open.All() {
		l.may(Move{Type: TypeMoveHideout, Under: b})
	}
	l.may(Move{Type: TypeMoveHideout})
}

func (l *lister) openings() {
	for c := range l.own.Hand.Of(Business).All() {
		l.may(Move{Type: TypeOpen, Card: c, OnHideout: true})
		l.may(Move{Type: TypeOpen, Card: c})
	}
	for c := range l.own.Hand.Of(Gangster).All() {
		l.may(Move{Type: TypeOpen, Card: c, Place: OnHideout})
		for b := range l.own.Open.All() {
			l.may(Move{Type: TypeOpen, Card: c, Place: At(b)})
		}
	}
}

func (l *lister) reactions() {
	hand := l.own.Hand
	for c := range hand.Of(Poker).All() {
		l.throw(Move{Type: TypePoker, Card: c})
	}
	for c := range hand.Of(Police).All() {
		l.throw(Move{Type: TypePolice, Card: c, Use: UseStop})
		l.targets(func(seat engine.Seat, at Place) {
			l.throw(Move{Type: TypePolice, Card: c, Use: UseRaid, Seat: seat, Place: at})
		})
	}
	for c := range hand.Of(Bribe).All() {
		l.throw(Move{Type: TypeBribe, Card: c})
	}
	if cards := hand.Of(Driveby).Cards(); len(cards) > 0 {
		l.targets(func(seat engine.Seat, at Place) {
			l.throw(Move{Type: TypeDriveby, Cards: cards, Seat: seat, Place: at})
		})
	}
	for c := range hand.Of(Turncoat).All() {
		l.lures(c)
	}
}

// targets goes through all businesses on the table.
func (l *lister) targets(try func(engine.Seat, Place)) {
	for seat := range engine.Seat(l.Seats()) {
		for b := range l.Of(seat).Open.All() {
			try(seat, At(b))
		}
	}
}

// lures adds a move for each gangster whom a Turncoat may take.
func (l *lister) lures(c Card) {
	lure := func(seat engine.Seat, at Place) {
		for g := range l.gangsters(l.Of(seat), at).All() {
			l.throw(Move{Type: TypeTurncoat, Card: c, Seat: seat, Place: at, Gangster: g})
		}
	}
	l.targets(lure)
	for seat := range engine.Seat(l.Seats()) {
		lure(seat, Hidden)
	}
}
