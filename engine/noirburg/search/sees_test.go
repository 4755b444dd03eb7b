package search

import (
	"context"
	"encoding/json"
	"testing"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// TestHouseSees gives house players plain choices.
func TestHouseSees(t *testing.T) {
	all := []string{levelEasy, levelNormal, levelHard, levelBoss}
	better := []string{levelNormal, levelHard, levelBoss}
	normalOnly := []string{levelNormal}
	for _, c := range []struct {
		name   string
		levels []string
		set    func(*rules.Position) // seat 0 is on move, and may attack
		before []json.RawMessage     // moves of seat 0, 1, … that lead to the choice
		seat   engine.Seat           // who chooses
		want   func(rules.Move) bool
	}{
		{
			"stop an attack that would put it out", all, raidOnPoor,
			[]json.RawMessage{rules.Attack(named("G4.0"), 1, rules.OnHideout)},
			1, func(m rules.Move) bool { return m.Use == rules.UseStop },
		},
		{
			"bribe the Police that stops its attack", all, raidOnPoor,
			[]json.RawMessage{rules.Attack(named("G4.0"), 1, rules.OnHideout), Stop(named("POLICE.0")[0])},
			0, func(m rules.Move) bool { return m.Type == rules.TypeBribe },
		},
		{
			"lure the only attacker away", all, func(p *rules.Position) {
				raidOnPoor(p)
				p.Of(1).Hand = rules.SetOf(named("TURNCOAT.0", "G1.0")...)
				found(p, 1, "B4.1")
			},
			[]json.RawMessage{rules.Attack(named("G4.0"), 1, rules.At(named("B4.1")[0]))},
			1, func(m rules.Move) bool { return m.Type == rules.TypeTurncoat && m.Gangster == named("G4.0")[0] },
		},
		{
			"join a Drive-by that cannot do it alone", normalOnly, func(p *rules.Position) {
				found(p, 0, "B4.0", "G3.0")
				p.Of(1).Hand = rules.SetOf(named("DRIVEBY.1")...)
				p.Of(2).Hand = rules.SetOf(named("DRIVEBY.0")...)
			},
			[]json.RawMessage{nil, nil, PlayDriveby(named("DRIVEBY.0"), 0, rules.At(named("B4.0")[0]))},
			1, func(m rules.Move) bool { return m.Type == rules.TypeDriveby },
		},
		{
			"break a majority with a Poker Night", better, func(p *rules.Position) {
				p.Of(0).Money, p.Bank = rules.Majority(3), p.Bank-rules.Majority(3)+rules.StartMoney
				p.Of(1).Hand = rules.SetOf(named("POKER.0")...)
			},
			[]json.RawMessage{rules.EndTurn()},
			1, func(m rules.Move) bool { return m.Type == rules.TypePoker },
		},
		{
			"keep a majority together", better, func(p *rules.Position) {
				p.Of(0).Money, p.Bank = rules.Majority(3), p.Bank-rules.Majority(3)+rules.StartMoney
				p.Of(0).Hand = rules.SetOf(named("B4.0", "G3.0", "G2.0")...)
			},
			nil, 0, func(m rules.Move) bool { return m.Card.Cost() == 0 && m.Count <= 1 },
		},
		{
			"take a Casino that nobody guards", better, func(p *rules.Position) {
				found(p, 0, "B4.0", "G4.0")
				found(p, 1, "B4.1")
				found(p, 1, "B3.0", "G3.0")
				p.Of(1).Money = 8
			},
			nil, 0, func(m rules.Move) bool { return m.Type == rules.TypeAttack && m.Place == rules.At(named("B4.1")[0]) },
		},
		{
			"hide the guards of a Casino before it goes there", normalOnly, func(p *rules.Position) {
				found(p, 0, "B4.0", "G4.0")
				found(p, 1, "B4.1", "G3.0")
				p.Of(1).Money = 8
				p.Of(0).Hand = rules.SetOf(named("POLICE.0")...)
			},
			nil, 0, func(m rules.Move) bool { return m.Use == rules.UseRaid && m.Place == rules.At(named("B4.1")[0]) },
		},
		{
			"cover a Hideout", all, func(p *rules.Position) {
				p.Phase = rules.Relocating
				found(p, 0, "B3.0")
				found(p, 1, "B4.1", "G4.0")
			},
			nil, 0, func(m rules.Move) bool { return m.Type == rules.TypeMoveHideout && m.Under == named("B3.0")[0] },
		},
		{
			"let no hidden gangster go who has a place", all, func(p *rules.Position) {
				p.Phase, p.Acts = rules.Arranging, rules.Acts{}
				found(p, 0, "B4.0", "G1.0")
				p.Of(0).Hidden = rules.SetOf(named("G3.0", "G2.0")...)
			},
			nil, 0, func(m rules.Move) bool {
				return m.Type == rules.TypeArrange && len(m.Places) == 3 && m.Places[named("G2.0")[0]] != 0 && m.Places[named("G3.0")[0]] != 0
			},
		},
		{
			"put everything on the table in its last turn", all, func(p *rules.Position) {
				p.Phase = rules.Opening
				p.Countdown = rules.EndCount{On: true, Left: 1}
				p.Of(0).Hand = rules.SetOf(named("G2.0")...)
			},
			nil, 0, func(m rules.Move) bool { return m.Type == rules.TypeOpen },
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, level := range c.levels {
				g := table{midgame(t, c.set, c.before), make([][]engine.Line, 3)}
				if m, _ := rules.ReadMove(choose(t, level, g.sight(c.seat))); !c.want(m) {
					t.Errorf("%s: %s", level, m.Body())
				}
			}
		})
	}
}

