package search

import (
	"time"

	"noir/engine"
)

// opponents are the house players, weakest first: the better they are the calmer.
// Their ratings are measured at tables of three (docs/house.md):
//
//	noir arena noirburg normal easy --games 600
//	noir arena noirburg hard normal --games 501
//	noir arena noirburg boss hard normal --games 60
var opponents = []engine.Opponent{
	{Level: levelEasy, Name: "benny", Temper: engine.Temper{Least: 500 * time.Millisecond, Most: 1500 * time.Millisecond}, Rating: 1085},
	{Level: levelNormal, Name: "lola", Temper: engine.Temper{Least: 600 * time.Millisecond, Most: 1500 * time.Millisecond}, Rating: 1500},
	{Level: levelHard, Name: "vito", Temper: engine.Temper{Least: 800 * time.Millisecond, Most: 1700 * time.Millisecond}, Rating: 1694},
	{Level: levelBoss, Name: "ada", Temper: engine.Temper{Least: time.Second, Most: 1900 * time.Millisecond}, Rating: 1749},
}

// Opponents lists the house players, weakest first. The list is shared and never changes.
func Opponents() []engine.Opponent { return opponents }
