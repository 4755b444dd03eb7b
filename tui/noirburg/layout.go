package noirburg

import (
	"maps"
	"slices"

	"noir/engine/noirburg/rules"
	"noir/tui/kit"
)

// section is a part of the table that spans its width.
type section struct {
	kit.Block
	air   int // its turn to get an empty line above, from 1; 0: never
	above int // empty lines
	clock int // the clock of a one-line section; noClock without one
	lit   bool
}

// noClock is the clock of a section without one.
const noClock = -1

// painter draws the whole table into a picture.
type painter struct {
	brush
	shown  *picture
	beside bool // the story stands beside the table
}

func (p painter) seats() seatView { return seatView{p.brush} }

func (p painter) turn() turnView { return turnView{p.seats()} }

// story is the view of the log, with the picture's cache.
func (p painter) story() storyView { return storyView{p.brush, p.shown.told} }

// begin starts another picture, keeping the worded lines of the log.
func (p painter) begin(w, h int) {
	s := p.shown
	*s = picture{w: w, h: h, th: p.th, told: s.told, scene: s.scene}
	if s.told == nil {
		s.told = map[int]string{}
	}
	oldest := len(p.Frame.Log) - h // a table of h lines shows no more
	maps.DeleteFunc(s.told, func(ply int, _ string) bool { return ply <= oldest })
}

// wind updates the clocks, and reports whether any of them shows another time.
func (p painter) wind() (moved bool) {
	now := [clocks]string{ownClock: p.seats().clock(p.Near()), othersClock: p.seats().othersClock()}
	lines := [clocks]func() kit.Block{
		ownClock:    func() kit.Block { return p.lamplit(kit.Lines(p.seats().ownLine())) },
		othersClock: func() kit.Block { return kit.Lines(p.turn().phaseRule()) },
	}
	for i := range p.shown.clocks {
		shown := &p.shown.clocks[i]
		if shown.time == now[i] {
			continue
		}
		shown.time, moved = now[i], true
		p.shown.table = p.shown.table.With(shown.y, lines[i]())
	}
	return moved
}

// drawTable draws all sections as large as they fit on h lines.
func (p painter) drawTable(h int) kit.Block {
	sections, spare := p.fit(h)
	if street := p.street(spare); street.Height() > 0 {
		sections = append(sections, section{Block: street, air: 7, clock: noClock})
		spare -= street.Height()
	}
	const most = 2 // empty lines in one place
	kit.Air(sections, spare, most, func(s *section) (int, *int) { return s.air, &s.above })
	blocks := make([]kit.Block, 0, 2*len(sections))
	y := 0
	for _, s := range sections {
		if y += s.above; s.clock >= 0 {
			p.shown.clocks[s.clock].y = y
		}
		above, block := kit.Blank(s.above), s.Block
		if s.lit {
			above, block = p.lamplit(above), p.lamplit(block)
		}
		blocks = append(blocks, above, block)
		y += s.Height()
	}
	return kit.Stack(blocks...)
}

// street is the foot of a wide table that leaves enough lines: a lit window for each player and spectator.
func (p painter) street(spare int) kit.Block {
	const air = 5 // lines that stay free above other parts
	if !p.beside {
		return kit.Block{}
	}
	return kit.Foot(p.th, p.w, spare-air, len(p.Frame.Seats)+p.Frame.Watchers)
}

// lamplit puts the light of one's own lamp behind a part of the table.
func (p painter) lamplit(b kit.Block) kit.Block { return b.On(p.th.Lamplight, p.w) }

// fit returns the sections of the first plan that fits on h lines, and how many lines are left over
// (negative if not even the last one fits). The panel gets as many of them as it needs, where there
// is little room before the rivals, and as many as are left over for what has led up to it.
func (p painter) fit(h int) (sections []section, spare int) {
	parts, needs, tight := p.parts(), height(p.goingOn()), telling
	wants := needs + height(p.background())
	if needs > 0 {
		tight = deciding
	}
	sections = make([]section, 0, 16)
	for _, plan := range slices.Concat(plans, tight) {
		if !plan.suits(p.w, h) { // nothing of it need be drawn
			continue
		}
		sections = parts.sections(sections[:0], plan)
		spare = h - height(sections)
		more := max(0, needs-plan.panel)
		if spare < 0 || spare < more && (plan.rivals < low || plan.rivals <= spot && p.w < ruledWidth) {
			continue
		}
		p.shown.cut = plan.rivals == names || (plan.rivals == spot || plan.rivals == single) && p.w < ruledWidth && rivalView{mafiaView{p.seats()}}.cut()
		if more = min(max(0, wants-plan.panel), spare); more > 0 {
			plan.panel += more
			return parts.sections(sections[:0], plan), spare - more
		}
		return sections, spare
	}
	return sections, spare
}

