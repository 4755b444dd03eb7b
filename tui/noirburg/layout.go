package noirburg

import (
	"slices"

	"noir/tui/kit"
)

// plan is how large the parts of the table are drawn. A part that is not planned is
// left out; the phases, the own mafia, the hand and the prompt never are.
type plan struct {
	rivals, own detail
	hand        density
	panel       int  // lines
	table       bool // the line of bank and countdown
}

// detail is how much is told of the rivals.
type detail int8

const (
	full   detail = iota // words, two lines or more each
	brief                // signs, two lines or more each
	single               // signs, one line each
	names                // all on one line
	none
)

// density is how large a hand is drawn.
type density int8

const (
	tall density = iota // cards of five lines
	flat                // cards of four lines
	bare                // words
)

// plans are tried from the first until one fits, then those for a table at which
// there is something to decide or that has a story to tell.
var (
	plans = []plan{
		{rivals: full, hand: tall, panel: 5, table: true},
		{rivals: full, hand: flat, panel: 4, table: true},
		{rivals: full, hand: bare, panel: 4, table: true},
		{rivals: brief, hand: bare, panel: 4, table: true},
		{rivals: brief, hand: bare, panel: 3, table: true},
		{rivals: single, hand: bare, panel: 4, table: true},
		{rivals: single, hand: bare, panel: 3, table: true},
		{rivals: single, own: brief, hand: bare, panel: 3},
	}
	deciding = []plan{
		{rivals: single, own: brief, hand: bare, panel: 2},
		{rivals: names, own: brief, hand: bare, panel: 3},
		{rivals: names, own: brief, hand: bare, panel: 2},
		{rivals: none, own: brief, hand: bare, panel: 3},
		{rivals: none, own: brief, hand: bare, panel: 2},
		{rivals: none, own: brief, hand: bare, panel: 1},
		{rivals: none, own: brief, hand: bare},
	}
	telling = []plan{
		{rivals: single, own: brief, hand: bare, panel: 1},
		{rivals: names, own: brief, hand: bare, panel: 2},
		{rivals: names, own: brief, hand: bare, panel: 1},
		{rivals: names, own: brief, hand: bare},
		{rivals: none, own: brief, hand: bare},
	}
)

// section is a part of the table that spans its width.
type section struct {
	kit.Block
	air   int // its turn to get an empty line above, from 1; 0 is never
	above int // empty lines
	clock int // it is one line and has that clock; -1 without one
}

// drawTable draws all sections as large as they can be on h lines.
func (p painter) drawTable(h int) kit.Block {
	sections, spare := p.fit(h)
	const most = 2 // empty lines in one place
	kit.Air(sections, spare, most, func(s *section) (int, *int) { return s.air, &s.above })
	blocks := make([]kit.Block, 0, 2*len(sections))
	y := 0
	for _, s := range sections {
		if y += s.above; s.clock >= 0 {
			p.shown.clocks[s.clock].y = y
		}
		blocks = append(blocks, kit.Blank(s.above), s.Block)
		y += s.Height()
	}
	return kit.Stack(blocks...)
}

// fit returns the sections of the first plan that fits on h lines, and how many lines
// are left over: negative ones when not even the last does. What is going on gets as
// many of them as it needs; where there is little room it comes before the rivals.
func (p painter) fit(h int) (sections []section, spare int) {
	parts, needs, tight := p.parts(), height(p.goingOn()), telling
	if needs > 0 {
		tight = deciding
	}
	for _, plan := range slices.Concat(plans, tight) {
		if plan.hand < bare && p.w < framedWidth || plan.rivals == full && p.w < ruledWidth {
			continue
		}
		sections = parts.sections(plan)
		spare = h - height(sections)
		more := max(0, needs-plan.panel)
		if spare < 0 || plan.rivals == brief && p.w < ruledWidth && spare < more {
			continue
		}
		if more = min(more, spare); more > 0 {
			plan.panel += more
			return parts.sections(plan), spare - more
		}
		return sections, spare
	}
	return sections, spare
}

func height[B interface{ Height() int }](blocks []B) (lines int) {
	for _, b := range blocks {
		lines += b.Height()
	}
	return lines
}

// parts draw the parts of the table, each only once in a form.
type parts struct {
	table, phases, own, prompt kit.Block
	rivals                     func(detail) []kit.Block
	ownMafia                   func(detail) kit.Block
	hand                       func(density) kit.Block
	panel                      func(int) kit.Block
}

func (p painter) parts() parts {
	return parts{
		table:    kit.Lines(p.tableLine()),
		phases:   kit.Lines(p.phaseRule()),
		own:      kit.Lines(p.ownLine()),
		prompt:   p.prompt(),
		rivals:   once(p.rivals),
		ownMafia: once(p.ownMafia),
		hand:     once(p.handBlock),
		panel:    once(p.panel),
	}
}

// once remembers what has been drawn.
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

// sections lists the parts of a plan from the top.
func (p parts) sections(plan plan) []section {
	sections := make([]section, 0, 16)
	add := func(air int, b kit.Block, clock int) {
		if b.Height() > 0 {
			sections = append(sections, section{Block: b, air: air, clock: clock})
		}
	}
	const still = -1 // no clock
	if plan.table {
		add(0, p.table, still)
	}
	for i, b := range p.rivals(plan.rivals) {
		add(4+min(i, 1), b, still)
	}
	add(3, p.phases, othersClock)
	add(0, p.panel(plan.panel), still)
	add(2, p.own, ownClock)
	add(0, p.ownMafia(plan.own), still)
	add(1, p.hand(plan.hand), still)
	add(6, p.prompt, still)
	return sections
}
