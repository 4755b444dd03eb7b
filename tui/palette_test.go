package tui

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/lucasb-eyer/go-colorful"
)

// shade is a colour of the 256 by its number, or of all of them as "#rrggbb".
func shade(t *testing.T, name string) colorful.Color {
	t.Helper()
	if c, err := colorful.Hex(name); err == nil {
		return c
	}
	n, err := strconv.Atoi(name)
	if err != nil || n < 16 || n > 255 { // those below are the terminal's own
		t.Fatalf("%q is no colour that all terminals have", name)
	}
	c, _ := colorful.MakeColor(ansi.IndexedColor(n))
	return c
}

// luminance is that of WCAG 2.2.
func luminance(c colorful.Color) float64 {
	r, g, b := c.LinearRgb()
	return 0.2126*r + 0.7152*g + 0.0722*b
}

func ratio(a, b colorful.Color) float64 {
	high, low := max(luminance(a), luminance(b)), min(luminance(a), luminance(b))
	return (high + 0.05) / (low + 0.05)
}

func (i inks) all() map[string]ink {
	return map[string]ink{
		"text": i.text, "bright": i.bright, "smoke": i.smoke, "lamp": i.lamp, "danger": i.danger, "cold": i.cold,
		"accord": i.accord, "5": i.gangs[0], "6": i.gangs[1], "7": i.gangs[2], "8": i.gangs[3],
	}
}

// TestContrast holds every colour of text against the backgrounds it is for, in both ways
// in which a terminal may show it.
func TestContrast(t *testing.T) {
	for palette, least := range map[string]float64{"": 4.5, contrast: 7, daltonic: 4.5} {
		for light, grounds := range map[bool][]string{false: {"16", "234"}, true: {"231", "255"}} {
			look := Look{Colours: colorprofile.ANSI256, Light: light, Palette: palette}
			i := look.inks()
			for name, ink := range i.all() {
				for _, background := range append(grounds, i.lamplight.of256, i.felt.of256) {
					if r := ratio(shade(t, ink.of256), shade(t, background)); r < least {
						t.Errorf("%q, light %v: %s, %s, stands out from %s by %.2f, not %.1f", palette, light, name, ink.of256, background, r, least)
					}
				}
				for _, background := range []string{i.lamplight.rgb, i.felt.rgb} {
					if r := ratio(shade(t, ink.rgb), shade(t, background)); r < least {
						t.Errorf("%q, light %v: %s, %s, stands out from %s by %.2f, not %.1f", palette, light, name, ink.rgb, background, r, least)
					}
				}
			}
			for city, water := range map[string]string{i.city.of256: i.water.of256, i.city.rgb: i.water.rgb} {
				if r := ratio(shade(t, city), shade(t, water)); r < least {
					t.Errorf("%q, light %v: a city, %s, stands out from %s by %.2f", palette, light, city, water, r)
				}
			}
		}
	}
}

// TestGangsForTheColourBlind: the gangs differ in brightness by 8 of 100 steps, and always by glyph.
func TestGangsForTheColourBlind(t *testing.T) {
	for _, light := range []bool{false, true} {
		gangs := Look{Light: light, Palette: daltonic}.inks().gangs
		for n, one := range gangs {
			for _, other := range gangs[n+1:] {
				for _, pair := range [][2]string{{one.of256, other.of256}, {one.rgb, other.rgb}} {
					a, _, _ := shade(t, pair[0]).Lab()
					b, _, _ := shade(t, pair[1]).Lab()
					if math.Abs(a-b) < .08 {
						t.Errorf("light %v: %s and %s are %.0f and %.0f bright", light, pair[0], pair[1], 100*a, 100*b)
					}
				}
			}
		}
	}
	for _, g := range []Glyphs{unicode, plain} {
		for n, one := range g.Gangs {
			if slices.Contains(g.Gangs[n+1:], one) {
				t.Errorf("two gangs are %q", one)
			}
		}
	}
}

