package noirburg

import (
	"context"
	"encoding/json"
	"testing"

	"noir/engine"
)

// TestHouseSees puts plain choices before house players.
func TestHouseSees(t *testing.T) {
	all := []string{levelEasy, levelNormal, levelHard}
	better := []string{levelNormal, levelHard}
	normalOnly := []string{levelNormal}
	for _, c := range []struct {
		name   string
		levels []string
		set    func(*position)   // seat 0 is on move, and may attack
		before []json.RawMessage // moves of seat 0, 1, … that lead to the choice
		seat   engine.Seat       // who chooses
		want   func(Move) bool
	}{
		{
			"stop an attack that would put it out", all, raidOnPoor,
			[]json.RawMessage{Attack(named("G4.0"), 1, OnHideout)},
			1, func(m Move) bool { return m.Use == UseStop },
		},
		{
			"bribe the Police that stops its attack", all, raidOnPoor,
			[]json.RawMessage{Attack(named("G4.0"), 1, OnHideout), Stop(named("POLICE.0")[0])},
			0, func(m Move) bool { return m.Type == TypeBribe },
		},
		{
			"lure the only attacker away", all, func(p *position) {
				raidOnPoor(p)
				p.of(1).hand = setOf(named("TURNCOAT.0", "G1.0")...)
				found(p, 1, "B4.1")
			},
			[]json.RawMessage{Attack(named("G4.0"), 1, At(named("B4.1")[0]))},
			1, func(m Move) bool { return m.Type == TypeTurncoat && m.Gangster == named("G4.0")[0] },
		},
		{
			"join a Drive-by that cannot do it alone", normalOnly, func(p *position) {
				found(p, 0, "B4.0", "G3.0")
				p.of(1).hand = setOf(named("DRIVEBY.1")...)
				p.of(2).hand = setOf(named("DRIVEBY.0")...)
			},
			[]json.RawMessage{nil, nil, PlayDriveby(named("DRIVEBY.0"), 0, At(named("B4.0")[0]))},
			1, func(m Move) bool { return m.Type == TypeDriveby },
		},
		{
			"break a majority with a Poker Night", better, func(p *position) {
				p.of(0).money, p.bank = Majority(3), p.bank-Majority(3)+startMoney
				p.of(1).hand = setOf(named("POKER.0")...)
			},
			[]json.RawMessage{EndTurn()},
			1, func(m Move) bool { return m.Type == TypePoker },
		},
		{
			"keep a majority together", better, func(p *position) {
				p.of(0).money, p.bank = Majority(3), p.bank-Majority(3)+startMoney
				p.of(0).hand = setOf(named("B4.0", "G3.0", "G2.0")...)
			},
			nil, 0, func(m Move) bool { return m.Card.Cost() == 0 && m.Count <= 1 },
		},
		{
			"take a Casino that nobody guards", better, func(p *position) {
				found(p, 0, "B4.0", "G4.0")
				found(p, 1, "B4.1")
				found(p, 1, "B3.0", "G3.0")
				p.of(1).money = 8
			},
			nil, 0, func(m Move) bool { return m.Type == TypeAttack && m.Place == At(named("B4.1")[0]) },
		},
		{
			"hide the guards of a Casino before it goes there", normalOnly, func(p *position) {
				found(p, 0, "B4.0", "G4.0")
				found(p, 1, "B4.1", "G3.0")
				p.of(1).money = 8
				p.of(0).hand = setOf(named("POLICE.0")...)
			},
			nil, 0, func(m Move) bool { return m.Use == UseRaid && m.Place == At(named("B4.1")[0]) },
		},
		{
			"cover a Hideout", all, func(p *position) {
				p.phase = relocating
				found(p, 0, "B3.0")
				found(p, 1, "B4.1", "G4.0")
			},
			nil, 0, func(m Move) bool { return m.Type == TypeMoveHideout && m.Under == named("B3.0")[0] },
		},
		{
			"let no hidden gangster go who has a place", all, func(p *position) {
				p.phase, p.acts = arranging, acts{}
				found(p, 0, "B4.0", "G1.0")
				p.of(0).hidden = setOf(named("G3.0", "G2.0")...)
			},
			nil, 0, func(m Move) bool {
				return m.Type == TypeArrange && len(m.Places) == 3 && m.Places[named("G2.0")[0]] != 0 && m.Places[named("G3.0")[0]] != 0
			},
		},
		{
			"put everything on the table in its last turn", all, func(p *position) {
				p.phase = opening
				p.countdown = countdown{on: true, left: 1}
				p.of(0).hand = setOf(named("G2.0")...)
			},
			nil, 0, func(m Move) bool { return m.Type == TypeOpen },
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, level := range c.levels {
				st := midgame(t, c.set, c.before)
				if m, _ := ReadMove(choose(t, level, st, c.seat, nil)); !c.want(m) {
					t.Errorf("%s: %s", level, m.Body())
				}
			}
		})
	}
}

// raidOnPoor has seat 0 before the Hideout of seat 1, which has no money.
func raidOnPoor(p *position) {
	found(p, 0, "B4.0", "G4.0")
	p.of(0).hand = setOf(named("BRIBE.0")...)
	p.of(1).money, p.bank = 0, p.bank+startMoney
	p.of(1).hand = setOf(named("POLICE.0")...)
}

// midgame sets up a table of three in the middle of a game and makes some moves there.
func midgame(t *testing.T, set func(*position), moves []json.RawMessage) engine.State {
	t.Helper()
	const seats = 3
	p := &position{
		deal:  &deal{seats: seats, moneyWin: true},
		bank:  Treasury(seats) - seats*startMoney,
		round: 4, turn: 10, phase: attacking, acts: acts{arranged: true}, questions: 1,
	}
	for seat := range engine.Seat(seats) {
		*p.of(seat) = mafia{alive: true, founded: true, seasoned: true, money: startMoney}
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
func found(p *position, seat engine.Seat, business string, crew ...string) {
	b := named(business)[0]
	p.of(seat).open.add(b)
	*p.crew(b) = setOf(named(crew...)...)
}

func named(ids ...string) []Card {
	cards := make([]Card, len(ids))
	for i, id := range ids {
		cards[i] = byID[id]
	}
	return cards
}

// TestHouseRefuses looks at sights that nobody can answer.
func TestHouseRefuses(t *testing.T) {
	st := midgame(t, raidOnPoor, nil)
	for name, s := range map[string]engine.Sight{
		"no view":        {View: []byte(`{`), Legal: st.Legal(0)},
		"an odd move":    {View: encode(st.View(0)), Legal: []json.RawMessage{[]byte(`{"type":"no such"}`)}},
		"nothing asked":  {Seat: 1, View: encode(st.View(1)), Legal: st.Legal(1)},
		"nothing at all": {Seat: 1, View: encode(st.View(1))},
	} {
		for _, level := range (Game{}).Info().Levels() {
			player, err := Game{}.House(level, 1)
			if err != nil {
				t.Fatal(err)
			}
			if body, err := player.Choose(context.Background(), s); err == nil {
				t.Errorf("%s chooses %s on %s", level, body, name)
			}
		}
	}
}
