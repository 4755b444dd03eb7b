package search

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"testing"

	"noir/engine/districtnoir/compact"
)

// What calibration is measured by. Fewer games would not tell chances from others that are twice as sure.
var (
	calibrationGames  = flag.Int("calibration-games", 0, "games of each player against its equal by which chances are held against results; 0 for 30, and 10 of boss; 30 of each in .ci/run")
	calibrationSeed   = flag.Uint64("calibration-seed", 11, "of these games")
	calibrationWorlds = flag.Int("calibration-worlds", 100, "worlds for a judgement whose chance is held against the result")
)

// ratings are those of the levels (opponents.go of the game). The yardstick has none.
var ratings = map[string]float64{"easy": 1006, "normal": 1500, "hard": 1873, "boss": 1926}

// judgedEach is how many decisions of a game are judged.
const judgedEach = 5

// tenths compares chances with results, by the tenth that a chance is in.
type tenths [10]struct{ n, chance, won float64 }

func (t *tenths) add(chance, won float64) {
	b := &t[min(9, int(10*chance))]
	b.n++
	b.chance += chance
	b.won += won
}

func (t *tenths) String() string {
	text := ""
	for _, b := range t {
		if b.n > 0 {
			text += fmt.Sprintf("  %.3f:%.3f±%.3f(%.0f)", b.chance/b.n, b.won/b.n, 1.96*math.Sqrt(b.won/b.n*(1-b.won/b.n)/b.n), b.n)
		}
	}
	return text
}

// said is a chance after a move, by good play, when a part of the game is left, and what came of it.
type said struct{ chance, left, won float64 }

// judged plays games of a player against its equal and judges some decisions of each.
func judged(t *testing.T, player func(*compact.Scene, *compact.Chance) compact.Move, games int, seed uint64) (all []said) {
	c := compact.Chance(seed)
	for range games {
		p := position(t, int(c.Next()>>33), 0)
		first := len(all)
		var seats []uint8
		var answers [compact.Seats][]compact.Answer
		for !p.Settled() {
			s := sight(p)
			s.Answers = answers[1-p.Turn]
			m := player(s, &c)
			if s.Table.Moves().Rest() != 0 && c.Below(compact.GameEnd) < judgedEach {
				chances := House.weigh(t.Context(), s, compact.Moves(0).With(m), *calibrationWorlds, &c)
				left := 1 - float64(p.Actions)/compact.GameEnd
				all, seats = append(all, said{chance: chances[m], left: left}), append(seats, p.Turn)
			}
			before := s.Table
			before.Hands = [compact.Seats]compact.Cards{}
			answers[p.Turn] = append(answers[p.Turn], compact.Answer{Before: before, Move: m})
			p.Make(m)
		}
		for i, seat := range seats {
			all[first+i].won = won(p.Outcome(), seat)
		}
	}
	return all
}

// surprise is by how many bits results surprise one who believes in the chances of players of a steadiness, on the
// average.
func (s steadiness) surprise(all []said) float64 {
	bits := 0.0
	for _, one := range all {
		x := s.logit(one.chance, one.left)*s.holds + s.raised
		bits += one.won*math.Log2(1+math.Exp(-x)) + (1-one.won)*math.Log2(1+math.Exp(x))
	}
	return bits / float64(len(all))
}

// fit returns the factor and the sum for logits by which results surprise least (Newton's method).
func (s steadiness) fit(all []said) (holds, raised float64) {
	holds = 1
	for range 30 {
		var a, b, aa, ab, bb float64
		for _, one := range all {
			x := s.logit(one.chance, one.left)
			p := 1 / (1 + math.Exp(-x*holds-raised))
			a, b = a+(p-one.won)*x, b+p-one.won
			w := p * (1 - p)
			aa, ab, bb = aa+w*x*x, ab+w*x, bb+w
		}
		if det := aa*bb - ab*ab; det > 1e-9 {
			holds, raised = holds-(a*bb-b*ab)/det, raised-(b*aa-a*ab)/det
		}
	}
	return holds, raised
}

// TestCalibrated holds the chances after moves against results, in games of each player against its equal: chances that
// are twice or half as sure, or higher or lower, would fit them less. By more games, with what would fit these best:
//
//	go test ./engine/districtnoir/search -run TestCalibrated -v -calibration-games 1000
func TestCalibrated(t *testing.T) {
	for name, rating := range ratings {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			games := cmp.Or(*calibrationGames, map[string]int{"boss": 10}[name], 30)
			all := judged(t, players[name], games, *calibrationSeed)
			var raw, rated tenths
			off := 0.0
			for _, s := range all {
				chance := Between(s.chance, rating, rating, s.left)
				raw.add(s.chance, s.won)
				rated.add(chance, s.won)
				off += (chance - s.won) * (chance - s.won) / float64(len(all))
			}
			now := steady(rating)
			holds, raised := now.fit(all)
			t.Logf("%s: off by %.3f (Brier) of %d; logits times %.2f and %+.2f would fit best:%v\nby good play:%v", name, off, len(all), holds, raised, &rated, &raw)
			told := now.surprise(all)
			changed := func(times, plus float64) float64 {
				return steadiness{now.rating, times * now.holds, now.raised + plus, now.least}.surprise(all)
			}
			for what, bits := range map[string]float64{
				"twice as sure": changed(2, 0),
				"half as sure":  changed(0.5, 0),
				"higher":        changed(1, 1),
				"lower":         changed(1, -1),
				"even":          1,
			} {
				if bits <= told {
					t.Errorf("%s: chances surprise by %.3f bits, and were they %s by %.3f", name, told, what, bits)
				}
			}
		})
	}
}
