package districtnoir

import (
	"strings"

	rules "noir/engine/districtnoir"
	"noir/internal/language"
	"noir/tui"
	"noir/tui/kit"
)

// cityWords are short names of the cities, for cards.
var cityWords = map[rules.Card]string{
	rules.Harbor: language.Mark("harb."), rules.Police: language.Mark("pol."), rules.CityHall: language.Mark("hall"),
}

// mediumArt are the lines of a medium card without pips. @ is its sign.
var mediumArt = map[rules.Card][3]string{
	rules.Plus2:    {" @  ", "╶─╳─╴", "  @ "},
	rules.Minus1:   {" @  ", "  ╱  ", " ╱   "},
	rules.Harbor:   {" ╷▟▖ ", "▜███▛", "  @  "},
	rules.Police:   {" ▗█▖ ", " ▟▀▙ ", "  @  "},
	rules.CityHall: {" ▗█▖ ", "▐▌█▐▌", "  @  "},
}

// largeArt is what a larger card shows between its corners, or above its name.
var largeArt = map[rules.Card][]string{
	rules.Plus2:    {" ▁   ▁ ", "▕█▄▄▄█▏", " ▀▀█▀▀ "},
	rules.Minus1:   {"     ╱ ", "   ╱╱  ", " ╱╱    "},
	rules.Harbor:   {"    ╷    ", "  ╷▐█▌   ", "▜███████▛", " ▀▀▀▀▀▀▀ "},
	rules.Police:   {"   ▗█▖   ", "▝▜█████▛▘", "  ▟███▙  ", " ▝▘   ▝▘ "},
	rules.CityHall: {"    ▄    ", "  ▄███▄  ", " ▟█▀█▀█▙ ", " ██▄█▄██ "},
}

// hugeArt is the same for the largest cards.
var hugeArt = map[rules.Card][]string{
	rules.Plus2:    {"  ▁     ▁  ", " ▐█▄   ▄█▌ ", " ▐███████▌ ", "  ▀▀███▀▀  ", "    ▀▀▀    "},
	rules.Minus1:   {"        ╱╱ ", "      ╱╱   ", "    ╱╱     ", "  ╱╱       ", " ╱         "},
	rules.Harbor:   {"      ╷      ", "   ╷  █▌     ", "   █▌ ██▌  ╷ ", "   ██ ███▌ █ ", "▜███████████▛", " ▀▀▀▀▀▀▀▀▀▀▀ "},
	rules.Police:   {"     ▗█▖     ", "  ▄▄▄███▄▄▄  ", "  ▝▜█████▛▘  ", "    █████    ", "   ▟█▛ ▜█▙   ", "   ▀▘   ▝▀   "},
	rules.CityHall: {"      ▄      ", "    ▄███▄    ", "  ▄███████▄  ", "  █▀█▀█▀█▀█  ", "  █ █ █ █ █  ", " ▟█████████▙ "},
}

// pictured is the card whose picture a card has: alliances are alike, and so are betrayals.
func pictured(c rules.Card) rules.Card {
	switch {
	case c.Deal() && c.Value() > 0:
		return rules.Plus2
	case c.Deal():
		return rules.Minus1
	}
	return c
}

// gang is the glyph of a card's gang; "" for cards without one.
func gang(g *tui.Glyphs, c rules.Card) string {
	if !c.Support() {
		return ""
	}
	return g.Gangs[c-rules.Five]
}

// chip is a card in a line of text, in two cells, a city in one: ▲5, +3, H.
func chip(g *tui.Glyphs, c rules.Card) string { return gang(g, c) + sign(g, c) }

// tone is the style of a kind of card.
func tone(th *tui.Theme, c rules.Card) tui.Style {
	switch {
	case c.Support():
		return th.Gangs[c-rules.Five]
	case c.City():
		return th.City
	case c.Value() < 0:
		return th.Danger
	}
	return th.Accord
}

// frame is the border of a kind of card: its shape tells what it is.
func frame(g *tui.Glyphs, c rules.Card) tui.Frame {
	switch {
	case c.City():
		return g.Double
	case c.Value() < 0:
		return g.Heavy
	}
	return g.Round
}

// face draws the lines within the frame of a card.
func face(th *tui.Theme, c rules.Card, size kit.Size) []string {
	style, own := tone(th, c), sign(&th.Glyphs, c)
	lines := plainFace(th, c, size)
	for i, line := range lines {
		line = style.Render(th.Sign(line))
		if c.Value() < 0 && !th.Colour && i == 0 {
			line = strings.Replace(line, own, th.Picked.Render(own), 1)
		}
		lines[i] = line
	}
	return lines
}

// plainFace is a face without colours.
func plainFace(th *tui.Theme, c rules.Card, size kit.Size) []string {
	w, h := size.Cells()
	inner, own := w-2, sign(&th.Glyphs, c)
	switch {
	case size == kit.Small:
		if c.Support() {
			own = chip(&th.Glyphs, c)
		}
		return []string{kit.Center(own, 3)}
	case c.Support():
		return size.Pips(c.Value(), own, gang(&th.Glyphs, c))
	case size == kit.Medium:
		lines := mediumArt[pictured(c)]
		for i := range lines {
			lines[i] = strings.Replace(lines[i], "@", own, 1)
		}
		return lines[:]
	}
	lines, art := make([]string, 0, h-2), largeArt
	if size == kit.Huge {
		art = hugeArt
	}
	if !c.City() {
		lines = append(lines, kit.Pad(" "+own, inner))
	}
	for _, line := range art[pictured(c)] {
		lines = append(lines, kit.Center(line, inner))
	}
	if c.City() {
		return append(lines, kit.Center(kit.FirstFit(inner, th.Words(cities[c]), th.Words(cityWords[c])), inner))
	}
	return append(lines, kit.Spread(inner, "", own+" "))
}
