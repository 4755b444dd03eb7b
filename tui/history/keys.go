package history

import (
	"charm.land/bubbles/v2/key"

	"noir/tui"
	"noir/tui/page"
)

// keys are the bindings in addition to page.Keys; they are never changed.
var keys = struct {
	profile, mark        key.Binding // in a list of games
	search, season, pool key.Binding // in the rankings
	tie, games           key.Binding // in a profile
}{
	profile: tui.Bind("p", "profile", "p"),
	mark:    tui.Bind("m", "keep it, or not", "m"),

	search: tui.Bind("/", "look for", "/"),
	season: tui.Both("←→", "season", page.Keys.Left, page.Keys.Right),
	pool:   tui.Bind("b", "programs", "b"),

	tie:   tui.Bind("f", "friend, block", "f"),
	games: tui.Bind("a", "all games", "a"),
}
