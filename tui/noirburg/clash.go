package noirburg

import (
	"slices"
	"strings"

	"noir/engine"
	rules "noir/engine/noirburg"
)

// attackWindow is the attack that is declared, nil if none is.
func (b *Board) attackWindow() *rules.Window {
	for w := b.view.Window; w != nil; w = w.Outer {
		if w.Kind == rules.WindowAttack {
			return w
		}
	}
	return nil
}

// attackInWords names the attack that is declared.
func (b *Board) attackInWords() string {
	a := b.attackWindow()
	if a == nil {
		return b.Words("the attack")
	}
	return b.said(a.By, "your attack on %s", "%s's attack on %s", b.theirs(a.Seat, a.Place))
}

// clash is an attack and what would come of it.
type clash struct {
	rules.Forecast
	by, seat engine.Seat
	place    rules.Place
	gang     []rules.Card
}

// clash forecasts an attack.
func (b *Board) clash(by engine.Seat, gang []rules.Card, seat engine.Seat, place rules.Place) clash {
	return clash{b.view.Forecast(gang, seat, place), by, seat, place, gang}
}

// odds is the arithmetic of an attack: strength against defence, at length and in
// brief, and how it would end.
func (b *Board) odds(c clash) (long, short, end string) {
	defence := []int{income(c.place)}
	add := func(crew []rules.Card) {
		for _, g := range crew {
			defence = append(defence, g.Power())
		}
	}
	add(b.crew(c.seat, c.place))
	if above := b.view.Seats[c.seat].Hideout.Under; c.place == rules.OnHideout && above != 0 {
		defence = append(defence, above.Income())
		add(b.crew(c.seat, rules.At(above)))
	}
	var gang []int
	for _, g := range c.gang {
		gang = append(gang, g.Power())
	}
	end = b.Words("it holds")
	switch {
	case c.Success && c.place == rules.OnHideout:
		end = b.Words("it is breached")
	case c.Success:
		end = b.Words("it falls")
	}
	return b.Words("%s against %s", sum(gang...), sum(defence...)), b.Words("%d against %d", c.Strength, c.Defence), end
}

// toll says who would die on both sides.
func (b *Board) toll(c clash) string {
	var dead []string
	if len(c.Fallen) > 0 {
		dead = append(dead, b.owned(c.seat, b.powers(c.Fallen)))
	}
	if len(c.Lost) > 0 {
		dead = append(dead, b.owned(c.by, b.powers(c.Lost)))
	}
	if len(dead) == 0 {
		return b.Words("Nobody would die.")
	}
	return b.Words("Would die: %s.", strings.Join(dead, "; "))
}

// spoils says what would be destroyed and what would be paid.
func (b *Board) spoils(c clash) string {
	if c.Breach() {
		return b.demand(c)
	}
	if c.Ruin == 0 {
		return ""
	}
	ruin := b.theirs(c.seat, rules.At(c.Ruin))
	if c.Stolen == 0 {
		return b.Words("Would fall: %s, nothing stolen.", ruin)
	}
	return b.Words("Would fall: %s, %s stolen.", ruin, money(c.Stolen))
}

// demand says what a breach would cost and whether that can be paid.
func (b *Board) demand(c clash) string {
	has := b.view.Seats[c.seat].Money
	asks := b.Words("Demands a die: %s to %s of %s.", money(c.Least), money(c.Most), money(has))
	if c.Ruin != 0 {
		asks = b.Words("Demands %d and a die: %s to %s of %s.", c.Ruin.Income(), money(c.Least), money(c.Most), money(has))
	}
	switch {
	case has >= c.Most:
		return asks + " " + b.Words("That can be paid.")
	case has < c.Least:
		return asks + " " + b.Words("Out: that cannot be paid.")
	}
	return asks + " " + b.Words("From a %d on it cannot be paid: out.", has-c.Least+2)
}

// survivors says what is left of the attackers.
func (b *Board) survivors(c clash) string {
	left := without(c.gang, c.Lost)
	if len(left) == 0 {
		return b.Words("None of the attackers would be left.")
	}
	return b.Words("Left of the attackers: %s, hidden until their next move phase.", b.powers(left))
}

// without are the cards of a list that are not in another.
func without(cards, gone []rules.Card) []rules.Card {
	return slices.DeleteFunc(slices.Clone(cards), func(c rules.Card) bool { return slices.Contains(gone, c) })
}
