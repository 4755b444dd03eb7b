package network

import (
	"noir/engine"
	"noir/engine/noirburg/rules"
)

// sizeOf is how many inputs a seat has.
const sizeOf = 45

// seatInputs are what is looked at of one seat: amounts of about one, and conditions as 0 or 1.
type seatInputs [sizeOf]float32

// look fills in a seat that is in the game, given how many turns all have after the present one.
func (in *seatInputs) look(p *rules.Position, s engine.Seat, turns *[rules.Hideouts]int) {
	m, score, standing := p.Of(s), p.Score(s), p.Standing(p.Of(s)).Power()
	crew := 0
	if m.Under != 0 {
		crew = p.Crew(m.Under).Power()
	}
	shelter := rules.HideoutNumber + m.Guards.Power() + m.Under.Income() + crew
	hand, majority := m.Hand, rules.Majority(p.Seats())
	threats, targets, strongest := 0, 0, 0
	for r := range engine.Seat(p.Seats()) {
		o := p.Of(r)
		if r == s || !o.Alive {
			continue
		}
		power := p.Standing(o).Power() + o.Hidden.Power()
		strongest = max(strongest, power)
		if power >= shelter {
			threats++
		}
		need := rules.HideoutNumber + o.Guards.Power() + o.Under.Income()
		if o.Under != 0 {
			need += p.Crew(o.Under).Power()
		}
		if standing+m.Hidden.Power() >= need {
			targets++
		}
	}
	exposed, room := 0, rules.HideoutNumber-m.Guards.Power()
	for b := range m.Open.All() {
		crew := p.Crew(b).Power()
		room += b.Income() - crew
		if strongest >= b.Income()+crew {
			exposed += b.Income()
		}
	}
	ruinous := 0
	for die := 1; die <= 6; die++ {
		if rules.Demand(die, m.Under) > m.Money {
			ruinous++
		}
	}
	*in = seatInputs{
		part(m.Money, 20),
		part(m.Due(), 10),
		part(turns[s], 4),
		part(score.Total+m.Open.Numbers()*turns[s], 40),
		part(score.Total, 40),
		part(standing, 10),
		part(m.Hidden.Power(), 4),
		part(m.Guards.Power(), 4),
		part(m.Under.Income(), 4),
		fact(m.Under != 0),
		part(m.Trophies.Len(), 1),
		part(m.Open.Len(), 5),
		part(m.Open.Numbers(), 10),
		part(hand.Of(rules.Business).Len(), 3),
		part(hand.Of(rules.Business).Numbers(), 6),
		part(hand.Of(rules.Gangster).Len(), 3),
		part(hand.Power(), 6),
		part(hand.Of(rules.Poker).Len(), 1),
		part(hand.Of(rules.Police).Len(), 1),
		part(hand.Of(rules.Bribe).Len(), 1),
		part(hand.Of(rules.Driveby).Len(), 1),
		part(hand.Of(rules.Turncoat).Len(), 1),
		part(hand.Len(), 6),
		part(shelter, 10),
		part(ruinous, 6),
		part(threats, 2),
		part(min(threats, 1)*ruinous, 6),
		part(exposed, 6),
		part(targets, 2),
		fact(m.Money >= majority),
		fact(m.Money+m.Due() >= majority),
		fact(m.Money+2*m.Due() >= majority),
		part(max(0, majority-m.Money), 20),
		fact(s == p.Active),
		part((int(s)-int(p.Active)+p.Seats())%p.Seats(), p.Seats()),
		part(room, 6),
		fact(p.Countdown.On && p.Countdown.Holder == s),
		fact(m.Seasoned),
		fact(p.Countdown.On),
		part(p.Countdown.Left, 4),
		part(p.Living(), 6),
		part(p.Seats(), 6),
		fact(p.Deal.MoneyWin),
		part(p.Bank, 40),
		part(p.Round, 10),
	}
}

// part is an amount as a part of a usual one.
func part(n, of int) float32 { return float32(n) / float32(of) }

func fact(is bool) float32 {
	if is {
		return 1
	}
	return 0
}
