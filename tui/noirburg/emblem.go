package noirburg

import (
	"strings"

	"noir/engine/noirburg/rules"
)

// emblems are the pictures on cards, from the top. A card with room for one line shows the last.
var emblems = map[rules.Kind][]string{
	rules.Poker:    {"╭──╮╭──╮", "│▲ ││● │", "╰──╯╰──╯"},
	rules.Police:   {"▗▄▟▙▄▖", "▝████▘", "▟▛▀▀▜▙"},
	rules.Bribe:    {"▐▀▀▀▀▀▌", "▐  $  ▌", "▐▄▄▄▄▄▌"},
	rules.Driveby:  {"  ▄▄▄▄  ", "▄▟█▄▄█▙▄", "▀●▀▀▀▀●▀"},
	rules.Turncoat: {"▟██   ▄ ", "▐█▌ ◂ ▐▌", "▟█▙ ▸ ▟▙"},
}

// vastEmblems are those of the largest cards.
var vastEmblems = map[rules.Kind][]string{
	rules.Poker:    {"╭────╮╭────╮", "│ ▲  ││ ●  │", "│    ││    │", "│  ▲ ││  ● │", "╰────╯╰────╯"},
	rules.Police:   {"    ▗▟▙▖    ", " ▜████████▛ ", "  ▝██████▘  ", "  ▟██▀▀██▙  ", "  ▀▀    ▀▀  "},
	rules.Bribe:    {"▛▀▀▀▀▀▀▀▀▀▜", "▌ ▗▄▄▄▄▄▖ ▐", "▌ ▐  $  ▌ ▐", "▌ ▝▀▀▀▀▀▘ ▐", "▙▄▄▄▄▄▄▄▄▄▟"},
	rules.Driveby:  {"   ▄▄▄▄▄▄▄   ", "  ▟█  █  █▙  ", "▄▟██▄▄█▄▄██▙▄", "█████████████", " ▝●▘     ▝●▘ "},
	rules.Turncoat: {"▗██▖    ▗██▖", "▝██▘    ▝██▘", "▗▟▙▖ ◂▸ ▗▟▙▖", "████    ████", "█▌▐█    █▌▐█"},
}

// emblem is the picture on a card of a size. Gangsters and buildings show their number.
func emblem(kind rules.Kind, number int, d density) []string {
	pips := strings.TrimRight(strings.Repeat("■ ", number), " ")
	heads := strings.ReplaceAll(pips, "■", "●")
	switch {
	case kind == rules.Gangster && d <= vast:
		return []string{" ▗████▖ ", " ██████ ", "▀▀▀▀▀▀▀▀▀▀", "", heads}
	case kind == rules.Gangster:
		return []string{"▗███▖", "▀▀▀▀▀▀▀", heads}
	case kind == rules.Business && d <= vast:
		return []string{"▗▄▄█▄▄▄▄▄▖", "▐  ▪  ▪  ▌", "▐        ▌", "▐▄▄▄▐▌▄▄▄▌", pips}
	case kind == rules.Business:
		return []string{"▗▄█▄▄▄▄▖", "▐      ▌", pips}
	case d <= vast:
		return vastEmblems[kind]
	}
	return emblems[kind]
}
