package noirburg

import (
	"noir/internal/language"
	"noir/tui"
)

// switches are the rules that a table may switch off.
func switches() []tui.Switch {
	return []tui.Switch{{
		Name: "money_win", Title: language.Mark("Money majority"), Usual: true,
		On: language.Mark("wins the game"), Off: language.Mark("wins nothing"),
		Flag: "no-money-win", About: language.Mark("noirburg: no win by a majority of the money"),
	}}
}
