package tui_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"noir/tui"
	"noir/tui/tuitest"
)

// TestLooks has every style and sign of every look, as a terminal is told them.
func TestLooks(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for _, look := range []tui.Look{{Colours: colorprofile.TrueColor}, {Colours: colorprofile.ANSI256}, {Colours: colorprofile.ANSI}, {Colours: colorprofile.ASCII}, {Colours: colorprofile.ASCII, ASCII: true}} {
		for _, light := range []bool{false, true} {
			for _, palette := range []string{"", "contrast", "daltonic", "unknown"} {
				look.Light, look.Palette = light, palette
				th := tui.NewTheme(look)
				fmt.Fprintf(&all, "%v, ASCII %t, light %t, palette %q: colour %t\n", look.Colours, look.ASCII, light, palette, th.Colour)
				for _, s := range []tui.Style{th.Text, th.Bright, th.Smoke, th.Ash, th.Lamp, th.Danger, th.Cold, th.Accord, th.Gangs[0], th.Gangs[1], th.Gangs[2], th.Gangs[3], th.City, th.Picked, th.Alarm} {
					fmt.Fprintf(&all, "%q ", s.Render("x"))
				}
				for _, g := range []tui.Ground{th.Lamplight, th.Felt} {
					fmt.Fprintf(&all, "%q ", g.End(g.Append(g.Begin(nil), "x")))
				}
				fmt.Fprintln(&all)
			}
		}
		th := tui.NewTheme(look)
		fmt.Fprintf(&all, "%+v\n%s\n\n", th.Glyphs, th.Sign("↑↓ ←→ ↑ ↓ ← → · – − × ─ │ ╷ ┌ ┐ └ ┘ ├ ┤ ┬ ┴ ▲ ◆ ● ■ ▸ ◂ ╶ ╴ ╳ ╱ ▁ ▄ ▀ ▕ ▏ ▐ ▌ █ ▟ ▙ ▜ ▛ ▖ ▗ ▝ ▘"))
	}
	tuitest.Golden(t, "looks", all.String())
}
