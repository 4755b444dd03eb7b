package local

import (
	"errors"
	"runtime"
)

// Limits bound what house players may use. Zero values mean the defaults. What people may have
// running is priced elsewhere (quota.Tables, quota.DayGames); they always have at most one live
// game against people.
type Limits struct {
	BotCPU int // house players that think at once; default half the processors, at least 1
}

// Check returns an error that names an invalid limit.
func (l Limits) Check() error {
	if l.BotCPU < 0 {
		return errors.New("the limit bot-cpu cannot be less than 0, which is the usual one")
	}
	return nil
}

// OrUsual returns the limits with defaults in place of zeros.
func (l Limits) OrUsual() Limits {
	if l.BotCPU == 0 {
		l.BotCPU = max(1, runtime.GOMAXPROCS(0)/2)
	}
	return l
}

// limitBotCPU is the name of thinking.Figures.Late in Totals.
const limitBotCPU = "bot_cpu"
