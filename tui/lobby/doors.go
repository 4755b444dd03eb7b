package lobby

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/internal/language"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// doors are what home offers: verbs, one a line, and below them a shelf of things to look at, side
// by side. One cursor goes over both.
type doors struct {
	verbs, shelf []page.Entry
	at           int // the entry under the cursor; those of the shelf follow the verbs
	before       rested

	lines [][]spot // the entries on each line, as drawn last
	x, y  int      // of the first line, as drawn last
}

// rested is what doors remember of released entries.
type rested struct {
	label string // of the entry under the cursor
	many  int
}

// spot is an entry on a line, and the columns where it is.
type spot struct{ entry, from, to int }

// set replaces the entries. The cursor stays on the entry of the same name or, in another language,
// at its place.
func (d *doors) set(verbs, shelf []page.Entry) {
	d.rest()
	d.verbs, d.shelf = verbs, shelf
	for i := range d.len() {
		if d.entry(i).Label == d.before.label {
			d.at = i
			return
		}
	}
	if d.len() != d.before.many {
		d.at = 0
	}
}

// rest releases the entries until the next set: thousands sit at tables, with home behind them.
func (d *doors) rest() {
	if d.len() > 0 {
		d.before = rested{d.current().Label, d.len()}
		d.verbs, d.shelf = nil, nil
	}
}

// hide releases what was drawn as well: nobody points at it.
func (d *doors) hide() {
	d.rest()
	d.lines = nil
}

func (d *doors) len() int { return len(d.verbs) + len(d.shelf) }

func (d *doors) entry(i int) *page.Entry {
	if i < len(d.verbs) {
		return &d.verbs[i]
	}
	return &d.shelf[i-len(d.verbs)]
}

// current is the entry under the cursor; empty if there are none.
func (d *doors) current() page.Entry {
	if d.at < d.len() {
		return *d.entry(d.at)
	}
	return page.Entry{}
}

// goTo puts the cursor on the entry of that name, if there is one.
func (d *doors) goTo(label string) {
	for i := range d.len() {
		if d.entry(i).Label == label {
			d.at = i
		}
	}
}

// Update moves the cursor, or opens what is under it or clicked. below reports that the cursor went
// down from the last line.
func (d *doors) Update(msg tea.Msg) (open tea.Cmd, below bool) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		switch {
		case key.Matches(msg, page.Keys.Enter):
			return d.current().Choose(), false
		case key.Matches(msg, page.Keys.Up):
			d.climb(-1)
		case key.Matches(msg, page.Keys.Down):
			return nil, !d.climb(1)
		case key.Matches(msg, page.Keys.Left) && d.at > len(d.verbs):
			d.at--
		case key.Matches(msg, page.Keys.Right) && d.at >= len(d.verbs):
			d.at = min(d.at+1, d.len()-1)
		case key.Matches(msg, page.Keys.First, page.Keys.PageUp):
			d.at = 0
		case key.Matches(msg, page.Keys.Last, page.Keys.PageDown):
			d.at = d.len() - 1
		}
	case tea.MouseWheelMsg:
		switch msg.Button {
		case tea.MouseWheelUp:
			d.climb(-1)
		case tea.MouseWheelDown:
			d.climb(1)
		}
	case tea.MouseClickMsg:
		if i, ok := d.under(msg.X, msg.Y); ok && msg.Button == tea.MouseLeft {
			d.at = i
			return d.current().Choose(), false
		}
	}
	return nil, false
}

// climb moves the cursor to the next line with entries, to the one nearest to its column. It
// reports false if there is no such line.
func (d *doors) climb(step int) bool {
	y := slices.IndexFunc(d.lines, func(line []spot) bool {
		return slices.ContainsFunc(line, func(s spot) bool { return s.entry == d.at })
	})
	if y < 0 {
		return false
	}
	from := d.lines[y][slices.IndexFunc(d.lines[y], func(s spot) bool { return s.entry == d.at })].from
	for y += step; y >= 0 && y < len(d.lines); y += step {
		if line := d.lines[y]; len(line) > 0 {
			for _, s := range line { // the first one begins at the edge
				if s.from <= from {
					d.at = s.entry
				}
			}
			return true
		}
	}
	return false
}

// under returns the entry at a cell of the window.
func (d *doors) under(x, y int) (entry int, ok bool) {
	if y -= d.y; y < 0 || y >= len(d.lines) {
		return 0, false
	}
	for _, s := range d.lines[y] {
		if s.from <= x-d.x && x-d.x < s.to {
			return s.entry, true
		}
	}
	return 0, false
}

// draw draws the entries in an area, from top to bottom; lit says whether the cursor is among them.
// If they have no room, those around the cursor are visible, with arrows towards the others.
func (d *doors) draw(th *tui.Theme, a page.Area, lit bool) []string {
	d.x, d.y = a.X, a.Y
	drawn := d.drawn(th, a, lit, a.W)
	if len(drawn) > a.H {
		drawn = d.drawn(th, a, lit, a.W-page.FoldRoom)
	}
	return d.fold(th, drawn, a, lit)
}

