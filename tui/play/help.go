package play

import "charm.land/bubbles/v2/key"

// help lists the keys of a table.
type help struct {
	*sight
	cover *cover
	sheet *sheet
	tape  *tape
	short []key.Binding // room for the short help
}

// ShortHelp lists the keys that do something now.
func (h *help) ShortHelp() []key.Binding {
	switch {
	case h.cover.overlay != nil:
		return h.cover.help()
	case h.board == nil || h.mode != seated && h.ended != nil && !h.gameOver():
		return stranded{h.sight}.help()
	case h.mode == replaying:
		return h.tape.help(h.sheet.flip())
	case h.gameOver():
		return after{h.sight}.help(h.sheet.flip())
	case h.mode == watching:
		return []key.Binding{keys.moves, keys.back}
	}
	if h.frame.PlayedByHouse() {
		return []key.Binding{keys.resume, keys.say, keys.moves, keys.menu}
	}
	h.short = append(h.short[:0], h.board.ShortHelp()...)
	if h.frame.Passing.All() {
		h.short = append(h.short, keys.answer)
	}
	if h.frame.Turn != nil && !h.frame.Rated {
		h.short = append(h.short, keys.hint)
	}
	h.short = append(h.short, keys.say, keys.moves, keys.menu)
	return h.short
}

// FullHelp lists all keys of the screen.
func (h *help) FullHelp() [][]key.Binding {
	if h.board == nil || h.mode == watching {
		return [][]key.Binding{h.ShortHelp()}
	}
	if h.mode == replaying {
		return [][]key.Binding{
			{keys.before, keys.after, keys.part, keys.partBack, keys.less, keys.more, keys.first, keys.last, keys.moment, keys.fault, keys.faultBack},
			{keys.play, keys.fast, keys.slow, keys.moves, keys.sheet, keys.appraise, keys.better, keys.onward, keys.back},
		}
	}
	if h.gameOver() {
		return [][]key.Binding{after{h.sight}.help(h.sheet.flip()), {keys.say}}
	}
	around := []key.Binding{keys.say, keys.moves, keys.menu}
	if !h.frame.Rated {
		around = append(around, keys.hint)
	}
	switch {
	case h.frame.Passing.All():
		around = append(around, keys.answer)
	case passing{h.sight}.possible():
		around = append(around, keys.auto)
	}
	return append(h.board.FullHelp(), around)
}
