package page

import (
	"charm.land/bubbles/v2/key"

	"noir/tui"
)

// Keys are the bindings that pages share. They are never changed: a screen that words a key
// differently uses tui.Says.
var Keys = newKeys()

type keys struct {
	Up, Down, Choose       key.Binding
	PageUp, PageDown, Page key.Binding
	First, Last, Ends      key.Binding
	Left, Right, Turn      key.Binding
	Next                   key.Binding // like Right, where there is only one direction
	Enter                  key.Binding
	Back                   key.Binding // to the previous screen
	Escape                 key.Binding // the same while text is typed
	OtherGame              key.Binding
}

func newKeys() keys {
	k := keys{
		Up:       tui.Bind("↑", "", "up", "k"),
		Down:     tui.Bind("↓", "", "down", "j"),
		PageUp:   tui.Bind("pgup", "", "pgup"),
		PageDown: tui.Bind("pgdn", "", "pgdown"),
		First:    tui.Bind("home", "", "home", "g"),
		Last:     tui.Bind("end", "", "end", "G"),
		Left:     tui.Bind("←", "", "left", "h"),
		Right:    tui.Bind("→", "", "right", "l"),
		Next:     tui.Bind("space", "", "space"),

		Enter:     tui.Bind("enter", "go", "enter"),
		Back:      tui.Bind("esc", "back", "esc", "q"),
		Escape:    tui.Bind("esc", "back", "esc"),
		OtherGame: tui.Bind("tab", "other game", "tab"),
	}
	k.Choose = tui.Both("↑↓", "choose", k.Down, k.Up)
	k.Page = tui.Both("pgup pgdn", "page", k.PageUp, k.PageDown)
	k.Ends = tui.Both("home end", "first, last", k.First, k.Last)
	k.Turn = tui.Both("←→", "turn", k.Right, k.Left)
	return k
}
