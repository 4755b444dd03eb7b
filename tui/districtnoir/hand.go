package districtnoir

import (
	"strconv"

	rules "noir/engine/districtnoir"
	"noir/tui/kit"
)

// fullHand is how many cards a round deals to each seat.
const fullHand = 5

// handView draws the hand at the lower edge with the keys that pick its cards.
type handView struct {
	cardView
	density
	now still
}

// draw draws the hand, at the same height even when it is empty.
func (p handView) draw() kit.Block {
	hand := p.hands[p.Near()]
	if p.text {
		return p.line(hand).On(p.th.Lamplight, p.w)
	}
	card, _ := p.handSize.Cells()
	gap := p.gap(card)
	parts := make([]kit.Block, 0, 8)
	for i := range hand {
		parts = append(parts, p.handCard(i))
	}
	switch {
	case len(hand) == 0:
		parts = append(parts, p.empty())
	case p.Frame.End == nil && p.handSize > kit.Small:
		for slot := p.card(cardLook{size: p.handSize, inHand: true, slot: true}); len(parts) < fullHand; {
			parts = append(parts, slot)
		}
	}
	used := gap * (len(parts) - 1)
	for _, part := range parts {
		used += part.Width()
	}
	width := fullHand*card + (fullHand-1)*gap
	if both := width + max(1, gap) + p.buttonWidth(); both <= p.w-2*margin {
		last := len(parts) - 1
		parts[last] = parts[last].Widen(parts[last].Width() + width - used)
		parts, width = append(parts, p.button()), both
	}
	return p.stood.RowOn(p.th.Lamplight, p.w, max(margin, (p.w-width)/2), gap, parts...)
}

// empty is shown in place of the cards.
func (p handView) empty() kit.Block {
	lines := make([]string, p.density.handHeight())
	if p.Frame.End == nil {
		lines[len(lines)/2] = p.th.Smoke.Render(p.Words("your hand is empty"))
	}
	return kit.Lines(lines...)
}

// gap is the space between two cards of the hand, and before the button.
func (p handView) gap(card int) int {
	const most = 4
	spare := p.w - 2*margin - 5*card
	if spare < p.buttonWidth()+5 {
		return min(most, max(0, spare/4))
	}
	return min(most, (spare-p.buttonWidth())/5)
}

// handCard draws one card of the hand, heavily when it is picked.
func (p handView) handCard(i int) kit.Block {
	look := cardLook{card: p.hands[p.Near()][i], size: p.handSize, inHand: true}
	if p.now.dealing && i >= p.now.hand {
		look.card, look.none = 0, true
		return p.card(look)
	}
	if digit := p.digit(i); digit != "" {
		look.key = digit[0]
	}
	if p.pick == (pick{kind: cardPick, card: i}) {
		look.picked = true
	}
	return p.card(look)
}

// digit is the key that picks a card; none for spectators, nor at the end.
func (p handView) digit(i int) string {
	if p.Watching() || p.Frame.End != nil {
		return ""
	}
	return strconv.Itoa(i + 1)
}

func (p handView) clickable(i int, b kit.Block) kit.Block {
	if p.Watching() {
		return b
	}
	return b.Click(clickCards[i])
}

// buttonWidth is the width of the take button.
func (p handView) buttonWidth() int {
	if p.w < ruledWidth {
		return kit.Width("t ") + kit.Width(p.takes().short)
	}
	return kit.Width("t  ") + p.takes().widest
}

// takes are the texts of the take button.
type takes struct {
	short  string
	long   [6]string // by number of cards
	widest int       // of the long ones, in cells
}

// saysTakes is the theme's cache key for takes: all boards have the same.
type saysTakes struct{}

func (p handView) takes() takes {
	if kept, ok := p.th.Kept(saysTakes{}); ok {
		return kept.(takes)
	}
	t := takes{short: p.th.Words("take")}
	for n := range t.long {
		t.long[n] = p.th.Words("take %s", p.th.Words(figures[n]))
		t.widest = max(t.widest, kit.Width(t.long[n]))
	}
	p.th.Keep(saysTakes{}, t)
	return t
}

// buttonLook is everything that determines the drawing of the take button except the theme, which caches it.
type buttonLook struct {
	cards, height int
	short, picked bool
}

// button is the take button at the end of the hand; empty when taking is not possible.
func (p handView) button() kit.Block {
	if !p.mayTake() {
		return kit.Block{}
	}
	look := buttonLook{cards: len(p.view.Offer()), height: p.density.handHeight(), short: p.w < ruledWidth, picked: p.pick.kind == takePick}
	if drawn, ok := p.th.Kept(look); ok {
		return drawn.(kit.Block)
	}
	text, style := "t  "+p.takes().long[look.cards], p.th.Text
	if look.short {
		text = "t " + p.takes().short
	}
	if look.picked {
		style = p.th.Lamp
	}
	lines := make([]string, look.height)
	lines[len(lines)/2] = style.Render(text)
	drawn := kit.Lines(lines...).Click(clickTake)
	p.th.Keep(look, drawn)
	return drawn
}

// line writes the hand without borders.
func (p handView) line(hand []rules.Card) kit.Block {
	if p.now.dealing {
		hand = hand[:p.now.hand]
	}
	blocks := make([]kit.Block, len(hand))
	for i, c := range hand {
		style, before, after := tone(p.th, c), " ", " "
		if p.pick == (pick{kind: cardPick, card: i}) {
			style, before, after = p.th.Lamp, ">", "<"
		}
		text := p.th.Smoke.Render(p.digit(i)) + style.Render(before+chip(p.g, c)+after)
		blocks[i] = p.clickable(i, kit.Lines(text))
	}
	if len(blocks) == 0 && !p.now.dealing {
		blocks = append(blocks, kit.Lines(p.th.Smoke.Render(p.Words("your hand is empty"))))
	}
	return kit.Row(margin, 1, blocks...)
}
