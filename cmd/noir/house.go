package main

import (
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/tui"
	districtboard "noir/tui/districtnoir"
)

// offer is a game as this house offers it: its rules, its board, and the rules
// in words. A second game is a second line.
type offer struct {
	game  engine.Game
	board func() tui.Board
	words string
}

func offers() []offer {
	return []offer{
		{districtnoir.Game{}, districtboard.New, districtboard.Rules()},
	}
}

func games() []engine.Game {
	var list []engine.Game
	for _, o := range offers() {
		list = append(list, o.game)
	}
	return list
}

func boards() map[string]func() tui.Board {
	byName := map[string]func() tui.Board{}
	for _, o := range offers() {
		byName[o.game.Info().Name] = o.board
	}
	return byName
}

func rules() map[string]string {
	byName := map[string]string{}
	for _, o := range offers() {
		byName[o.game.Info().Name] = o.words
	}
	return byName
}
