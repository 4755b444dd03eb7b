package app

import (
	"io/fs"

	"noir/engine"
	"noir/internal/language"
	"noir/server/command"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/noirburg"
)

// Offers returns the games of a usual server, the first of the lobby first. Another game
// is another line.
func Offers() []tui.Game {
	return []tui.Game{
		districtnoir.Game(),
		noirburg.Game(),
	}
}

// Games returns the rules of the games of a usual server.
func Games() []engine.Game { return rulesOf(Offers()) }

func rulesOf(offers []tui.Game) []engine.Game {
	list := make([]engine.Game, len(offers))
	for i, o := range offers {
		list[i] = o.Rules
	}
	return list
}

// offer takes in the games that the server offers. An error is one in their words.
func (a *App) offer(offers []tui.Game) (err error) {
	a.games = rulesOf(offers)
	a.boards, a.rules = map[string]func(*language.Reader) tui.Board{}, map[string]func(tag string) string{}
	a.lessons, a.switches = map[string]tui.Lesson{}, map[string][]tui.Switch{}
	var texts []fs.FS
	for _, o := range offers {
		texts = append(texts, o.Texts)
		name := o.Rules.Info().Name
		a.boards[name], a.rules[name], a.switches[name] = o.Board, o.Page, o.Switches
		if o.Lesson != nil {
			a.lessons[name] = o.Lesson()
		}
	}
	a.library, err = language.Open(texts...)
	return err
}

// switchFlags are the switches of the games as commands have them, in the games' order.
func (a *App) switchFlags() (all []command.Switch) {
	for _, g := range a.games {
		for _, s := range a.switches[g.Info().Name] {
			all = append(all, command.Switch{Flag: s.Flag, About: s.About, Option: s.Name, Value: !s.Usual})
		}
	}
	return all
}
