package rules

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"noir/engine"
)

// vector is one of the worked examples in testdata.
type vector struct {
	ID     string
	Given  string
	Expect string
	Before vectorState
	After  vectorState
	Dice   []int
	Steps  []json.RawMessage
}

type vectorState struct {
	Active    int
	Turn      int
	Phase     string
	Bank      int
	Countdown *vectorCountdown
	Over      []any
	Window    []vectorWindow
	Deck      int
	Discard   []string
	Box       []string
	Players   []vectorPlayer
}

type vectorCountdown struct{ Holder, Left, Skip int }

type vectorWindow struct {
	Kind   string
	Passed []int
	Gang   []string
	Cards  []string
}

type vectorPlayer struct {
	Alive      bool
	Money      int
	Hand       []string
	OnHideout  []string `json:"on_hideout"`
	Top        string
	Businesses map[string][]string
	Hidden     []string
	Trophies   []string
	Kills      int
}

type vectorStep struct {
	Player  int
	Action  string
	Args    map[string]json.RawMessage
	Refused string
}

func TestVectors(t *testing.T) {
	text, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors) != 91 {
		t.Fatalf("%d vectors", len(vectors))
	}
	for _, v := range vectors {
		t.Run(v.ID, func(t *testing.T) { v.run(t) })
	}
}

