package noirburg

import (
	rules "noir/engine/noirburg"
	"noir/tui"
	"noir/tui/kit"
)

// prompt says in plain words what is asked of the viewer and what confirming would
// do. A click on it confirms.
func (p painter) prompt() kit.Block {
	const most = 3 // lines
	style, texts := p.ask()
	if p.lapsed {
		for i := range texts {
			texts[i] = p.lapse() + " " + texts[i]
		}
	}
	return p.shorten(p.text(0, style, texts...), most).Crop(p.w, most).Click(clickConfirm)
}

// lapse says that what was picked is picked no more.
func (p painter) lapse() string {
	if p.mayAct() {
		return p.Words("The table has changed: pick again.")
	}
	return p.Words("The table has changed: nothing is picked any more.")
}

// ask is what the prompt says, the longest form first.
func (p painter) ask() (tui.Style, []string) {
	switch {
	case p.frame.End != nil:
		return p.th.Bright, []string{p.result()}
	case p.hint != "":
		return p.th.Danger, []string{p.hint}
	case p.pick != nil:
		return p.th.Lamp, p.confirmation()
	case p.watching():
		return p.th.Smoke, []string{p.waitsFor()}
	case !p.view.Seats[p.frame.Seat].Alive:
		return p.th.Smoke, []string{p.Words("You are out.") + " " + p.waitsFor(), p.waitsFor()}
	case p.view.Window != nil:
		return p.askWindow()
	case p.view.Active == p.frame.Seat && p.mayAct():
		return p.th.Lamp, p.askTurn()
	}
	if can := p.throwable(); can != "" {
		return p.th.Smoke, []string{p.waitsFor() + " " + can, p.waitsFor()}
	}
	return p.th.Smoke, []string{p.waitsFor()}
}

// confirmation says what enter would do, or what is missing.
func (p painter) confirmation() []string {
	if _, missing := p.pick.move(p.Board); missing != "" {
		return []string{missing}
	}
	long, short := p.pick.does(p.Board)
	return []string{p.Words("enter %s, esc goes back", long), p.Words("enter %s", long), p.Words("enter %s", short)}
}

// askWindow asks for an answer to the open window.
func (p painter) askWindow() (tui.Style, []string) {
	w, can := p.view.Window, p.throwable()
	switch {
	case w.MayPass && !p.mayAct(): // an answer that changes nothing has been given: a puzzle's
		return p.th.Smoke, []string{p.waitsFor()}
	case w.MayPass && can != "":
		return p.th.Lamp, []string{p.Words("Throw in a card by its digit, or p to pass."), p.Words("A digit throws in, p passes.")}
	case w.MayPass:
		return p.th.Lamp, []string{p.Words("You hold nothing for this: p passes."), p.Words("p passes")}
	case can != "":
		return p.th.Smoke, []string{
			p.Words("You have passed. The others may still answer; you may still throw in a card."),
			p.Words("Passed. You may still throw in."),
		}
	case p.frame.Kept.Now:
		return p.th.Smoke, []string{p.Words("You have passed. The others may still answer."), p.Words("Passed. The others may answer.")}
	}
	return p.th.Smoke, []string{p.Words("The others may answer.")}
}

// askTurn asks for an action of the own turn.
func (p painter) askTurn() []string {
	own := p.view.Seats[p.frame.Seat]
	switch {
	case p.may(rules.TypeMulligan):
		return []string{
			p.Words("Set-up: mark up to two cards to swap, then enter; enter twice keeps them all."),
			p.Words("Mark up to two to swap, then enter."),
		}
	case !p.may(rules.TypeEndTurn):
		return []string{
			p.Words("Your turn: %s hidden. Place or dismiss them with r.", p.gangsters(len(own.Hidden))),
			p.Words("Your turn: place the hidden with r."),
		}
	}
	return []string{p.Words("Your turn: pick a card or an action; e ends the turn."), p.Words("Your turn. e ends it, ? lists keys.")}
}

// nothingPicked says what could have been confirmed.
func (b *Board) nothingPicked() string {
	switch {
	case b.view.Window != nil && b.view.Window.MayPass:
		return b.Words("Nothing is picked: a digit picks a card, p passes.")
	case !b.mayAct():
		return b.waitsFor()
	}
	return b.Words("Nothing is picked: take a card or an action first.")
}

// waitsFor says whom the table waits for.
func (b *Board) waitsFor() string {
	switch {
	case b.view.Window != nil:
		return b.Words("The table waits for answers.")
	case b.view.Phase == rules.PhaseSetup:
		return b.said(b.view.Active, "Set-up: You may swap cards.", "Set-up: %s may swap cards.")
	}
	return b.said(b.view.Active, "It is your turn.", "It is %s's turn.")
}
