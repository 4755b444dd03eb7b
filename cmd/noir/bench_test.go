package main

import (
	"errors"
	"testing"
	"time"

	"noir/server/bench"
)

// TestBenchHasLimits: each figure has the limit that its help names, and a figure at the limit
// passes.
func TestBenchHasLimits(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(set *benchFlags)
		refused bool
	}{
		"the least":         {func(*benchFlags) {}, false},
		"no sessions":       {func(set *benchFlags) { set.plan.Sessions = 0 }, true},
		"an odd number":     {func(set *benchFlags) { set.plan.Sessions = 3 }, true},
		"no seconds":        {func(set *benchFlags) { set.seconds = 0 }, true},
		"the most seconds":  {func(set *benchFlags) { set.seconds = 30 }, false},
		"too many seconds":  {func(set *benchFlags) { set.seconds = 31 }, true},
		"moves too fast":    {func(set *benchFlags) { set.plan.Every = 2*time.Second - 1 }, true},
		"no runs":           {func(set *benchFlags) { set.runs = 0 }, true},
		"less than nothing": {func(set *benchFlags) { set.thinking = -1 }, true},
		"a phase":           {func(set *benchFlags) { set.plan.Only = bench.PhaseNames[0] }, false},
		"no phase":          {func(set *benchFlags) { set.plan.Only = "fold" }, true},
	} {
		set := benchFlags{plan: bench.Plan{Sessions: 2, Every: 2 * time.Second}, measurement: measurement{seconds: 1}, runs: 1}
		c.change(&set)
		err := set.check()
		if errors.Is(err, errUsage) != c.refused || (err == nil) == c.refused {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil && set.plan.Window != time.Duration(set.seconds)*time.Second {
			t.Errorf("%s: %d seconds are measured as %v", name, set.seconds, set.plan.Window)
		}
	}
}
