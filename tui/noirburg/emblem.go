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

// emblem is the picture on a card. Gangsters and buildings show their number.
func emblem(kind rules.Kind, number int) []string {
	pips := strings.TrimRight(strings.Repeat("■ ", number), " ")
	switch kind {
	case rules.Gangster:
		return []string{"▗███▖", "▀▀▀▀▀▀▀", strings.ReplaceAll(pips, "■", "●")}
	case rules.Business:
		return []string{"▗▄█▄▄▄▄▖", "▐      ▌", pips}
	}
	return emblems[kind]
}
