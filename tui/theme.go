package tui

import (
	"strings"
	"sync"

	"github.com/charmbracelet/colorprofile"

	"noir/internal/language"
)

// Theme is how a session looks and speaks: film noir within what its terminal can show, in the
// language of its reader. It never changes, so sessions share it and its cached drawings. Colour
// never carries meaning alone.
type Theme struct {
	*language.Reader // nil for English

	Text   Style    // what is said
	Bright Style    // what is read first: names, totals
	Smoke  Style    // what may be overlooked: rules, hints, the past
	Ash    Style    // what has no meaning: empty places, ornaments
	Lamp   Style    // only what the viewer may act on
	Danger Style    // betrayals, a low clock, attacks
	Cold   Style    // the other side
	Accord Style    // alliances; bold without colours
	Gangs  [4]Style // of the cards 5 to 8
	City   Style    // of the cities, with a ground of its own
	Picked Style    // under the cursor
	Alarm  Style    // a banner of danger

	Lamplight Ground // the table, and the band of the viewer's own hand
	Felt      Ground // what a take would take

	Glyphs Glyphs
	Colour bool // false with NO_COLOR or a terminal that has none

	signs *strings.Replacer // what Sign does; nil when every symbol can be shown
	lines *lines            // of all themes that share them; nil for a theme alone
	memo
	recents
}

// Themes makes one theme for each look and language that is requested. The zero value is ready for
// use, from any goroutine.
type Themes struct {
	made  sync.Map
	lines lines
}

// cut is what a theme is made for.
type cut struct {
	look   Look
	reader *language.Reader
}

// Of returns the theme for a look and a reader; see NewTheme.
func (t *Themes) Of(look Look, r *language.Reader) *Theme {
	if th, ok := t.made.Load(cut{look, r}); ok {
		return th.(*Theme)
	}
	made := NewTheme(look)
	made.Reader, made.lines = r, &t.lines
	made.Lamplight.lines, made.Felt.lines = &t.lines, &t.lines
	th, _ := t.made.LoadOrStore(cut{look, r}, made)
	return th.(*Theme)
}

// Line returns a line that is drawn again and again as a string, and takes no memory if somebody
// was just shown the same line.
func (th *Theme) Line(line []byte) string { return th.lines.text(line) }

// Glyphs are the symbols that a terminal can show in one cell each.
type Glyphs struct {
	Horizontal, Vertical                       string
	TopLeft, TopRight, BottomLeft, BottomRight string
	Heavy                                      Frame     // what is picked
	Double                                     Frame     // what a take would sweep up
	Round                                      Frame     // a card
	Gangs                                      [4]string // of the cards 5 to 8
	Pip                                        string    // one card of a kind
	Back                                       string    // a card face down
	Shade                                      string    // what its back is filled with
	Fresh                                      string    // after what the newest move has changed
	Cursor                                     string    // before the chosen row
	Minus                                      string
	Dot                                        string // between facts
	Dash                                       string
	More                                       string // where the rest of a text is left out
	Up, Down, Left, Right                      string
	Full, Empty                                string   // of a bar
	Spark                                      []string // of a sparkline, lowest first
	Stroke                                     string   // of a curve; empty where there is Braille
	TeeUp, TeeDown                             string
}

// Frame is the border of a card.
type Frame struct {
	Horizontal, Vertical                       string
	TopLeft, TopRight, BottomLeft, BottomRight string
}

// NewTheme makes the theme for a look, in English.
func NewTheme(look Look) *Theme {
	th := &Theme{Glyphs: unicode, Colour: look.Colours > colorprofile.ASCII}
	if look.ASCII {
		th.Glyphs = plain
		th.signs = strings.NewReplacer("↑↓", "up/down", "←→", "left/right", "↑", plain.Up, "↓", plain.Down, "←", plain.Left, "→", plain.Right,
			"·", "-", "–", plain.Dash, "−", plain.Minus, "×", "x",
			"─", "-", "│", "|", "╷", "|", "┌", "+", "┐", "+", "└", "+", "┘", "+", "├", "+", "┤", "+", "┬", "+", "┴", "+",
			"▲", "^", "◆", "<", "●", "o", "■", "#", "▸", ">", "◂", "<",
			"╶", "-", "╴", "-", "╳", "X", "╱", "/", "▁", "_", "▄", "_", "▀", "\"", "▕", "|", "▏", "|", "▐", "|", "▌", "|",
			"█", "#", "▟", "#", "▙", "#", "▜", "#", "▛", "#", "▖", ".", "▗", ".", "▝", "'", "▘", "'")
	}
	inks := look.inks()
	th.Text = NewStyle(look.paint(inks.text))
	th.Bright = NewStyle(look.paint(inks.bright).Bold(true))
	th.Smoke = NewStyle(look.paint(inks.smoke))
	th.Ash = NewStyle(look.paint(inks.ash))
	th.Accord = NewStyle(look.paint(inks.accord).Bold(!th.Colour))
	for i, gang := range inks.gangs {
		th.Gangs[i] = NewStyle(look.paint(gang))
	}
	city := look.paint(inks.city).Bold(true)
	if water := look.colour(inks.water); water != nil {
		city = city.Background(water)
	}
	th.City = NewStyle(city)
	th.Lamplight, th.Felt = look.behind(inks.lamplight), look.behind(inks.felt)
	th.Lamp = NewStyle(look.paint(inks.lamp).Bold(true))
	th.Danger = NewStyle(look.paint(inks.danger))
	th.Alarm = NewStyle(look.paint(inks.danger).Bold(true).Reverse(true))
	th.Cold = NewStyle(look.paint(inks.cold))
	th.Picked = NewStyle(look.paint(inks.lamp).Reverse(true))
	return th
}

var unicode = Glyphs{
	Horizontal: "─", Vertical: "│", TopLeft: "┌", TopRight: "┐", BottomLeft: "└", BottomRight: "┘",
	Heavy:  Frame{"━", "┃", "┏", "┓", "┗", "┛"},
	Double: Frame{"═", "║", "╔", "╗", "╚", "╝"},
	Round:  Frame{"─", "│", "╭", "╮", "╰", "╯"},
	Gangs:  [4]string{"▲", "◆", "●", "■"},
	Pip:    "▪", Back: "▯", Shade: "░", Fresh: "◂", Cursor: "▸", Minus: "−", Dot: "·", Dash: "–", More: "…",
	Up: "↑", Down: "↓", Left: "←", Right: "→", Full: "▰", Empty: "▱",
	Spark: []string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"},
	TeeUp: "┴", TeeDown: "┬",
}

var plain = Glyphs{
	Horizontal: "-", Vertical: "|", TopLeft: "+", TopRight: "+", BottomLeft: "+", BottomRight: "+",
	Heavy:  Frame{"=", "#", "#", "#", "#", "#"},
	Double: Frame{"=", "|", "+", "+", "+", "+"},
	Round:  Frame{"-", "|", ".", ".", "'", "'"},
	Gangs:  [4]string{"^", "<", "o", "#"},
	Pip:    "*", Back: "=", Shade: ":", Fresh: "*", Cursor: ">", Minus: "-", Dot: ".", Dash: "-", More: "...",
	Up: "^", Down: "v", Left: "<", Right: ">", Full: "#", Empty: ".",
	Spark: []string{"_", ".", "-", "=", "*", "#", "#", "#"}, Stroke: "*",
	TeeUp: "+", TeeDown: "+",
}

// Sign writes a text with the symbols that the terminal can show.
func (th *Theme) Sign(text string) string {
	if th.signs == nil {
		return text
	}
	return th.signs.Replace(text)
}
