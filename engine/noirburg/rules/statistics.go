package rules

import "noir/engine"

// The statistics of a seat.
const (
	figureTakedowns = "takedowns"
	figureMoney     = "money"
	figureTribute   = "tribute"
	figureAttacks   = "attacks"
)

var statistics = []engine.Figure{
	{Name: figureTakedowns, Title: "takedowns"},
	{Name: figureMoney, Title: "money at the end"},
	{Name: figureTribute, Title: "tribute in all"},
	{Name: figureAttacks, Title: "attacks"},
}

// Figures lists the statistics of a seat.
func (Game) Figures() []engine.Figure { return statistics }

// Count counts the rivals that a seat has eliminated, its money at the end (0 for a seat that
// is out), the tribute that it got and the attacks that it declared.
func (Game) Count(steps []engine.Step) []map[string]float64 {
	end := steps[len(steps)-1].State.(*Position)
	counted := make([]map[string]float64, end.Seats())
	for seat := range counted {
		counted[seat] = map[string]float64{
			figureTakedowns: 0, figureTribute: 0, figureAttacks: 0,
			figureMoney: float64(end.Score(engine.Seat(seat)).Money),
		}
	}
	for _, s := range steps {
		for _, p := range s.Plies {
			countPly(counted, p)
		}
	}
	return counted
}

// countPly counts the effects of a ply.
func countPly(counted []map[string]float64, p engine.Ply) {
	if m, ok := ReadMove(p.Move.Body); ok && m.Type == TypeAttack {
		counted[p.Move.Seat][figureAttacks]++
	}
	for _, effect := range p.Effects {
		told, err := ReadEffect(effect.Public)
		if err != nil {
			continue // not of a kind that is counted
		}
		switch e := told.(type) {
		case Tribute:
			counted[e.Seat][figureTribute] += float64(e.Amount)
		case Eliminated:
			if e.By != engine.Spectator {
				counted[e.By][figureTakedowns]++
			}
		}
	}
}
