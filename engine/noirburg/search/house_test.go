package search

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// The levels that are judged, and by how many games. On two cores normal takes two minutes, hard ten,
// boss an hour:
//
//	go test ./engine/noirburg -run HouseTable -matches 500
//	go test ./engine/noirburg -run HouseTable -matches 500 -levels hard,normal,normal -timeout 1h
//	go test ./engine/noirburg -run HouseTable -matches 300 -levels boss,hard,hard -timeout 3h
var (
	matches = flag.Int("matches", 3, "games of each kind between house players")
	levels  = flag.String("levels", "normal,easy,easy", "of house players; the first is judged")
)

// TestHouseTable seats the judged player in each seat in turn.
func TestHouseTable(t *testing.T) {
	least := map[string]float64{
		"normal,easy,easy":   0.6,
		"hard,normal,normal": 0.55,
		"boss,hard,hard":     0.4,
	}
	seated := strings.Split(*levels, ",")
	seats := len(seated)
	won := 0.0
	for n, m := range playMatches(t, func(n int) []string { return slices.Concat(seated, seated)[(seats-n%seats)%seats:][:seats] }) {
		if winners := m.result.Winners; slices.Contains(winners, engine.Seat(n%seats)) {
			won += 1 / float64(len(winners))
		}
	}
	share := won / float64(*matches)
	margin := 1.96 * math.Sqrt(share*(1-share)/float64(*matches))
	t.Logf("%s: the first wins %.1f %% ± %.1f of %d games", *levels, 100*share, 100*margin, *matches)
	if share < least[*levels] {
		t.Errorf("want %.0f %%", 100*least[*levels])
	}
}

// TestHouseGames mixes the levels at tables of every size: the games end in time, and each
// level plays every reaction card. In every other game one player thinks, but not for long.
func TestHouseGames(t *testing.T) {
	const mostRounds = 25
	house := []string{levelEasy, levelNormal}
	thrown := map[string]int{}
	for seats := rules.MinSeats; seats <= rules.Hideouts; seats++ {
		mixed := func(n int) []string {
			all := make([]string, seats)
			for i := range all {
				all[i] = house[(n>>(i%4)+i)%len(house)]
			}
			if n%2 == 0 {
				all[n/2%seats] = hurried
			}
			return all
		}
		rounds, ends := 0, map[string]int{}
		for _, m := range playMatches(t, mixed) {
			rounds += m.rounds
			ends[m.result.Reason]++
			for what, n := range m.thrown {
				thrown[what] += n
			}
		}
		mean := float64(rounds) / float64(*matches)
		t.Logf("%d seats: %.1f rounds; ends %v", seats, mean, ends)
		if mean > mostRounds {
			t.Errorf("games of %d take %.1f rounds", seats, mean)
		}
	}
	t.Logf("thrown in: %v", thrown)
	for _, level := range append(house, hurried) {
		for _, kind := range []string{rules.TypePoker, rules.UseRaid, rules.UseStop, rules.TypeBribe, rules.TypeDriveby, rules.TypeTurncoat} {
			if thrown[level+" "+kind] == 0 {
				t.Errorf("no %s ever throws in %s", level, kind)
			}
		}
	}
}

// match is a game between house players.
type match struct {
	result engine.Result
	rounds int
	thrown map[string]int // reaction cards, by level and use
}

// playMatches plays the requested number of games, with the levels of each.
func playMatches(t *testing.T, levels func(n int) []string) []match {
	played := make([]match, *matches)
	t.Run(fmt.Sprint(len(levels(0))), func(t *testing.T) {
		const shares = 4
		for share := range shares {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				for n := share; n < len(played); n += shares {
					played[n] = playMatch(t, n, levels(n))
				}
			})
		}
	})
	return played
}

// playMatch plays a game. Seats asked together answer in any order.
func playMatch(t *testing.T, n int, levels []string) match {
	seats := len(levels)
	g := opened(t, engine.Setup{Seed: engine.Seed{byte(n), byte(n >> 8), byte(seats)}, Seats: seats})
	m := match{thrown: map[string]int{}}
	r := rand.New(rand.NewPCG(uint64(n), uint64(seats)))
	for {
		result, over := g.Result()
		if over {
			m.result, m.rounds = result, g.State.(*rules.Position).Round
			return m
		}
		asked := g.Prompts()
		seat := asked[r.IntN(len(asked))].Seat
		body := choose(t, levels[seat], g.sight(seat))
		m.note(levels[seat], body)
		g.plays(t, seat, body)
	}
}

// note counts a reaction card.
func (m match) note(level string, body json.RawMessage) {
	move, _ := rules.ReadMove(body)
	switch move.Type {
	case rules.TypePoker, rules.TypeBribe, rules.TypeDriveby, rules.TypeTurncoat:
		m.thrown[level+" "+move.Type]++
	case rules.TypePolice:
		m.thrown[level+" "+move.Use]++
	}
}

// hurried is a level for tests: hard with few playouts.
const hurried = "hurried"

// choose asks a house player.
func choose(t testing.TB, level string, s engine.Sight) json.RawMessage {
	t.Helper()
	var player engine.Player = thinker{uint64(s.Seat), hardTurns / 40}
	if level != hurried {
		var err error
		if player, err = House(level, uint64(s.Seat)); err != nil {
			t.Fatal(err)
		}
	}
	body, err := player.Choose(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return body
}
