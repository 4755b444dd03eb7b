package ledger_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"noir/data"
	"noir/data/ledger"
	"noir/engine"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestExpected(t *testing.T) {
	for _, c := range []struct{ own, other, want float64 }{
		{1500, 1500, 0.5},
		{1900, 1500, 10.0 / 11}, // 400 points are odds of ten to one
		{1500, 1900, 1.0 / 11},
		{2300, 1500, 100.0 / 101},
		{1600, 1400, 0.7597469266479578},
	} {
		if got := ledger.Expected(c.own, c.other); !near(got, c.want) {
			t.Errorf("Expected(%v, %v) = %v, not %v", c.own, c.other, got, c.want)
		}
	}
}

func TestK(t *testing.T) {
	for games, want := range map[int]float64{0: 60, 4: 50, 10: 40, 20: 30, 60: 15, 80: 12, 100: 12, 100_000: 12} {
		if got := ledger.K(games); !near(got, want) {
			t.Errorf("K(%d) = %v, not %v", games, got, want)
		}
	}
}

func TestWeight(t *testing.T) {
	for m, want := range []float64{1, 0.5, 0.25, 0.125} {
		if got := ledger.Weight(m); got != want {
			t.Errorf("Weight(%d) = %v, not %v", m, got, want)
		}
	}
}

func TestProvisional(t *testing.T) {
	if !data.Provisional(0) || !data.Provisional(9) || data.Provisional(10) {
		t.Error("a rating is provisional until the tenth game")
	}
}

func TestElo(t *testing.T) {
	type seat struct {
		before           float64
		games, pairGames int
	}
	for _, c := range []struct {
		name   string
		seats  []seat
		places []int
		want   []float64
	}{
		{"two newcomers", []seat{{1500, 0, 0}, {1500, 0, 0}}, []int{1, 2}, []float64{1530, 1470}},
		{"the second seat wins", []seat{{1500, 0, 0}, {1500, 0, 0}}, []int{2, 1}, []float64{1470, 1530}},
		{"a draw of equals", []seat{{1500, 0, 0}, {1500, 0, 0}}, []int{1, 1}, []float64{1500, 1500}},
		{"a draw with a newcomer", []seat{{1900, 20, 0}, {1500, 0, 0}}, []int{1, 1},
			[]float64{1900 - 30*(9.0/22), 1500 + 60*(9.0/22)}}, // ½ − 1/11
		{"the favourite loses", []seat{{1900, 80, 0}, {1500, 10, 0}}, []int{2, 1},
			[]float64{1900 - 12*(10.0/11), 1500 + 40*(10.0/11)}},
		{"a pair's third game of the day", []seat{{1500, 0, 2}, {1500, 0, 2}}, []int{1, 2}, []float64{1507.5, 1492.5}},
		{"three equals", []seat{{1500, 0, 0}, {1500, 0, 0}, {1500, 0, 0}}, []int{2, 3, 1}, []float64{1500, 1470, 1530}},
		{"three, two share the win", []seat{{1900, 0, 0}, {1500, 0, 0}, {1500, 20, 0}}, []int{3, 1, 1},
			[]float64{1900 - 60*(10.0/11), 1500 + 60*(5.0/11), 1500 + 30*(5.0/11)}},
		{"three, all share, again", []seat{{1900, 0, 1}, {1500, 0, 1}, {1500, 0, 1}}, []int{1, 1, 1},
			[]float64{1900 - 30*(9.0/22), 1500 + 30*(9.0/44), 1500 + 30*(9.0/44)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var seats []data.Seat
			for _, s := range c.seats {
				seats = append(seats, data.Seat{Before: &s.before, Games: s.games, PairGames: s.pairGames})
			}
			got := ledger.Elo(data.EqualRivals, seats, engine.Result{Reason: "points", Places: c.places})
			for i := range c.want {
				if !near(got[i], c.want[i]) {
					t.Errorf("seat %d: %v, not %v", i, got[i], c.want[i])
				}
			}
		})
	}
}

func TestEloOfNothing(t *testing.T) {
	if after := ledger.Elo(data.NewestRule, make([]data.Seat, 2), engine.Result{Reason: engine.Aborted}); after != nil {
		t.Errorf("an aborted game: %v", after)
	}
}

// table is a rated match of 2 to 6 and its places: ties share one, 1, 1, 3.
type table struct {
	rule   data.Rule
	seats  []data.Seat
	places []int
}

func tableOf(t *rapid.T, games *rapid.Generator[int]) table {
	n := rapid.IntRange(2, 6).Draw(t, "seats")
	strength := rapid.SliceOfN(rapid.IntRange(1, 4), n, n).Draw(t, "strength")
	pairGames := rapid.IntRange(0, 3).Draw(t, "pair games")
	drawn := table{rule: data.Rule(rapid.IntRange(1, int(data.NewestRule)).Draw(t, "rule"))}
	for i := range n {
		before := rapid.Float64Range(500, 2800).Draw(t, "before")
		drawn.seats = append(drawn.seats, data.Seat{Before: &before, Games: games.Draw(t, "games"), PairGames: pairGames})
		place := 1
		for _, s := range strength {
			if s > strength[i] {
				place++
			}
		}
		drawn.places = append(drawn.places, place)
	}
	return drawn
}

