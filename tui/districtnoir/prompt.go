package districtnoir

import (
	"fmt"

	"noir/engine"
	"noir/tui"
	"noir/tui/kit"
)

// prompt says in plain words whose turn it is and what the picked thing would
// do. A click on it confirms.
func (p painter) prompt() kit.Block {
	text, style := p.ask()
	return kit.Lines(" " + style.Render(kit.Cut(text, p.w-margin))).Click(clickConfirm)
}

// ask is the one line that tells the viewer where he stands.
func (p painter) ask() (string, tui.Style) {
	room := p.w - margin
	switch {
	case p.frame.End != nil:
		return p.result(), p.th.Bright
	case p.hint != "":
		return p.hint, p.th.Danger
	case p.asked():
		return p.askViewer(room), p.th.Lamp
	}
	other := p.frame.Seats[p.view.Turn()].Name
	waiting := other + " is to move."
	if c := p.frame.Clocks; len(c) > 0 && !p.watching() && !c[p.view.Turn()].Running {
		return kit.FirstFit(room, waiting+" The clocks stand still.", waiting), p.th.Smoke
	}
	if p.pick.kind == cardPick {
		card := p.write(p.hand()[p.pick.card : p.pick.card+1])
		return kit.FirstFit(room, waiting+" You think of "+card+".", waiting), p.th.Smoke
	}
	return waiting, p.th.Smoke
}

// askViewer asks the viewer for his move.
func (p painter) askViewer(room int) string {
	switch p.pick.kind {
	case cardPick:
		plays := "enter plays " + p.write(p.hand()[p.pick.card:p.pick.card+1])
		return kit.FirstFit(room, plays+", esc puts it back", plays)
	case takePick:
		takes := "enter takes " + signs(p.g, p.view.Offer())
		them := "them"
		if len(p.view.Row) == 1 {
			them = "it"
		}
		return kit.FirstFit(room, takes+", esc leaves "+them, takes)
	}
	long, short := p.choice()
	return kit.FirstFit(room, "Your move: "+long+".", "Your move: "+short+".")
}

// taking says what a take would make of the score, for whoever is to move.
func (p painter) taking() string {
	if p.frame.End != nil {
		return ""
	}
	mover := p.view.Turn()
	style, room := p.th.Smoke, p.w-margin
	if p.asked() {
		style = p.th.Text
	}
	var texts []string
	switch {
	case len(p.view.Row) == 0:
		texts = []string{"there is nothing to take"}
	case p.view.Took[mover]:
		texts = []string{p.has(mover) + " taken in this round", p.has(mover) + " taken"}
	case p.view.AfterTake(mover).Cities(mover) == 3:
		style = p.th.Lamp
		if !p.asked() && !p.watching() {
			style = p.th.Danger
		}
		texts = []string{p.ifTaken(mover, "wins the game") + ": all three cities", "taking wins: three cities"}
	default:
		result := p.scoreAfterTake(mover)
		texts = []string{p.ifTaken(mover, "would make it  ") + result, "take: " + result, result}
	}
	return style.Render(" " + kit.FirstFit(room, texts...))
}

// ifTaken says that a take would have a consequence.
func (p painter) ifTaken(mover engine.Seat, consequence string) string {
	if p.asked() {
		return "taking now " + consequence
	}
	return "a take by " + p.name(mover) + " " + consequence
}

// scoreAfterTake is what both would have, the viewer first.
func (p painter) scoreAfterTake(mover engine.Seat) string {
	near, far := p.near(), p.far()
	score := p.view.AfterTake(mover).Scores()
	return fmt.Sprintf("%s %s : %s %s",
		p.name(near), number(p.g, score[near].Total), number(p.g, score[far].Total), p.name(far))
}

func (p painter) has(s engine.Seat) string {
	if s == p.frame.Seat {
		return "you have"
	}
	return p.name(s) + " has"
}
