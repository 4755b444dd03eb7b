package lobby

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// headings lists the sections of a page of rules, to jump to one.
type headings struct {
	list  page.List
	shown bool // in place of the page
	texts []string
	lines []int // line numbers in the page
}

// of takes the headings of a page.
func (h *headings) of(leaves []leaf) {
	h.texts, h.lines = nil, nil
	for i, l := range leaves {
		if l.head {
			h.texts, h.lines = append(h.texts, l.text), append(h.lines, i)
		}
	}
	h.list.Len = len(h.texts)
}

// open shows the list, with the cursor on the section of a line of the page.
func (h *headings) open(line int) {
	h.shown, h.list.At = true, 0
	for i, at := range h.lines {
		if at <= line {
			h.list.At = i
		}
	}
}

// Update moves the cursor; line is the beginning of the chosen section.
func (h *headings) Update(msg tea.Msg) (line int, chosen bool) {
	if press, ok := msg.(tea.KeyPressMsg); ok && key.Matches(press, keys.readOn) {
		h.shown = false
		return 0, false
	}
	if !h.list.Update(msg) {
		return 0, false
	}
	h.shown = false
	return h.lines[h.list.At], true
}

// draw lists the sections in an area.
func (h *headings) draw(th *tui.Theme, a page.Area) []string {
	var lines []string
	from, to := h.list.Window(a.Y, a.H)
	for i := from; i < to; i++ {
		cursor, style := " ", th.Text
		if i == h.list.At {
			cursor, style = th.Lamp.Render(th.Glyphs.Cursor), th.Lamp
		}
		lines = append(lines, " "+cursor+" "+style.Render(th.Sign(th.Spell(kit.Cut(h.texts[i], a.W-len(page.Gutter))))))
	}
	return lines
}

// keys are those of the list.
func (h *headings) keys() []key.Binding {
	return []key.Binding{page.Keys.Choose, tui.Says(page.Keys.Enter, "go there"), keys.readOn}
}
