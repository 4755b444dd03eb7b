package rules

import (
	"bytes"
	"encoding/json"
	"fmt"

	"noir/engine"
)

// recall returns the position of a seat, as far as its view and the log show it: the hands of
// others and the deck are empty, and chance has no seed. Only the seat itself may have passed
// in it.
func recall(s engine.Sight) (Position, error) {
	var v View
	if err := json.Unmarshal(s.View, &v); err != nil {
		return Position{}, fmt.Errorf("view: %w", err)
	}
	if len(v.Seats) != s.Seats || s.Seat < 0 || int(s.Seat) >= s.Seats {
		return Position{}, fmt.Errorf("seat %d does not play in the view", s.Seat)
	}
	p, r := v.Position(s.Seat), NewRecollection()
	if err := r.Listen(s.Log, nil); err != nil {
		return Position{}, err
	}
	r.Fill(&p)
	p.Phase = p.entered()
	if v.Phase == PhaseOver {
		p.Ended.reason = PhaseOver
	}
	if p.eligible(s.Seat) && !v.Window.MayPass {
		p.passes = []pass{{seat: s.Seat, by: engine.ByPlayer}}
	}
	return p, nil
}

// Recollection is what a game's log tells beyond a view: how far the turn has come, and what
// seats have done.
type Recollection struct {
	Course
	Town    // of mafias only Founded, Seasoned, Resigned and Out
	bots    SeatSet
	first   engine.Seat // who began; Spectator before the first move
	joined  bool        // see OpenWindow.Joined
	Target  engine.Seat // of the newest attack
	thrower [allCards + 1]engine.Seat
}

// NewRecollection returns the one of a game before its first move.
func NewRecollection() Recollection { return Recollection{first: engine.Spectator} }

// Listen takes in lines of the log. It calls also, if not nil, with each relevant effect before
// it takes it in.
func (r *Recollection) Listen(log []engine.Line, also func(effect any)) error {
	for _, line := range log {
		if err := r.Hear(line, also); err != nil {
			return fmt.Errorf("ply %d: %w", line.Ply, err)
		}
	}
	return nil
}

// Hear takes in a ply.
func (r *Recollection) Hear(line engine.Line, also func(effect any)) error {
	var move struct {
		Type  string
		Seat  engine.Seat
		Place Place
	}
	if err := json.Unmarshal(line.Move, &move); err != nil {
		return err
	}
	r.bots.note(line.Seat, line.By)
	if move.Type == TypeAttack {
		r.attacked(move.Seat, move.Place)
	}
	r.did(move.Type, line.Seat)
	for _, text := range line.Effects {
		effect, err := readTold(text)
		if err != nil {
			return err
		}
		if also != nil && effect != nil {
			also(effect)
		}
		r.saw(effect)
	}
	return nil
}

// did records what a move says about the turn.
func (r *Recollection) did(kind string, seat engine.Seat) {
	switch kind {
	case TypeMulligan:
		if r.first == engine.Spectator {
			r.first = seat
		}
	case TypeArrange:
		r.Acts.Arranged = true
	case TypeMoveHideout:
		r.Acts.relocated = true
	case TypeDiscard:
		r.Acts.discarded = true
	case TypeDraw:
		r.Acts.Drew = true
	case TypeEndTurn:
		r.joined = false
	case TypeResign:
		r.Of(seat).Resigned = true
		r.left(seat)
	}
}

func (r *Recollection) attacked(seat engine.Seat, at Place) {
	r.Target, r.joined = seat, false
	if b := at.Business(); b != 0 {
		r.Acts.Attacked.Add(b)
	} else {
		r.Acts.Attacked.Add(HideoutOf(int(seat)))
	}
}

// readTold reads an effect that tells more than the next view; nil for any other.
func readTold(effect json.RawMessage) (any, error) {
	for _, kind := range [...]string{TypeMoved, TypeDrew, TypeReshuffled, TypeTurn, TypeFought, TypeEliminated} {
		if bytes.HasPrefix(effect, []byte(`{"type":"`+kind+`"`)) {
			return ReadEffect(effect)
		}
	}
	return nil, nil
}

// saw records an effect.
func (r *Recollection) saw(effect any) {
	switch e := effect.(type) {
	case Moved:
		r.sawMoved(e)
	case Turn:
		if r.Turn > 0 {
			r.Of(r.Active).Seasoned = true
		}
		r.Active, r.Turn = e.Seat, e.Turn
		r.Acts = Acts{}
	case Eliminated:
		r.left(e.Seat)
	}
}

func (r *Recollection) sawMoved(e Moved) {
	switch k := e.Card.Kind(); {
	case e.From == InHand && k == Business && e.To != InDiscard:
		r.Of(e.Seat).Founded = true
	case e.From == InHand && k.Reaction() && e.To == OnTable:
		r.thrower[e.Card] = e.Seat
		r.joined = r.joined || e.Seat != r.Active
	case e.From == OnHideout && e.To == InDiscard && r.Acts.Attacked.Has(e.Card):
		r.Acts.Attacked.Add(HideoutOf(int(e.Seat)))
	}
}

// left records that a seat is out.
func (r *Recollection) left(seat engine.Seat) {
	r.Gone++
	r.Of(seat).Out = r.Gone
}

// Fill completes a seat's position from the recollection.
func (r *Recollection) Fill(p *Position) {
	p.Deal.First, p.Bots, p.Gone = r.first, r.bots, r.Gone
	if p.Deal.First == engine.Spectator {
		p.Deal.First = p.Active
	}
	p.Acts = r.Acts
	for s := range engine.Seat(p.Seats()) {
		to, from := p.Of(s), r.Of(s)
		to.Founded = to.Alive && (from.Founded || !to.Open.Empty())
		to.Seasoned = to.Alive && (from.Seasoned || p.Round > 1)
		to.Resigned, to.Out = from.Resigned, from.Out
		if p.Acts.Attacked.Overlaps(SetOf(HideoutOf(int(s)), to.Under)) {
			p.Acts.Attacked = p.Acts.Attacked.Union(p.ShareAttack(s, OnHideout))
		}
	}
	for i := range p.Depth {
		w := &p.Windows[i]
		w.Joined = w.declared() && r.joined
		for j := range w.Cards {
			w.Cards[j].Seat = r.thrower[w.Cards[j].card]
		}
	}
	if p.Phase == SetUp {
		p.Turn, p.Round = 0, 0
	}
}
