package main

import (
	"encoding/json"
	"math/rand/v2"

	"noir/data/language"
	"noir/engine"
	"noir/engine/arena"
	"noir/engine/districtnoir"
	"noir/engine/noirburg"
	"noir/server/command"
	"noir/tui"
	districtboard "noir/tui/districtnoir"
	noirburgboard "noir/tui/noirburg"
)

// offer is a game as this house offers it: its rules, its board, the rules in
// words, a lesson in it, what a table may play without, and what makes moves of the
// entries of its State.Legal if they are not. Another game is another line.
type offer struct {
	game     engine.Game
	board    func(*language.Reader) tui.Board
	words    func(tag string) string
	lesson   func() tui.Lesson // nil for none
	switches []tui.Switch
	complete arena.Completer
}

func offers() []offer {
	return []offer{
		{districtnoir.Game{}, districtboard.New, districtboard.Rules, districtboard.Lesson, nil, nil},
		{noirburg.Game{}, noirburgboard.New, noirburgboard.Rules, noirburgboard.Lesson, noirburgboard.Switches(), completeNoirburg},
	}
}

func games() []engine.Game {
	var list []engine.Game
	for _, o := range offers() {
		list = append(list, o.game)
	}
	return list
}

func boards() map[string]func(*language.Reader) tui.Board {
	byName := map[string]func(*language.Reader) tui.Board{}
	for _, o := range offers() {
		byName[o.game.Info().Name] = o.board
	}
	return byName
}

func rules() map[string]func(tag string) string {
	byName := map[string]func(tag string) string{}
	for _, o := range offers() {
		byName[o.game.Info().Name] = o.words
	}
	return byName
}

func lessons() map[string]tui.Lesson {
	byName := map[string]tui.Lesson{}
	for _, o := range offers() {
		if o.lesson != nil {
			byName[o.game.Info().Name] = o.lesson()
		}
	}
	return byName
}

func switches() map[string][]tui.Switch {
	byName := map[string][]tui.Switch{}
	for _, o := range offers() {
		byName[o.game.Info().Name] = o.switches
	}
	return byName
}

// switchFlags are the switches of games as commands have them.
func switchFlags() (all []command.Switch) {
	for _, o := range offers() {
		for _, s := range o.switches {
			all = append(all, command.Switch{Flag: s.Flag, About: s.About, Option: s.Name, Value: !s.Usual})
		}
	}
	return all
}

// completeNoirburg makes a move of an entry that stands for many.
func completeNoirburg(view json.RawMessage, s engine.Seat, entry json.RawMessage, r *rand.Rand) (json.RawMessage, error) {
	var v noirburg.View
	if err := json.Unmarshal(view, &v); err != nil {
		return nil, err
	}
	return noirburg.Complete(v, s, entry, r), nil
}
