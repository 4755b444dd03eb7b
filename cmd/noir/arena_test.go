package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"reflect"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"noir/app"
	"noir/engine"
	"noir/engine/arena"
	"noir/internal/await"
	"noir/tui/tuitest"
)

// tourney runs `noir arena` and returns its report without the times.
func tourney(t *testing.T, args string) arenaReport {
	t.Helper()
	code, out, errOut := noir(t, append([]string{"arena", "--json"}, strings.Fields(args)...)...)
	if code != exitDone {
		t.Fatalf("noir arena %s: exit code %d: %s", args, code, errOut)
	}
	var report arenaReport
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatal(err)
	}
	for i := range report.Contests {
		c := &report.Contests[i]
		if c.MedianMS <= 0 || c.LateMS < c.MedianMS || c.MostMS < c.LateMS {
			t.Errorf("%s thought %v ms half of the time, %v late, %v at most", c.Challenger, c.MedianMS, c.LateMS, c.MostMS)
		}
		c.MedianMS, c.LateMS, c.MostMS = 0, 0, 0
	}
	return report
}

// TestArenaRepeats: the results do not depend on how many games run at once.
func TestArenaRepeats(t *testing.T) {
	for _, args := range []string{
		"district-noir normal easy random --games 60 --seed 42",
		"noirburg normal random --games 7 --seats 4 --seed " + strings.Repeat("a5", 32),
	} {
		alone := tourney(t, args+" --workers 1")
		for _, workers := range []int{1, 3} {
			if again := tourney(t, fmt.Sprintf("%s --workers %d", args, workers)); !reflect.DeepEqual(again, alone) {
				t.Errorf("%s: %+v with %d workers, else %+v", args, again, workers, alone)
			}
		}
	}
	won := map[float64]bool{}
	for seed := range 4 {
		won[tourney(t, fmt.Sprintf("district-noir normal easy --games 100 --seed %d", seed)).Contests[0].Won] = true
	}
	if len(won) == 1 {
		t.Errorf("every seed gives %v", won)
	}
}

// TestArenaPairs: which players meet, in how many games.
func TestArenaPairs(t *testing.T) {
	house := len(app.Games()[0].Info().House)
	for _, c := range []struct {
		args            string
		contests, games int
	}{
		{"district-noir normal easy --games 3", 1, 4},
		{"district-noir random easy normal --games 2", 2, 2},
		{"district-noir sampler random --games 2", 1, 2},
		{"noirburg easy random --games 4 --seats 3", 1, 6},
	} {
		report := tourney(t, c.args)
		if len(report.Contests) != c.contests || report.Contests[0].Games != c.games {
			t.Errorf("%s: %+v", c.args, report.Contests)
		}
	}
	for _, c := range []struct {
		seats, contests int
	}{{2, house * (house - 1) / 2}, {3, house * (house - 1)}} {
		set := arenaFlags{all: true, seats: c.seats}
		levels, err := set.levels(app.Games()[0], nil)
		if pairs := set.pairs(levels); err != nil || len(pairs) != c.contests || pairs[0][1] == pairs[0][0] {
			t.Errorf("%d seats: %v, %v", c.seats, pairs, err)
		}
	}
	set := arenaFlags{all: true, seats: 2}
	for args, want := range map[string]string{"": "boss hard normal easy", "random sampler": "boss hard normal easy random sampler"} {
		if levels, err := set.levels(app.Games()[0], strings.Fields(args)); err != nil || strings.Join(levels, " ") != want {
			t.Errorf("all and %q: %v, %v", args, levels, err)
		}
	}
	set.all = false
	if levels, err := set.levels(app.Games()[0], []string{"hard"}); err != nil || strings.Join(levels, " ") != "hard boss normal easy" {
		t.Errorf("hard alone: %v, %v", levels, err)
	}
}

// TestSeedsOfTournaments: a number, or one as records show it.
func TestSeedsOfTournaments(t *testing.T) {
	for text, want := range map[string]engine.Seed{"0": {}, "258": {2, 1}, strings.Repeat("0b", 32): engine.Seed(bytes.Repeat([]byte{11}, 32))} {
		if seed, err := parseSeed(text); err != nil || seed != want {
			t.Errorf("%s: %s, %v", text, seed, err)
		}
	}
}

// measured are the times in a report.
var measured = regexp.MustCompile(`\d+\.\d+ +\d+\.\d +\d+ `)

// TestArenaTellsPeople in a table, the ratings too where all have played all.
func TestArenaTellsPeople(t *testing.T) {
	var all strings.Builder
	for _, args := range []string{"district-noir random easy --games 6 --seed 1", "noirburg randomly easy"} {
		code, out, errOut := noir(t, append([]string{"arena"}, strings.Fields(args)...)...)
		if code == exitDone {
			errOut = "" // its progress, with times
		}
		fmt.Fprintf(&all, "$ noir arena %s\n%s%s[%d]\n\n", args, measured.ReplaceAllString(out, "… "), errOut, code)
	}
	report := arenaReport{Game: "noirburg", Seats: 4, Seed: "5eed", Ratings: map[string]float64{"easy": 1000.4, "boss": 1500.6, "hard": 1400}}
	if err := report.print(&all, false); err != nil {
		t.Error(err)
	}
	tuitest.Golden(t, "arena", all.String())
}

