package search

import (
	"math"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// The weights of the estimates, in points. They were found by matches of normal
// against itself and against easy.
const (
	victory     = 100.0 // the game
	unthinkable = 10 * victory

	trust     = 0.8  // how far a majority at the end of the seat's own turn is the game
	menace    = 25.0 // a majority that the next tribute brings
	raceLead  = 6.0  // a majority that the next tribute nearly brings…
	raceFade  = 0.9  // …and how that fades with each further tribute that it takes…
	raceBroke = 0.4  // …and if the bank has less

	tempo     = 0.5 // the start of the countdown, for each point of a lead…
	tempoMost = 5   // …up to this many

	envy       = 8.0  // a lead with which one rival counts e times as much as another
	aggression = 0.25 // how likely some rival attacks a place that it can take
	heldShare  = 0.5  // the share of a hand card's return that it is worth
	heldPower  = 0.1  // each power of a gangster in the hand
)

// farOff is the greatest number of rounds that the countdown is expected to be away.
const farOff = 3

// kept is the worth of reaction cards in the hand.
var kept = [...]float64{rules.Poker: 0.5, rules.Police: 2.5, rules.Bribe: 1.2, rules.Driveby: 2, rules.Turncoat: 2}

// worth is the worth of a position to the seat: what it has, less what the others have.
func (o *outlook) worth(p *rules.Position) float64 {
	sum := o.standing(p, o.seat) + o.hand(p) + o.haste(p)
	for s := range engine.Seat(p.Seats()) {
		if s != o.seat && p.Of(s).Alive {
			sum -= o.weight[s] * o.standing(p, s)
		}
	}
	return sum
}

// haste is the worth of a countdown that has started, or is about to: good for a seat that is
// ahead, bad for one behind.
func (o *outlook) haste(p *rules.Position) float64 {
	if o.counts || !aboutToCount(p) {
		return 0
	}
	lead := tempoMost
	for _, s := range p.Alive() {
		if s != o.seat {
			lead = min(lead, p.Score(o.seat).Total-p.Score(s).Total)
		}
	}
	return tempo * float64(max(lead, -tempoMost))
}

// aboutToCount reports whether the countdown runs or will with the next tributes.
func aboutToCount(p *rules.Position) bool {
	if p.Countdown.On {
		return true
	}
	for _, s := range p.Alive() {
		if p.Of(s).Money+p.Of(s).Due() >= rules.Third(p.Seats()) {
			return true
		}
	}
	return false
}

// final is the worth of a finished game.
func (o *outlook) final(p *rules.Position) float64 {
	if p.Ended.Winners.Has(o.seat) {
		return victory
	}
	return -victory
}

// standing estimates what a seat will have when the game ends.
func (o *outlook) standing(p *rules.Position, s engine.Seat) float64 {
	m := p.Of(s)
	if !m.Alive {
		return -victory
	}
	return float64(p.Score(s).Total) + o.income(m.Open.Numbers(), s) + o.race(p, s) - o.danger(p, s)
}

// income is what a seat will still collect for businesses of an income.
func (o *outlook) income(numbers int, s engine.Seat) float64 {
	return float64(numbers * o.turns[s])
}

// race is the prospect of a majority of the money.
func (o *outlook) race(p *rules.Position, s engine.Seat) float64 {
	if !p.Deal.MoneyWin {
		return 0
	}
	need, due := float64(rules.Majority(p.Seats())-p.Of(s).Money), float64(p.Of(s).Due())
	if s == p.Active {
		if need <= 0 {
			return trust * victory
		}
	} else if need -= due; need <= 0 {
		return menace
	}
	if o.turns[s] == 0 || need > due*float64(o.turns[s]) {
		return 0
	}
	lead := raceLead * math.Exp(-raceFade*need/due)
	if need > float64(p.Bank) {
		lead *= raceBroke
	}
	return lead
}

// danger is what a seat may lose to attacks.
func (o *outlook) danger(p *rules.Position, s engine.Seat) (loss float64) {
	m := p.Of(s)
	for _, at := range m.Places() {
		f := p.Battle(rules.CardsOf(rules.Gangster), s, at).Fight() // as if all came
		if n := o.strongerThan(p, f.Defence, s); n > 0 {
			loss += float64(n) * o.robbery(p, f, s, at)
		}
	}
	return aggression * loss / float64(p.Living()-1)
}

// strongerThan counts the rivals of a seat that have the gangsters for a defence, and a
// turn to send them.
func (o *outlook) strongerThan(p *rules.Position, defence int, s engine.Seat) (rivals int) {
	for r := range engine.Seat(p.Seats()) {
		if m := p.Of(r); r != s && o.turns[r] > 0 && p.Standing(m).Union(m.Hidden).Power() >= defence {
			rivals++
		}
	}
	return rivals
}

// robbery is what a seat loses in a lost battle.
func (o *outlook) robbery(p *rules.Position, f rules.Outcome, s engine.Seat, at rules.Place) float64 {
	income := f.Ruin.Income()
	loss := float64(f.Fallen.Power()+income+f.Stolen) + o.income(income, s)
	if at == rules.OnHideout {
		loss += o.ransom(p, s)
	}
	return loss
}

// ransom is what a seat must pay for its Hideout, everything if it cannot.
func (o *outlook) ransom(p *rules.Position, s engine.Seat) (loss float64) {
	m := p.Of(s)
	for die := 1; die <= 6; die++ {
		due := rules.Demand(die, m.Under)
		if due > m.Money {
			loss += float64(p.Score(s).Total) + o.income(m.Open.Numbers(), s) + rules.Trophy
		} else {
			loss += float64(due)
		}
	}
	return loss / 6
}

// hand estimates the worth of the seat's cards.
func (o *outlook) hand(p *rules.Position) (sum float64) {
	for c := range p.Of(o.seat).Hand.All() {
		sum += o.card(p, c)
	}
	return sum
}

// card estimates the worth of a card in the seat's hand.
func (o *outlook) card(p *rules.Position, c rules.Card) float64 {
	turns := o.turns[o.seat]
	switch k := c.Kind(); {
	case turns == 0:
		return 0
	case k == rules.Business:
		return heldShare * (1 + float64(c.Income()*(turns-1)))
	case k == rules.Gangster:
		if c.Power() > rules.HideoutNumber && p.Of(o.seat).Open.Common(rules.Numbered(c.Power())).Empty() {
			return heldShare / 2
		}
		return heldShare + heldPower*float64(c.Power())
	default:
		return kept[k]
	}
}

// weigh sets how much each rival counts: the more, the further it is ahead.
func (o *outlook) weigh(p *rules.Position) {
	var all float64
	for s := range engine.Seat(p.Seats()) {
		if s != o.seat && p.Of(s).Alive {
			o.weight[s] = math.Exp(min(o.standing(p, s), victory) / envy)
			all += o.weight[s]
		}
	}
	for s := range o.weight {
		o.weight[s] /= all
	}
}

// turnsToCome estimates how many turns each seat still has after the present one. Once the
// countdown runs that is certain.
func turnsToCome(p *rules.Position) (turns [rules.Hideouts]int) {
	d := p.Countdown
	if !d.On {
		each := rules.Tokens + buildUp(p)
		for s := range p.Mafias {
			if p.Mafias[s].Alive {
				turns[s] = each
			}
		}
		return turns
	}
	left := d.Left
	if d.Holder == p.Active && d.Skip != p.Turn {
		left--
	}
	for s := p.Active; left > 0; {
		s = p.Next(s)
		turns[s]++
		if s == d.Holder {
			left--
		}
	}
	return turns
}

// buildUp estimates the rounds until a seat has a third of the money.
func buildUp(p *rules.Position) int {
	rounds := farOff
	for s := range p.Mafias {
		if m := &p.Mafias[s]; m.Alive {
			rounds = min(rounds, max(0, rules.Third(p.Seats())-m.Money)/m.Due())
		}
	}
	return rounds
}
