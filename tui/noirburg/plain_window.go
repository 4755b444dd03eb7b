package noirburg

import (
	"slices"
	"strings"

	"noir/engine/noirburg/rules"
)

// situation says in sentences what the table waits for.
type situation struct{ speech }

// plainWindow says what the table waits for, and what happens if nobody reacts.
func (b situation) plainWindow() []string {
	w := b.view.Window
	if w == nil {
		return nil
	}
	var lines []string
	if a := b.attackWindow(); a != nil {
		lines = append(lines, b.plainAttack(newClash(b.speech, a.By, a.Gangsters, a.Seat, a.Place)))
	}
	switch w.Kind {
	case rules.WindowPolice:
		lines = append(lines, b.plainPolice(w))
	case rules.WindowDriveby:
		lines = append(lines, b.Words("On the table, against %s: %s. %s", b.theirs(w.Seat, w.Place), b.drivebys(len(w.Cards)),
			outlook(b).target(len(w.Cards), b.crew(w.Seat, w.Place), income(w.Place))))
	case rules.WindowEndTurn:
		lines = append(lines, b.said(w.By, "You have ended the turn.", "%s has ended the turn."))
	}
	return lines
}

// plainAttack describes an attack, its arithmetic and its forecast.
func (b situation) plainAttack(c clash) string {
	_, odds, end := c.odds()
	attacks := b.said(c.by, "You attack %s with %s: %s, %s.", "%s attacks %s with %s: %s, %s.",
		b.theirs(c.seat, c.place), b.powers(c.gang), odds, end)
	told := []string{attacks, c.toll()}
	if spoils := c.spoils(); spoils != "" {
		told = append(told, spoils)
	}
	return strings.Join(told, " ")
}

// plainPolice says what Police is for and whether it has been bribed.
func (b situation) plainPolice(w *rules.Window) string {
	line := b.Words("Police lies on the table, played by %s against the attack", b.name(w.By))
	if w.Use == rules.UseRaid {
		line = b.Words("Police lies on the table, played by %s at %s", b.name(w.By), b.aim(w.By, w.Seat, w.Place))
	}
	switch bribes := len(w.Cards) - 1; {
	case bribes == 0:
		return line + "."
	case bribes%2 == 1:
		return b.Words("%s, and is bribed: it does nothing.", line)
	}
	return b.Words("%s. The Bribe is bribed: it does its work.", line)
}

// plainWanted says who is to act and what the viewer can type.
func (b situation) plainWanted() string {
	w := b.view.Window
	examples := strings.Join(typist(b).examples(), "; ")
	switch {
	case w != nil && w.MayPass:
		return b.Words("Your answer: %s.", examples)
	case b.may(rules.TypeEndTurn), b.may(rules.TypeArrange), b.may(rules.TypeMulligan):
		return b.Words("Your move: %s.", examples)
	case w != nil && examples != "":
		return b.Words("You have passed. Until the others have answered you can still play %s.", examples)
	case w != nil:
		return b.Words("The others are asked.")
	case examples != "":
		return b.mover() + " " + b.Words("You can play at any time %s.", examples)
	}
	return b.mover()
}

// wouldBe says what a move would lead to.
func (b situation) wouldBe(m rules.Move) string {
	switch m.Type {
	case rules.TypeAttack:
		if !slices.ContainsFunc(b.offers, func(o rules.Move) bool { return o.Type == m.Type && o.Seat == m.Seat && o.Place == m.Place }) {
			return b.refusal(rules.TargetAlreadyAttacked)
		}
		c := newClash(b.speech, b.Frame.Seat, m.Gangsters, m.Seat, m.Place)
		return b.plainAttack(c) + " " + c.survivors()
	case rules.TypeArrange:
		return b.Words("there would stand %s", b.plainLayout(m.Places))
	case rules.TypeMulligan, rules.TypeDiscard:
		return b.Words("%s would go", b.cards(len(m.Cards)))
	case rules.TypePass:
		return b.Words("you would let it happen; you can still play a card until the others have answered")
	}
	return strings.Join(newChoice(b.town, []rules.Move{m}, m.Card).consequences(b.speech), " ")
}

// plainLayout says who goes where in an arrangement, and who leaves.
func (b situation) plainLayout(layout map[rules.Card]rules.Place) string {
	var parts []string
	for _, p := range append(b.places(b.Frame.Seat), 0) {
		var crew []rules.Card
		for card, to := range layout {
			if to == p {
				crew = append(crew, card)
			}
		}
		switch {
		case p == 0 && len(crew) > 0:
			parts = append(parts, b.Words("dismissed %s", b.powers(crew)))
		case p != 0 && len(crew) == 0:
			parts = append(parts, b.Words("%s with nobody", b.spot(b.Frame.Seat, p)))
		case p != 0:
			parts = append(parts, b.Words("%s with %s, %d of %d", b.spot(b.Frame.Seat, p), b.powers(crew), strength(crew), income(p)))
		}
	}
	return strings.Join(parts, "; ")
}
