package noirburg

import (
	"slices"

	"noir/engine/noirburg/rules"
	"noir/tui"
	"noir/tui/kit"
)

// windowView describes the open window.
type windowView struct{ brush }

// windowLines describe the open window: what is going on, what it would lead to, what the viewer
// could throw in.
func (p windowView) windowLines() []panelLine {
	w := p.view.Window
	style := p.th.Bright
	if w.Seat == p.Frame.Seat && !p.Watching() {
		style = p.th.Danger
	}
	var out []panelLine
	switch w.Kind {
	case rules.WindowAttack:
		out = p.attackLines(*w, style)
	case rules.WindowPolice:
		out = []panelLine{p.text(1, style, p.policeWords(*w)...), p.wrapped(3, p.th.Text, p.standsAt(*w))}
	case rules.WindowDriveby:
		out = p.drivebyLines(*w, style)
	case rules.WindowEndTurn:
		out = []panelLine{p.text(1, style, p.said(w.By, "You end your turn. Last call for reactions.",
			"%s ends the turn. Last call for reactions."))}
	}
	if w.Outer != nil && w.Outer.Kind == rules.WindowAttack {
		attack := p.attackLines(*w.Outer, p.th.Text)[0]
		attack.rank = 6
		out = append(out, attack)
	}
	if can := p.throwable(); can != "" {
		out = append(out, p.text(4, p.th.Lamp, p.throwableWith(p.remedy), can))
	}
	return out
}

// attackLines describe an attack and its forecast.
func (p windowView) attackLines(w rules.Window, style tui.Style) []panelLine {
	c := newClash(p.speech, w.By, w.Gangsters, w.Seat, w.Place)
	long, short, end := c.odds()
	target := p.theirs(w.Seat, w.Place)
	return []panelLine{
		p.text(1, style,
			"! "+p.said(w.By, "You attack %s with %s: %s.", "%s attacks %s with %s: %s.", target, long, end),
			"! "+p.said(w.By, "You attack %s, %s: %s.", "%s attacks %s, %s: %s.", target, short, end)),
		p.bars(6, c),
		p.wrapped(2, p.th.Text, kit.Join(" ", c.toll(), c.spoils())),
		p.text(7, p.th.Text, c.survivors()),
	}
}

// sideFacts is the room for the name and the strength of a side.
const sideFacts = 20

// drivebyLines describe a Drive-by and what the dice must reach.
func (p windowView) drivebyLines(w rules.Window, style tui.Style) []panelLine {
	target := p.crewed(w.By, w.Seat, w.Place)
	return []panelLine{
		p.text(1, style,
			"! "+p.said(w.By, "You shoot at %s with %s.", "%s shoots at %s with %s.", target, p.drivebys(len(w.Cards))),
			"! "+p.said(w.By, "You shoot at %s.", "%s shoots at %s.", target)),
		p.wrapped(2, p.th.Text, outlook{p.speech}.target(len(w.Cards), p.crew(w.Seat, w.Place), income(w.Place))),
	}
}

// policeWords say what Police was played for and which cards are on it.
func (p windowView) policeWords(w rules.Window) []string {
	target := p.aim(w.By, max(w.Seat, 0), w.Place)
	long := p.said(w.By, "You play Police to hide the gangsters of %s", "%s plays Police to hide the gangsters of %s", target)
	short := p.Words("Police by %s on %s", p.name(w.By), target)
	if w.Use == rules.UseStop {
		long = p.said(w.By, "You play Police to stop %s", "%s plays Police to stop %s", p.attackInWords())
		short = p.Words("Police by %s against the attack", p.name(w.By))
	}
	bribes := len(w.Cards) - 1
	return []string{"! " + p.bribery(long, bribes), "! " + p.bribery(short, bribes)}
}

// bribery adds who played the newest Bribe, and on which card.
func (p windowView) bribery(played string, bribes int) string {
	if bribes == 0 {
		return played + "."
	}
	for _, l := range slices.Backward(p.Frame.Log) {
		m, ok := rules.ReadMove(l.Move)
		switch {
		case !ok || m.Type != rules.TypeBribe:
		case bribes%2 == 0:
			return p.said(l.Seat, "%s, and you bribe the Bribe.", "%[2]s, and %[1]s bribes the Bribe.", played)
		default:
			return p.said(l.Seat, "%s, and you bribe it.", "%[2]s, and %[1]s bribes it.", played)
		}
	}
	if bribes%2 == 0 {
		return p.Words("%s, and somebody bribes the Bribe.", played)
	}
	return p.Words("%s, and somebody bribes it.", played)
}

// standsAt says whether Police works if nobody plays another Bribe.
func (p windowView) standsAt(w rules.Window) string {
	if len(w.Cards)%2 == 1 {
		return p.Words("As it stands the Police will act; a Bribe would stop them.")
	}
	return p.Words("As it stands the Police are bribed and do nothing; another Bribe would undo that.")
}
