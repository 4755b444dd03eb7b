package matchmaking

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"noir/data"
)

// Limits bound what one player may have running, and what the house takes for its
// own players. Zero values mean the usual ones. Against people he has one live game at
// a time, whatever they say.
type Limits struct {
	Tables   int // with this many tables running, day games aside, no further one with the house is opened; 8
	DayGames int // games at pace day at once; 50
	BotCPU   int // house players that think at once; half the processors, but 1 at least
}

// Check refuses limits that are none. The error names the first of them.
func (l Limits) Check() error {
	name := ""
	switch {
	case l.Tables < 0:
		name = "tables"
	case l.DayGames < 0:
		name = "day-games"
	case l.BotCPU < 0:
		name = "bot-cpu"
	default:
		return nil
	}
	return fmt.Errorf("the limit %s cannot be less than 0, which is the usual one", name)
}

// OrUsual returns the limits with the usual ones in the place of zeros.
func (l Limits) OrUsual() Limits {
	if l.Tables == 0 {
		l.Tables = 8
	}
	if l.DayGames == 0 {
		l.DayGames = 50
	}
	if l.BotCPU == 0 {
		l.BotCPU = max(1, runtime.GOMAXPROCS(0)/2)
	}
	return l
}

// The limits by the names under which Totals counts how often they were met.
const (
	limitTables   = "tables"    // Limits.Tables
	limitDayGames = "day_games" // Limits.DayGames
	limitOpenings = "openings"  // tables opened too fast
	limitChairs   = "chairs"    // connections that show one seat
	limitPhrases  = "phrases"   // said at a table, in one's own words too
	limitBotCPU   = "bot_cpu"   // Limits.BotCPU: a house player has answered without having thought
)

// reservation is a table that is being opened: it is not among the running ones
// yet.
type reservation struct {
	people []data.PlayerID
	pace   data.Pace
	game   string
	rated  bool
}

// allow returns why no other table may be opened for a player, as *BadTerms, or
// nil. The mutex is held.
func (l *Local) allow(p data.PlayerID, pace data.Pace, practice bool, now time.Time) error {
	switch {
	case pace == data.Day && l.holds(p, pace) >= l.limits.DayGames:
		l.tally.met(limitDayGames)
		return l.enoughDayGames()
	case pace != data.Day && practice && l.holds(p, pace) >= l.limits.Tables:
		l.tally.met(limitTables)
		return badTerms("you have as many tables as one may (%d); end a game first", l.limits.Tables)
	case !l.paces.allow(p, now):
		l.tally.met(limitOpenings)
		return badTerms("tables are being opened too fast; wait a few seconds")
	}
	return nil
}

// enoughDayGames is told to who has as many as one may.
func (l *Local) enoughDayGames() error {
	return badTerms("you have as many day games as one may (%d); end one first", l.limits.DayGames)
}

// holds returns how many tables a player has of the kind that a pace is of: those
// that are being opened too, and those that go on without him, or who resigns at once
// could have any number run. The mutex is held.
func (l *Local) holds(p data.PlayerID, pace data.Pace) int {
	n, day := 0, pace == data.Day
	for _, t := range l.mine[p] {
		if (t.match.Pace == data.Day) == day {
			n++
		}
	}
	for _, r := range l.opening {
		if (r.pace == data.Day) == day && slices.Contains(r.people, p) {
			n++
		}
	}
	return n
}
