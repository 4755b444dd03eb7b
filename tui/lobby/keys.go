package lobby

import (
	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/viewport"

	"noir/tui"
)

// keys are the bindings in addition to page.Keys; they are never changed.
var keys = newKeys()

type lobbyKeys struct {
	quit, settings, keyring, putAway key.Binding // on home
	stranger                         key.Binding
	previous, next, language, code   key.Binding // on a first visit
	house, begin, dismiss            key.Binding // during a search
	pager                            viewport.KeyMap
	scroll, leaf, top, bottom, ends  key.Binding // in the rules
	contents, readOn                 key.Binding
	search, nextHit, lastHit         key.Binding
}

func newKeys() lobbyKeys {
	k := lobbyKeys{
		quit:     tui.Bind("q", "leave", "q"),
		settings: tui.Bind("s", "settings", "s"),
		keyring:  tui.Bind("y", "keys", "y"),
		putAway:  tui.Bind("x", "put away", "x"),
		stranger: tui.Bind("p", "play a stranger", "p"),

		previous: tui.Bind("←", "", "left"),
		next:     tui.Bind("→", "", "right"),
		code:     tui.Bind("tab", "a code", "tab"),

		house:   tui.Bind("b", "play the house", "b"),
		begin:   tui.Bind("n", "begin now", "n"),
		dismiss: tui.Bind("enter", "back", "enter", "esc", "q"),

		pager:    viewport.DefaultKeyMap(),
		top:      tui.Bind("g", "", "g", "home"),
		bottom:   tui.Bind("G", "", "G", "end"),
		contents: tui.Bind("c", "contents", "c"),
		readOn:   tui.Bind("esc", "read on", "esc", "q", "c"),
		search:   tui.Bind("/", "look for", "/"),
		nextHit:  tui.Bind("n", "next place", "n"),
		lastHit:  tui.Bind("N", "place before", "N"),
	}
	k.language = tui.Both("←→", "language", k.next, k.previous)
	k.scroll = tui.Both("↑↓", "scroll", k.pager.Down, k.pager.Up)
	k.leaf = tui.Both("space b", "page down, up", k.pager.PageDown, k.pager.PageUp)
	k.ends = tui.Both("g G", "first, last", k.top, k.bottom)
	return k
}
