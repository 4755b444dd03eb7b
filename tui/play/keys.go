package play

import (
	"charm.land/bubbles/v2/key"

	"noir/tui"
)

// keys are the bindings in addition to those of the board; they are never changed.
var keys = newKeys()

type tableKeys struct {
	say, moves, menu, back, away        key.Binding
	resume, auto, answer, hint          key.Binding
	table, sheet, up, down              key.Binding
	rematch, follow, next, replay, home key.Binding
	step, before, after, play, pause    key.Binding
	speed, fast, slow, moment           key.Binding
	first, last, less, more             key.Binding
	part, partBack                      key.Binding
	appraise, fault, faultBack, faults  key.Binding
	onward, better                      key.Binding

	// In overlays.
	choose, scroll, page, pageBack, oldest, newest key.Binding
	enter, close, leaveText                        key.Binding
	phrase, ownWords, people, report, sides        key.Binding
	stay, leave, resign, dayPace, spectators       key.Binding // lines of the menu
	resignNow, playOn                              key.Binding
	digit, erase                                   key.Binding
}

func newKeys() tableKeys {
	k := tableKeys{
		say:   tui.Bind("c", "say", "c"),
		moves: tui.Bind("m", "moves", "m"),
		menu:  tui.Bind("q", "menu", "q"),
		back:  tui.Bind("q", "back", "q", "esc"),
		away:  tui.Bind("enter", "back", "enter", "q", "esc"),

		resume: tui.Bind("enter", "play on", "enter"),
		auto:   tui.Bind("A", "auto-pass", "A"),
		hint:   tui.Bind("i", "hint", "i"),

		sheet: tui.Bind("tab", "score", "tab"),
		up:    tui.Bind("↑", "up", "up", "k"),
		down:  tui.Bind("↓", "down", "down", "j"),

		rematch: tui.Bind("r", "rematch", "r"),
		follow:  tui.Bind("r", "watch the rematch", "r"),
		next:    tui.Bind("n", "next game", "n"),
		replay:  tui.Bind("w", "replay", "w"),
		home:    tui.Bind("enter", "home", "enter", "q", "esc"),

		play:   tui.Bind("space", "play", "space"),
		before: tui.Bind("←", "back a move", "left", "h"),
		after:  tui.Bind("→", "a move on", "right", "l"),
		fast:   tui.Bind("+", "faster", "+", "="),
		slow:   tui.Bind("-", "slower", "-"),
		moment: tui.Bind("g", "go to", "g"),
		first:  tui.Bind("home", "to the start", "home", "0"),
		last:   tui.Bind("end", "to the end", "end", "$"),
		less:   tui.Bind("pgup", "back ten moves", "pgup"),
		more:   tui.Bind("pgdn", "ten moves on", "pgdown"),

		part:     tui.Bind("n", "next round or turn", "n"),
		partBack: tui.Bind("p", "previous round or turn", "p"),

		appraise:  tui.Bind("a", "review", "a"),
		fault:     tui.Bind("]", "next dubious move", "]"),
		faultBack: tui.Bind("[", "previous dubious move", "["),
		better:    tui.Bind("f", "find a better move", "f"),
		onward:    tui.Bind("o", "play on", "o"),

		page:      tui.Bind("pgdn", "", "pgdown"),
		pageBack:  tui.Bind("pgup", "", "pgup"),
		oldest:    tui.Bind("home", "", "home"),
		newest:    tui.Bind("end", "", "end"),
		enter:     tui.Bind("enter", "do it", "enter"),
		close:     tui.Bind("esc", "back", "esc", "q"),
		leaveText: tui.Bind("esc", "leave it", "esc"),

		phrase:   tui.Bind("1–9", "say", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		ownWords: tui.Bind("t", "in your own words", "t"),
		people:   tui.Bind("p", "the people here", "p"),
		report:   tui.Bind("r", "report", "r"),

		stay:       tui.Bind("s", "stay", "s"),
		leave:      tui.Bind("l", "leave the table", "l"),
		resign:     tui.Bind("r", "resign", "r"),
		dayPace:    tui.Bind("d", "offer a day a move", "d"),
		spectators: tui.Bind("w", "let nobody watch", "w"),

		resignNow: tui.Bind("y", "resign", "y"),
		playOn:    tui.Bind("n", "play on", "n", "esc", "q"),

		digit: tui.Bind("0–9", "the move", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		erase: tui.Bind("backspace", "", "backspace"),
	}
	k.choose = tui.Both("↑↓", "choose", k.down, k.up)
	k.scroll = tui.Both("↑↓", "scroll", k.up, k.down)
	k.step = tui.Both("←→", "step", k.after, k.before)
	k.sides = tui.Both("←→", "seat", k.after, k.before)
	k.speed = tui.Both("+ -", "speed", k.fast, k.slow)
	k.faults = tui.Both("[ ]", "dubious moves", k.faultBack, k.fault)
	k.pause = tui.Says(k.play, "stop")
	k.answer = tui.Says(k.auto, "ask me again")
	k.table = tui.Says(k.sheet, "table")
	return k
}
