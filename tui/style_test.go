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

// TestJoinedTextLooksTheSame: only what ends a style to begin it again is left out.
func TestJoinedTextLooksTheSame(t *testing.T) {
	th := tui.NewTheme(tui.Look{Colours: colorprofile.ANSI256})
	a, b := th.Lamp, th.Danger
	for line, want := range map[string]string{
		a.Render("│") + a.Render("x") + a.Render("│"):                       a.Render("│x│"),
		a.Render("│") + b.Render("x") + a.Render("│"):                       a.Render("│") + b.Render("x") + a.Render("│"),
		a.Render("1") + " " + a.Render("2"):                                 a.Render("1") + " " + a.Render("2"),
		"0" + a.Render("1") + a.Render("2") + b.Render("3") + a.Render("4"): "0" + a.Render("12") + b.Render("3") + a.Render("4"),
		"plain": "plain",
	} {
		if got := a.Joined(line); got != want {
			t.Errorf("%q is joined to %q, want %q", line, got, want)
		}
	}
}
