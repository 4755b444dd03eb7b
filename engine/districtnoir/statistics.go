package districtnoir

import "noir/engine"

// The statistics of a seat.
const (
	figureMargin   = "margin"
	figureCityWins = "city_wins"
	figureTakes    = "takes_of_five"
	figureSets     = "sets"
)

var figures = []engine.Figure{
	{Name: figureMargin, Title: "margin", Signed: true},
	{Name: figureCityWins, Title: "won by three cities", Share: true},
	{Name: figureTakes, Title: "takes of five"},
	{Name: figureSets, Title: "sets"},
}

var _ engine.Statistics = Game{}

// Figures lists the statistics of a seat.
func (Game) Figures() []engine.Figure { return figures }

// Count counts takes of five in every game; margin and sets only in games that were counted;
// wins by three cities only in games that the cards decided.
func (Game) Count(steps []engine.Step) []map[string]float64 {
	counted := []map[string]float64{{figureTakes: 0}, {figureTakes: 0}}
	for i, s := range steps[1:] {
		for _, p := range s.Plies {
			if took(p) && len(steps[i].State.(position).offer()) == reach {
				counted[p.Move.Seat][figureTakes]++
			}
		}
	}
	end := steps[len(steps)-1].State.(position)
	total := scores(end.tableau)
	for seat, c := range counted {
		switch end.Reason {
		case Points, TieBreak, Shared:
			c[figureMargin] = float64(total[seat].Total - total[other(engine.Seat(seat))].Total)
			c[figureSets] = float64(total[seat].Sets)
			c[figureCityWins] = 0
		case City:
			c[figureCityWins] = 0
			if end.Winner == engine.Seat(seat) {
				c[figureCityWins] = 1
			}
		}
	}
	return counted
}

// took reports whether a ply is a take.
func took(p engine.Ply) bool {
	m, ok := readMove(p.Move.Body)
	return ok && m.Type == TypeTake
}
