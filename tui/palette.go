package tui

import (
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

// The palettes beside the usual one.
const (
	contrast = "contrast"
	daltonic = "daltonic"
)

// inks are the colours of a palette, as numbers in the 256 that terminals agree on and in the
// sixteen that they do not.
type inks struct{ text, bright, smoke, lamp, danger, cold ink }

type ink struct{ of256, of16 string }

// inks are the inks of a look. Those of 256 have a contrast of at least 4.5 to 1 with black, white
// and nearby greys, those for contrast of 7 to 1; those for the colour-blind differ without red or
// without green.
func (l Look) inks() inks {
	switch {
	case l.Palette == contrast && l.Light:
		return inks{ink{"16", "0"}, ink{"16", "0"}, ink{"237", "0"}, ink{"53", "5"}, ink{"88", "1"}, ink{"18", "4"}}
	case l.Palette == contrast:
		return inks{ink{"255", "15"}, ink{"231", "15"}, ink{"251", "7"}, ink{"227", "11"}, ink{"210", "9"}, ink{"123", "14"}}
	case l.Palette == daltonic && l.Light:
		return inks{ink{"238", "0"}, ink{"16", "0"}, ink{"241", "8"}, ink{"94", "0"}, ink{"127", "5"}, ink{"21", "4"}}
	case l.Palette == daltonic:
		return inks{ink{"250", "7"}, ink{"255", "15"}, ink{"245", "8"}, ink{"226", "11"}, ink{"209", "13"}, ink{"75", "12"}}
	case l.Light:
		return inks{ink{"238", "0"}, ink{"16", "0"}, ink{"241", "8"}, ink{"94", "5"}, ink{"124", "1"}, ink{"25", "4"}}
	}
	return inks{ink{"250", "7"}, ink{"255", "15"}, ink{"245", "8"}, ink{"215", "11"}, ink{"167", "9"}, ink{"110", "12"}}
}

// paint is the style of an ink; none without colours.
func (l Look) paint(i ink) lipgloss.Style {
	switch {
	case l.Colours <= colorprofile.ASCII:
		return lipgloss.NewStyle()
	case l.Colours == colorprofile.ANSI:
		return lipgloss.NewStyle().Foreground(lipgloss.Color(i.of16))
	}
	return lipgloss.NewStyle().Foreground(lipgloss.Color(i.of256))
}
