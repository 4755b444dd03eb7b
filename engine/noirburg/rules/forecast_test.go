package rules

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"noir/engine"
)

// TestForecast plays random games: every attack that is carried out must end as its view has
// forecast.
func TestForecast(t *testing.T) {
	seen := tally{}
	for n := range 80 {
		g := newTrial(t, n, seen)
		for !g.p.Over() {
			before, ripe := g.p, g.p.ripe()
			if !ripe {
				if err := g.step(); err != nil {
					t.Fatal(err)
				}
				continue
			}
			c := g.p.released()
			if err := g.adopt(c, Move{}, engine.Spectator); err != nil {
				t.Fatal(err)
			}
			if w := before.Window(); w.Kind == WindowAttack {
				if err := before.forecastHolds(*w, c.effects); err != nil {
					t.Fatalf("game %d: %v", n, err)
				}
				seen["forecast"]++
			}
		}
	}
	if seen["forecast"] < 200 {
		t.Errorf("only %d attacks took place", seen["forecast"])
	}
}

// forecastHolds compares a forecast with the effects of the attack.
func (p *Position) forecastHolds(w OpenWindow, effects []any) error {
	f := p.View(engine.Spectator).(View).Forecast(w.Gang.Cards(), w.Seat, w.Place)
	dead := SetOf(append(append([]Card{f.Ruin}, f.Lost...), f.Fallen...)...)
	for _, e := range effects {
		switch e := e.(type) {
		case Moved:
			if !dead.Has(e.Card) {
				return fmt.Errorf("%s goes, forecast were %+v", e.Card, f)
			}
			dead.Remove(e.Card)
		case Fought:
			result := AttackHeld
			if f.Success {
				result = AttackDestroyed
			}
			if f.Breach() {
				result = AttackBreached
			}
			if e.Result != result || e.Demand < f.Least || e.Demand > f.Most {
				return fmt.Errorf("the attack is %+v, forecast was %+v", e, f)
			}
			if !dead.Empty() {
				return fmt.Errorf("%v stay, forecast was %+v", dead.Cards(), f)
			}
			if f.Breach() {
				return nil
			}
		case Paid:
			if e.Amount != f.Stolen {
				return fmt.Errorf("%d is stolen, forecast were %d", e.Amount, f.Stolen)
			}
			return nil
		case Opened, Dice, CountdownAt:
		default:
			return fmt.Errorf("%+v happens in an attack", e)
		}
	}
	if f.Stolen > 0 {
		return fmt.Errorf("nothing is stolen, forecast were %d", f.Stolen)
	}
	return nil
}

// TestComplete makes a move of every entry, and not always the same.
func TestComplete(t *testing.T) {
	p := armed(t)
	r := rand.New(rand.NewPCG(1, 1))
	view := encode(p.View(0))
	for _, entry := range p.Legal(0) {
		bodies := map[string]bool{}
		for range 40 {
			body, err := Game{}.Complete(view, 0, entry, r)
			if err != nil {
				t.Fatal(err)
			}
			do(t, p, 0, body)
			bodies[string(body)] = true
		}
		if m, _ := ReadEntry(entry); (m.Type == TypeAttack || m.Type == TypeDiscard) != (len(bodies) > 1) {
			t.Errorf("%s gives %v", entry, bodies)
		}
	}
	for _, seat := range []engine.Seat{engine.Spectator, engine.Seat(p.Seats())} {
		if body, err := (Game{}).Complete(view, seat, p.Legal(0)[0], r); err == nil {
			t.Errorf("seat %d, which does not play, gets %s", seat, body)
		}
	}
	if body, err := (Game{}).Complete(view, 0, json.RawMessage(`{"type":"sung"}`), r); err != nil || string(body) != `{"type":"sung"}` {
		t.Errorf("what is no entry is completed to %s, %v", body, err)
	}
}
