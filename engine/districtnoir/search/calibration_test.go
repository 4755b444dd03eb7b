package search

import (
	"flag"
	"fmt"
	"math"
	"testing"

	"noir/engine/districtnoir/compact"
)

// What calibration is measured by: 30 games in .ci/run.
var (
	calibrationGames  = flag.Int("calibration-games", 0, "games of each player against its equal by which chances are held against results; 0 for 30, and 10 of those that search")
	calibrationWorlds = flag.Int("calibration-worlds", 100, "worlds for a judgement whose chance is held against the result")
)

// ratings are those of the players (opponents.go of the game), hard's for the yardstick.
var ratings = map[string]float64{"easy": 1006, "normal": 1500, "hard": 1873, "boss": 1926, "sampler": 1873}

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

// TestCalibrated holds the chances after moves against results, in games of each player against its equal. By
// more games:
//
//	go test ./engine/districtnoir/search -run TestCalibrated -v -calibration-games 1000
func TestCalibrated(t *testing.T) {
	for name, player := range players {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var raw, all tenths
			c := compact.Chance(11)
			off, n := 0.0, 0.0
			for range gamesOf(name, *calibrationGames) {
				p := position(t, int(c.Next()>>33), 0)
				type said struct {
					chance float64
					seat   uint8
				}
				var judged []said
				var answers [compact.Seats][]compact.Answer
				for !p.Settled() {
					s := sight(p)
					s.Answers = answers[1-p.Turn]
					m := player(s, &c)
					if s.Table.Moves().Rest() != 0 && c.Below(compact.GameEnd) < judgedEach {
						chances := House.weigh(t.Context(), s, compact.Moves(0).With(m), *calibrationWorlds, &c)
						judged = append(judged, said{chances[m], p.Turn})
					}
					before := s.Table
					before.Hands = [compact.Seats]compact.Cards{}
					answers[p.Turn] = append(answers[p.Turn], compact.Answer{Before: before, Move: m})
					p.Make(m)
				}
				for _, j := range judged {
					won := won(p.Outcome(), j.seat)
					raw.add(j.chance, won)
					j.chance = Between(j.chance, ratings[name], ratings[name], 0)
					all.add(j.chance, won)
					off += (j.chance - won) * (j.chance - won)
					n++
				}
			}
			t.Logf("%s: off by %.3f (Brier) of %.0f:%v\nby good play:%v", name, off/n, n, &all, &raw)
			if off/n > 0.24 {
				t.Errorf("%s: off by %.3f (Brier), a half each time by 0.250", name, off/n)
			}
		})
	}
}
