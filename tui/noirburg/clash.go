package noirburg

import (
	"strings"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// clash is an attack and its forecast.
type clash struct {
	speech
	rules.Forecast
	by, seat engine.Seat
	place    rules.Place
	gang     []rules.Card
}

// newClash forecasts an attack.
func newClash(b speech, by engine.Seat, gang []rules.Card, seat engine.Seat, place rules.Place) clash {
	return clash{b, b.view.Forecast(gang, seat, place), by, seat, place, gang}
}

// odds is the arithmetic of an attack: strength against defence, in long and short, and how it
// would end.
func (c clash) odds() (long, short, end string) {
	defence := []int{income(c.place)}
	add := func(crew []rules.Card) {
		for _, g := range crew {
			defence = append(defence, g.Power())
		}
	}
	add(c.crew(c.seat, c.place))
	if above := c.view.Seats[c.seat].Hideout.Under; c.place == rules.OnHideout && above != 0 {
		defence = append(defence, above.Income())
		add(c.crew(c.seat, rules.At(above)))
	}
	var gang []int
	for _, g := range c.gang {
		gang = append(gang, g.Power())
	}
	end = c.Words("it holds")
	switch {
	case c.Success && c.place == rules.OnHideout:
		end = c.Words("it is breached")
	case c.Success:
		end = c.Words("it falls")
	}
	return c.Words("%s against %s", sum(gang...), sum(defence...)), c.Words("%d against %d", c.Strength, c.Defence), end
}

// toll says who would die on both sides.
func (c clash) toll() string {
	var dead []string
	if len(c.Fallen) > 0 {
		dead = append(dead, c.owned(c.seat, c.powers(c.Fallen)))
	}
	if len(c.Lost) > 0 {
		dead = append(dead, c.owned(c.by, c.powers(c.Lost)))
	}
	if len(dead) == 0 {
		return c.Words("Nobody would die.")
	}
	return c.Words("Would die: %s.", strings.Join(dead, "; "))
}

// spoils says what would be destroyed and paid.
func (c clash) spoils() string {
	if c.Breach() {
		return c.demand()
	}
	if c.Ruin == 0 {
		return ""
	}
	ruin := c.theirs(c.seat, rules.At(c.Ruin))
	if c.Stolen == 0 {
		return c.Words("Would fall: %s, nothing stolen.", ruin)
	}
	return c.Words("Would fall: %s, %s stolen.", ruin, money(c.Stolen))
}

// demand says what a breach would cost and whether that can be paid.
func (c clash) demand() string {
	has := c.view.Seats[c.seat].Money
	asks := c.Words("Demands a die: %s to %s of %s.", money(c.Least), money(c.Most), money(has))
	if c.Ruin != 0 {
		asks = c.Words("Demands %d and a die: %s to %s of %s.", c.Ruin.Income(), money(c.Least), money(c.Most), money(has))
	}
	switch {
	case has >= c.Most:
		return asks + " " + c.Words("That can be paid.")
	case has < c.Least:
		return asks + " " + c.Words("Out: that cannot be paid.")
	}
	return asks + " " + c.Words("From a %d on it cannot be paid: out.", has-c.Least+2)
}

// survivors says which attackers would be left.
func (c clash) survivors() string {
	left := without(c.gang, c.Lost)
	if len(left) == 0 {
		return c.Words("None of the attackers would be left.")
	}
	return c.Words("Attackers left: %s, hidden until their next move phase.", c.powers(left))
}
