package noirburg

import (
	"fmt"
	"strings"

	"noir/engine/noirburg/rules"
	"noir/tui/kit"
)

// faces are the pips on a die, by their number.
var faces = [...][3]string{
	1: {"     ", "  ●  ", "     "}, 2: {"●    ", "     ", "    ●"}, 3: {"●    ", "  ●  ", "    ●"},
	4: {"●   ●", "     ", "●   ●"}, 5: {"●   ●", "  ●  ", "●   ●"}, 6: {"●   ●", "●   ●", "●   ●"},
}

// diceView draws dice on the table.
type diceView struct{ brush }

// draw draws a throw on h lines: dice with pips, with the players' names if there are several, or
// figures where there is no room for pips.
func (p diceView) draw(thrown []rules.Dice, h int) kit.Block {
	drawn := p.pips(thrown)
	if drawn.Height() > h || drawn.Width() > p.w {
		drawn = p.figures(thrown)
	}
	return kit.Stack(drawn, kit.Blank(max(0, h-drawn.Height()))).Crop(p.w, h)
}

func (p diceView) pips(thrown []rules.Dice) kit.Block {
	throws := make([]kit.Block, len(thrown))
	for i, t := range thrown {
		dice := make([]kit.Block, len(t.Rolls))
		for k, n := range t.Rolls {
			who := ""
			if len(thrown) > 1 && k == 0 {
				who = shortened(p.name(t.Seat), dieWidth-2)
			}
			dice[k] = p.die(n, who)
		}
		throws[i] = kit.Beside(1, dice...)
	}
	return kit.Row(margin, 2, throws...)
}

// dieWidth is the width of a die in cells.
const dieWidth = 7

// die is a die with the name of who threw it in its border, if any.
func (p diceView) die(n int, who string) kit.Block {
	lines := make([]string, len(faces[n]))
	for i, line := range faces[n] {
		lines[i] = p.th.Bright.Render(p.th.Sign(line))
	}
	return kit.Edge{Frame: p.g.Round, Style: p.th.Text}.Around(dieWidth, who, lines...)
}

func (p diceView) figures(thrown []rules.Dice) kit.Block {
	words := make([]string, len(thrown))
	for i, t := range thrown {
		text := strings.Trim(fmt.Sprint(t.Rolls), "[]")
		words[i] = p.th.Text.Render(p.name(t.Seat)+" ") + p.th.Bright.Render("["+strings.ReplaceAll(text, " ", "] [")+"]") + " "
	}
	return kit.Lines(kit.Flow(words, p.w-2*margin)...).Indent(margin)
}