func (v vector) run(t *testing.T) {
	v.Before.complete()
	v.After.complete()
	v.handOut()
	var st engine.State = v.Before.position(t, v.Dice, v.ID)
	if diff := difference(v.Before, shown(st.(*Position))); diff != "" {
		t.Fatalf("the position is not set up as the vector has it (-vector +ours):\n%s", diff)
	}
	var rolled []int
	for _, raw := range v.Steps {
		var passing string
		if json.Unmarshal(raw, &passing) == nil {
			if passing != "everybody passes until no window is open" {
				t.Fatal(passing)
			}
			var dice []int
			st, dice = passOut(t, st)
			rolled = append(rolled, dice...)
			continue
		}
		var s vectorStep
		if err := json.Unmarshal(raw, &s); err != nil {
			t.Fatal(err)
		}
		next, plies, err := engine.Make(st, engine.Move{Seat: engine.Seat(s.Player), By: engine.ByPlayer, Body: s.move(t)})
		if s.Refused != "" {
			refused, ok := err.(*engine.Illegal)
			if !ok || refused.Reason != s.Refused || refused.Message == "" {
				t.Fatalf("%s: %v, not %s", raw, err, s.Refused)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		st = next
		for _, p := range plies {
			rolled = append(rolled, p.Dice...)
		}
	}
	after := shown(st.(*Position))
	if v.drawsFromShuffled() {
		v.After.count()
		after.count()
	}
	if diff := difference(v.After, after); diff != "" {
		t.Errorf("%s; expected %s (-vector +ours):\n%s", v.Given, v.Expect, diff)
	}
	if !slices.Equal(rolled, v.Dice) {
		t.Errorf("rolled %v, not %v", rolled, v.Dice)
	}
}

// drawsFromShuffled reports whether the vector shows cards of a deck shuffled by another stream
// than ours.
func (v vector) drawsFromShuffled() bool { return v.ID == "NB-02" || v.ID == "NB-89" }

// passOut passes for all who are asked until no window is open.
func passOut(t *testing.T, st engine.State) (engine.State, []int) {
	var dice []int
	for st.(*Position).Depth > 0 {
		next, plies, err := engine.Make(st, engine.Move{Seat: st.Prompts()[0].Seat, By: engine.ByPlayer, Body: Pass()})
		if err != nil {
			t.Fatal(err)
		}
		st = next
		for _, p := range plies {
			dice = append(dice, p.Dice...)
		}
	}
	return st, dice
}

// complete gives a player who has eliminated rivals their Hideouts from the box.
func (s *vectorState) complete() {
	for i := range s.Players {
		p := &s.Players[i]
		if !p.Alive {
			*p = vectorPlayer{}
		}
		for len(p.Trophies) < p.Kills {
			last := len(s.Box) - 1
			p.Trophies = append(p.Trophies, s.Box[last])
			s.Box = s.Box[:last]
		}
	}
}

// handOut gives a card of the deck to every empty hand that passes in the vectors: they are
// older than the rule that passes of empty hands are implied.
func (v *vector) handOut() {
	if !slices.Contains([]string{"NB-61", "NB-78", "NB-79"}, v.ID) {
		return
	}
	for i := range v.Before.Players {
		if len(v.Before.Players[i].Hand) > 0 {
			continue
		}
		for _, s := range []*vectorState{&v.Before, &v.After} {
			s.Players[i].Hand = []string{At(firstBusiness + 14 + Card(i)).String()}
			s.Deck--
		}
	}
}

// count leaves of hands only their size.
func (s *vectorState) count() {
	for i := range s.Players {
		hand := s.Players[i].Hand
		for j := range hand {
			hand[j] = "?"
		}
	}
}

var vectorPhases = map[string]phase{
	"SETUP": SetUp, "B": Arranging, "C": Attacking, "D": Opening, "E": Relocating, "F": discarding, "G": drawing,
}

// position sets a position up. All other cards are in the deck. The chance rolls the vector's
// dice.
func (s vectorState) position(t *testing.T, dice []int, id string) *Position {
	d := &Start{Seats: len(s.Players), MoneyWin: id != "NB-55"}
	p := &Position{Deal: d, Town: Town{Bank: s.Bank}, Reactions: Reactions{Questions: 1}}
	p.Turn, p.Active, p.Phase = s.Turn, engine.Seat(s.Active), vectorPhases[s.Phase]
	p.Round = 1 + (s.Turn-1)/len(s.Players)
	p.Discard, p.Box = SetOf(parse(t, s.Discard)...), SetOf(parse(t, s.Box)...)
	for i, given := range s.Players {
		m := p.Of(engine.Seat(i))
		if given.Alive {
			*m = given.mafia(t, p)
			m.Seasoned = s.Turn > len(s.Players)
		} else {
			p.Gone++
			m.Out = p.Gone
		}
	}
	if s.Phase == "SETUP" {
		p.Turn, p.Round = 0, 0
	}
	if c := s.Countdown; c != nil {
		p.Countdown = EndCount{On: true, Holder: engine.Seat(c.Holder), Left: c.Left, Skip: c.Skip}
	}
	used := p.everything()
	for c := Card(1); c <= DeckSize; c++ {
		if !used.Has(c) {
			p.Deck = append(p.Deck, c)
		}
	}
	p.Chance = chanceOf(t, dice)
	return p
}

func (g vectorPlayer) mafia(t *testing.T, p *Position) Family {
	m := Family{
		Alive: true, Money: g.Money,
		Hand: SetOf(parse(t, g.Hand)...), Guards: SetOf(parse(t, g.OnHideout)...),
		Hidden: SetOf(parse(t, g.Hidden)...), Trophies: SetOf(parse(t, g.Trophies)...),
	}
	for id, crew := range g.Businesses {
		b := parse(t, []string{id})[0]
		m.Open.Add(b)
		*p.Crew(b) = SetOf(parse(t, crew)...)
		m.Founded = true
	}
	if g.Top != "" {
		m.Under = parse(t, []string{g.Top})[0]
	}
	return m
}

func parse(t *testing.T, ids []string) []Card {
	cards := make([]Card, len(ids))
	for i, id := range ids {
		if err := cards[i].UnmarshalText([]byte(id)); err != nil {
			t.Fatal(err)
		}
	}
	return cards
}

// chanceOf finds a seed whose first rolls are these.
func chanceOf(t *testing.T, dice []int) engine.Chance {
	for n := range 1_000_000 {
		seed := engine.Seed{byte(n), byte(n >> 8), byte(n >> 16)}
		chance := seed.Chance()
		if !slices.ContainsFunc(dice, func(die int) bool { return chance.Roll() != die }) {
			return seed.Chance()
		}
	}
	t.Fatalf("no seed rolls %v", dice)
	return engine.Chance{}
}

// move writes a step as programs do.
func (s vectorStep) move(t *testing.T) json.RawMessage {
	place := func(name string) Place {
		var id string
		if json.Unmarshal(s.Args[name], &id) != nil {
			return 0
		}
		switch id {
		case "H":
			return OnHideout
		case "hidden":
			return Hidden
		}
		return At(parse(t, []string{id})[0])
	}
	m := Move{Card: s.card(t, "card"), Cards: s.cards(t, "cards"), Seat: engine.Seat(s.number("owner")), Place: place("place")}
	switch s.Action {
	case "ATTACK":
		m.Type, m.Gangsters, m.Place = TypeAttack, s.cards(t, "gang"), place("target")
	case "ARRANGE":
		m.Type, m.Places = TypeArrange, s.layout(t)
	case "OPEN_BUSINESS":
		m.Type, m.OnHideout = TypeOpen, string(s.Args["on_hideout"]) == "true"
	case "OPEN_GANGSTER":
		m.Type = TypeOpen
	case "MOVE_HIDEOUT":
		m.Type, m.Under = TypeMoveHideout, s.card(t, "to")
	case "POLICE":
		m.Type, m.Use = TypePolice, map[string]string{`"a"`: UseRaid, `"b"`: UseStop}[string(s.Args["mode"])]
	case "TURNCOAT":
		m.Type, m.Place, m.Gangster = TypeTurncoat, place("where"), s.card(t, "gangster")
	case "DRAW":
		m.Type, m.Count = TypeDraw, s.number("n")
	default:
		m.Type = strings.ToLower(s.Action)
	}
	return m.Body()
}

func (s vectorStep) card(t *testing.T, name string) Card {
	var c Card
	if raw := s.Args[name]; raw != nil {
		if err := json.Unmarshal(raw, &c); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func (s vectorStep) cards(t *testing.T, name string) (cards []Card) {
	if raw := s.Args[name]; raw != nil {
		if err := json.Unmarshal(raw, &cards); err != nil {
			t.Fatal(err)
		}
	}
	return cards
}

func (s vectorStep) number(name string) (n int) {
	_ = json.Unmarshal(s.Args[name], &n) // absent is 0
	return n
}

func (s vectorStep) layout(t *testing.T) map[Card]Place {
	var given map[Card]*string
	if err := json.Unmarshal(s.Args["place"], &given); err != nil {
		t.Fatal(err)
	}
	layout := map[Card]Place{}
	for g, id := range given {
		switch {
		case id == nil:
			layout[g] = 0
		case *id == "H":
			layout[g] = OnHideout
		default:
			layout[g] = At(parse(t, []string{*id})[0])
		}
	}
	return layout
}

// shown describes a position as a vector does.
func shown(p *Position) vectorState {
	s := vectorState{
		Active: int(p.Active), Turn: max(1, p.Turn), Bank: p.Bank, Deck: len(p.Deck),
		Discard: names(p.Discard), Box: names(p.Box),
	}
	for name, phase := range vectorPhases {
		if phase == p.Phase {
			s.Phase = name
		}
	}
	if d := p.Countdown; d.On {
		s.Countdown = &vectorCountdown{Holder: int(d.Holder), Left: d.Left, Skip: d.Skip}
	}
	if r, over := p.Result(); over {
		var winners []any
		for _, seat := range r.Winners {
			winners = append(winners, float64(seat))
		}
		s.Over = []any{winners, vectorReasons[r.Reason]}
	}
	for i := range p.Seats() {
		s.Players = append(s.Players, shownMafia(p, &p.Mafias[i]))
	}
	for i := range p.Depth {
		w := p.Windows[i]
		shown := vectorWindow{Kind: strings.ToUpper(w.Kind), Gang: names(w.Gang)}
		for _, t := range w.Cards {
			shown.Cards = append(shown.Cards, t.card.String())
		}
		s.Window = append(s.Window, shown)
	}
	if p.Depth > 0 {
		for _, a := range p.passes {
			s.Window[p.Depth-1].Passed = append(s.Window[p.Depth-1].Passed, int(a.seat))
		}
	}
	return s
}

func shownMafia(p *Position, m *Family) vectorPlayer {
	if !m.Alive {
		return vectorPlayer{}
	}
	v := vectorPlayer{
		Alive: true, Money: m.Money, Hand: names(m.Hand), OnHideout: names(m.Guards), Top: m.Under.String(),
		Hidden: names(m.Hidden), Trophies: names(m.Trophies), Kills: m.Trophies.Len(),
		Businesses: map[string][]string{},
	}
	for b := range m.Open.All() {
		v.Businesses[b.String()] = names(*p.Crew(b))
	}
	return v
}

func names(s Set) []string {
	var ids []string
	for c := range s.All() {
		ids = append(ids, c.String())
	}
	return ids
}

var vectorReasons = map[string]string{
	Money: "money-majority", Eliminations: "two-hideouts", LastStanding: "last-standing", Counted: "countdown",
}

// difference compares positions in the vectors' form, ignoring the order of lists.
func difference(vector, ours vectorState) string {
	return cmp.Diff(vector, ours, cmpopts.EquateEmpty(), cmpopts.SortSlices(strings.Compare))
}
