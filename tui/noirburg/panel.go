package noirburg

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/tui"
	"noir/tui/kit"
)

// panelLine is one or more lines of the panel. Lines with the highest rank are left out first.
type panelLine struct {
	kit.Block
	rank  int
	text  string // as it was wrapped; "" for what is no text
	style tui.Style
}

// brush is what every part of the table is drawn with: a draft at one moment, a theme, and a width
// in cells, and the picture of a motion that it belongs to.
type brush struct {
	*draft
	th    *tui.Theme
	g     *tui.Glyphs
	w     int
	now   time.Time
	still still
}

// measure is how wide a line of text may be: in a much wider one the eye loses its place.
func (p brush) measure() int {
	if p.w > 80 {
		return 76
	}
	return p.w - 2*margin
}

// shed leaves out lines, the highest rank first, until h are left, and pads with empty ones.
func (p brush) shed(lines []panelLine, h int) kit.Block {
	over := height(lines) - h
	for over > 0 {
		worst := 0
		for i, l := range lines {
			if l.Height() > 0 && l.rank >= lines[worst].rank {
				worst = i
			}
		}
		kept := p.shorten(lines[worst], max(0, lines[worst].Height()-over))
		over -= lines[worst].Height() - kept.Height()
		lines[worst].Block, lines[worst].rank = kept, -1
	}
	blocks := make([]kit.Block, len(lines), len(lines)+1)
	for i, l := range lines {
		blocks[i] = l.Block
	}
	return kit.Stack(append(blocks, kit.Blank(-over))...)
}

// shorten fits a line of the panel on at most h lines: as many of its sentences as there is room for, or the first
// words if no sentence fits.
func (p brush) shorten(l panelLine, h int) kit.Block {
	switch {
	case l.Height() <= h:
		return l.Block
	case h == 0 || l.text == "":
		return l.Crop(l.Width(), h)
	}
	text := l.text
	for end := strings.LastIndex(text, ". "); end >= 0; end = strings.LastIndex(text, ". ") {
		text = text[:end+1]
		if whole := p.wrapped(l.rank, l.style, text); whole.Height() <= h {
			return whole.Block
		}
	}
	return p.written(l.style, kit.Shorten(text, p.measure(), h, p.g.More))
}

// text is a line of the panel in the first form that fits, or more lines of the last.
func (p brush) text(rank int, style tui.Style, texts ...string) panelLine {
	for _, t := range texts {
		if kit.Width(t) <= p.measure() {
			return p.wrapped(rank, style, t)
		}
	}
	return p.wrapped(rank, style, texts[len(texts)-1])
}

// lines are consequences as lines of the panel, ranked from rank on.
func (p brush) lines(rank int, texts []string) []panelLine {
	out := make([]panelLine, len(texts))
	for i, text := range texts {
		out[i] = p.wrapped(rank+i, p.th.Text, text)
	}
	return out
}

// wrapped is a text on as many lines as it needs.
func (p brush) wrapped(rank int, style tui.Style, text string) panelLine {
	return panelLine{p.written(style, kit.Wrap(text, p.measure())), rank, text, style}
}

// written are lines of text between the margins.
func (p brush) written(style tui.Style, lines []string) kit.Block {
	for i := range lines {
		lines[i] = " " + style.Render(lines[i])
	}
	return kit.Lines(lines...)
}

// options draws the options on one line, the chosen one marked, dropping those at the ends if there
// is no room.
func (p brush) options(labels []string, at int) kit.Block {
	room := p.w - 2*margin - 4 // for the symbols that there are more
	from, used := at, kit.Width(labels[at])+1
	for from > 0 && used+kit.Width(labels[from-1])+3 <= room {
		from--
		used += kit.Width(labels[from]) + 3
	}
	to := at + 1
	for to < len(labels) && used+kit.Width(labels[to])+3 <= room {
		used += kit.Width(labels[to]) + 3
		to++
	}
	parts := make([]kit.Block, 0, to-from+2)
	if from > 0 {
		parts = append(parts, kit.Lines(p.th.Smoke.Render(p.g.Left)))
	}
	for i := from; i < to; i++ {
		text := p.th.Text.Render(" " + labels[i])
		if i == at {
			text = p.th.Picked.Render(p.g.Cursor + kit.Cut(labels[i], room-1))
		}
		parts = append(parts, kit.Lines(text).Click(clickOption+strconv.Itoa(i)))
	}
	if to < len(labels) {
		parts = append(parts, kit.Lines(p.th.Smoke.Render(p.g.Right)))
	}
	return kit.Row(margin, 2, parts...)
}

// calls are the labels of gangsters under their names, if those fit on a line of men, otherwise under their signs.
func (p brush) calls(labels func(name func(rules.Card) string) []string) []string {
	const keyed = 4 // cells before and after each
	words, room := labels(p.title), p.w-2*margin
	for _, label := range words {
		room -= kit.Width(label) + keyed
	}
	if room < 0 {
		return labels(p.sign)
	}
	return words
}

// men draws gangsters with their digits, the selected one marked.
func (p brush) men(labels []string, at int) kit.Block {
	var rows []kit.Block
	var row []kit.Block
	used := 0
	for i, label := range labels {
		digit := " "
		if i < 9 {
			digit = strconv.Itoa(i + 1)
		}
		text := p.th.Smoke.Render(" "+digit+" ") + label
		if i == at {
			text = p.th.Lamp.Render(p.g.Cursor+digit+" ") + label
		}
		one := kit.Lines(text).Click(clickMan + strconv.Itoa(i))
		if used+one.Width() > p.w-2*margin && len(row) > 0 {
			rows, row, used = append(rows, kit.Row(margin, 1, row...)), nil, 0
		}
		row, used = append(row, one), used+one.Width()+1
	}
	return kit.Stack(append(rows, kit.Row(margin, 1, row...))...)
}

// whereabouts names an own place, by a shorter name where there is little room.
func (p brush) whereabouts(at rules.Place) string {
	switch {
	case at == 0:
		return p.Words("is dismissed")
	case at == rules.Hidden:
		return p.Words("hidden")
	case p.w >= ruledWidth:
		return p.spot(p.Frame.Seat, at)
	}
	return p.nook(p.Frame.Seat, at)
}

func height[B interface{ Height() int }](blocks []B) (lines int) {
	for _, b := range blocks {
		lines += b.Height()
	}
	return lines
}

// bars are the two sides of an attack, as long as they are strong; nothing in a narrow window.
func (p brush) bars(rank int, c clash) panelLine {
	if p.w < ruledWidth {
		return panelLine{rank: rank}
	}
	longest, part := max(c.Strength, c.Defence), 1.0
	if p.still.fill > 0 {
		part = float64(p.still.fill) / growth
	}
	room := p.w - 4*margin
	side := func(s engine.Seat, n int, style tui.Style) string {
		cells := min(longest, max(1, (room-2*sideFacts)/2))
		return p.th.Text.Render(fmt.Sprintf("%s %d ", shortened(p.name(s), sideFacts-4), n)) +
			kit.Bar(p.g, style, cells, part*float64(n)/float64(max(1, longest)))
	}
	attackers, defenders := p.th.Smoke, p.th.Cold
	if c.Success {
		attackers, defenders = p.th.Lamp, p.th.Danger
	}
	return panelLine{Block: kit.Lines(" " + side(c.by, c.Strength, attackers) + "   " + side(c.seat, c.Defence, defenders)), rank: rank}
}