// parts draws the parts of the table, each form of a part only once.
type parts struct {
	table, phases, own, prompt kit.Block
	rivals                     func(detail) []kit.Block
	ownMafia                   func(detail) kit.Block
	hand                       func(density) kit.Block
	panel                      func(int) kit.Block
}

func (p painter) parts() parts {
	mafias := mafiaView{p.seats()}
	return parts{
		table:    kit.Lines(p.turn().tableLine()),
		phases:   kit.Lines(p.turn().phaseRule()),
		own:      kit.Lines(p.seats().ownLine()),
		prompt:   promptView{p.brush}.prompt(),
		rivals:   once(rivalView{mafias}.rivals),
		ownMafia: once(mafias.ownMafia),
		hand:     once(handView{p.brush}.handBlock),
		panel:    once(p.panel),
	}
}

// once caches the results of draw.
func once[K comparable, V any](draw func(K) V) func(K) V {
	drawn := map[K]V{}
	return func(k K) V {
		v, ok := drawn[k]
		if !ok {
			v = draw(k)
			drawn[k] = v
		}
		return v
	}
}

// sections appends the parts of a plan from the top. The caller passes the emptied sections of the
// plan tried before, whose memory it reuses.
func (p parts) sections(sections []section, plan plan) []section {
	add := func(air int, b kit.Block, clock int) {
		if b.Height() > 0 {
			sections = append(sections, section{Block: b, air: air, clock: clock})
		}
	}
	if plan.table {
		add(0, p.table, noClock)
	}
	for i, b := range p.rivals(plan.rivals) {
		add(4+min(i, 1), b, noClock)
	}
	add(3, p.phases, othersClock)
	add(0, p.panel(plan.panel), noClock)
	others := len(sections)
	add(2, p.own, ownClock)
	add(0, p.ownMafia(plan.own), noClock)
	add(1, p.hand(plan.hand), noClock)
	for i := range sections[others:] {
		sections[others+i].lit = true
	}
	add(6, p.prompt, noClock)
	return sections
}

// panel shows on a number of lines the dice that roll, otherwise what is going on. Otherwise it shows what has happened
// or, where the story stands beside the table, what lies on the table.
func (p painter) panel(h int) kit.Block {
	switch lines := p.goingOn(); {
	case h == 0:
		return kit.Block{}
	case p.still.dice != nil:
		return diceView{p.brush}.draw(p.still.dice, h)
	case lines == nil && p.view.Phase == rules.PhaseSetup:
		return p.opening(h)
	case lines == nil && p.beside && h >= len(p.Frame.Seats):
		return centreView{p.seats()}.draw(h)
	case lines == nil:
		return p.story().lines(h)
	default:
		return p.shed(append(p.background(), lines...), h)
	}
}

// background is what has led up to the open window, where no story stands beside the table: the newest moves except
// those that the window itself shows. The newest comes before the bars of an attack and who of it would be left.
func (p painter) background() []panelLine {
	if p.beside || p.pick != nil || p.view.Window == nil {
		return nil
	}
	ranks := []int{5, 8}
	if p.w < ruledWidth {
		ranks = []int{8, 9}
	}
	moves := p.story().before(p.view.Window, len(ranks))
	out := make([]panelLine, len(moves))
	for i, told := range moves {
		out[i] = p.wrapped(ranks[len(moves)-1-i], p.th.Smoke, told)
	}
	return out
}

// opening says on a number of lines, before the first turn, what one plays for, and what has happened.
func (p painter) opening(h int) kit.Block {
	v := p.view
	third, most := money(rules.Third(len(v.Seats))), money(rules.Majority(len(v.Seats)))
	aims := []string{
		p.Words("Points win: your money, your cards' numbers, 10 for a Hideout taken down."),
		p.Words("Counted four turns after one has %s, the bank is bare or a Hideout falls.", third),
		p.Words("The last one standing wins at once, and so do two Hideouts taken down."),
	}
	if v.MoneyWin {
		aims[2] = p.Words("The last one standing wins at once, and so do two Hideouts taken down, or %s at the end of a turn.", most)
	}
	lines := p.lines(1, aims)
	for len(lines) > 1 && height(lines) > h {
		lines = lines[:len(lines)-1]
	}
	rest := h - height(lines)
	if rest <= 0 || p.beside {
		return p.shed(lines, h)
	}
	return kit.Stack(p.shed(lines, h-rest), p.story().lines(rest))
}

// goingOn describes the pick or the open window; nil if there is neither.
func (p painter) goingOn() []panelLine {
	switch {
	case p.pick != nil:
		return p.pick.panel(p.brush)
	case p.view.Window != nil:
		return windowView{p.brush}.windowLines()
	}
	return nil
}
