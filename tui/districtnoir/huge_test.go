package districtnoir_test

import (
	"testing"

	"github.com/charmbracelet/colorprofile"

	rules "noir/engine/districtnoir"
	"noir/tui"
	"noir/tui/tuitest"
)

// TestHugeLooks has a very large window, in colours, on a light ground, without colours and in ASCII.
func TestHugeLooks(t *testing.T) {
	g := deal(t, 2).run(random(7), func(v rules.View) bool { return v.Round == 2 && len(v.Row) == 9 })
	for name, look := range map[string]tui.Look{
		"huge":           {Colours: colorprofile.TrueColor},
		"huge-light":     {Colours: colorprofile.TrueColor, Light: true},
		"huge-no-colour": {Colours: colorprofile.ASCII},
		"huge-ascii":     {Colours: colorprofile.ASCII, ASCII: true},
	} {
		t.Run(name, func(t *testing.T) {
			tuitest.Bubble(t, func(t *testing.T) {
				b := board(t, g.frame(g.mover()))
				tuitest.Press(t, b, "3")
				term := tuitest.Table(t, b, tui.NewTheme(look), 200, 60)
				if look.ASCII {
					term.OnlyASCII()
				}
				tuitest.Golden(t, name, term.Screen())
			})
		})
	}
}
