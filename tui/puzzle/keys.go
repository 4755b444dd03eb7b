package puzzle

import (
	"charm.land/bubbles/v2/key"

	"noir/tui"
)

// keys are the bindings in addition to those of the board; they are never changed.
var keys = struct{ leave, out, back, again key.Binding }{
	leave: tui.Bind("q", "leave", "q"),
	out:   tui.Bind("enter", "home", "enter", "q", "esc"),
	back:  tui.Bind("enter", "back", "enter", "q", "esc"),
	again: tui.Bind("r", "try again", "r"),
}

// wayOut leaves the task: more keys do once the board has nothing more to do.
func (p *screen) wayOut() key.Binding {
	switch {
	case p.board != nil && p.verdict == "":
		return keys.leave
	case p.task.again():
		return keys.back
	}
	return keys.out
}

// ShortHelp lists the keys that do something now.
func (p *screen) ShortHelp() []key.Binding {
	switch {
	case p.board != nil && p.verdict == "":
		return append(p.board.ShortHelp(), keys.leave)
	case p.board != nil && p.task.again():
		return []key.Binding{keys.again, keys.back}
	}
	return []key.Binding{p.wayOut()}
}

// FullHelp lists all keys of the screen.
func (p *screen) FullHelp() [][]key.Binding {
	if p.board == nil || p.verdict != "" {
		return [][]key.Binding{p.ShortHelp()}
	}
	return append(p.board.FullHelp(), []key.Binding{keys.leave})
}
