package play

import "charm.land/bubbles/v2/key"

// ShortHelp lists the keys that do something now.
func (t *table) ShortHelp() []key.Binding {
	switch {
	case t.cover.overlay != nil:
		return t.cover.help()
	case t.board == nil || t.mode != seated && t.ended != nil && !t.gameOver():
		return t.strandedHelp()
	case t.mode == replaying:
		return t.tape.help(t.sheet.flip())
	case t.gameOver():
		return after{t.sight}.help(t.sheet.flip())
	case t.mode == watching:
		return []key.Binding{keys.moves, keys.back}
	}
	if t.frame.PlayedByHouse() {
		return []key.Binding{keys.resume, keys.say, keys.moves, keys.menu}
	}
	t.short = append(t.short[:0], t.board.ShortHelp()...)
	if t.frame.Passing.All() {
		t.short = append(t.short, keys.answer)
	}
	if t.frame.Turn != nil && !t.frame.Rated {
		t.short = append(t.short, keys.hint)
	}
	t.short = append(t.short, keys.say, keys.moves, keys.menu)
	return t.short
}

// strandedHelp is for a table that cannot be shown, or not yet.
func (t *table) strandedHelp() []key.Binding {
	if t.canReplay() {
		return []key.Binding{keys.replay, t.wayOut()}
	}
	return []key.Binding{t.wayOut()}
}

// wayOut leaves a table that cannot be shown; enter does too, once that is known.
func (t *table) wayOut() key.Binding {
	if t.ended != nil {
		return keys.away
	}
	return keys.back
}

// FullHelp lists all keys of the screen.
func (t *table) FullHelp() [][]key.Binding {
	if t.board == nil || t.mode == watching {
		return [][]key.Binding{t.ShortHelp()}
	}
	if t.mode == replaying {
		return [][]key.Binding{
			{keys.before, keys.after, keys.part, keys.partBack, keys.less, keys.more, keys.first, keys.last, keys.moment, keys.fault, keys.faultBack},
			{keys.play, keys.fast, keys.slow, keys.moves, keys.sheet, keys.appraise, keys.better, keys.onward, keys.back},
		}
	}
	if t.gameOver() {
		return [][]key.Binding{after{t.sight}.help(t.sheet.flip()), {keys.say}}
	}
	around := []key.Binding{keys.say, keys.moves, keys.menu}
	if !t.frame.Rated {
		around = append(around, keys.hint)
	}
	switch {
	case t.frame.Passing.All():
		around = append(around, keys.answer)
	case t.hasWindows():
		around = append(around, keys.auto)
	}
	return append(t.board.FullHelp(), around)
}
