package local

import (
	"errors"
	"runtime"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/seating"
)

// Limits bound what the house takes for its own players. Zero values mean the usual
// ones. What people may have running has its prices (quota.Tables, quota.DayGames); against
// people they have one live game at a time, whatever those say.
type Limits struct {
	BotCPU int // house players that think at once; half the processors, but 1 at least
}

// Check refuses limits that are none. The error names the limit.
func (l Limits) Check() error {
	if l.BotCPU < 0 {
		return errors.New("the limit bot-cpu cannot be less than 0, which is the usual one")
	}
	return nil
}

// OrUsual returns the limits with the usual ones in the place of zeros.
func (l Limits) OrUsual() Limits {
	if l.BotCPU == 0 {
		l.BotCPU = max(1, runtime.GOMAXPROCS(0)/2)
	}
	return l
}

// limitBotCPU is how Totals calls thinking.Figures.Late.
const limitBotCPU = "bot_cpu"

// reservation is a table that is being opened: it is not among the running ones
// yet.
type reservation struct {
	people []data.PlayerID
	pace   data.Pace
	game   string
	rated  bool
}

// accountsOf are those of several players.
func accountsOf(players []data.PlayerID) []quota.Payer {
	payers := make([]quota.Payer, len(players))
	for i, p := range players {
		payers[i] = seating.AccountOf(p)
	}
	return payers
}

// payersAt are those who pay for seats, the zero value for the house's own.
func payersAt(seats []seating.Occupant) []quota.Payer {
	payers := make([]quota.Payer, len(seats))
	for i, o := range seats {
		payers[i] = o.Payer
	}
	return payers
}

// good is what a running table counts as for each of its people; ok is false when it is
// not counted.
func good(pace data.Pace, practice bool) (g quota.Good, ok bool) {
	switch {
	case pace == data.Day:
		return quota.DayGames, true
	case practice:
		return quota.Tables, true
	}
	return "", false
}

// ledger is what tables cost those who sit at them. It is safe for any number of
// goroutines, and does not block.
type ledger struct{ *quota.Ledger }

// charge has people pay for a table that is opened, all of them or nobody. release
// gives back what they hold of it while it runs. *fault with *BadTerms.
func (l ledger) charge(people []data.PlayerID, payers []quota.Payer, pace data.Pace, practice bool) (release func(), err error) {
	var undo []func()
	failed := func(p data.PlayerID, err error) (func(), error) {
		all(undo)()
		return nil, seating.Blame(refused(err), p)
	}
	var held []func()
	held, at, err := l.hold(payers, pace, practice)
	if err != nil {
		return failed(people[at], err)
	}
	undo = append(undo, held...)
	for i, by := range payers {
		if err := l.Take(by, quota.Openings, 1); err != nil {
			return failed(people[i], err)
		}
		undo = append(undo, func() { l.Charge(by, quota.Openings, -1) })
	}
	return all(held), nil
}

// hold takes for each of a table's people what they hold while it runs, or for nobody;
// at is whose there is none left of.
func (l ledger) hold(payers []quota.Payer, pace data.Pace, practice bool) (held []func(), at int, err error) {
	g, counted := good(pace, practice)
	if !counted {
		return nil, 0, nil
	}
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

// claim is hold for a table that runs already.
func (l ledger) claim(t *entry) {
	g, counted := good(t.match.Pace, seating.Practice(t.players))
	if !counted {
		return
	}
	var held []func()
	for _, by := range t.payers {
		held = append(held, l.Claim(by, g))
	}
	t.pays = all(held)
}

// all returns what calls several functions.
func all(of []func()) func() {
	return func() {
		for _, f := range of {
			f()
		}
	}
}

// laden reports whether a player has as many day games as one may.
func (l ledger) laden(p data.PlayerID) bool {
	return l.Full(seating.AccountOf(p), quota.DayGames)
}

// refused is a refusal of the ledger as one of a table.
func refused(err error) *matchmaking.BadTerms { return matchmaking.BadTermsOf(err) }
