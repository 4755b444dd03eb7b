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

// TestBenchOfServersHasLimits: the same of several servers.
func TestBenchOfServersHasLimits(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(set *benchClusterFlags)
		refused bool
	}{
		"the least":          {func(*benchClusterFlags) {}, false},
		"no database":        {func(set *benchClusterFlags) { set.database = "" }, true},
		"no servers":         {func(set *benchClusterFlags) { set.plan.Nodes = 0 }, true},
		"the most servers":   {func(set *benchClusterFlags) { set.plan.Nodes = 16 }, false},
		"too many servers":   {func(set *benchClusterFlags) { set.plan.Nodes = 17 }, true},
		"no tables":          {func(set *benchClusterFlags) { set.plan.Tables = 0 }, true},
		"no moves":           {func(set *benchClusterFlags) { set.plan.Rate = 0 }, true},
		"the fastest":        {func(set *benchClusterFlags) { set.plan.Rate = 15 }, false},
		"moves too fast":     {func(set *benchClusterFlags) { set.plan.Rate = 15.1 }, true},
		"no seconds":         {func(set *benchClusterFlags) { set.seconds = 0 }, true},
		"less than no fault": {func(set *benchClusterFlags) { set.plan.Faults = -1 }, true},
		"less than nothing":  {func(set *benchClusterFlags) { set.plan.CPU = -1 }, true},
	} {
		var set benchClusterFlags
		set.database, set.seconds, set.plan.Nodes, set.plan.Tables, set.plan.Rate = "postgres:///postgres", 1, 1, 1, 1
		c.change(&set)
		err := set.check()
		if errors.Is(err, errUsage) != c.refused || (err == nil) == c.refused {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil && set.plan.Window != time.Second {
			t.Errorf("%s: a second is measured as %v", name, set.plan.Window)
		}
	}
	for database, here := range map[string]bool{
		"postgres:///postgres": true, "postgres:///postgres?host=/run/postgresql": true, "postgres://localhost/noir": true, "postgres://noir@127.0.0.1:5432/noir": true,
		"postgres://[::1]/noir": true, "postgres://db.example.com/noir": false, "postgres:///noir?host=db.example.com": false, "postgres://192.0.2.1/noir": false, "postgres://[": false,
	} {
		if onThisMachine(database) != here {
			t.Errorf("%s is at this machine: %v", database, !here)
		}
	}
}
