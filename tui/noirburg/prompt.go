package noirburg

import (
	"slices"

	"noir/engine/noirburg/rules"
	"noir/tui"
	"noir/tui/kit"
)

// promptView draws the question to the viewer.
type promptView struct{ brush }

// prompt says in plain words what the viewer is asked and what confirming would do. Clicking it
// confirms.
func (p promptView) prompt() kit.Block {
	const most = 3 // lines
	style, texts := p.ask()
	if p.lapsed {
		for i := range texts {
			texts[i] = p.lapse() + " " + texts[i]
		}
	}
	return p.shorten(p.text(0, style, texts...), most).Crop(p.w, most).Click(clickConfirm)
}

// lapse says that the pick was dropped.
func (p promptView) lapse() string {
	if p.MayAct() {
		return p.Words("The table has changed: pick again.")
	}
	return p.Words("The table has changed: nothing is picked any more.")
}

// ask is the text of the prompt, the longest form first.
func (p promptView) ask() (tui.Style, []string) {
	switch {
	case p.Frame.End != nil:
		return p.th.Bright, []string{sheet{p.speech}.result()}
	case p.hint != "":
		return p.th.Danger, p.hinted()
	case p.pick != nil:
		return p.th.Lamp, p.confirmation()
	case p.Watching():
		return p.th.Smoke, []string{p.waitsFor()}
	case !p.view.Seats[p.Frame.Seat].Alive:
		return p.th.Smoke, []string{p.Words("You are out.") + " " + p.waitsFor(), p.waitsFor()}
	case p.view.Window != nil:
		return p.askWindow()
	case p.view.Active == p.Frame.Seat && p.MayAct():
		return p.th.Lamp, p.askTurn()
	}
	if can := p.throwable(); can != "" {
		return p.th.Smoke, []string{p.waitsFor() + " " + can, p.waitsFor()}
	}
	return p.th.Smoke, []string{p.waitsFor()}
}

// confirmation says what enter would do, or what is missing.
func (p promptView) confirmation() []string {
	if _, missing := p.pick.move(p.speech); missing != "" {
		return []string{missing}
	}
	long, short := p.pick.does(p.speech)
	return []string{p.Words("enter %s, esc goes back", long), p.Words("enter %s", long), p.Words("enter %s", short)}
}

// askWindow asks for an answer to the open window.
func (p promptView) askWindow() (tui.Style, []string) {
	w, can := p.view.Window, p.throwable()
	switch {
	case w.MayPass && !p.MayAct(): // in a puzzle, after an answer that changes nothing
		return p.th.Smoke, []string{p.waitsFor()}
	case w.MayPass && p.Frame.Idle:
		return p.th.Smoke, []string{p.Words("Nothing to play here. Passing…"), p.Words("Passing…")}
	case w.MayPass && can != "":
		return p.th.Lamp, []string{p.Words("Throw in a card by its digit, or p to pass."), p.Words("A digit throws in, p passes.")}
	case w.MayPass:
		return p.th.Lamp, []string{p.Words("You have nothing to play here: p passes."), p.Words("p passes")}
	case can != "":
		return p.th.Smoke, []string{
			p.Words("You have passed. The others may still answer; you may still throw in a card."),
			p.Words("Passed. You may still throw in."),
		}
	case p.Frame.Kept.Now:
		return p.th.Smoke, []string{p.Words("You have passed. The others may still answer."), p.Words("Passed. The others may answer.")}
	}
	return p.th.Smoke, []string{p.Words("The others may answer.")}
}

// askTurn asks for an action of the viewer's turn.
func (p promptView) askTurn() []string {
	own := p.view.Seats[p.Frame.Seat]
	switch {
	case p.may(rules.TypeMulligan):
		return []string{
			p.Words("Swap up to two cards: pick digits, then enter. None picked = keep all."),
			p.Words("Mark up to two to swap, then enter."),
		}
	case !p.may(rules.TypeEndTurn):
		return []string{
			p.Words("Your turn. Hidden: %s. Place or dismiss them with r.", p.gangsters(len(own.Hidden))),
			p.Words("Your turn: place hidden gangsters with r."),
		}
	}
	return []string{p.Words("Your turn: pick a card or an action; e ends the turn."), p.Words("Your turn. e ends it, ? lists keys.")}
}

// hinted says why the last key did nothing and, if both fit on a line, adds the question that still
// stands, or a reminder of it.
func (p promptView) hinted() []string {
	asks := *p.draft
	asks.hint = ""
	still := p
	still.draft = &asks
	_, texts := still.ask()
	if slices.Contains(texts, p.hint) { // the question says it already
		return texts
	}
	brief := texts[len(texts)-1]
	if p.view.Window == nil && p.MayAct() {
		brief = p.waitsFor()
	}
	return []string{p.hint + " " + texts[0], p.hint + " " + texts[len(texts)-1], p.hint + " " + brief, p.hint}
}
