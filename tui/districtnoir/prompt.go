package districtnoir

import (
	"noir/tui"
	"noir/tui/kit"
)

// promptView says in plain words whose turn it is and what the picked thing would do.
type promptView struct{ brush }

// draw shows the prompt. A click on it confirms.
func (p promptView) draw() kit.Block {
	text, style := p.ask()
	line := style.Append(append(make([]byte, 0, 256), ' '), kit.Cut(text, p.w-margin))
	return p.stood.Line(p.th.Line(line)).Click(clickConfirm)
}

// ask is the one line that tells the viewer where they stand.
func (p promptView) ask() (string, tui.Style) {
	room := p.w - margin
	switch {
	case p.Frame.End != nil:
		return kit.FirstFit(room, ending{p.speech}.result(), ending{p.speech}.winners()), p.th.Bright
	case p.hint != "":
		return p.hint, p.th.Danger
	case p.MayAct():
		return p.askViewer(room), p.th.Lamp
	case p.own(p.view.Turn()):
		return p.waiting(), p.th.Smoke
	}
	other, waiting := p.name(p.view.Turn()), p.waiting()
	if c := p.Frame.Clocks; len(c) > 0 && p.Frame.Clock.Move > 0 && !p.Watching() && !c[p.view.Turn()].Running {
		return kit.FirstFit(room, p.Words("%s is to move. The clocks stand still.", other), waiting), p.th.Smoke
	}
	if p.pick.kind == cardPick {
		card := p.write(p.hand()[p.pick.card : p.pick.card+1])
		return kit.FirstFit(room, p.Words("%s is to move. You think of %s.", other, card), waiting), p.th.Smoke
	}
	return waiting, p.th.Smoke
}

// askViewer asks the viewer for a move.
func (p promptView) askViewer(room int) string {
	switch p.pick.kind {
	case cardPick:
		card := p.write(p.hand()[p.pick.card : p.pick.card+1])
		if p.only() {
			return kit.FirstFit(room, p.Words("Your move, the only one: enter plays %s.", card), p.Words("Your move: enter plays %s.", card))
		}
		return kit.FirstFit(room, p.Words("enter plays %s, esc puts it back", card), p.Words("enter plays %s", card))
	case takePick:
		cards := signs(p.g, p.view.Offer())
		if p.only() {
			return kit.FirstFit(room, p.Words("Your move, the only one: enter takes %s.", cards), p.Words("Your move: enter takes %s.", cards), p.Words("Your move: enter takes."))
		}
		long := p.Words("enter takes %s, esc leaves them", cards)
		if len(p.view.Row) == 1 {
			long = p.Words("enter takes %s, esc leaves it", cards)
		}
		return kit.FirstFit(room, long, p.Words("enter takes %s", cards))
	}
	long, short := p.choice()
	return kit.FirstFit(room, p.Words("Your move: %s.", long), p.Words("Your move: %s.", short))
}
