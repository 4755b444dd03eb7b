package search

import (
	"encoding/json"
	"math"
	"testing"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// TestOutlookThrows compares a house player's throws with all throws of the dice.
func TestOutlookThrows(t *testing.T) {
	for n := range throws {
		want := map[int]float64{}
		for roll := range int(math.Pow(6, float64(n))) {
			sum := n
			for range n {
				sum += roll % 6
				roll /= 6
			}
			want[sum] += math.Pow(6, -float64(n))
		}
		if len(throws[n]) != len(want) {
			t.Errorf("%d dice have %d sums", n, len(throws[n]))
		}
		for _, thrown := range throws[n] {
			sum := 0
			for _, die := range thrown.dice {
				if sum += die; die < 1 || die > 6 {
					t.Errorf("%d dice show %v", n, thrown.dice)
				}
			}
			if len(thrown.dice) != n || math.Abs(thrown.chance-want[sum]) > 1e-9 {
				t.Errorf("%d dice show %v with chance %v, not %v", n, thrown.dice, thrown.chance, want[sum])
			}
		}
	}
}

// TestOutlookTurns compares the turns that a countdown leaves to each seat with what is played
// until the game is over.
func TestOutlookTurns(t *testing.T) {
	for holder := range engine.Seat(3) {
		for left := 1; left <= rules.Tokens; left++ {
			for _, skip := range []int{0, 10} {
				d := rules.EndCount{On: true, Holder: holder, Left: left}
				if holder == 0 {
					d.Skip = skip
				}
				st := midgame(t, func(p *rules.Position) { p.Countdown = d }, nil)
				want, played := turnsToCome(st.(*rules.Position)), [rules.Hideouts]int{}
				for {
					st = made(t, st, st.(*rules.Position).Active, rules.EndTurn())
					if _, over := st.Result(); over {
						break
					}
					played[st.(*rules.Position).Active]++
				}
				if played != want {
					t.Errorf("%+v: %v turns are played, not %v", d, played, want)
				}
			}
		}
	}
}

// TestOutlookHaste: the start of the countdown is good only for a seat that is ahead.
func TestOutlookHaste(t *testing.T) {
	p := midgame(t, func(p *rules.Position) { p.Of(1).Money = rules.Third(3) - rules.HideoutNumber }, nil).(*rules.Position)
	for seat, ahead := range []bool{false, true, false} {
		o := newOutlook(p, engine.Seat(seat))
		if haste := o.haste(p); ahead != (haste > 0) || haste == 0 {
			t.Errorf("seat %d: %v", seat, haste)
		}
	}
}

// TestOutlookTurnEnd: the end of a turn is worth the game to the seat that wins by it.
func TestOutlookTurnEnd(t *testing.T) {
	for name, set := range map[string]func(*rules.Position){
		"majority": func(p *rules.Position) { p.Of(0).Money = rules.Majority(3) },
		"last token": func(p *rules.Position) {
			p.Of(0).Money, p.Countdown = 2*rules.StartMoney, rules.EndCount{On: true, Left: 1}
		},
	} {
		p := midgame(t, func(p *rules.Position) {
			p.Of(1).Hand = rules.SetOf(named("POKER.0")...)
			set(p)
		}, []json.RawMessage{rules.EndTurn()}).(*rules.Position)
		for seat, want := range []float64{victory, -victory, -victory} {
			o := newOutlook(p, engine.Seat(seat))
			if worth := o.ahead(p); worth != want {
				t.Errorf("%s: seat %d reckons with %v", name, seat, worth)
			}
		}
	}
}
