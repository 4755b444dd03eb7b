package tui_test

import (
	"testing"

	"github.com/charmbracelet/colorprofile"

	"noir/tui"
)

func TestStylesRenderAsTheirSource(t *testing.T) {
	for _, profile := range []colorprofile.Profile{colorprofile.ASCII, colorprofile.ANSI, colorprofile.ANSI256} {
		th := tui.NewTheme(tui.Look{Colours: profile})
		for name, style := range map[string]tui.Style{
			"text": th.Text, "bright": th.Bright, "smoke": th.Smoke, "lamp": th.Lamp,
			"danger": th.Danger, "cold": th.Cold, "picked": th.Picked,
		} {
			for _, text := range []string{"x", "two words", " −2 ▪▪ ", "one\ntwo"} {
				if got, want := style.Render(text), style.Source().Render(text); got != want {
					t.Errorf("%v: %s renders %q as %q, want %q", profile, name, text, got, want)
				}
			}
			if got := style.Render(""); got != "" {
				t.Errorf("%v: %s renders nothing as %q", profile, name, got)
			}
		}
	}
}
