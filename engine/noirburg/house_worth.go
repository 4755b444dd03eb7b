package noirburg

import (
	"math"

	"noir/engine"
)

// The weights of the estimates, in points. They were found by matches of normal
// against itself and against easy.
const (
	victory     = 100.0 // the game
	unthinkable = 10 * victory

	trust     = 0.8  // how far a majority at the end of the own turn is the game
	menace    = 25.0 // a majority that the next tribute brings
	raceLead  = 6.0  // one that it nearly brings…
	raceFade  = 0.9  // …and how that fades with each further tribute that it takes…
	raceBroke = 0.4  // …and if the bank does not have as much

	tempo     = 0.5 // the start of the countdown, for each point of a lead…
	tempoMost = 5   // …up to so many

	envy       = 8.0  // a lead with which one rival counts e times as much as another
	aggression = 0.25 // how likely it is that some rival attacks a place that he can take
	heldShare  = 0.5  // what a card in the hand is worth of what it may bring
	heldPower  = 0.1  // each power of a gangster in the hand
)

// farOff is the most rounds that the countdown is thought to be away.
const farOff = 3

// kept is the worth of reaction cards in the hand.
var kept = [...]float64{Poker: 0.5, Police: 2.5, Bribe: 1.2, Driveby: 2, Turncoat: 2}

// worth is what a position is worth to the seat: what it has, less what the others have.
func (o *outlook) worth(p *position) float64 {
	sum := o.standing(p, o.seat) + o.hand(p) + o.haste(p)
	for s := range engine.Seat(p.seats()) {
		if s != o.seat && p.of(s).alive {
			sum -= o.weight[s] * o.standing(p, s)
		}
	}
	return sum
}

// haste is what it is worth that the countdown has started, or is about to: good for who
// is ahead, bad for who is behind.
func (o *outlook) haste(p *position) float64 {
	if o.counts || !p.aboutToCount() {
		return 0
	}
	lead := tempoMost
	for _, s := range p.alive() {
		if s != o.seat {
			lead = min(lead, p.score(o.seat).Total-p.score(s).Total)
		}
	}
	return tempo * float64(max(lead, -tempoMost))
}

// aboutToCount reports whether the countdown runs or will with the next tributes.
func (p *position) aboutToCount() bool {
	if p.countdown.on {
		return true
	}
	for _, s := range p.alive() {
		if p.of(s).money+p.of(s).due() >= Third(p.seats()) {
			return true
		}
	}
	return false
}

// final is the worth of a game that is over.
func (o *outlook) final(p *position) float64 {
	if p.ended.winners.has(o.seat) {
		return victory
	}
	return -victory
}

// standing estimates what a seat will have when the game ends.
func (o *outlook) standing(p *position, s engine.Seat) float64 {
	m := p.of(s)
	if !m.alive {
		return -victory
	}
	return float64(p.score(s).Total) + o.income(m.open.numbers(), s) + o.race(p, s) - o.danger(p, s)
}

// income is what a seat will yet collect for businesses of so much income.
func (o *outlook) income(numbers int, s engine.Seat) float64 {
	return float64(numbers * o.turns[s])
}

// race is the prospect of a majority of the money.
func (o *outlook) race(p *position, s engine.Seat) float64 {
	if !p.deal.moneyWin {
		return 0
	}
	need, due := float64(Majority(p.seats())-p.of(s).money), float64(p.of(s).due())
	if s == p.active {
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
	if need > float64(p.bank) {
		lead *= raceBroke
	}
	return lead
}

// danger is what a seat may lose to attacks of others.
func (o *outlook) danger(p *position, s engine.Seat) (loss float64) {
	m := p.of(s)
	for _, at := range m.places() {
		f := p.battle(kindSets[Gangster], s, at).fight() // as if all came
		if n := o.strongerThan(p, f.defence, s); n > 0 {
			loss += float64(n) * o.robbery(p, f, s, at)
		}
	}
	return aggression * loss / float64(p.living()-1)
}

// strongerThan counts the rivals of a seat that have the gangsters for a defence, and a
// turn to send them.
func (o *outlook) strongerThan(p *position, defence int, s engine.Seat) (rivals int) {
	for r := range engine.Seat(p.seats()) {
		if m := p.of(r); r != s && o.turns[r] > 0 && p.standing(m).union(m.hidden).power() >= defence {
			rivals++
		}
	}
	return rivals
}

// robbery is what a seat loses in a battle that it loses.
func (o *outlook) robbery(p *position, f outcome, s engine.Seat, at Place) float64 {
	income := f.ruin.Income()
	loss := float64(f.fallen.power()+income+f.stolen) + o.income(income, s)
	if at == OnHideout {
		loss += o.ransom(p, s)
	}
	return loss
}

// ransom is what a seat has to pay for its Hideout, all if it cannot.
func (o *outlook) ransom(p *position, s engine.Seat) (loss float64) {
	m := p.of(s)
	for die := 1; die <= 6; die++ {
		due := demand(die, m.under)
		if due > m.money {
			loss += float64(p.score(s).Total) + o.income(m.open.numbers(), s) + trophy
		} else {
			loss += float64(due)
		}
	}
	return loss / 6
}

// hand estimates what the cards are good for that the seat holds.
func (o *outlook) hand(p *position) (sum float64) {
	for c := range p.of(o.seat).hand.all() {
		sum += o.card(p, c)
	}
	return sum
}

// card estimates what a card is good for in the hand of the seat.
func (o *outlook) card(p *position, c Card) float64 {
	turns := o.turns[o.seat]
	switch k := c.Kind(); {
	case turns == 0:
		return 0
	case k == Business:
		return heldShare * (1 + float64(c.Income()*(turns-1)))
	case k == Gangster:
		if c.Power() > hideoutNumber && p.of(o.seat).open.common(numberSets[c.Power()]).empty() {
			return heldShare / 2
		}
		return heldShare + heldPower*float64(c.Power())
	default:
		return kept[k]
	}
}

// weigh sets how much each rival counts: the more, the further he is ahead.
func (o *outlook) weigh(p *position) {
	var all float64
	for s := range engine.Seat(p.seats()) {
		if s != o.seat && p.of(s).alive {
			o.weight[s] = math.Exp(min(o.standing(p, s), victory) / envy)
			all += o.weight[s]
		}
	}
	for s := range o.weight {
		o.weight[s] /= all
	}
}

// turnsToCome estimates how many turns each seat has still to come after the one that
// is on. Once the countdown runs that is certain.
func (p *position) turnsToCome() (turns [hideouts]int) {
	d := p.countdown
	if !d.on {
		for _, s := range p.alive() {
			turns[s] = tokens + p.buildUp()
		}
		return turns
	}
	left := d.left
	if d.holder == p.active && d.skip != p.turn {
		left--
	}
	for s := p.active; left > 0; {
		s = p.next(s)
		turns[s]++
		if s == d.holder {
			left--
		}
	}
	return turns
}

// buildUp estimates the rounds until somebody has a third of the money.
func (p *position) buildUp() int {
	rounds := farOff
	for _, s := range p.alive() {
		rounds = min(rounds, max(0, Third(p.seats())-p.of(s).money)/p.of(s).due())
	}
	return rounds
}
