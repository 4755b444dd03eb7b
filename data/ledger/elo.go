package ledger

import (
	"math"

	"noir/data"
	"noir/engine"
)

// Expected is the score that a player rated a may expect against one rated b (Elo; protocol,
// section 6).
func Expected(a, b float64) float64 { return 1 / (1 + math.Pow(10, (b-a)/400)) }

// K is how far one result moves the rating of a player with a number of games.
func K(games int) float64 { return math.Max(12, 60/(1+float64(games)/20)) }

// Weight is ½^m: how much a game counts when the most frequent pair at the table has finished m
// rated games with each other within PairWindow.
func Weight(pairGames int) float64 { return math.Pow(0.5, float64(pairGames)) }

// Trust is how much a result counts for a player, given the games of both: the rating of an
// opponent with few games may say little. Under data.KnownRivals it counts in full once the
// opponent has ten games, or while the player has fewer. So wins over throw-away accounts are worth
// next to nothing.
func Trust(rule data.Rule, games, opponents int) float64 {
	if rule < data.KnownRivals || data.Provisional(games) {
		return 1
	}
	return min(1, float64(opponents+1)/(data.ProvisionalGames+1))
}

// Elo returns the rating of every seat after a rated match: the sum of w·K·(S−E) over every other
// seat, each term times Trust, divided by the number of other seats, with S from the places. Every
// seat must have its Before. It is nil for an aborted match.
func Elo(rule data.Rule, seats []data.Seat, r engine.Result) []float64 {
	if r.Reason == engine.Aborted {
		return nil
	}
	after := make([]float64, len(seats))
	for i, own := range seats {
		var sum float64
		for j, other := range seats {
			if i != j {
				surprise := score(r.Places[i], r.Places[j]) - Expected(*own.Before, *other.Before)
				sum += Trust(rule, own.Games, other.Games) * surprise
			}
		}
		mean := sum / float64(len(seats)-1)
		after[i] = *own.Before + Weight(own.PairGames)*K(own.Games)*mean
	}
	return after
}

// score is the result of place a against place b.
func score(a, b int) float64 {
	switch {
	case a < b:
		return 1
	case a > b:
		return 0
	}
	return 0.5
}
