package main

import (
	"strings"
	"testing"
	"time"

	"noir/app/operator"
	"noir/data"
)

// TestRowsOfBansAndEvents: what operators read of them, in every state that they can be in.
func TestRowsOfBansAndEvents(t *testing.T) {
	past, coming := time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	for want, b := range map[string]data.Ban{
		"\tfor good\t":                       {Since: past},
		"\tlifted " + moment(past) + "\t":    {Since: past, Lifted: past, Until: coming},
		"\tended " + moment(past) + "\t":     {Since: past, Until: past},
		"\t" + until(coming) + "\tby vivian": {Since: past, Until: coming, By: "vivian"},
	} {
		if row := newBanRow(b).String(); !strings.Contains(row, want) {
			t.Errorf("%+v: %q, not %q", b, row, want)
		}
	}
	for want, e := range map[string]operator.Event{
		"running until " + moment(coming) + "\t2 players, spade first\t": {Tournament: data.Tournament{Starts: past, Ends: coming}, Players: 2, Leader: "spade"},
		"over since " + moment(past) + "\t0 players\t":                   {Tournament: data.Tournament{Starts: past.Add(-time.Hour), Ends: past, Closed: past}},
		string(data.Coming) + "\t":                                       {Tournament: data.Tournament{Starts: coming, Ends: coming.Add(time.Hour)}},
	} {
		if row := newEventRow(e).String(); !strings.Contains(row, want) {
			t.Errorf("%+v: %q, not %q", e, row, want)
		}
	}
}