// drawn returns the lines without regard to the area's height, with a number of columns for the
// shelf.
func (d *doors) drawn(th *tui.Theme, a page.Area, lit bool, shelf int) (drawn []string) {
	d.lines = d.lines[:0]
	add := func(line string, spots ...spot) {
		drawn, d.lines = append(drawn, line), append(d.lines, spots)
	}
	air := a.H >= len(d.verbs)*2+len(d.shelf)+shelfAir
	for i := range d.verbs {
		add(d.verb(th, i, lit, a.W), spot{i, 0, a.W})
		if air {
			add("")
		}
	}
	add(page.Gutter[:1] + kit.Rule(th, a.W-2, ""))
	if air {
		add("")
	}
	line, spots, x := make([]byte, 0, 1024), []spot(nil), 0
	for i := len(d.verbs); i < d.len(); i++ {
		e := d.entry(i)
		wide := len("   ") + kit.Width(e.Label)
		if e.Live != "" {
			wide += 1 + kit.Width(th.Sign(e.Live))
		}
		if x > 0 && x+shelfGap+wide > shelf {
			add(th.Line(line), spots...)
			line, spots, x = line[:0], nil, 0
		}
		if x > 0 {
			line = append(line, "  "...)
			x += shelfGap
		}
		line = d.item(line, th, i, lit)
		spots = append(spots, spot{i, x, x + wide})
		x += wide
	}
	if len(spots) > 0 {
		add(th.Line(line), spots...)
	}
	return drawn
}

const (
	shelfGap = 2 // between two things on the shelf
	shelfAir = 12
)

// fold cuts the lines to the height of an area around the cursor.
func (d *doors) fold(th *tui.Theme, drawn []string, a page.Area, lit bool) []string {
	if len(drawn) <= a.H || a.H < 1 {
		return drawn[:max(0, min(len(drawn), a.H))]
	}
	at := slices.IndexFunc(d.lines, func(line []spot) bool {
		return slices.ContainsFunc(line, func(s spot) bool { return s.entry == d.at })
	})
	top := max(0, min(at-a.H/2, len(drawn)-a.H))
	for _, y := range []int{top, top + a.H - 1} { // an arrow leaves a verb less room
		if spots := d.lines[y]; len(spots) > 0 && spots[0].entry < len(d.verbs) {
			drawn[y] = d.verb(th, spots[0].entry, lit, a.W-page.FoldRoom)
		}
	}
	d.y -= top // so that the lines above the fold are above the area
	return page.Fold(th, drawn[top:top+a.H], a.W, top > 0, top+a.H < len(drawn))
}

// verb draws one of the verbs on a line.
func (d *doors) verb(th *tui.Theme, i int, lit bool, w int) string {
	e, on := &d.verbs[i], lit && i == d.at
	style, line := th.Text, make([]byte, 0, 1024)
	narrow := w < wideHome
	margin, least, gap := len(page.Gutter), wideVerb, 2
	if narrow {
		margin, least, gap = 0, narrowVerb, 1
	}
	line = append(line, page.Gutter[:margin]...)
	if on {
		style, line = th.Lamp, th.Lamp.Append(line, th.Glyphs.Cursor)
	} else {
		line = append(line, ' ')
	}
	label := kit.Width(e.Label)
	wide := max(label, least)
	if !narrow { // the notes of all begin in one column
		for _, other := range d.verbs {
			wide = max(wide, kit.Width(other.Label))
		}
	}
	line = style.End(kit.Spaces(append(style.Begin(append(line, ' ')), e.Label...), wide-label))
	line = kit.Spaces(line, gap)
	used := margin + len("  ") + wide + gap
	hint, live := th.Sign(e.Hint), th.Sign(e.Live)
	room, hints, lives := w-margin-used, kit.Width(hint), kit.Width(live)
	both := hints + lives
	if hints > 0 && lives > 0 {
		both += dotted
	}
	switch {
	case narrow && 0 < lives && lives <= room:
		return th.Line(th.Text.Append(line, live))
	case narrow && 0 < hints && hints <= room:
		return th.Line(th.Smoke.Append(line, hint))
	case narrow:
		return th.Line(line)
	case both <= room:
		line = th.Smoke.Append(line, hint)
		if hints > 0 && lives > 0 {
			line = th.Smoke.End(append(append(append(th.Smoke.Begin(line), ' '), th.Sign("·")...), ' '))
		}
		line = th.Text.Append(line, live)
		used += both
	case lives > 0:
		cut := kit.Cut(th.Text.Render(live), room)
		line, used = append(line, cut...), used+kit.Width(cut)
	default:
		cut := kit.Cut(th.Smoke.Render(hint), room)
		line, used = append(line, cut...), used+kit.Width(cut)
	}
	enter := page.Keys.Enter.Help().Key
	if free := w - margin - used - kit.Width(enter); on && free > 0 {
		line = th.Lamp.Append(kit.Spaces(line, free), enter)
	}
	return th.Line(line)
}

const (
	wideHome   = 70 // from this width on a verb has all its notes
	wideVerb   = 20 // columns for a verb
	narrowVerb = 17
	dotted     = 3 // columns for a dot between two notes
)

// item appends a thing on the shelf to a line.
func (d *doors) item(line []byte, th *tui.Theme, i int, lit bool) []byte {
	e, label := d.entry(i), th.Text
	line = append(line, ' ')
	if lit && i == d.at {
		label, line = th.Lamp, th.Lamp.Append(line, th.Glyphs.Cursor)
	} else {
		line = append(line, ' ')
	}
	line = label.Append(append(line, ' '), e.Label)
	if e.Live != "" {
		line = th.Smoke.Append(append(line, ' '), th.Sign(e.Live))
	}
	return line
}

// verbOf is what enter does now.
func (d *doors) verbOf() string {
	if v := d.current().Verb; v != "" {
		return v
	}
	return language.Mark("go")
}
