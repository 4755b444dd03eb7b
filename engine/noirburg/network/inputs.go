package network

import (
	"noir/engine"
	"noir/engine/noirburg/rules"
)

// Inputs are what a seat sees of a position, as numbers of about one: what it has and what the table is like, and what
// each living rival has.
type Inputs struct {
	own    [ownSize]float32
	rivals [rules.Hideouts - 1]rivalInputs
	living int // rivals
}

type rivalInputs [rivalSize]float32

// How many inputs there are: what all see of a seat, a hand, the table, and how a rival stands to the seat.
const (
	openSize  = 43
	handSize  = 18
	tableSize = 14
	pairSize  = 13
	ownSize   = openSize + handSize + tableSize
	rivalSize = openSize + pairSize
)

// See fills in what a seat sees of a position without open windows, given how many turns all have after the present
// one, and which cards it has not seen. It is about to get a number of these.
func (in *Inputs) See(p *rules.Position, seat engine.Seat, turns *[rules.Hideouts]int, unseen rules.Set, coming int) {
	var s survey
	s.make(p, turns)
	s.unseen = unseen
	s.hands[seat] += coming
	own := in.own[:0]
	own = s.open(own, seat)
	own = s.hand(own, seat, coming)
	s.table(own)
	in.living = 0
	for step := 1; step < p.Seats(); step++ {
		rival := engine.Seat((int(seat) + step) % p.Seats())
		if p.Of(rival).Alive {
			s.pair(s.open(in.rivals[in.living][:0], rival), seat, rival)
			in.living++
		}
	}
}

// survey is what several inputs are made of.
type survey struct {
	*rules.Position
	turns     *[rules.Hideouts]int
	unseen    rules.Set // by the seat that looks
	due       [rules.Hideouts]int
	total     [rules.Hideouts]int // points, as if counted now
	projected [rules.Hideouts]int // and with all income to come
	standing  [rules.Hideouts]int // power
	power     [rules.Hideouts]int // with the hidden
	shelter   [rules.Hideouts]int // power that beats the Hideout
	ruinous   [rules.Hideouts]int // faces of the die that a breach would be the end with
	hands     [rules.Hideouts]int // cards
	race      [rules.Hideouts]int // turns until the tribute makes a majority
}

func (s *survey) make(p *rules.Position, turns *[rules.Hideouts]int) {
	s.Position, s.turns = p, turns
	for i := range engine.Seat(p.Seats()) {
		m := p.Of(i)
		if !m.Alive {
			continue
		}
		income := m.Open.Numbers()
		s.due[i] = rules.HideoutNumber + income
		s.standing[i] = p.Standing(m).Power()
		s.power[i] = s.standing[i] + m.Hidden.Power()
		s.total[i] = rules.Trophy*m.Trophies.Len() + s.due[i] + s.power[i] + m.Money
		s.projected[i] = s.total[i] + s.due[i]*turns[i]
		s.shelter[i] = rules.HideoutNumber + m.Guards.Power()
		if m.Under != 0 {
			s.shelter[i] += s.defence(m.Under)
		}
		s.ruinous[i] = max(0, min(rules.Demand(6, m.Under)-m.Money, 6))
		s.hands[i] = m.Hand.Len()
		s.race[i] = min(max(0, rules.Majority(p.Seats())-m.Money+s.due[i]-1)/s.due[i], farthest)
	}
}

// Of the turns to a majority the few before it matter one by one, and those beyond some not at all.
const near, farthest = 4, 8

// defence is the power that beats a business.
func (s *survey) defence(b rules.Card) int { return b.Income() + s.Crew(b).Power() }

// widest is the greatest power that still fits at a place.
func (s *survey) widest(m *rules.Family) int {
	room := s.Room(m, rules.OnHideout)
	for b := range m.Open.All() {
		room = max(room, s.Room(m, rules.At(b)))
	}
	return room
}

// stage is how far a seat is in its turn.
func (s *survey) stage(seat engine.Seat) (attack, open, discard, draw bool) {
	if seat != s.Active || s.Phase == rules.SetUp {
		return false, false, false, false
	}
	return s.Phase <= rules.Attacking && !s.FirstTurn() && !s.Acts.Drew, s.Phase <= rules.Opening && !s.Acts.Drew,
		s.Phase <= rules.Relocating && !s.Acts.Drew, !s.Acts.Drew
}

