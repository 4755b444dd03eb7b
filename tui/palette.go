package tui

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// Look is what a theme is made for.
type Look struct {
	Colours colorprofile.Profile // of the terminal
	ASCII   bool                 // it has no other characters
	Light   bool                 // its background is light
	Palette string               // data.Settings.Palette; an unknown one means the default
}

// The palettes in addition to the usual one.
const (
	contrast = "contrast"
	daltonic = "daltonic"
)

// inks are the colours of a palette.
type inks struct {
	text, bright, smoke, ash, lamp, danger, cold, accord ink
	gangs                                                [4]ink
	city                                                 ink
	lamplight, felt, water                               ink // behind text
}

// ink is a colour as red, green and blue, by its number in the 256 that terminals agree on, and by
// its number in the sixteen that they do not.
type ink struct{ rgb, of256, of16 string }

// inks are the inks of a look. Text has a contrast of at least 4.5 to 1 with black, white and what
// may be behind it; that of the palette for contrast has 7 to 1. Ash is for decoration alone. The
// palette for the colour-blind differs without red or without green, and its gangs by brightness.
func (l Look) inks() inks {
	dark := inks{
		text: ink{"#c5c0b4", "250", "7"}, bright: ink{"#e9e4d8", "255", "15"}, smoke: ink{"#a8a39a", "246", "8"}, ash: ink{"#5d5b57", "240", "8"},
		lamp: ink{"#f2b45a", "215", "11"}, danger: ink{"#e0604f", "203", "9"}, cold: ink{"#8fb4d9", "110", "12"}, accord: ink{"#8fc08a", "108", "10"},
		gangs: [4]ink{{"#d59a83", "174", "9"}, {"#7fc0b4", "109", "14"}, {"#b99bd6", "140", "13"}, {"#e6d9a8", "187", "11"}},
		city:  ink{"#cfe0f5", "153", "15"}, water: ink{"#1f3350", "17", "4"},
		lamplight: ink{"#191c22", "234", ""}, felt: ink{"#24211a", "235", ""},
	}
	light := inks{
		text: ink{"#3a3732", "238", "0"}, bright: ink{"#1d1b18", "16", "0"}, smoke: ink{"#57534c", "241", "8"}, ash: ink{"#9b958a", "247", "8"},
		lamp: ink{"#8f5a00", "94", "5"}, danger: ink{"#a3261b", "124", "1"}, cold: ink{"#1f5688", "25", "4"}, accord: ink{"#2f6b2a", "22", "2"},
		gangs: [4]ink{{"#87432a", "88", "1"}, {"#146357", "23", "6"}, {"#5c3a86", "54", "5"}, {"#6b5d12", "58", "0"}},
		city:  ink{"#12365e", "17", "15"}, water: ink{"#cfdff2", "189", "4"},
		lamplight: ink{"#efe6d2", "255", ""}, felt: ink{"#f6e3b8", "230", ""},
	}
	switch {
	case l.Palette == contrast && l.Light:
		black := ink{"#000000", "16", "0"}
		light.text, light.bright, light.smoke, light.ash = black, black, ink{"#3a3a3a", "237", "0"}, ink{"#3a3a3a", "237", "0"}
		light.lamp, light.danger, light.cold, light.accord = ink{"#5f005f", "53", "5"}, ink{"#870000", "88", "1"}, ink{"#000087", "18", "4"}, black
		light.gangs = [4]ink{black, black, black, black}
		light.lamplight, light.felt = ink{"#ffffff", "231", ""}, ink{"#eeeeee", "255", ""}
	case l.Palette == contrast:
		white := ink{"#ffffff", "231", "15"}
		dark.text, dark.bright, dark.smoke, dark.ash = ink{"#eeeeee", "255", "15"}, white, ink{"#c6c6c6", "251", "7"}, ink{"#c6c6c6", "251", "7"}
		dark.lamp, dark.danger, dark.cold, dark.accord = ink{"#ffff5f", "227", "11"}, ink{"#ff9f9f", "217", "9"}, ink{"#87ffff", "123", "14"}, ink{"#afffaf", "157", "10"}
		dark.gangs = [4]ink{white, white, white, white}
	case l.Palette == daltonic && l.Light:
		light.text, light.smoke = ink{"#444444", "238", "0"}, ink{"#5f5f5f", "241", "8"}
		light.lamp, light.danger, light.cold, light.accord = ink{"#875f00", "94", "0"}, ink{"#af00af", "127", "5"}, ink{"#0000ff", "21", "4"}, ink{"#444444", "238", "0"}
		light.gangs = [4]ink{{"#825a5a", "95", "1"}, {"#004b4b", "23", "6"}, {"#4f0070", "54", "5"}, {"#121212", "233", "0"}}
	case l.Palette == daltonic:
		dark.text, dark.smoke = ink{"#bcbcbc", "250", "7"}, ink{"#969696", "246", "8"}
		dark.lamp, dark.danger, dark.cold, dark.accord = ink{"#ffff00", "226", "11"}, ink{"#ff875f", "209", "13"}, ink{"#5fafff", "75", "12"}, ink{"#bcbcbc", "250", "7"}
		dark.gangs = [4]ink{{"#af875f", "137", "3"}, {"#87afaf", "109", "6"}, {"#d7d7ff", "189", "13"}, {"#ffffd7", "230", "15"}}
	}
	if l.Light {
		return light
	}
	return dark
}

// colour is an ink as the terminal can show it; nil if it has none.
func (l Look) colour(i ink) color.Color {
	switch {
	case l.Colours <= colorprofile.ASCII:
		return nil
	case l.Colours == colorprofile.ANSI:
		if i.of16 == "" {
			return nil
		}
		return lipgloss.Color(i.of16)
	case l.Colours == colorprofile.TrueColor:
		return lipgloss.Color(i.rgb)
	}
	return lipgloss.Color(i.of256)
}

// paint is the style of an ink; none without colours.
func (l Look) paint(i ink) lipgloss.Style {
	c := l.colour(i)
	if c == nil {
		return lipgloss.NewStyle()
	}
	return lipgloss.NewStyle().Foreground(c)
}

// behind is a ground of an ink; none without colours.
func (l Look) behind(i ink) Ground {
	c := l.colour(i)
	if c == nil {
		return Ground{}
	}
	open, _, _ := strings.Cut(lipgloss.NewStyle().Background(c).Render("x"), "x")
	return Ground{open: open}
}