// changes are the rating changes of a table's result.
func (t table) changes() []float64 {
	after := ledger.Elo(t.rule, t.seats, engine.Result{Reason: "points", Places: t.places})
	for i := range after {
		after[i] -= *t.seats[i].Before
	}
	return after
}

// Where all have played as often, what some win others lose.
func TestEloIsZeroSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		games := rapid.IntRange(0, 100).Draw(t, "of all")
		var sum float64
		for _, c := range tableOf(t, rapid.Just(games)).changes() {
			sum += c
		}
		if !near(sum, 0) {
			t.Fatalf("the changes come to %v", sum)
		}
	})
}

// The seats do not matter.
func TestEloKnowsNoSeats(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := tableOf(t, rapid.IntRange(0, 100))
		order := rapid.Permutation(indices(len(drawn.seats))).Draw(t, "order")
		moved := table{rule: drawn.rule}
		for _, i := range order {
			moved.seats, moved.places = append(moved.seats, drawn.seats[i]), append(moved.places, drawn.places[i])
		}
		changes := drawn.changes()
		for to, c := range moved.changes() {
			if !near(c, changes[order[to]]) {
				t.Fatalf("%v on one seat, %v on another", changes[order[to]], c)
			}
		}
	})
}

// If every opponent counts in full, a better place is never worth less, nobody moves farther than
// w·K, and a change does not depend on the others' K.
func TestEloIsOrdered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := tableOf(t, rapid.IntRange(0, 100))
		drawn.rule = data.EqualRivals
		changes := drawn.changes()
		for i, own := range drawn.seats {
			if most := ledger.Weight(own.PairGames) * ledger.K(own.Games); math.Abs(changes[i]) > most {
				t.Fatalf("a change of %v where %v is the most", changes[i], most)
			}
			for j, other := range drawn.seats {
				per, perOther := changes[i]/ledger.K(own.Games), changes[j]/ledger.K(other.Games)
				if drawn.places[i] < drawn.places[j] && *own.Before <= *other.Before && per <= perOther {
					t.Fatalf("the weaker one came before the other, for %v and %v", per, perOther)
				}
			}
		}
		for j := range drawn.seats[1:] {
			drawn.seats[j+1].Games += 50
		}
		if c := drawn.changes()[0]; c != changes[0] {
			t.Fatalf("%v, and %v when the others have played more", changes[0], c)
		}
	})
}

func TestTrust(t *testing.T) {
	for _, c := range []struct {
		rule           data.Rule
		own, opponents int
		want           float64
	}{
		{data.EqualRivals, 50, 0, 1},
		{data.KnownRivals, 0, 0, 1}, {data.KnownRivals, 9, 0, 1},
		{data.KnownRivals, 10, 0, 1.0 / 11}, {data.KnownRivals, 50, 4, 5.0 / 11},
		{data.KnownRivals, 10, 9, 10.0 / 11}, {data.KnownRivals, 10, 10, 1}, {data.KnownRivals, 10, 300, 1},
	} {
		if got := ledger.Trust(c.rule, c.own, c.opponents); !near(got, c.want) {
			t.Errorf("by rule %d one of %d games trusts one of %d by %v, not %v", c.rule, c.own, c.opponents, got, c.want)
		}
	}
	if data.Rule(0).Known() || !data.EqualRivals.Known() || !data.KnownRivals.Known() || data.Rule(3).Known() {
		t.Error("the rules are 1 and 2")
	}
}

// Nobody moves farther because the other is new, and a new player moves as ever.
func TestEloOfNewcomers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := tableOf(t, rapid.IntRange(0, 30))
		drawn.rule = data.KnownRivals
		changes := drawn.changes()
		drawn.rule = data.EqualRivals
		for i, in := range drawn.changes() {
			if data.Provisional(drawn.seats[i].Games) && changes[i] != in {
				t.Fatalf("a newcomer moves by %v, not %v", changes[i], in)
			}
			if len(changes) == 2 && math.Abs(changes[i]) > math.Abs(in)+1e-9 {
				t.Fatalf("a change of %v became %v", in, changes[i])
			}
		}
	})
}

// Fifty wins over throw-away accounts are worth 29 points to a player of fifty games, not 223.
func TestFarmFreshKeysByElo(t *testing.T) {
	for rule, want := range map[data.Rule]float64{data.EqualRivals: 223, data.KnownRivals: 29} {
		rating := data.StartRating
		for n := range 50 {
			fresh, own := data.StartRating, rating
			rating = ledger.Elo(rule, []data.Seat{{Before: &own, Games: 50 + n}, {Before: &fresh}},
				engine.Result{Reason: "resigned", Places: []int{1, 2}})[0]
		}
		if gain := rating - data.StartRating; math.Abs(gain-want) > 1 {
			t.Errorf("by rule %d they are worth %.1f points, not %v", rule, gain, want)
		}
	}
}

// Each more game of the day of the most frequent pair halves all changes.
func TestEloOfFarming(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := tableOf(t, rapid.IntRange(0, 100))
		changes := drawn.changes()
		for i := range drawn.seats {
			drawn.seats[i].PairGames++
		}
		for i, c := range drawn.changes() {
			if !near(2*c, changes[i]) {
				t.Fatalf("%v, and then %v", changes[i], c)
			}
		}
	})
}

func indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