// ahead is by how much a seat leads the best of the others.
func (s *survey) ahead(of *[rules.Hideouts]int, seat engine.Seat) int {
	most := 0
	for i := range engine.Seat(s.Seats()) {
		if i != seat {
			most = max(most, of[i])
		}
	}
	return of[seat] - most
}

// sooner reports whether a seat ends a turn before another does.
func (s *survey) sooner(seat, than engine.Seat) bool {
	wait := func(of engine.Seat) int { return (int(of) - int(s.Active) + s.Seats()) % s.Seats() }
	return wait(seat) < wait(than)
}

// open adds what all see of a seat.
func (s *survey) open(in []float32, seat engine.Seat) []float32 {
	m := s.Of(seat)
	majority, third := rules.Majority(s.Seats()), rules.Third(s.Seats())
	threats, strongest := 0, 0
	for i := range engine.Seat(s.Seats()) {
		if i != seat && s.Of(i).Alive {
			strongest = max(strongest, s.power[i])
			if s.power[i] >= s.shelter[seat] {
				threats++
			}
		}
	}
	exposed, room := 0, s.Room(m, rules.OnHideout)
	for b := range m.Open.All() {
		room += s.Room(m, rules.At(b))
		if strongest >= s.defence(b) {
			exposed += b.Income()
		}
	}
	attack, open, discard, draw := s.stage(seat)
	lead := s.ahead(&s.projected, seat)
	in = append(in,
		part(m.Money, 20),
		part(s.due[seat], 10),
		part(s.turns[seat], 4),
		part(s.projected[seat], 40),
		part(s.total[seat], 40),
		part(s.standing[seat], 10),
		part(m.Hidden.Power(), 4),
		part(m.Guards.Power(), 4),
		part(m.Under.Income(), 4),
		fact(m.Under != 0),
		part(m.Trophies.Len(), 1),
		part(m.Open.Len(), 5),
		part(m.Open.Common(rules.Numbered(1)).Len(), 2),
		part(m.Open.Common(rules.Numbered(2)).Len(), 2),
		part(m.Open.Common(rules.Numbered(3)).Len(), 2),
		part(m.Open.Common(rules.Numbered(4)).Len(), 2),
		part(s.shelter[seat], 10),
		part(s.ruinous[seat], 6),
		part(threats, 2),
		part(min(threats, 1)*s.ruinous[seat], 6),
		part(exposed, 6),
		part(max(0, majority-m.Money), 20),
		fact(m.Money >= third),
		fact(m.Money+s.due[seat] >= third),
		fact(seat == s.Active),
		part((int(seat)-int(s.Active)+s.Seats())%s.Seats(), s.Seats()),
		fact(s.Countdown.On && s.Countdown.Holder == seat),
		fact(m.Seasoned),
		fact(attack),
		fact(open),
		fact(discard),
		fact(draw),
		part(room, 6),
		part(s.widest(m), 4),
		part(s.hands[seat], 6),
		part(lead, 20),
		part(s.ahead(&s.total, seat), 20),
		fact(lead > 0),
		part(s.race[seat], 4),
	)
	for turns := range near {
		in = append(in, fact(s.race[seat] <= turns))
	}
	return in
}