// TestArenaRefuses invalid tournaments, in one line.
func TestArenaRefuses(t *testing.T) {
	for _, args := range []string{
		"", "district-noir", "bridge normal easy", "noirburg hrad easy", "noirburg normal normal", "district-noir normal easy --seats 3",
		"noirburg normal easy --games 0", "noirburg normal sampler", "noirburg normal easy --workers 0", "noirburg normal easy --seed deal",
	} {
		code, out, errOut := noir(t, append([]string{"arena"}, strings.Fields(args)...)...)
		if code != exitUsage || out != "" || strings.Count(errOut, "\n") != 1 {
			t.Errorf("noir arena %s: exit code %d, %q, %q", args, code, out, errOut)
		}
	}
}

// TestArenaProgress: a bar on a terminal, lines elsewhere, and what is left to play.
func TestArenaProgress(t *testing.T) {
	g := app.Games()[0]
	contest := arena.Contest{
		Game: g, Seats: 2, Deals: 5, Seed: engine.Seed{1}, Challenger: entrant(g, "normal"), Rival: entrant(g, "easy"),
	}
	for _, terminal := range []bool{true, false} {
		var out strings.Builder
		p := newArenaProgress(&out, terminal)
		p.every = 0
		synctest.Test(t, func(t *testing.T) { // in which games take no time
			p.begin(contest, 2, 3)
			p.began = time.Now().Add(-time.Minute)
			standing, err := contest.Run(t.Context(), 1, p.show)
			if err != nil {
				t.Fatal(err)
			}
			p.end(standing)
		})
		lines := strings.Split(out.String(), "\n")
		if bars := strings.Count(lines[0], "\r\x1b[K"); terminal && (bars != 11 || !strings.HasPrefix(lines[0], "\r\x1b[K")) || !terminal && len(lines) != 12 {
			t.Errorf("terminal %t: %q", terminal, lines)
		}
		for _, part := range []string{"2/3 normal v easy: ", " of 4/10, 1m30s left", " of 10/10, took 1m0s"} {
			if !strings.Contains(out.String(), part) {
				t.Errorf("terminal %t: no %q in %q", terminal, part, out.String())
			}
		}
	}
}

// TestArenaProgressIsShownNowAndThen: five times a second on a terminal, every ten seconds elsewhere, and for one contest
// of one without numbers.
func TestArenaProgressIsShownNowAndThen(t *testing.T) {
	g := app.Games()[0]
	contest := arena.Contest{Game: g, Seats: 2, Deals: 5, Challenger: entrant(g, "normal"), Rival: entrant(g, "easy")}
	for terminal, every := range map[bool]time.Duration{true: 200 * time.Millisecond, false: 10 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			var out strings.Builder
			p := newArenaProgress(&out, terminal)
			p.begin(contest, 1, 1)
			for _, wait := range []time.Duration{0, every - 1, 1, 0, every - 1, 1} {
				time.Sleep(wait)
				p.show(arena.Standing{Games: 1})
			}
			if shown := strings.Count(out.String(), "normal v easy: "); shown != 2 || strings.Contains(out.String(), "1/1 normal") {
				t.Errorf("terminal %t: shown %d times: %q", terminal, shown, out.String())
			}
		})
	}
}

// TestArenaStopsAtASignal, and reports what was played before.
func TestArenaStopsAtASignal(t *testing.T) {
	for _, s := range [...]os.Signal{os.Interrupt, syscall.SIGTERM} {
		// One that comes before it listens would end the tests, and so would one that is on its way when it has ended: this
		// is never taken back.
		signal.Notify(make(chan os.Signal, 1), s)
		ctx, cancel := context.WithCancel(t.Context())
		var out, errOut bytes.Buffer
		ended := make(chan int, 1)
		go func() {
			ended <- run(ctx, strings.Fields("arena noirburg normal random --games 100000 --workers 1 --json"), &out, &errOut)
		}()
		code := -1
		for late := time.Now().Add(await.Limit()); code < 0 && time.Now().Before(late); {
			signalled(t, s)
			select {
			case code = <-ended:
			case <-time.After(10 * time.Millisecond):
			}
		}
		if cancel(); code < 0 {
			t.Fatalf("%s does not end it", s)
		}
		var report arenaReport
		if err := json.Unmarshal(out.Bytes(), &report); err != nil || report.Game != "noirburg" {
			t.Errorf("%s: it reports %q, %v", s, out.String(), err)
		}
		if said := errOut.String(); code != exitFailed || !strings.HasSuffix(said, "noir: stopped before the end\n") {
			t.Errorf("%s: exit code %d, %q", s, code, said)
		}
	}
}

// TestArenaRates all levels that normal meets.
func TestArenaRates(t *testing.T) {
	report := arenaReport{Ratings: map[string]float64{"normal": 1500, "easy": 1012.4}}
	var out strings.Builder
	if err := report.print(&out, false); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); !strings.Contains(text, "normal  1500") || strings.Index(text, "easy") < strings.Index(text, "normal") {
		t.Errorf("%s", text)
	}
}
