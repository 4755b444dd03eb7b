package search

import (
	"context"
	"flag"
	"math"
	"testing"

	"noir/engine/districtnoir/compact"
	"noir/engine/districtnoir/sampler"
)

// games is how many games of each player the belief is measured by: 40 in .ci/run.
var games = flag.Int("belief-games", 0, "games of each player by which the belief is measured; 0 for 30, and 10 of those that search")

// players are those whose hands the belief is to name: every level, with fewer games where that saves time, and the
// yardstick.
var players = map[string]func(*compact.Scene, *compact.Chance) compact.Move{
	"easy": func(s *compact.Scene, c *compact.Chance) compact.Move {
		return s.Table.Moves().At(c.Below(s.Table.Moves().Len()))
	},
	"normal": func(s *compact.Scene, _ *compact.Chance) compact.Move { return Favourite(s.Table) },
	"hard": func(s *compact.Scene, c *compact.Chance) compact.Move {
		return House.Sample(context.Background(), s, 24, c)
	},
	"boss": func(s *compact.Scene, c *compact.Chance) compact.Move {
		return House.Search(context.Background(), s, 500, c)
	},
	"sampler": func(s *compact.Scene, c *compact.Chance) compact.Move {
		return sampler.Choose(context.Background(), s, 20, c)
	},
}

// gamesOf is how many games a player plays, where a flag says so many of each. By default those that search, who take most
// of the time, play fewer.
func gamesOf(name string, each int) int {
	switch {
	case each > 0:
		return each
	case name == "hard" || name == "boss":
		return 10
	}
	return 30
}

// TestBeliefBeatsCounting wants the rival's hand to be named in fewer bits by the belief than by counting the cards
// that are not seen, whoever plays. To measure it by more games:
//
//	go test ./engine/districtnoir/search -run TestBeliefBeatsCounting -v -belief-games 300
func TestBeliefBeatsCounting(t *testing.T) {
	for name, player := range players {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			believed, counted, n := 0.0, 0.0, 0.0
			c := compact.Chance(5)
			for range gamesOf(name, *games) {
				p := position(t, int(c.Next()>>33), 0)
				var answers [compact.Seats][]compact.Answer
				for !p.Settled() {
					s := sight(p)
					s.Answers = answers[1-p.Turn]
					if hand := p.Hands[1-p.Turn]; len(s.Answers) > 0 && hand != 0 {
						believed += surprise(s, hand)
						counted += surprise(sight(p), hand)
						n++
					}
					m := player(s, &c)
					before := s.Table
					before.Hands = [compact.Seats]compact.Cards{}
					answers[p.Turn] = append(answers[p.Turn], compact.Answer{Before: before, Move: m})
					p.Make(m)
				}
			}
			t.Logf("%s: %.3f bits by the belief, %.3f by counting, over %.0f decisions", name, believed/n, counted/n, n)
			if believed >= counted {
				t.Errorf("the belief takes %.3f bits, counting %.3f", believed/n, counted/n)
			}
		})
	}
}

// surprise returns how many bits it takes to name the rival's hand.
func surprise(s *compact.Scene, hand compact.Cards) float64 {
	b := House.believe(s)
	defer b.forget()
	return -math.Log2(weightOf(b, hand))
}
