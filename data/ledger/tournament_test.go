package ledger_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"noir/data"
	"noir/data/ledger"
	"noir/engine"
)

// TestScores: a friend's lost games score nothing, whether the two meet often or play quickly.
func TestScores(t *testing.T) {
	entry := func(seat engine.Seat, by engine.By, kind string) data.Entry {
		return data.Entry{Seat: seat, By: by, Move: json.RawMessage(fmt.Sprintf(`{"type":%q}`, kind))}
	}
	var log []data.Entry
	for range data.ScoredTurns {
		log = append(log, entry(0, engine.ByPlayer, "play"), entry(1, engine.ByPlayer, "pass"))
	}
	turns := []string{"play", "pass"}
	idle := append(log[:len(log)-1:len(log)-1], entry(1, engine.ByClock, "pass"), entry(-1, engine.ByServer, "play"))
	for _, c := range []struct {
		name  string
		log   []data.Entry
		turns []string
		met   int
		want  bool
	}{
		{"all played", log, turns, 0, true},
		{"the second time", log, turns, data.ScoredMeetings - 1, true},
		{"too often", log, turns, data.ScoredMeetings, false},
		{"one let the clock play", idle, turns, 0, false},
		{"other moves than turns", log, []string{"play"}, 0, false},
		{"turns are not counted", nil, nil, 0, true},
		{"nobody moved", nil, turns, 0, false},
	} {
		if got := ledger.Scores(2, c.log, c.turns, c.met); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}

// TestStandings: after two wins in a row what follows counts double, and equal points
// share a rank.
func TestStandings(t *testing.T) {
	s := ledger.Standings{}
	anna, bert, carl := data.Player{ID: 1, Name: "anna"}, data.Player{ID: 2, Name: "bert"}, data.Player{Name: "carl"}
	for _, o := range []ledger.Outcome{ledger.Won, ledger.Won, ledger.Won, ledger.Drawn} { // 2, 2, 4, 2
		s.Add(anna, o, true)
	}
	for _, scores := range []bool{true, true, true, false} { // 2, 2, 4, 0: which leaves the run as it is
		s.Add(bert, ledger.Won, scores)
	}
	s.Add(bert, ledger.Drawn, false) // which ends it
	s.Add(bert, ledger.Won, true)    // 2
	s.Add(carl, ledger.Lost, true)
	s.Add(data.Player{ID: 3, Name: "adam"}, ledger.Drawn, true)
	for range 2 {
		s.Add(data.Player{ID: 4, Name: "zoe"}, ledger.Won, true)
	}
	want := "[{1 {1 anna} 10 4 0} {1 {2 bert} 10 6 1} {3 {4 zoe} 4 2 2} {4 {3 adam} 1 1 0} {5 {0 carl} 0 1 0}]"
	var got []string
	for _, r := range s.Ranked() {
		got = append(got, fmt.Sprintf("{%d {%d %s} %d %d %d}", r.Rank, r.Player.ID, r.Player.Name, r.Points, r.Games, r.Streak))
	}
	if fmt.Sprint(got) != want {
		t.Errorf("%v, not %v", got, want)
	}
	if first := ledger.Podium(s.Ranked()); len(first) != 3 {
		t.Errorf("honoured are %+v", first)
	}
}

// TestPodium leaves out the fourth, guests and those without points.
func TestPodium(t *testing.T) {
	row := func(rank, id, points int) data.Score {
		return data.Score{Rank: rank, Player: data.Player{ID: data.PlayerID(id)}, Points: points}
	}
	var got []data.PlayerID
	for _, s := range ledger.Podium([]data.Score{row(1, 7, 9), row(2, 0, 8), row(3, 8, 7), row(3, 9, 7), row(5, 10, 6)}) {
		got = append(got, s.Player.ID)
	}
	if fmt.Sprint(got) != "[7 8 9]" {
		t.Errorf("honoured are %v", got)
	}
	if got := ledger.Podium([]data.Score{row(1, 7, 0)}); len(got) > 0 {
		t.Errorf("without points: %v", got)
	}
}

func TestClosed(t *testing.T) {
	c := data.Tournament{Starts: november, Ends: november.Add(time.Hour)}
	late := c.Ends.Add(time.Minute)
	for _, c := range []struct {
		name          string
		last          time.Time
		running       bool
		now, wantedAt time.Time
	}{
		{"while it runs", november, false, c.Ends.Add(-1), time.Time{}},
		{"nobody plays any more", november, false, c.Ends, c.Ends},
		{"somebody still plays", november, true, late, time.Time{}},
		{"the last has ended", late, false, late, late},
		{"one goes on too long", november, true, ledger.LastEnd(c), c.Ends},
	} {
		if got := ledger.Closed(data.Tournament{Starts: november, Ends: november.Add(time.Hour)}, c.last, c.running, c.now); !got.Equal(c.wantedAt) {
			t.Errorf("%s: %v, not %v", c.name, got, c.wantedAt)
		}
	}
}

// TestNext: the next one begins later than now, by whole periods, and is as long.
func TestNext(t *testing.T) {
	week := 7 * 24 * time.Hour
	c := data.Tournament{ID: 3, Title: "t", Starts: november, Ends: november.Add(time.Hour), Every: week, Opened: "op", Closed: november}
	for late, want := range map[time.Duration]time.Duration{0: week, time.Hour: week, week - 1: week, week: 2 * week, 3*week + 1: 4 * week} {
		next := ledger.Next(c, november.Add(late))
		if !next.Starts.Equal(november.Add(want)) || next.Ends.Sub(next.Starts) != time.Hour || next.Opened != data.Schedule || !next.Closed.IsZero() {
			t.Errorf("%v later it is %+v", late, next)
		}
	}
}
