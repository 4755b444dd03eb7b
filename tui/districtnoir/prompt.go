package districtnoir

import (
	"fmt"

	"noir/engine"
	"noir/tui"
	"noir/tui/kit"
)

// promptView says in plain words whose turn it is and what the picked thing would do.
type promptView struct{ brush }

// draw shows the prompt. A click on it confirms.
func (p promptView) draw() kit.Block {
	text, style := p.ask()
	return kit.Lines(" " + style.Render(kit.Cut(text, p.w-margin))).Click(clickConfirm)
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
		return kit.FirstFit(room, p.Words("enter plays %s, esc puts it back", card), p.Words("enter plays %s", card))
	case takePick:
		cards := signs(p.g, p.view.Offer())
		long := p.Words("enter takes %s, esc leaves them", cards)
		if len(p.view.Row) == 1 {
			long = p.Words("enter takes %s, esc leaves it", cards)
		}
		return kit.FirstFit(room, long, p.Words("enter takes %s", cards))
	}
	long, short := p.choice()
	return kit.FirstFit(room, p.Words("Your move: %s.", long), p.Words("Your move: %s.", short))
}

// takingView says what a take would make of the score, for whoever is to move.
type takingView struct{ brush }

func (p takingView) line() string {
	if p.Frame.End != nil {
		return ""
	}
	mover := p.view.Turn()
	style, room := p.th.Smoke, p.w-margin
	if p.own(mover) {
		style = p.th.Text
	}
	var texts []string
	switch {
	case len(p.view.Row) == 0:
		texts = []string{p.Words("there is nothing to take")}
	case p.view.Took[mover]:
		texts = p.hasTaken(mover)
	case p.view.AfterTake(mover).Cities(mover) == 3:
		style = p.th.Lamp
		if !p.own(mover) && !p.Watching() {
			style = p.th.Danger
		}
		texts = p.winning(mover)
	default:
		texts = p.worth(mover)
	}
	return style.Render(" " + kit.FirstFit(room, texts...))
}

// hasTaken says that a seat has taken already, the longest form first.
func (p takingView) hasTaken(s engine.Seat) []string {
	if p.own(s) {
		return []string{p.Words("you have taken in this round"), p.Words("you have taken")}
	}
	return []string{p.Words("%s has taken in this round", p.name(s)), p.Words("%s has taken", p.name(s))}
}

// winning says that a take would win, the longest form first.
func (p takingView) winning(mover engine.Seat) []string {
	long := p.Words("a take by %s wins the game: all three cities", p.name(mover))
	if p.own(mover) {
		long = p.Words("taking now wins the game: all three cities")
	}
	return []string{long, p.Words("taking wins: three cities")}
}

// worth is what a take would make of the score, the longest form first, the viewer's
// side before the other.
func (p takingView) worth(mover engine.Seat) []string {
	near, far := p.Near(), p.far()
	score := p.view.AfterTake(mover).Scores()
	result := fmt.Sprintf("%s %s : %s %s",
		p.name(near), number(p.g, score[near].Total), number(p.g, score[far].Total), p.name(far))
	long := p.Words("a take by %s would make it  %s", p.name(mover), result)
	if p.own(mover) {
		long = p.Words("taking now would make it  %s", result)
	}
	return []string{long, p.Words("take: %s", result), result}
}
