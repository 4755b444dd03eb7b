package pairing_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"noir/data"
	"noir/data/ledger"
	"noir/engine"
	"noir/matchmaking/queue/pairing"
)

// league is players of known strength, rated by the games that a pool gives them.
type league struct {
	r        *rand.Rand
	now      time.Time
	pool     *pairing.Pool
	strength []float64
	rating   []float64
	games    []int
	met      map[[2]int64][]time.Time // when two last ended a game with each other
	played   calibration              // of the games between players with ten games before
}

// calibration compares scores with expected scores, in ten equal bins of the latter.
type calibration [10]struct{ expected, score, games float64 }

func (c *calibration) add(expected, score float64) {
	b := &c[int(expected*10)]
	b.expected += expected
	b.score += score
	b.games++
}

// error is the mean over all games of the difference between the mean score and the mean
// expectation of the game's bin.
func (c *calibration) error() float64 {
	var sum, games float64
	for _, b := range c {
		sum += math.Abs(b.expected - b.score)
		games += b.games
	}
	return sum / games
}

func newLeague(seed uint64, players int) *league {
	l := &league{
		r: rand.New(rand.NewPCG(seed, 0)), now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), pool: pairing.New(nil),
		games: make([]int, players), met: make(map[[2]int64][]time.Time),
	}
	for range players {
		l.strength = append(l.strength, 1500+200*l.r.NormFloat64())
		l.rating = append(l.rating, data.StartRating)
	}
	return l
}

// play goes on until all have played a number of games. Four times a day all come within four
// minutes; players who find nobody by then come again the next time.
func (l *league) play(games int) {
	for slices.Min(l.games) < games {
		handles := make(map[pairing.Handle]bool)
		arrivals := make([][]int, 240) // by second
		for player := range l.rating {
			second := l.r.IntN(len(arrivals))
			arrivals[second] = append(arrivals[second], player)
		}
		for second, players := range arrivals {
			now := l.now.Add(time.Duration(second) * time.Second)
			for _, player := range players {
				handles[l.pool.Add(pairing.Ticket{Player: int64(player), Rating: l.rating[player], Sizes: pairing.Exactly(2)}, now)] = true
			}
			for _, table := range l.pool.Tick(now) {
				l.pool.SatDown(table, now)
				l.game(table[0].Player, table[1].Player)
			}
		}
		for handle := range handles {
			l.pool.Remove(handle)
		}
		l.now = l.now.Add(6 * time.Hour)
	}
}

// game plays one game by true strength and rates it.
func (l *league) game(a, b int64) {
	pair := [2]int64{min(a, b), max(a, b)}
	recent := slices.DeleteFunc(l.met[pair], func(at time.Time) bool { return l.now.Sub(at) > 24*time.Hour })
	places := []int{1, 2}
	if l.r.Float64() >= ledger.Expected(l.strength[a], l.strength[b]) {
		places = []int{2, 1}
	}
	seats := []data.Seat{l.seat(a, len(recent)), l.seat(b, len(recent))}
	if min(seats[0].Games, seats[1].Games) >= 10 {
		l.played.add(ledger.Expected(*seats[0].Before, *seats[1].Before), float64(places[1]-1))
		l.played.add(ledger.Expected(*seats[1].Before, *seats[0].Before), float64(places[0]-1))
	}
	after := ledger.Elo(data.NewestRule, seats, engine.Result{Places: places})
	l.rating[a], l.rating[b] = after[0], after[1]
	l.games[a]++
	l.games[b]++
	l.met[pair] = append(recent, l.now)
}

func (l *league) seat(player int64, pairGames int) data.Seat {
	before := l.rating[player]
	return data.Seat{Before: &before, Games: l.games[player], PairGames: pairGames}
}

// anyTwo is the calibration for any two players, whether or not a pool would pair them, against
// the score that their strengths give.
func (l *league) anyTwo() *calibration {
	var c calibration
	for i := range l.rating {
		for j := range i {
			c.add(ledger.Expected(l.rating[i], l.rating[j]), ledger.Expected(l.strength[i], l.strength[j]))
		}
	}
	return &c
}

// rankCorrelation is Spearman's: the correlation of the ranks.
func rankCorrelation(a, b []float64) float64 {
	ra, rb := ranks(a), ranks(b)
	var squares float64
	for i := range ra {
		squares += (ra[i] - rb[i]) * (ra[i] - rb[i])
	}
	n := float64(len(a))
	return 1 - 6*squares/(n*(n*n-1))
}

func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	ranks := make([]float64, len(values))
	for rank, i := range order {
		ranks[i] = float64(rank)
	}
	return ranks
}

// A hundred games from the pool rank a thousand players well, and the ratings predict the games
// that it makes. They predict games between any two players less well: the ratings, which meet
// only their neighbours, are still spreading.
func TestRatingsFindStrength(t *testing.T) {
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			l := newLeague(seed, 1000)
			l.play(100)
			correlation, played, anyTwo := rankCorrelation(l.rating, l.strength), l.played.error(), l.anyTwo().error()
			t.Logf("rank correlation %.4f; calibration error %.4f of the games, %.4f of any two", correlation, played, anyTwo)
			if correlation < 0.96 || played > 0.05 {
				t.Errorf("rank correlation %.4f, want at least 0.96; calibration error %.4f, want at most 0.05", correlation, played)
			}
		})
	}
}
