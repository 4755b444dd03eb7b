package noirburg

import (
	"slices"

	"noir/engine/noirburg/rules"
)

// outlook says what a move would lead to.
type outlook struct{ speech }

// opened says what is left after a card has been opened.
func (b outlook) opened(m rules.Move) []string {
	own := b.view.Seats[b.Frame.Seat]
	left := money(own.Money - m.Card.Cost())
	if m.Card.Kind() == rules.Gangster {
		held := strength(b.crew(b.Frame.Seat, m.Place)) + m.Card.Power()
		return []string{b.Words("Leaves you %s. The %s then holds %d of %d.", left, b.spot(b.Frame.Seat, m.Place), held, income(m.Place))}
	}
	tribute := m.Card.Income()
	for _, p := range b.places(b.Frame.Seat) {
		tribute += income(p)
	}
	return []string{b.Words("Leaves you %s. Your tribute is then %s a turn.", left, money(tribute))}
}

// hideoutMoved says what strength an attack on the Hideout then needs.
func (b outlook) hideoutMoved(m rules.Move) []string {
	holds := []int{income(rules.OnHideout)}
	crew := b.crew(b.Frame.Seat, rules.OnHideout)
	if m.Under != 0 {
		holds = append(holds, m.Under.Income())
		crew = slices.Concat(crew, b.crew(b.Frame.Seat, rules.At(m.Under)))
	}
	for _, g := range crew {
		holds = append(holds, g.Power())
	}
	return []string{b.Words("It then holds %s. Its gangsters go with it.", sum(holds...))}
}

// turnEnded says what the end of the turn brings and what it gives up.
func (b outlook) turnEnded() []string {
	var told []string
	if b.may(rules.TypeDraw) {
		told = append(told, b.Words("You have not drawn: one card would be free."))
	}
	own := b.view.Seats[b.Frame.Seat]
	if need := rules.Majority(len(b.view.Seats)); b.view.MoneyWin && own.Money >= need {
		all := money(rules.Treasury(len(b.view.Seats)))
		told = append(told, b.Words("With %s of all %s you win, if nobody takes it from you now.", money(own.Money), all))
	}
	if c := b.view.Countdown; c != nil && c.Holder == b.Frame.Seat && !c.Waits {
		if c.Left == 1 {
			return append(told, b.Words("You take the last token: the game is over."))
		}
		told = append(told, b.Words("You take a token: %d left.", c.Left-1))
	}
	return append(told, b.said(b.after(b.Frame.Seat),
		"The others may throw in cards, then it is your turn.", "The others may throw in cards, then it is %s's turn."))
}

// poker says who takes part in the poker game.
func (b outlook) poker() []string {
	players := 0
	for _, m := range b.view.Seats {
		if m.Alive && m.Money >= rules.Stake {
			players++
		}
	}
	pot := b.Words("Everybody who can stakes %s: a pot of %s.", money(rules.Stake), money(players*rules.Stake))
	if b.view.Seats[b.Frame.Seat].Money < rules.Stake {
		return []string{pot, b.Words("You have too little money to take part.")}
	}
	return []string{pot, b.Words("You roll two dice and keep the better one, the others one.")}
}

// policed says what Police leads to.
func (b outlook) policed(m rules.Move) []string {
	if m.Use == rules.UseStop {
		return []string{b.Words("Nobody is hurt on either side. The attackers stay hidden.")}
	}
	return []string{b.Words("Nobody is left there: %s hide until they are arranged again.", b.powers(b.crew(m.Seat, m.Place)))}
}

// bribed says whether Police then works.
func (b outlook) bribed() []string {
	if len(b.view.Window.Cards)%2 == 1 {
		return []string{b.Words("The Police will then do nothing.")}
	}
	return []string{b.Words("The Police will then act after all.")}
}

// shot says what the dice must reach.
func (b outlook) shot(m rules.Move) []string {
	crew, worth := b.crew(m.Seat, m.Place), income(m.Place)
	dice := len(m.Cards)
	if w := b.view.Window; w != nil && w.Kind == rules.WindowDriveby {
		dice += len(w.Cards)
	}
	return []string{b.target(dice, crew, worth)}
}

// target says what dice must reach to destroy a business.
func (b outlook) target(dice int, crew []rules.Card, worth int) string {
	fate, need := b.Words("the business stands."), strength(crew)+worth
	switch {
	case need <= dice:
		fate = b.Words("the business falls.")
	case need <= 6*dice:
		fate = b.Words("from %d on the business falls.", need)
	}
	if len(crew) > 0 {
		fate = b.Words("gangsters die, the weakest first; %s", fate)
	}
	return b.Several(dice, "One die: %s", "%d dice: %s", fate)
}

// lured says what happens to a gangster and to the attack that it leaves.
func (b outlook) lured(m rules.Move) []string {
	told := []string{b.Words("He comes into your hand; Turncoat is spent.")}
	a := b.attackWindow()
	if a == nil || !slices.Contains(a.Gangsters, m.Gangster) {
		return told
	}
	left := without(a.Gangsters, []rules.Card{m.Gangster})
	if len(left) == 0 {
		return append(told, b.Words("Nobody is left in the attack, so it is off."))
	}
	_, odds, end := newClash(b.speech, a.By, left, a.Seat, a.Place).odds()
	return append(told, b.Words("The attack is then %s: %s.", odds, end))
}
