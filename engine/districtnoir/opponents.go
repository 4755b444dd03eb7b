package districtnoir

import (
	"time"

	"noir/engine"
)

// opponents are the house players, weakest first. Better ones are calmer. The ratings are
// measured, 0 where that is still to be done (docs/house.md):
//
//	noir arena district-noir --all --games 1000
var opponents = []engine.Opponent{
	{Level: levelEasy, Name: "pip", Temper: engine.Temper{Least: 500 * time.Millisecond, Most: 1500 * time.Millisecond}, Rating: 1006},
	{Level: levelNormal, Name: "iris", Temper: engine.Temper{Least: 600 * time.Millisecond, Most: 1500 * time.Millisecond}, Rating: 1500},
	{Level: levelHard, Name: "odette", Temper: engine.Temper{Least: 900 * time.Millisecond, Most: 2000 * time.Millisecond}, Rating: 1873},
	{Level: levelBoss, Name: "raven", Temper: engine.Temper{Least: 1200 * time.Millisecond, Most: 2500 * time.Millisecond}, Rating: 1926},
}