// hand adds a hand, with cards that are coming as the unseen ones are on average.
func (s *survey) hand(in []float32, seat engine.Seat, coming int) []float32 {
	m := s.Of(seat)
	each := float32(coming) / float32(max(1, s.unseen.Len()))
	var power, income [rules.MostPower + 1]float32
	fits, affordable, widest := 0, 0, s.widest(m)
	for n := 1; n <= rules.MostPower; n++ {
		numbered := rules.Numbered(n)
		held, open := m.Hand.Common(numbered), s.unseen.Common(numbered)
		g, b := held.Of(rules.Gangster).Len(), held.Of(rules.Business).Len()
		power[n] = float32(g) + each*float32(open.Of(rules.Gangster).Len())
		income[n] = float32(b) + each*float32(open.Of(rules.Business).Len())
		if n <= widest {
			fits += n * g
		}
		if b > 0 && n-1 <= m.Money {
			affordable = n
		}
	}
	in = append(in, power[1]/3, power[2]/2, power[3]/2, power[4], income[1]/2, income[2]/2, income[3]/2, income[4])
	for k := rules.Poker; k <= rules.Turncoat; k++ {
		in = append(in, float32(m.Hand.Of(k).Len())+each*float32(s.unseen.Of(k).Len()))
	}
	breach, loot := 0, 0
	if attack, _, _, _ := s.stage(seat); attack {
		for r := range engine.Seat(s.Seats()) {
			if o := s.Of(r); r != seat && o.Alive {
				if s.standing[seat] >= s.shelter[r] && !s.Acts.Attacked.Has(rules.HideoutOf(int(r))) {
					breach = max(breach, s.ruinous[r])
				}
				for b := range o.Open.All() {
					if s.standing[seat] >= s.defence(b) && !s.Acts.Attacked.Has(b) {
						loot = max(loot, b.Income())
					}
				}
			}
		}
	}
	return append(in, part(coming, 4), part(fits, 4), part(affordable, 4), part(breach, 6), part(loot, 4))
}

// table adds what belongs to nobody.
func (s *survey) table(in []float32) []float32 {
	next := s.Next(s.Active)
	return append(in,
		fact(s.Countdown.On),
		part(s.Countdown.Left, 4),
		part(s.Living(), 6),
		part(s.Seats(), 6),
		fact(s.Deal.MoneyWin),
		part(s.Bank, 40),
		fact(s.Bank < s.due[next]),
		part(s.Round, 10),
		part(s.unseen.Of(rules.Poker).Len(), 3),
		part(s.unseen.Of(rules.Police).Len(), 4),
		part(s.unseen.Of(rules.Bribe).Len(), 4),
		part(s.unseen.Of(rules.Driveby).Len(), 5),
		part(s.unseen.Of(rules.Turncoat).Len(), 3),
		part(s.unseen.Len(), 80),
	)
}

// pair adds how a rival stands to the seat.
func (s *survey) pair(in []float32, seat, rival engine.Seat) []float32 {
	loot := func(by, of engine.Seat) (most int) {
		for b := range s.Of(of).Open.All() {
			if s.power[by] >= s.defence(b) {
				most = max(most, b.Income())
			}
		}
		return most
	}
	beats, beaten := s.power[seat] >= s.shelter[rival], s.power[rival] >= s.shelter[seat]
	after := (int(rival) - int(seat) + s.Seats()) % s.Seats()
	return append(in,
		part(after, s.Seats()),
		fact(s.Next(seat) == rival),
		fact(beats),
		fact(beats)*part(s.ruinous[rival], 6),
		fact(beaten),
		fact(beaten)*part(s.ruinous[seat], 6),
		part(loot(seat, rival), 4),
		part(loot(rival, seat), 4),
		part(s.projected[rival]-s.projected[seat], 20),
		part(s.total[rival]-s.total[seat], 20),
		fact(s.Countdown.On && s.turns[rival] > 0),
		part(s.race[rival]-s.race[seat], 4),
		fact(s.race[rival] < s.race[seat] || s.race[rival] == s.race[seat] && s.sooner(rival, seat)),
	)
}

// deck are all cards but the Hideouts.
var deck = func() (all rules.Set) {
	for c := rules.Card(1); c < rules.FirstHideout; c++ {
		all.Add(c)
	}
	return all
}()

// Unseen returns the cards of the deck that a seat does not see: those of the deck and of other hands.
func Unseen(p *rules.Position, seat engine.Seat) rules.Set {
	seen := p.Discard.Union(p.Box).Union(p.Table()).Union(p.Of(seat).Hand)
	for s := range engine.Seat(p.Seats()) {
		m := p.Of(s)
		seen = seen.Union(m.Open).Union(m.Hidden).Union(p.Standing(m))
	}
	return deck.Without(seen)
}

// part is an amount as a part of a usual one.
func part(n, of int) float32 { return float32(n) / float32(of) }

func fact(is bool) float32 {
	if is {
		return 1
	}
	return 0
}
