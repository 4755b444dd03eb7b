package tui

import "charm.land/bubbles/v2/key"

// keys are the bindings of Root and its overlays; they are never changed.
var keys = newKeys()

type rootKeys struct {
	help, hangUp, quit         key.Binding
	moreHelp, lessHelp, scroll key.Binding
	closeHelp                  key.Binding // as shown: any other key closes it too
	leave, stay                key.Binding // answer a question
	ready, decline             key.Binding // answer the ready check
}

func newKeys() rootKeys {
	k := rootKeys{
		help:   Bind("?", "help", "?"),
		hangUp: Bind("ctrl+c", "hang up; seats are kept", "ctrl+c"),
		quit:   Bind("q", "leave", "q"),

		moreHelp:  Bind("↓", "", "down", "j", "pgdown"),
		lessHelp:  Bind("↑", "", "up", "k", "pgup"),
		closeHelp: Bind("esc", "back", "esc"),

		leave: Bind("y", "leave", "y"),
		stay:  Bind("n", "stay", "n", "esc", "q"),

		ready:   Bind("enter", "I am there", "enter"),
		decline: Bind("esc", "decline", "esc"),
	}
	k.scroll = Both("↑↓", "more", k.moreHelp, k.lessHelp)
	return k
}
