package districtnoir

import (
	"fmt"

	rules "noir/engine/districtnoir"
	"noir/tui/kit"
)

// handBlock draws the hand at the lower edge with the keys that pick its cards.
// It has its height even when it is empty, and none when it is not known.
func (p painter) handBlock(d density) kit.Block {
	hand := p.hands[p.near()]
	if hand == nil {
		return kit.Block{}
	}
	if d == bare {
		return p.handLine(hand)
	}
	size := cardSize[d]
	gap := p.handGap(size.w)
	cards := make([]kit.Block, len(hand))
	for i := range hand {
		cards[i] = p.handCard(i, d)
	}
	width := 5*size.w + 4*gap
	if len(hand) == 0 && p.frame.End == nil {
		cards = append(cards, p.emptyHand(d))
	}
	height := kit.Lines(make([]string, handHeight(d))...)
	block := kit.Beside(0, kit.Beside(gap, cards...).Widen(width), height)
	if both := width + gap + p.buttonWidth(); both <= p.w-2*margin {
		block, width = kit.Beside(gap, block, p.takeButton(d)), both
	}
	return block.Indent(max(margin, (p.w-width)/2))
}

// emptyHand stands in place of the cards.
func (p painter) emptyHand(d density) kit.Block {
	lines := make([]string, handHeight(d))
	lines[len(lines)/2] = p.th.Smoke.Render("your hand is empty")
	return kit.Lines(lines...)
}

// handHeight is what a hand takes: above larger cards there is a line for the
// digits.
func handHeight(d density) int {
	if d == tight {
		return cardSize[d].h
	}
	return cardSize[d].h + 1
}

// handGap is the room between two cards of the hand, and before the button.
func (p painter) handGap(card int) int {
	const most = 4
	return min(most, max(1, (p.w-2*margin-5*card-p.buttonWidth())/5))
}

// handCard draws one card of the hand, heavily when it is picked.
func (p painter) handCard(i int, d density) kit.Block {
	size := cardSize[d]
	edge, digit := kit.Edge{Frame: kit.Light(p.g), Style: p.th.Text}, p.th.Smoke
	if p.pick == (pick{kind: cardPick, card: i}) {
		edge, digit = kit.Edge{Frame: p.g.Heavy, Style: p.th.Lamp}, p.th.Lamp
	}
	face := p.face(p.hands[p.near()][i])
	if d == tight {
		return p.clickable(i, kit.Card(face, edge, p.digit(i), size.w, size.h))
	}
	label := kit.Lines(digit.Render(kit.Center(p.digit(i), size.w)))
	return p.clickable(i, kit.Stack(label, kit.Card(face, edge, "", size.w, size.h)))
}

// digit is the key that picks a card; a watcher has none, and nobody at the end.
func (p painter) digit(i int) string {
	if p.watching() || p.frame.End != nil {
		return ""
	}
	return fmt.Sprint(i + 1)
}

func (p painter) clickable(i int, b kit.Block) kit.Block {
	if p.watching() {
		return b
	}
	return b.Click(clickCard + fmt.Sprint(i))
}

// buttonWidth is the room for the button that takes.
func (p painter) buttonWidth() int {
	if p.w < ruledWidth {
		return len("t take")
	}
	return len("t  take three")
}

// takeButton stands at the end of the hand; it is empty when the take is not
// open.
func (p painter) takeButton(d density) kit.Block {
	if !p.mayTake() {
		return kit.Block{}
	}
	text, style := "t  take "+figures[len(p.view.Offer())], p.th.Text
	if p.w < ruledWidth {
		text = "t take"
	}
	if p.pick.kind == takePick {
		style = p.th.Lamp
	}
	lines := make([]string, handHeight(d))
	lines[len(lines)/2] = style.Render(text)
	return kit.Lines(lines...).Click(clickTake)
}

// handLine writes the hand without borders.
func (p painter) handLine(hand []rules.Card) kit.Block {
	blocks := make([]kit.Block, len(hand))
	for i, c := range hand {
		style, before, after := p.face(c).Style, " ", " "
		if p.pick == (pick{kind: cardPick, card: i}) {
			style, before, after = p.th.Lamp, ">", "<"
		}
		text := p.th.Smoke.Render(p.digit(i)) + style.Render(before+sign(p.g, c)+after)
		blocks[i] = p.clickable(i, kit.Lines(text))
	}
	if len(blocks) == 0 {
		blocks = append(blocks, kit.Lines(p.th.Smoke.Render("your hand is empty")))
	}
	return kit.Beside(1, blocks...).Indent(margin)
}
