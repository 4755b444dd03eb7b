package matchmaking

import (
	"context"
	"errors"
	"runtime"

	"noir/data"
	"noir/internal/quota"
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

// The limits by the names under which Totals counts how often they were met.
const (
	limitChairs  = "chairs"  // connections that show one seat
	limitPhrases = "phrases" // said at a table, in one's own words too
	limitBotCPU  = "bot_cpu" // Limits.BotCPU: a house player has answered without having thought
)

// reservation is a table that is being opened: it is not among the running ones
// yet.
type reservation struct {
	people []data.PlayerID
	pace   data.Pace
	game   string
	rated  bool
}

// payerOf is who pays for what a player asks for. Where the context names nobody it is
// the player, whose address is not known.
func payerOf(ctx context.Context, p data.PlayerID) quota.Payer {
	if by := quota.From(ctx); by != (quota.Payer{}) {
		return by
	}
	return accountOf(p)
}

// accountOf is a player who pays, from an address that is not known.
func accountOf(p data.PlayerID) quota.Payer {
	switch {
	case p.Guest():
		return quota.Payer{ID: quota.Guest(int64(p)), Guest: true}
	case p > 0:
		return quota.Payer{ID: quota.Player(int64(p))}
	}
	return quota.Payer{}
}

// accountsOf are those of several players.
func accountsOf(players []data.PlayerID) []quota.Payer {
	payers := make([]quota.Payer, len(players))
	for i, p := range players {
		payers[i] = accountOf(p)
	}
	return payers
}

// payersAt are those who pay for seats, the zero value for the house's own.
func payersAt(seats []occupant) []quota.Payer {
	payers := make([]quota.Payer, len(seats))
	for i, o := range seats {
		payers[i] = o.payer
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

// charge has people pay for a table that is opened, all of them or nobody. release
// gives back what they hold of it while it runs. *fault with *BadTerms.
func (l *Local) charge(people []data.PlayerID, payers []quota.Payer, pace data.Pace, practice bool) (release func(), err error) {
	var undo []func()
	failed := func(p data.PlayerID, err error) (func(), error) {
		all(undo)()
		return nil, &fault{[]data.PlayerID{p}, refused(err)}
	}
	var held []func()
	held, at, err := l.hold(payers, pace, practice)
	if err != nil {
		return failed(people[at], err)
	}
	undo = append(undo, held...)
	for i, by := range payers {
		if err := l.quota.Take(by, quota.Openings, 1); err != nil {
			return failed(people[i], err)
		}
		undo = append(undo, func() { l.quota.Charge(by, quota.Openings, -1) })
	}
	return all(held), nil
}

// hold takes for each of a table's people what they hold while it runs, or for nobody;
// at is whose there is none left of.
func (l *Local) hold(payers []quota.Payer, pace data.Pace, practice bool) (held []func(), at int, err error) {
	g, counted := good(pace, practice)
	if !counted {
		return nil, 0, nil
	}
	for i, by := range payers {
		release, err := l.quota.Hold(by, g)
		if err != nil {
			all(held)()
			return nil, i, err
		}
		held = append(held, release)
	}
	return held, 0, nil
}

// claim is hold for a table that runs already.
func (l *Local) claim(t *table) {
	g, counted := good(t.match.Pace, practice(t.players))
	if !counted {
		return
	}
	var held []func()
	for _, by := range t.payers {
		held = append(held, l.quota.Claim(by, g))
	}
	t.pays = all(held)
}

// all calls several functions.
func all(of []func()) func() {
	return func() {
		for _, f := range of {
			f()
		}
	}
}

// laden reports whether a player has as many day games as one may.
func (l *Local) laden(p data.PlayerID) bool { return l.quota.Full(accountOf(p), quota.DayGames) }

// mayHaveDayGames refuses, as *BadTerms, a further day game to who has as many as one may.
func (l *Local) mayHaveDayGames(p data.PlayerID) error {
	release, err := l.quota.Hold(accountOf(p), quota.DayGames)
	if err != nil {
		return refused(err)
	}
	release()
	return nil
}

// refused is a refusal of the ledger as one of a table.
func refused(err error) *BadTerms { return &BadTerms{err.Error(), err} }
