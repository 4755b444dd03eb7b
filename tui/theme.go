package tui

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// Theme is how one session looks: film noir on whatever its terminal can show.
// It is made once a session and never changed. Colour never carries meaning alone.
type Theme struct {
	Text   Style // what is said
	Bright Style // what is said first: names, totals
	Smoke  Style // what may be overlooked: rules, hints, the past
	Lamp   Style // what is yours to act on
	Danger Style // betrayals, a low clock, attacks
	Cold   Style // the other side
	Picked Style // under the cursor
	Glyphs Glyphs
	Colour bool // false with NO_COLOR or a terminal that has none

	signs *strings.Replacer // what Sign does; nil when every sign can be shown
}

// Glyphs are the signs that a terminal can show in one cell each.
type Glyphs struct {
	Horizontal, Vertical                       string
	TopLeft, TopRight, BottomLeft, BottomRight string
	Heavy                                      Frame  // what is picked
	Double                                     Frame  // what a take would sweep up
	Pip                                        string // one card of a kind
	Back                                       string // a card face down
	Cursor                                     string // before the chosen row
	Minus                                      string
	Dot                                        string // between facts
	Dash                                       string
	Up, Down, Left, Right                      string
	Full, Empty                                string   // of a bar
	Spark                                      []string // of a sparkline, lowest first
	TeeUp, TeeDown                             string
}

// Frame is the border of a card.
type Frame struct {
	Horizontal, Vertical                       string
	TopLeft, TopRight, BottomLeft, BottomRight string
}

// NewTheme makes the look for a terminal with the given colours; ascii restricts
// it to signs that every terminal has.
func NewTheme(colours colorprofile.Profile, ascii bool) *Theme {
	th := &Theme{Glyphs: unicode, Colour: colours > colorprofile.ASCII}
	if ascii {
		th.Glyphs = plain
		th.signs = strings.NewReplacer("↑", plain.Up, "↓", plain.Down, "←", plain.Left, "→", plain.Right,
			"·", plain.Dot, "–", plain.Dash, "−", plain.Minus, "×", "x",
			"─", "-", "│", "|", "╷", "|", "┌", "+", "┐", "+", "└", "+", "┘", "+", "├", "+", "┤", "+", "┬", "+", "┴", "+")
	}
	style := func(code, ansi string) lipgloss.Style {
		switch {
		case !th.Colour:
			return lipgloss.NewStyle()
		case colours == colorprofile.ANSI:
			return lipgloss.NewStyle().Foreground(lipgloss.Color(ansi))
		}
		return lipgloss.NewStyle().Foreground(lipgloss.Color(code))
	}
	th.Text = NewStyle(style("250", "7"))
	th.Bright = NewStyle(style("255", "15").Bold(true))
	th.Smoke = NewStyle(style("243", "8"))
	th.Lamp = NewStyle(style("215", "11").Bold(true))
	th.Danger = NewStyle(style("167", "9"))
	th.Cold = NewStyle(style("110", "12"))
	th.Picked = NewStyle(style("215", "11").Reverse(true))
	return th
}

var unicode = Glyphs{
	Horizontal: "─", Vertical: "│", TopLeft: "┌", TopRight: "┐", BottomLeft: "└", BottomRight: "┘",
	Heavy:  Frame{"━", "┃", "┏", "┓", "┗", "┛"},
	Double: Frame{"═", "║", "╔", "╗", "╚", "╝"},
	Pip:    "▪", Back: "▯", Cursor: "▸", Minus: "−", Dot: "·", Dash: "–",
	Up: "↑", Down: "↓", Left: "←", Right: "→", Full: "▰", Empty: "▱",
	Spark: []string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"},
	TeeUp: "┴", TeeDown: "┬",
}

var plain = Glyphs{
	Horizontal: "-", Vertical: "|", TopLeft: "+", TopRight: "+", BottomLeft: "+", BottomRight: "+",
	Heavy:  Frame{"=", "#", "#", "#", "#", "#"},
	Double: Frame{"=", "|", "+", "+", "+", "+"},
	Pip:    "*", Back: "o", Cursor: ">", Minus: "-", Dot: ".", Dash: "-",
	Up: "^", Down: "v", Left: "<", Right: ">", Full: "#", Empty: ".",
	Spark: []string{"_", ".", "-", "=", "*", "#", "#", "#"},
	TeeUp: "+", TeeDown: "+",
}

// Sign writes a text with what signs the terminal can show.
func (th *Theme) Sign(text string) string {
	if th.signs == nil {
		return text
	}
	return th.signs.Replace(text)
}
