package noirburg

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"

	"noir/engine/noirburg/rules"
	"noir/tui/kit"
)

// turnView draws the state of the game and the turn.
type turnView struct{ seatView }

// tableLine shows what belongs to nobody, and the countdown.
func (p turnView) tableLine() string {
	v, dot := p.view, " "+p.g.Dot+" "
	bank, deck, discard := p.Words("bank %s", money(v.Bank)), p.Words("deck %d", v.Deck), p.Words("discard %d", len(v.Discard))
	left := []string{
		kit.Join(dot, bank, deck, discard, p.goal()),
		kit.Join(dot, bank, deck, discard),
		kit.Join(dot, bank, deck), bank,
	}
	right := p.countdown(p.w - 2*margin - kit.Width(bank) - 3)
	return " " + kit.Spread(p.w-2*margin, p.th.Smoke.Render(kit.FirstFit(p.w-2*margin-kit.Width(right)-3, left...)), right) + " "
}

// goal says how much money wins the game, and how much starts the countdown.
func (p turnView) goal() string {
	seats := len(p.view.Seats)
	starts, wins := "", ""
	if p.view.Countdown == nil {
		starts = p.Words("%s starts the countdown", money(rules.Third(seats)))
	}
	if p.view.MoneyWin {
		wins = p.Words("%s wins", money(rules.Majority(seats)))
	}
	return kit.Join(", ", starts, wins)
}

// countdown shows the remaining tokens and who takes them, with as much of the name as fits.
func (p turnView) countdown(room int) string {
	c := p.view.Countdown
	if c == nil {
		return ""
	}
	const all = 4
	style := p.th.Danger
	if c.Holder == p.Frame.Seat {
		style = p.th.Lamp
	}
	bar := strings.Repeat(p.g.Full, all-c.Left) + strings.Repeat(p.g.Empty, c.Left) + " "
	if p.w < ruledWidth {
		bar = ""
	}
	tokens, dot := p.Words("countdown %s%d left", bar, c.Left), " "+p.g.Dot+" "
	return style.Render(kit.Join(dot, tokens, kit.Cut(p.name(c.Holder), room-kit.Width(tokens+dot))))
}

// phaseRule shows the phases of the turn with the current one, and the time of the player that the
// table waits for.
func (p turnView) phaseRule() string {
	var facts []string
	room := p.w - 4
	if clock := p.othersClock(); clock != "" {
		facts = append(facts, clock)
		room -= kit.Width(clock) + 4
	}
	return kit.Rule(p.th, p.w, kit.FirstFit(room, p.phases()...), facts...)
}

// phases words the phases of the turn, all or only the remaining ones.
func (p turnView) phases() []string {
	switch p.view.Phase {
	case rules.PhaseOver:
		return []string{p.th.Bright.Render(p.Words("the game is over"))}
	case rules.PhaseSetup:
		swap := p.said(p.view.Active, "set-up: your swap", "set-up: %s's swap")
		return []string{p.th.Text.Render(swap), p.th.Text.Render(p.Words("set-up"))}
	}
	style := p.th.Cold
	if p.view.Active == p.Frame.Seat {
		style = p.th.Lamp
	}
	who := style.Render(p.said(p.view.Active, "your turn", "%s's turn"))
	capitals := strings.Fields(p.Words("MOVE ATTACK OPEN HIDEOUT DISCARD DRAW"))
	now := max(0, slices.Index(turnPhases, p.view.Phase))
	first := 0
	if p.view.Round == 1 {
		first = slices.Index(turnPhases, rules.PhaseOpen)
	}
	var past, rest, lettered []string
	at := style.Render(p.g.Cursor + capitals[now])
	for i := first; i < len(turnPhases); i++ {
		phase := p.phase(turnPhases[i])
		switch {
		case i < now:
			past = append(past, p.th.Smoke.Render(phase))
		case i == now:
			lettered = append(lettered, p.letter(i)+at)
		case i > now:
			rest = append(rest, p.th.Text.Render(phase))
			lettered = append(lettered, p.letter(i)+p.th.Text.Render(phase))
		}
	}
	words := strings.Join(append(append(past, at), rest...), " ")
	if p.view.Active == p.Frame.Seat && p.view.Window == nil {
		words = strings.Join(lettered, "  ")
	}
	return []string{
		kit.Join("  ", who, words),
		kit.Join("  ", who, kit.Join(" ", append([]string{at}, rest...)...)),
		kit.Join(" ", append([]string{at}, rest...)...),
		kit.Join("  ", who, at), at,
	}
}

// letter is the key of a phase's action, before its name; "" if it cannot be taken now. During a
// pick no phase has a letter, since the keys are the pick's then.
func (p turnView) letter(phase int) string {
	act := phaseActs[phase]
	if act.move == "" || p.pick != nil || !p.may(act.move) {
		return ""
	}
	return p.th.Lamp.Render(act.Keys()[0]) + " "
}

// phaseActs are the actions of the phases and their keys. Cards are opened by their digits.
var phaseActs = [...]struct {
	move string
	key.Binding
}{
	{rules.TypeArrange, keys.arrange}, {rules.TypeAttack, keys.attack}, {}, {rules.TypeMoveHideout, keys.hideout},
	{rules.TypeDiscard, keys.discard}, {rules.TypeDraw, keys.draw},
}
