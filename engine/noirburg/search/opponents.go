package search

import (
	"time"

	"noir/engine"
)

// opponents are the house players, weakest first: the better they are the calmer.
// Their ratings are measured by contests at tables of three (docs/house.md, "Noirburg").
var opponents = []engine.Opponent{
	{Level: levelEasy, Name: "benny", Temper: engine.Temper{Least: 500 * time.Millisecond, Most: 1500 * time.Millisecond}, Rating: 1086},
	{Level: levelNormal, Name: "lola", Temper: engine.Temper{Least: 600 * time.Millisecond, Most: 1500 * time.Millisecond}, Rating: 1500},
	{Level: levelHard, Name: "vito", Temper: engine.Temper{Least: 800 * time.Millisecond, Most: 1700 * time.Millisecond}, Rating: 1690},
	{Level: levelBoss, Name: "ada", Temper: engine.Temper{Least: time.Second, Most: 1900 * time.Millisecond}, Rating: 1794},
}

// Opponents lists the house players, weakest first. The list is shared and never changes.
func Opponents() []engine.Opponent { return opponents }
