package main

import (
	"errors"
	"strings"
	"testing"
	"time"

	"noir/app/operator"
	"noir/data"
	"noir/engine"
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
		", every week\t":           {Tournament: data.Tournament{Starts: coming, Ends: coming.Add(time.Hour), Every: 7 * 24 * time.Hour}},
		string(data.Coming) + "\t": {Tournament: data.Tournament{Starts: coming, Ends: coming.Add(time.Hour)}},
	} {
		if row := newEventRow(e).String(); !strings.Contains(row, want) {
			t.Errorf("%+v: %q, not %q", e, row, want)
		}
	}
}

// TestRowsOfGamesAndReports: whether a game counts and who has won it, and what a report is about.
func TestRowsOfGamesAndReports(t *testing.T) {
	at, seats := time.Now(), []data.Seat{{Name: "marlowe"}, {Name: "spade"}}
	for want, m := range map[string]data.Match{
		"\tunrated\tmarlowe v spade*": {Seats: seats, Result: &engine.Result{Winners: []engine.Seat{1}}},
		"\trated\tmarlowe* v spade*":  {Seats: seats, Rated: true, Result: &engine.Result{Winners: []engine.Seat{0, 1}}},
		"\tvoid\tmarlowe* v spade":    {Seats: seats, Rated: true, Voided: at, Result: &engine.Result{Winners: []engine.Seat{0}}},
		"\tunrated\tmarlowe v spade":  {Seats: seats, Result: &engine.Result{Reason: engine.Aborted}},
	} {
		if row := newGameRow(m).String(); !strings.HasSuffix(row, want) {
			t.Errorf("%q, not %q", row, want)
		}
	}
	spade, vivian := data.Player{Name: "spade"}, data.Player{Name: "vivian"}
	for want, r := range map[string]data.Report{
		"\tspade about vivian\t-\topen\trude":                                   {By: spade, About: vivian, Reason: "rude"},
		"\tspade about vivian\tg7\tclosed " + moment(at) + ": seen\trude twice": {By: spade, About: vivian, Match: "g7", Reason: "rude twice", Closed: at, Verdict: "seen"},
	} {
		if row := newReportRow(r).String(); !strings.HasSuffix(row, want) {
			t.Errorf("%q, not %q", row, want)
		}
	}
}

// TestRowsOfHoldersOfNames: which name theirs reads like, or that it is reserved.
func TestRowsOfHoldersOfNames(t *testing.T) {
	at := time.Now()
	for want, h := range map[string]data.Holder{
		"sp4de\tsince " + moment(at) + "\treads like spade": {Player: data.Player{Name: "sp4de", Created: at}, Like: "spade"},
		"noir\tsince " + moment(at) + "\tbot\treserved":     {Player: data.Player{Name: "noir", Created: at, Bot: true}},
	} {
		if row := newHolderRow(h).String(); row != want {
			t.Errorf("%q, not %q", row, want)
		}
	}
}

// TestWhatIsKnownOfAPlayer is a line each, and says what holds only if it does.
func TestWhatIsKnownOfAPlayer(t *testing.T) {
	until := time.Now().Add(time.Hour)
	d := operator.Dossier{
		Player: data.Player{Name: "marlowe", Bot: true}, Keys: []data.Key{{Fingerprint: "SHA256:b3n1", Label: "attic"}},
		Ratings: map[string]data.Rating{"noirburg": {Value: 1512.34, Games: 3, Wins: 1, Losses: 2}},
	}
	tell := func() string {
		var out strings.Builder
		newPlayerDocument(d).tell(&out)
		return out.String()
	}
	for _, want := range []string{"player\tmarlowe\tsince ", "\tbot\n", "key\tSHA256:b3n1\t", "\t\"attic\"\n", "rating\tnoirburg\t1512.3\t3 games: 1 won, 2 lost, 0 drawn\n"} {
		if said := tell(); !strings.Contains(said, want) || strings.Contains(said, "phrases only") {
			t.Errorf("%q lacks %q", said, want)
		}
	}
	for end, want := range map[time.Time]string{until: "until " + moment(until), {}: "until they are unmuted"} {
		d.Silence = &data.Silence{Until: end, Reason: "rude"}
		if said := tell(); !strings.Contains(said, "phrases only\t"+want+"\trude\n") {
			t.Errorf("%q lacks %q", said, want)
		}
	}
}

// TestWhenAnEventStarts: at once, at the next such time of a day, or at a moment that is not over.
func TestWhenAnEventStarts(t *testing.T) {
	now := time.Date(2026, 11, 26, 19, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"": "2026-11-26 19:00", "19:00": "2026-11-26 19:00", "19:01": "2026-11-26 19:01", "18:59": "2026-11-27 18:59",
		"2026-11-26 19:00": "2026-11-26 19:00", "2026-12-01 00:05": "2026-12-01 00:05",
		"2026-11-26 18:59": "is over already", "tomorrow": "is a time in UTC", "25:00": "is a time in UTC",
	} {
		at, err := readStart(text, now)
		got := at.Format("2006-01-02 15:04")
		if err != nil {
			if got = err.Error(); !errors.Is(err, errUsage) {
				t.Errorf("%q: %v is no error of usage", text, err)
			}
		}
		if !strings.Contains(got, want) {
			t.Errorf("%q: %s, not %s", text, got, want)
		}
	}
	for text, want := range map[string]time.Duration{"": 0, "day": 24 * time.Hour, "week": 7 * 24 * time.Hour, "month": -1} {
		if every, err := readEvery(text); (err != nil) != (want < 0) || err == nil && every != want {
			t.Errorf("every %q: %v, %v", text, every, err)
		}
	}
}

// TestSpans are hours and minutes, or up to a hundred years of days.
func TestSpans(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"90m": 90 * time.Minute, "24h": 24 * time.Hour, "1d": 24 * time.Hour, "36500d": 36500 * 24 * time.Hour,
		"36501d": 0, "0d": 0, "0s": 0, "-1h": 0, "-7d": 0, "7": 0, "d": 0, "week": 0,
	} {
		var s span
		if err := s.Set(text); (err == nil) != (want > 0) || time.Duration(s) != want {
			t.Errorf("%q: %v, %v", text, time.Duration(s), err)
		}
	}
}
