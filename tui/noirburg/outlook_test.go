package noirburg_test

import (
	"strings"
	"testing"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/tui/noirburg"
)

// TestWhatAMoveLeadsTo is told before it is made.
func TestWhatAMoveLeadsTo(t *testing.T) {
	t.Parallel()
	at := func(id string) rules.Place { return rules.At(card(t, id)) }
	window := func(w rules.Window) func(*rules.View) {
		w.MayPass = true
		return func(v *rules.View) { v.Window = &w }
	}
	money := func(own int) func(*rules.View) { return func(v *rules.View) { v.Seats[0].Money = own } }
	police := func(id ...string) func(*rules.View) {
		return window(rules.Window{Kind: rules.WindowPolice, By: 2, Seat: engine.Spectator, Use: rules.UseStop, Cards: cards(t, id...)})
	}
	attackers := func(id ...string) func(*rules.View) {
		return window(rules.Window{Kind: rules.WindowAttack, By: 2, Seat: 0, Place: at("B1.0"), Gangsters: cards(t, id...)})
	}
	shot := func(target string, seat engine.Seat) rules.Move {
		return rules.Move{Type: rules.TypeDriveby, Cards: cards(t, "DRIVEBY.0"), Seat: seat, Place: at(target)}
	}
	draw, end := rules.Move{Type: rules.TypeDraw, Count: 1}, rules.Move{Type: rules.TypeEndTurn}
	half := rules.Majority(4)
	const spare, won = "one card would be free", "you win, if nobody takes it"
	for name, c := range map[string]struct {
		move      rules.Move
		with      func(*rules.View)
		also      []rules.Move
		want, not string
	}{
		"a gangster":           {move: rules.Move{Type: rules.TypeOpen, Card: card(t, "G2.5"), Place: at("B4.1")}, want: "Leaves you $6. The Casino then holds 4 of 4."},
		"a business":           {move: rules.Move{Type: rules.TypeOpen, Card: card(t, "B4.2")}, want: "Leaves you $4. Your tribute is then $13 a turn."},
		"a Hideout under":      {move: rules.Move{Type: rules.TypeMoveHideout, Under: card(t, "B1.0")}, want: "It then holds 3 + 1 + 1 + 1 = 6."},
		"a Hideout out":        {move: rules.Move{Type: rules.TypeMoveHideout}, want: "It then holds 3 + 1 = 4."},
		"the end":              {move: end, want: "The others may throw in cards", not: spare},
		"the end, no card":     {move: end, also: []rules.Move{draw}, want: spare},
		"the end, half":        {move: end, with: money(half), want: won},
		"the end, nearly half": {move: end, with: money(half - 1), want: "The others may throw in cards", not: won},
		"the end, no majority": {move: end, with: func(v *rules.View) { v.Seats[0].Money, v.MoneyWin = half, false }, want: "The others may throw in cards", not: won},
		"poker":                {move: rules.Move{Type: rules.TypePoker, Card: card(t, "POKER.0")}, want: "a pot of $6. You roll two dice"},
		"poker, just enough":   {move: rules.Move{Type: rules.TypePoker, Card: card(t, "POKER.0")}, with: money(rules.Stake), want: "a pot of $6. You roll two dice"},
		"poker, too little":    {move: rules.Move{Type: rules.TypePoker, Card: card(t, "POKER.0")}, with: money(rules.Stake - 1), want: "a pot of $4. You have too little money"},
		"a raid":               {move: rules.Move{Type: rules.TypePolice, Card: card(t, "POLICE.0"), Use: rules.UseRaid, Seat: 2, Place: at("B2.0")}, want: "Nobody is left there: 1 and 1 hide"},
		"a bribe":              {move: rules.Move{Type: rules.TypeBribe, Card: card(t, "BRIBE.0")}, with: police("POLICE.1"), want: "The Police will then do nothing."},
		"a bribe to a bribe":   {move: rules.Move{Type: rules.TypeBribe, Card: card(t, "BRIBE.0")}, with: police("POLICE.1", "BRIBE.1"), want: "The Police will then act after all."},
		"a shot that kills":    {move: shot("B1.1", 0), want: "One die: the business falls."},
		"a shot that may":      {move: shot("B3.0", 2), want: "One die: gangsters die, the weakest first; from 6 on the business falls."},
		"a shot that cannot":   {move: shot("B4.0", 1), want: "One die: gangsters die, the weakest first; the business stands."},
		"a second shot": {move: shot("B4.0", 1),
			with: window(rules.Window{Kind: rules.WindowDriveby, By: 2, Seat: 1, Place: at("B4.0"), Cards: cards(t, "DRIVEBY.1")}),
			want: "2 dice: gangsters die, the weakest first; from 8 on the business falls."},
		"a lure":           {move: rules.Move{Type: rules.TypeTurncoat, Card: card(t, "TURNCOAT.0"), Seat: 2, Place: at("B3.0"), Gangster: card(t, "G3.1")}, want: "He comes into your hand; Turncoat is spent.", not: "attack"},
		"a lure of one":    {move: rules.Move{Type: rules.TypeTurncoat, Card: card(t, "TURNCOAT.0"), Seat: 2, Place: rules.Hidden, Gangster: card(t, "G2.3")}, with: attackers("G2.3", "G3.4"), want: "The attack is then 3 against 2: it falls."},
		"a lure of all":    {move: rules.Move{Type: rules.TypeTurncoat, Card: card(t, "TURNCOAT.0"), Seat: 2, Place: rules.Hidden, Gangster: card(t, "G2.3")}, with: attackers("G2.3"), want: "Nobody is left in the attack, so it is off."},
		"a stopped attack": {move: rules.Move{Type: rules.TypePolice, Card: card(t, "POLICE.0"), Use: rules.UseStop}, with: attackers("G2.3"), want: "Nobody is hurt on either side."},
	} {
		s := town(t)
		s.view.Active, s.view.Phase, s.view.Countdown = 0, rules.PhaseOpen, nil
		s.view.Hand = append(s.view.Hand, cards(t, "POKER.0", "TURNCOAT.0", "BRIBE.0")...)
		if c.with != nil {
			c.with(&s.view)
		}
		for _, m := range append(c.also, c.move) {
			s.legal = append(s.legal, m.Body())
		}
		b, answer := board(t, s.frame(0)), ""
		if _, err := b.Command(noirburg.Typed(b, c.move) + "?"); err != nil {
			answer = strings.Join(strings.Fields(err.Error()), " ")
		}
		if !strings.Contains(answer, c.want) || c.not != "" && strings.Contains(answer, c.not) {
			t.Errorf("%s: %q is answered by %q, want %q", name, noirburg.Typed(b, c.move), answer, c.want)
		}
	}
}