// raidOnPoor puts seat 0 before the Hideout of seat 1, which has no money.
func raidOnPoor(p *rules.Position) {
	found(p, 0, "B4.0", "G4.0")
	p.Of(0).Hand = rules.SetOf(named("BRIBE.0")...)
	p.Of(1).Money, p.Bank = 0, p.Bank+rules.StartMoney
	p.Of(1).Hand = rules.SetOf(named("POLICE.0")...)
}

// midgame sets up a table of three in the middle of a game and makes some moves.
func midgame(t *testing.T, set func(*rules.Position), moves []json.RawMessage) engine.State {
	t.Helper()
	const seats = 3
	p := &rules.Position{
		Deal:      &rules.Start{Seats: seats, MoneyWin: true},
		Town:      rules.Town{Bank: rules.Treasury(seats) - seats*rules.StartMoney},
		Course:    rules.Course{Round: 4, Turn: 10, Phase: rules.Attacking, Acts: rules.Acts{Arranged: true}},
		Reactions: rules.Reactions{Questions: 1},
	}
	for seat := range engine.Seat(seats) {
		*p.Of(seat) = rules.Family{Alive: true, Founded: true, Seasoned: true, Money: rules.StartMoney}
	}
	set(p)
	var st engine.State = p
	for seat, body := range moves {
		if body != nil {
			st = made(t, st, engine.Seat(seat), body)
		}
	}
	return st
}

// made makes a move.
func made(t *testing.T, st engine.State, seat engine.Seat, body json.RawMessage) engine.State {
	t.Helper()
	next, _, err := engine.Make(st, engine.Move{Seat: seat, By: engine.ByPlayer, Body: body})
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// found opens a business with gangsters in it.
func found(p *rules.Position, seat engine.Seat, business string, crew ...string) {
	b := named(business)[0]
	p.Of(seat).Open.Add(b)
	*p.Crew(b) = rules.SetOf(named(crew...)...)
}

func named(ids ...string) []rules.Card {
	cards := make([]rules.Card, len(ids))
	for i, id := range ids {
		cards[i] = rules.ByID[id]
	}
	return cards
}

// TestHouseRefuses gives house players sights that cannot be answered.
func TestHouseRefuses(t *testing.T) {
	st := midgame(t, raidOnPoor, nil)
	for name, s := range map[string]engine.Sight{
		"no view":        {View: []byte(`{`), Legal: st.Legal(0)},
		"an odd move":    {View: asJSON(st.View(0)), Legal: []json.RawMessage{[]byte(`{"type":"no such"}`)}},
		"nothing asked":  {Seat: 1, View: asJSON(st.View(1)), Legal: st.Legal(1)},
		"nothing at all": {Seat: 1, View: asJSON(st.View(1))},
	} {
		for _, level := range allLevels() {
			player, err := House(level, 1)
			if err != nil {
				t.Fatal(err)
			}
			if body, err := player.Choose(context.Background(), s); err == nil {
				t.Errorf("%s chooses %s on %s", level, body, name)
			}
		}
	}
}
