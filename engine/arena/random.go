package arena

import "noir/engine"

// Random is the name of the entrant that plays at random.
const Random = "random"

// Drifter returns the entrant that plays any entry of State.Legal.
func Drifter(g engine.Game) Entrant {
	return Entrant{Random, func(seed uint64) (engine.Player, error) { return engine.Drifter(g, seed), nil }}
}

// House returns the entrant that is the house player of a level.
func House(g engine.Game, level string) Entrant {
	return Entrant{level, func(seed uint64) (engine.Player, error) { return g.House(level, seed) }}
}

// Yardstick returns the entrant that is a yardstick of a game.
func Yardstick(g engine.Gauged, name string) Entrant {
	return Entrant{name, func(seed uint64) (engine.Player, error) { return g.Yardstick(name, seed) }}
}
