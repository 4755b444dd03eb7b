package local

import (
	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/seating"
)

// ledger charges people for their tables. It is safe for concurrent use and does not block.
type ledger struct{ *quota.Ledger }

// charge makes people pay for opening a table, all or none. release gives back what they hold
// while it runs. *seating.Fault with *BadTerms.
func (l ledger) charge(players []data.PlayerID, payers []quota.Payer, pace data.Pace) (release func(), err error) {
	var held, undo []func()
	refused := func(seat int, err error) (func(), error) {
		all(append(held, undo...))()
		return nil, seating.Blame(matchmaking.BadTermsOf(err), players[seat])
	}
	if g, counted := good(players, pace); counted {
		var at int
		if held, at, err = l.hold(payers, g); err != nil {
			return refused(at, err)
		}
	}
	for i, by := range payers {
		if err := l.Take(by, quota.Openings, 1); err != nil {
			return refused(i, err)
		}
		undo = append(undo, func() { l.Charge(by, quota.Openings, -1) })
	}
	return all(held), nil
}

// hold takes a good for each payer, or fails for all; at is the first payer without one left.
func (l ledger) hold(payers []quota.Payer, g quota.Good) (held []func(), at int, err error) {
	for i, by := range payers {
		release, err := l.Hold(by, g)
		if err != nil {
			all(held)()
			return nil, i, err
		}
		held = append(held, release)
	}
	return held, 0, nil
}

// claim holds what charge holds, for a table that runs already.
func (l ledger) claim(players []data.PlayerID, payers []quota.Payer, pace data.Pace) (release func()) {
	g, counted := good(players, pace)
	if !counted {
		return func() {}
	}
	var held []func()
	for _, by := range payers {
		held = append(held, l.Claim(by, g))
	}
	return all(held)
}

// tooManyDayGames reports whether a player has the maximum of day games.
func (l ledger) tooManyDayGames(p data.PlayerID) bool {
	return l.Full(seating.AccountOf(p), quota.DayGames)
}

// good is what a running table counts as for each of its people; ok is false when it is not
// counted.
func good(players []data.PlayerID, pace data.Pace) (g quota.Good, ok bool) {
	switch {
	case pace == data.Day:
		return quota.DayGames, true
	case seating.Practice(players):
		return quota.Tables, true
	}
	return "", false
}

// accountsOf returns the payers of several players.
func accountsOf(players []data.PlayerID) []quota.Payer {
	payers := make([]quota.Payer, len(players))
	for i, p := range players {
		payers[i] = seating.AccountOf(p)
	}
	return payers
}

// payersAt returns the payers of seats, the zero value for house players.
func payersAt(seats []seating.Occupant) []quota.Payer {
	payers := make([]quota.Payer, len(seats))
	for i, o := range seats {
		payers[i] = o.Payer
	}
	return payers
}

// all returns a function that calls several.
func all(of []func()) func() {
	return func() {
		for _, f := range of {
			f()
		}
	}
}
