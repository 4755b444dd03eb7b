package noirburg

import (
	"encoding/json"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/engine/noirburg/rules"
	"noir/tui"
)

// swap marks cards of the hand: in set-up to be swapped for new ones, in the turn to be discarded.
type swap struct {
	kind   string // of the move
	most   int    // cards
	marked []rules.Card
	at     int // the card under the cursor
}

func (s *swap) touch(b *draft, n int) bool {
	hand := b.hand()
	if n >= len(hand) {
		return false
	}
	s.at = n
	if !slices.Contains(s.marked, hand[n]) && len(s.marked) == s.most {
		b.hint = b.Words("You may swap at most %s.", b.cards(s.most))
		return true
	}
	s.marked = toggle(s.marked, hand[n])
	return true
}

func (s *swap) press(b *draft, msg tea.KeyPressMsg) bool {
	by := arrow(msg, keys.left, keys.right) + arrow(msg, keys.up, keys.down)
	switch {
	case by != 0 && len(b.hand()) > 0:
		s.at = step(s.at, by, len(b.hand()))
	case key.Matches(msg, keys.mark):
		return s.touch(b, s.at)
	default:
		return false
	}
	return true
}

func (s *swap) move(b speech) (json.RawMessage, string) {
	switch {
	case s.kind == rules.TypeMulligan:
		return rules.Mulligan(s.marked...), ""
	case len(s.marked) == 0:
		return nil, b.Words("No card is marked: mark with the digits.")
	}
	return rules.Discard(s.marked...), ""
}

func (s *swap) does(b speech) (long, short string) {
	switch n := len(s.marked); {
	case s.kind == rules.TypeMulligan && n == 0:
		return b.Words("keeps your hand as it is"), b.Words("keeps your hand")
	case s.kind == rules.TypeMulligan:
		long = b.Several(n, "swaps %s for one new card", "swaps %[2]s for %[1]d new cards", b.titles(s.marked))
		return long, b.Words("swaps %s", b.cards(n))
	default:
		return b.Words("discards %s", b.titles(s.marked)), b.Words("discards %s", b.cards(n))
	}
}

func (s *swap) consequences(b speech) []string {
	if s.kind == rules.TypeMulligan {
		return []string{b.Words("Once, for free: swap up to %s.", b.cards(s.most))}
	}
	once := b.Words("Once a turn, free: up to %s. You then hold %s.", b.cards(s.most), b.cards(len(b.hand())-len(s.marked)))
	return append([]string{once}, b.forgone(s.kind)...)
}

// renew keeps the marks while the hand has the cards.
func (s *swap) renew(b speech) bool {
	offers := b.offered(s.kind)
	if len(offers) == 0 || len(s.marked) > offers[0].Count || len(b.hand()) <= s.at {
		return false
	}
	s.most = offers[0].Count
	return len(without(s.marked, b.hand())) == 0
}

// panel also says what the card under the cursor is for, where there is room.
func (s *swap) panel(p brush) []panelLine {
	out := p.lines(1, s.consequences(p.speech))
	if s.at >= len(p.hand()) {
		return out
	}
	card, least := p.hand()[s.at], len(out)+1
	use := tui.Sentence(p.Reader, p.Words("%s: %s", p.title(card), p.gist(card)))
	return append([]panelLine{p.wrapped(least, p.th.Bright, use)}, out...)
}

func (s *swap) help(b speech) []key.Binding {
	return []key.Binding{marks.of(len(b.hand())), keys.confirm, keys.drop}
}