// The eyes of a person who sees no green or no red, after Machado, Oliveira and Fernandes
// (2009), in linear RGB.
var (
	greenless = [9]float64{0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881}
	redless   = [9]float64{0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998}
)

func seen(c colorful.Color, eyes [9]float64) colorful.Color {
	r, g, b := c.LinearRgb()
	mix := func(row int) float64 {
		return max(0, min(1, eyes[row]*r+eyes[row+1]*g+eyes[row+2]*b))
	}
	return colorful.LinearRgb(mix(0), mix(3), mix(6))
}

// apart is the least distance in L*a*b* between two meaningful colours, for a person who sees
// no red or no green.
func apart(t *testing.T, i inks) float64 {
	nearest, meant := math.Inf(1), []string{i.text.of256, i.lamp.of256, i.danger.of256, i.cold.of256}
	for n, one := range meant {
		for _, other := range meant[n+1:] {
			for _, eyes := range [][9]float64{greenless, redless} {
				nearest = min(nearest, 100*seen(shade(t, one), eyes).DistanceLab(seen(shade(t, other), eyes)))
			}
		}
	}
	return nearest
}

func TestColoursForTheColourBlind(t *testing.T) {
	for _, light := range []bool{false, true} {
		usual, safe := apart(t, Look{Light: light}.inks()), apart(t, Look{Light: light, Palette: daltonic}.inks())
		if safe < 30 || safe < 1.3*usual {
			t.Errorf("light %v: %.1f apart, and usually %.1f", light, safe, usual)
		}
	}
}

// TestLooksWithoutColours: nothing but weight is left.
func TestLooksWithoutColours(t *testing.T) {
	for _, palette := range []string{"", contrast, daltonic} {
		for _, light := range []bool{false, true} {
			th := NewTheme(Look{Colours: colorprofile.ASCII, Light: light, Palette: palette})
			for _, s := range []Style{th.Text, th.Bright, th.Smoke, th.Lamp, th.Danger, th.Cold, th.Accord, th.Gangs[0], th.City, th.Picked} {
				if text := s.Render("x"); strings.Contains(text, "38;5") || strings.Contains(text, "48;5") {
					t.Errorf("%q writes %q", palette, text)
				}
			}
		}
	}
}

// TestGround: what is behind a line is behind all of it, except for a style's own ground.
func TestGround(t *testing.T) {
	th := NewTheme(Look{Colours: colorprofile.ANSI256})
	got := under(th.Felt, "a"+th.Lamp.Render("b")+"c"+th.City.Render("d"), 0)
	want := "\x1b[48;5;235ma\x1b[1;38;5;215mb\x1b[m\x1b[48;5;235mc\x1b[1;38;5;153;48;5;17md\x1b[m\x1b[48;5;235m\x1b[m"
	if got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if got := under(th.Felt, "", 2); got != "\x1b[48;5;235m  \x1b[m" {
		t.Errorf("two spaces are %q", got)
	}
	if got := under(th.Lamplight, "a"+under(th.Felt, "b", 0)+under(th.Felt, "c", 0), 0); strings.Count(got, th.Lamplight.open) != 2 { // before a, and behind the end
		t.Errorf("one ground on another is %q", got)
	}
	if got := under(Ground{}, "a", 2); got != "a  " {
		t.Errorf("no ground writes %q", got)
	}
	line := "a" + th.Lamp.Render("b") + "c" + th.City.Render("d")
	room := make([]byte, 0, 1024)
	if n := testing.AllocsPerRun(100, func() { th.Felt.End(th.Felt.Append(th.Felt.Begin(room), line)) }); n != 0 {
		t.Errorf("a line takes %v allocations", n)
	}
}

// under is a line with spaces after it on a ground.
func under(g Ground, line string, spaces int) string {
	return string(g.End(append(g.Append(g.Begin(nil), line), strings.Repeat(" ", spaces)...)))
}
