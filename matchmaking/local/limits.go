package local

import (
	"errors"
	"runtime"
)

// Limits bound what the house takes for its own players. Zero values mean the usual
// ones. What people may have running has its prices (quota.Tables, quota.DayGames); against
// people they have one live game at a time, whatever those say.
type Limits struct {
	BotCPU int // house players that think at once; half the processors, but 1 at least
}

// Check refuses limits that cannot be set. The error names the limit.
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
