package puzzle

import (
	"charm.land/bubbles/v2/key"

	"noir/tui"
)

// keys are the bindings beside those of the board; they are never changed.
var keys = struct{ leave, out key.Binding }{
	leave: tui.Bind("q", "leave", "q"),
	out:   tui.Bind("enter", "home", "enter", "q", "esc"),
}

// wayOut leaves the puzzle: any key does once the board has nothing more to do.
func (p *screen) wayOut() key.Binding {
	if p.board == nil || p.verdict != "" {
		return keys.out
	}
	return keys.leave
}

// ShortHelp lists the keys that do something now.
func (p *screen) ShortHelp() []key.Binding {
	if p.board == nil || p.verdict != "" {
		return []key.Binding{keys.out}
	}
	return append(p.board.ShortHelp(), keys.leave)
}

// FullHelp lists all keys of the screen.
func (p *screen) FullHelp() [][]key.Binding {
	if p.board == nil || p.verdict != "" {
		return [][]key.Binding{p.ShortHelp()}
	}
	return append(p.board.FullHelp(), []key.Binding{keys.leave})
}
