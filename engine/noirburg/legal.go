package noirburg

import (
	"encoding/json"
	"strconv"

	"noir/engine"
)

// Legal lists the moves of a seat: those of its own turn by phase, then the reaction
// cards it may throw in, then the pass. Some entries stand for many moves (protocol,
// section 8); Complete makes one of them.
func (p *position) Legal(seat engine.Seat) []json.RawMessage {
	var legal []json.RawMessage
	for _, m := range p.moves(seat) {
		legal = append(legal, m.entry())
	}
	return legal
}

// entry returns the move as Legal lists it.
func (m Move) entry() json.RawMessage {
	switch m.Type {
	case TypeArrange:
		return json.RawMessage(`{"type":"arrange"}`)
	case TypeMulligan, TypeDiscard:
		return json.RawMessage(`{"type":"` + m.Type + `","max":` + strconv.Itoa(m.Count) + `}`)
	}
	return m.Body()
}

// readEntry reads what Move.entry wrote.
func readEntry(entry json.RawMessage) (Move, bool) {
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

// moves lists the moves of a seat. An arrangement, a swap and a discard stand for all of
// their kind, with the most cards they may be of as their count; an attack and a Drive-by
// have all cards that may take part.
func (p *position) moves(seat engine.Seat) []Move {
	if p.over() || !p.seated(seat) {
		return nil
	}
	l := &lister{position: p, seat: seat, own: p.of(seat)}
	switch {
	case seat != p.active || p.depth > 0:
	case p.phase == setUp:
		l.atMost(TypeMulligan, swapLimit)
	default:
		l.turn()
	}
	l.reactions()
	if p.asked(seat) {
		l.add(Move{Type: TypePass})
	}
	return l.moves
}

// lister gathers the moves of one seat.
type lister struct {
	*position
	seat  engine.Seat
	own   *mafia
	moves []Move
}

func (l *lister) add(m Move) { l.moves = append(l.moves, m) }

// may adds a move of the own turn if the rules do not refuse it.
func (l *lister) may(m Move) {
	if l.turnRefusal(m, l.seat) == "" {
		l.add(m)
	}
}

// throw adds a reaction if the rules do not refuse it.
func (l *lister) throw(m Move) {
	if l.reactionRefusal(m, l.seat) == "" {
		l.add(m)
	}
}

// atMost adds the moves of up to so many cards of the hand.
func (l *lister) atMost(kind string, most int) {
	l.add(Move{Type: kind, Count: min(most, l.own.hand.len())})
}

func (l *lister) turn() {
	if l.mayArrange() {
		l.add(Move{Type: TypeArrange})
	}
	if l.mustArrange() {
		return
	}
	if l.phase <= attacking {
		l.attacks()
	}
	if l.phase <= opening {
		l.openings()
	}
	if l.phase <= relocating {
		for b := range l.own.open.all() {
			l.may(Move{Type: TypeMoveHideout, Under: b})
		}
		l.may(Move{Type: TypeMoveHideout})
	}
	if l.phase <= discarding && !l.acts.discarded && !l.own.hand.empty() {
		l.atMost(TypeDiscard, discardMost)
	}
	for n := 1; n <= handLimit && l.turnRefusal(Move{Type: TypeDraw, Count: n}, l.seat) == ""; n++ {
		l.add(Move{Type: TypeDraw, Count: n})
	}
	l.add(Move{Type: TypeEndTurn})
}

func (l *lister) mayArrange() bool {
	return l.phase == arranging && !l.acts.arranged && !l.standing(l.own).union(l.own.hidden).empty()
}

// attacks adds an entry for each target, with all who may go.
func (l *lister) attacks() {
	gang := l.standing(l.own)
	if gang.empty() {
		return
	}
	for seat := range engine.Seat(l.seats()) {
		if !l.seated(seat) {
			continue
		}
		l.may(Move{Type: TypeAttack, Gangsters: gang.cards(), Seat: seat, Place: OnHideout})
		for b := range l.of(seat).open.all() {
			l.may(Move{Type: TypeAttack, Gangsters: gang.cards(), Seat: seat, Place: At(b)})
		}
	}
}

func (l *lister) openings() {
	for c := range l.own.hand.of(Business).all() {
		l.may(Move{Type: TypeOpen, Card: c, OnHideout: true})
		l.may(Move{Type: TypeOpen, Card: c})
	}
	for c := range l.own.hand.of(Gangster).all() {
		l.may(Move{Type: TypeOpen, Card: c, Place: OnHideout})
		for b := range l.own.open.all() {
			l.may(Move{Type: TypeOpen, Card: c, Place: At(b)})
		}
	}
}

func (l *lister) reactions() {
	hand := l.own.hand
	for c := range hand.of(Poker).all() {
		l.throw(Move{Type: TypePoker, Card: c})
	}
	for c := range hand.of(Police).all() {
		l.throw(Move{Type: TypePolice, Card: c, Use: UseStop})
		l.targets(func(seat engine.Seat, at Place) {
			l.throw(Move{Type: TypePolice, Card: c, Use: UseRaid, Seat: seat, Place: at})
		})
	}
	for c := range hand.of(Bribe).all() {
		l.throw(Move{Type: TypeBribe, Card: c})
	}
	if cards := hand.of(Driveby).cards(); len(cards) > 0 {
		l.targets(func(seat engine.Seat, at Place) {
			l.throw(Move{Type: TypeDriveby, Cards: cards, Seat: seat, Place: at})
		})
	}
	for c := range hand.of(Turncoat).all() {
		l.lures(c)
	}
}

// targets goes through all businesses on the table.
func (l *lister) targets(try func(engine.Seat, Place)) {
	for seat := range engine.Seat(l.seats()) {
		for b := range l.of(seat).open.all() {
			try(seat, At(b))
		}
	}
}

// lures adds a move for each gangster whom a Turncoat may take.
func (l *lister) lures(c Card) {
	lure := func(seat engine.Seat, at Place) {
		for g := range l.gangsters(l.of(seat), at).all() {
			l.throw(Move{Type: TypeTurncoat, Card: c, Seat: seat, Place: at, Gangster: g})
		}
	}
	l.targets(lure)
	for seat := range engine.Seat(l.seats()) {
		lure(seat, Hidden)
	}
}
