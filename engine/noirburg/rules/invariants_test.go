package rules

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"noir/engine"
)

// The hundred thousand of them, some seven minutes of processor time:
//
//	go test ./engine/noirburg -run Invariants -games 100000 -timeout 2h
var games = flag.Int("games", 400, "random games for the invariants")

// TestInvariants plays random games with everything in the rules, resignations and illegal
// moves included, and checks J-1 to J-12 of the rules page after every move.
func TestInvariants(t *testing.T) {
	const shares = 8
	seen := make([]tally, shares)
	t.Run("games", func(t *testing.T) {
		for share := range shares {
			seen[share] = tally{}
			t.Run("", func(t *testing.T) {
				t.Parallel()
				for n := share; n < *games; n += shares {
					if err := newTrial(t, n, seen[share]).play(); err != nil {
						t.Fatalf("game %d: %v", n, err)
					}
				}
			})
		}
	})
	all := tally{}
	for _, share := range seen {
		for what, n := range share {
			all[what] += n
		}
	}
	all.complete(t)
}

// tally counts moves made and refused, effects, and ends.
type tally map[string]int

// complete checks that everything occurred in the games.
func (seen tally) complete(t *testing.T) {
	var expected []string
	for kind := range shapes {
		if kind != TypeTimeout && kind != TypeAbort {
			expected = append(expected, "move "+kind)
		}
	}
	for kind := range effects {
		expected = append(expected, "effect "+kind)
	}
	for code := range sentences { // with all cards in the game there are always enough
		if code != UnknownAction && code != GameOver && code != NotEnoughCards {
			expected = append(expected, "refused "+code)
		}
	}
	for _, reason := range []string{Money, Eliminations, LastStanding, Counted} {
		expected = append(expected, "end "+reason)
	}
	for _, result := range []string{AttackStopped, AttackFizzled, AttackHeld, AttackDestroyed, AttackBreached} {
		expected = append(expected, "attack "+result)
	}
	slices.Sort(expected)
	for _, what := range expected {
		if seen[what] == 0 {
			t.Errorf("never in these games: %s", what)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(seen)) {
		t.Logf("%9d %s", seen[what], what)
	}
}

// trial is one random game.
type trial struct {
	p      Position
	r      *rand.Rand
	seen   tally
	haste  int  // one in this many chances to do nothing is taken
	leaves bool // somebody may resign
	fierce bool // all who can attack the first Hideout they find do so
	began  int  // the turn in which the countdown started
}

func newTrial(t *testing.T, n int, seen tally) *trial {
	seats := MinSeats + n%(Hideouts-MinSeats+1)
	p := dealt(t, seats, n).(*Position)
	r := rand.New(rand.NewPCG(uint64(n), 12))
	p.Deal.MoneyWin = n%3 != 0
	return &trial{p: *p, r: r, seen: seen, haste: 1 + n%7, leaves: n%5 == 0, fierce: n/4%2 == 0}
}

func (g *trial) play() error {
	if err := g.check(); err != nil {
		return err
	}
	for n := 0; !g.p.Over(); n++ {
		if n > 20_000 {
			return fmt.Errorf("not over after %d moves", n)
		}
		if err := g.step(); err != nil {
			return fmt.Errorf("turn %d, move %d: %w", g.p.Turn, n, err)
		}
	}
	g.seen["end "+g.p.Ended.reason]++
	return g.checkEnd()
}

// step makes a move, tries one that may be illegal, and releases what is ripe.
func (g *trial) step() error {
	if g.r.IntN(3) == 0 {
		if err := g.disturb(); err != nil {
			return err
		}
	}
	if g.p.ripe() && (g.r.IntN(4) > 0 || !g.late()) {
		return g.adopt(g.p.released(), Move{}, engine.Spectator)
	}
	m, seat := g.choose()
	c, code := g.p.try(m, seat, engine.ByPlayer)
	if code != "" {
		return fmt.Errorf("%s of seat %d is listed and refused: %s", m.Body(), seat, code)
	}
	g.seen["move "+m.Type]++
	if err := g.adopt(c, m, seat); err != nil {
		return fmt.Errorf("%s of seat %d: %w", m.Body(), seat, err)
	}
	return nil
}

// late reports whether a seat may still play a card after all have passed.
func (g *trial) late() bool {
	for seat := range engine.Seat(g.p.Seats()) {
		if len(moves(&g.p, seat)) > 0 {
			return true
		}
	}
	return false
}

// choose picks a move of a seat that is asked, sometimes of another.
func (g *trial) choose() (Move, engine.Seat) {
	if g.leaves && g.r.IntN(400) == 0 {
		alive := g.p.Alive()
		return Move{Type: TypeResign}, alive[g.r.IntN(len(alive))]
	}
	for {
		seat := engine.Seat(g.r.IntN(g.p.Seats()))
		if asked := g.p.Prompts(); len(asked) > 0 && g.r.IntN(6) > 0 {
			seat = asked[g.r.IntN(len(asked))].Seat
		}
		moves := moves(&g.p, seat)
		if len(moves) == 0 {
			continue
		}
		m := moves[g.r.IntN(len(moves))]
		if i := slices.IndexFunc(moves, raidsHideout); g.fierce && i >= 0 {
			return moves[i], seat
		}
		if (m.Type == TypePass || m.Type == TypeEndTurn) && len(moves) > 1 && g.r.IntN(g.haste) > 0 {
			continue
		}
		return g.whole(m, seat), seat
	}
}

func raidsHideout(m Move) bool { return m.Type == TypeAttack && m.Place == OnHideout }

// whole makes one move of a listed one.
func (g *trial) whole(m Move, seat engine.Seat) Move {
	own := g.p.Of(seat)
	if m.Type == TypeArrange {
		m.Places = g.p.mafiaView(own).someLayout(g.r)
		return m
	}
	return m.some(own.Hand.Cards(), g.r)
}

// disturb tries a move that may be illegal: the rules must accept it exactly if they list it,
// and a refusal must change nothing (J-12).
func (g *trial) disturb() error {
	seat := engine.Seat(g.r.IntN(g.p.Seats()))
	if g.r.IntN(2) == 0 {
		seat = g.p.Active
	}
	m, before := g.wild(seat), g.p
	_, code := g.p.try(m, seat, engine.ByPlayer)
	if code == "" {
		if m.Type == TypeResign || g.listed(m, seat) {
			return nil
		}
		return fmt.Errorf("%s of seat %d is accepted and not listed", m.Body(), seat)
	}
	g.seen["refused "+code]++
	if sentences[code] == "" {
		return fmt.Errorf("%s has no sentence", code)
	}
	if g.r.IntN(16) == 0 && !reflect.DeepEqual(before, g.p) {
		return fmt.Errorf("%s of seat %d is refused and changes something", m.Body(), seat)
	}
	return nil
}

// wild invents a move, mostly from what a seat has and sees.
func (g *trial) wild(seat engine.Seat) Move {
	own, victim := g.p.Of(seat), engine.Seat(g.r.IntN(g.p.Seats()))
	places := append(g.p.Of(victim).Places(), OnHideout, Hidden, Place(1+g.r.IntN(int(InTrophies))))
	m := Move{
		Type:      g.wildType(own),
		Seat:      victim,
		Place:     places[g.r.IntN(len(places))],
		Under:     g.anyOf(own.Open),
		OnHideout: g.r.IntN(2) == 0,
		Use:       []string{UseRaid, UseStop}[g.r.IntN(2)],
		Count:     g.r.IntN(8),
	}
	m.Gangster = g.anyOf(g.p.gangsters(g.p.Of(victim), m.Place))
	if m.Card = g.anyOf(own.Hand.Of(reactionKinds[m.Type])); reactionKinds[m.Type] == NoKind {
		m.Card = g.anyOf(own.Hand)
	}
	g.aim(&m, own)
	return m
}

// wildType returns a type of move, preferably one that fits the moment.
func (g *trial) wildType(own *Family) string {
	for _, kind := range wildTypes {
		if k := reactionKinds[kind]; k != NoKind && !own.Hand.Of(k).Empty() && g.r.IntN(8) == 0 {
			return kind
		}
	}
	if !g.p.Acts.Attacked.Empty() && g.r.IntN(4) == 0 {
		return TypeAttack
	}
	return wildTypes[g.r.IntN(len(wildTypes))]
}

// aim fills in what a wild move of its type is about.
func (g *trial) aim(m *Move, own *Family) {
	switch m.Type {
	case TypeMulligan, TypeDiscard:
		m.Cards = g.anyFew(own.Hand)
	case TypeDriveby:
		m.Cards = g.anyFew(own.Hand.Of(Driveby))
	case TypeTurncoat:
		for seat := range engine.Seat(g.p.Seats()) {
			g.lure(m, seat)
		}
	case TypeAttack:
		m.Gangsters = g.anyFew(g.p.Standing(own))
		for h := range g.p.Acts.Attacked.Of(Hideout).All() {
			m.Gangsters, m.Seat, m.Place = g.p.Standing(own).Cards(), engine.Seat(h-FirstHideout), OnHideout
		}
	case TypeArrange:
		m.Places = g.p.mafiaView(own).someLayout(g.r)
		for _, gangster := range slices.Sorted(maps.Keys(m.Places)) {
			m.Places[gangster] = []Place{0, m.Places[gangster], OnHideout, m.Place}[g.r.IntN(4)]
			if g.r.IntN(16) == 0 {
				delete(m.Places, gangster)
			}
		}
	}
}

// lure makes a Turncoat aim at a gangster of power 4, if there is one.
func (g *trial) lure(m *Move, seat engine.Seat) {
	for _, at := range append(g.p.Of(seat).Places(), Hidden) {
		if strong := g.p.gangsters(g.p.Of(seat), at).Common(numberSets[4]); !strong.Empty() {
			m.Seat, m.Place, m.Gangster = seat, at, g.anyOf(strong)
		}
	}
}

var wildTypes = slices.Sorted(maps.Keys(shapes))

// anyOf returns one of the cards, sometimes any card.
func (g *trial) anyOf(s Set) Card {
	if cards := s.Cards(); len(cards) > 0 && g.r.IntN(16) > 0 {
		return cards[g.r.IntN(len(cards))]
	}
	return Card(1 + g.r.IntN(allCards))
}

// anyFew returns some of the cards, sometimes with another one.
func (g *trial) anyFew(s Set) []Card {
	few := some(s.Cards(), g.r.IntN(s.Len()+1), g.r)
	if g.r.IntN(16) == 0 {
		few = append(few, g.anyOf(Set{}))
	}
	return SetOf(few...).Cards()
}

// listed reports whether an entry of a seat's moves stands for this one.
func (g *trial) listed(m Move, seat engine.Seat) bool {
	return slices.ContainsFunc(moves(&g.p, seat), func(l Move) bool {
		switch m.Type {
		case TypeArrange, TypeMulligan, TypeDiscard:
			return l.Type == m.Type && (m.Type == TypeArrange || len(m.Cards) <= l.Count)
		case TypeAttack, TypeDriveby:
			return l.Type == m.Type && l.Seat == m.Seat && l.Place == m.Place &&
				SetOf(l.Gangsters...).contains(SetOf(m.Gangsters...)) && SetOf(l.Cards...).contains(SetOf(m.Cards...))
		}
		return string(l.Body()) == string(m.Body())
	})
}

// adopt adopts the position of a change and checks it.
func (g *trial) adopt(c Change, m Move, seat engine.Seat) error {
	before := g.p
	g.p = c.Position
	for _, e := range c.effects {
		g.note(e)
	}
	for _, check := range []error{
		g.check(), g.checkTokens(&before), g.checkHidden(&before, m, seat), checkTrigger(&before, c.effects),
	} {
		if check != nil {
			return check
		}
	}
	return nil
}

func (g *trial) note(e any) {
	kind := reflect.ValueOf(e).FieldByName("Type").String()
	g.seen["effect "+kind]++
	if f, ok := e.(Fought); ok {
		g.seen["attack "+f.Result]++
	}
}

// check checks a single position.
func (g *trial) check() error {
	for _, check := range []error{
		g.p.checkMoney(), g.p.checkCards(), g.p.checkPlaces(), g.p.checkCourse(),
	} {
		if check != nil {
			return check
		}
	}
	return nil
}

// checkMoney is J-1.
func (p *Position) checkMoney() error {
	sum := p.Bank
	for seat := range p.Seats() {
		m := &p.Mafias[seat]
		if m.Money < 0 || !m.Alive && m.Money > 0 {
			return fmt.Errorf("J-1: seat %d has %d", seat, m.Money)
		}
		sum += m.Money
	}
	if sum != Treasury(p.Seats()) || p.Bank < 0 {
		return fmt.Errorf("J-1: %d of money, %d in the bank", sum, p.Bank)
	}
	return nil
}

// everything returns all cards of a position but its deck.
func (p *Position) everything() Set {
	all := Set{}
	for _, s := range p.piles() {
		all = all.Union(s)
	}
	return all
}

// piles returns the sets of cards of a position, except its deck.
func (p *Position) piles() []Set {
	piles := []Set{p.Discard, p.Box, p.Table()}
	for seat := range p.Seats() {
		m := &p.Mafias[seat]
		piles = append(piles, m.Hand, m.Guards, m.Open, m.Hidden, m.Trophies)
		if m.Alive {
			piles = append(piles, HideoutOf(seat).bit())
		}
	}
	return append(piles, p.crews[:]...)
}

// checkCards is J-2: every card is in one place.
func (p *Position) checkCards() error {
	all, n := SetOf(p.Deck...), len(p.Deck)
	for _, s := range p.piles() {
		all, n = all.Union(s), n+s.Len()
	}
	if all.Len() != allCards || n != allCards {
		return fmt.Errorf("J-2: %d cards in %d places", all.Len(), n)
	}
	return nil
}

// checkPlaces is J-3 to J-5.
func (p *Position) checkPlaces() error {
	open := Set{}
	for seat := range engine.Seat(p.Seats()) {
		m := p.Of(seat)
		open = open.Union(m.Open)
		switch {
		case m.Hand.Len() > HandSize:
			return fmt.Errorf("J-4: seat %d holds %d cards", seat, m.Hand.Len())
		case m.Under != 0 && !m.Open.Has(m.Under):
			return fmt.Errorf("J-2: on the Hideout of seat %d is %s", seat, m.Under)
		}
		for _, at := range m.Places() {
			if p.Room(m, at) < 0 {
				return fmt.Errorf("J-3: %v at %s of seat %d", p.gangsters(m, at).Cards(), at, seat)
			}
		}
	}
	for b := firstBusiness; b < firstBusiness+businesses; b++ {
		if !open.Has(b) && !p.Crew(b).Empty() {
			return fmt.Errorf("J-5: %v are in %s, which is gone", p.Crew(b).Cards(), b)
		}
	}
	return nil
}

// checkCourse is J-7 and J-8.
func (p *Position) checkCourse() error {
	if p.Over() {
		return nil
	}
	if !p.Of(p.Active).Alive {
		return fmt.Errorf("J-7: seat %d has the turn and is out", p.Active)
	}
	if asked := p.Prompts(); len(asked) == 0 != p.ripe() {
		return fmt.Errorf("J-8: %d are asked, ripe is %t", len(asked), p.ripe())
	}
	if p.Depth > 0 || p.Phase == SetUp {
		return nil
	}
	last := Move{Type: TypeEndTurn}
	if p.MustArrange() {
		last = Move{Type: TypeArrange, Places: map[Card]Place{}}
		own := p.Of(p.Active)
		for g := range own.Hidden.Union(p.Standing(own)).All() {
			if last.Places[g] = p.whereabouts(own, g); last.Places[g] == Hidden {
				last.Places[g] = 0
			}
		}
	}
	if code := p.Refusal(last, p.Active, engine.ByPlayer); code != "" {
		return fmt.Errorf("J-8: seat %d is stuck: %s", p.Active, code)
	}
	return nil
}

// checkTokens is J-9 and J-10.
func (g *trial) checkTokens(before *Position) error {
	was, is := before.Countdown, g.p.Countdown
	switch {
	case was.On && !is.On, was.On && is.Left > was.Left:
		return fmt.Errorf("J-10: %+v after %+v", is, was)
	case is.On && !g.p.Of(is.Holder).Alive:
		return fmt.Errorf("J-10: the holder, seat %d, is out", is.Holder)
	case !was.On && is.On:
		g.began = g.p.Turn
	case is.On && g.p.Turn-g.began > (Tokens+1)*g.p.Seats():
		return fmt.Errorf("J-9: %d turns since the countdown began", g.p.Turn-g.began)
	}
	if g.p.Round > roundCap && !is.On {
		return fmt.Errorf("R-51: round %d and no countdown", g.p.Round)
	}
	return nil
}

// checkHidden is J-11: which gangsters leave hiding.
func (g *trial) checkHidden(before *Position, m Move, mover engine.Seat) error {
	for seat := range engine.Seat(g.p.Seats()) {
		gone := before.Of(seat).Hidden.Without(g.p.Of(seat).Hidden)
		if !g.p.Of(seat).Alive || m.Type == TypeArrange && seat == mover {
			continue
		}
		if m.Type == TypeTurncoat {
			gone.Remove(m.Gangster)
		}
		if w := before.Attack(); w != nil && w.By == seat {
			gone = gone.Without(w.Gang.Common(g.p.Discard))
		}
		if !gone.Empty() {
			return fmt.Errorf("J-11: %v of seat %d are no longer hidden", gone.Cards(), seat)
		}
	}
	return nil
}

// checkTrigger is J-6: the countdown starts for the seat that the newest event concerns.
func checkTrigger(before *Position, effects []any) error {
	if before.Countdown.On {
		return nil
	}
	about := engine.Spectator
	for _, e := range effects {
		switch e := e.(type) {
		case Tribute:
			about = e.Seat
		case Paid:
			if e.To != Bank && e.To != Pot {
				about = engine.Seat(e.To)
			}
		case Eliminated:
			about = e.By
		case Turn:
			about = e.Seat
		case CountdownAt:
			if e.Holder != about {
				return fmt.Errorf("J-6: the countdown starts for seat %d in an event about seat %d", e.Holder, about)
			}
			return nil
		}
	}
	return nil
}

// checkEnd checks the result.
func (g *trial) checkEnd() error {
	r, _ := g.p.Result()
	if len(r.Winners) == 0 {
		return fmt.Errorf("nobody has won: %+v", r)
	}
	for _, w := range r.Winners {
		if !g.p.Of(w).Alive {
			return fmt.Errorf("seat %d has won and is out", w)
		}
	}
	for seat := range engine.Seat(g.p.Seats()) {
		if m := moves(&g.p, seat); len(m) > 0 {
			return fmt.Errorf("seat %d may still move", seat)
		}
		if _, code := g.p.try(Move{Type: TypePass}, seat, engine.ByPlayer); code != GameOver {
			return fmt.Errorf("a pass after the end: %s", code)
		}
	}
	return nil
}
