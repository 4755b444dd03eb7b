package districtnoir_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui/districtnoir"
	"noir/tui/tuitest"
)

func TestPlainReadsWell(t *testing.T) {
	g, seat := opening(t) // the row is 8 6, the hand 6 8 +2 −3 police
	for viewer, want := range map[engine.Seat][]string{
		seat: {
			"Round 1 of 4.",
			"marlowe has taken nothing yet.",
			"You have taken nothing yet.",
			"Row, oldest first: 8, 6.",
			"marlowe holds 5 cards and may still take in this round.",
			"Your hand: 1, six; 2, eight; 3, plus two; 4, minus three; 5, police.",
			"Taking now would give you 14 points and marlowe 0 points.",
			"Your move: play with p 1, take with t.",
		},
		engine.Spectator: {
			"Round 1 of 4.",
			"spade has taken nothing yet.",
			"marlowe has taken nothing yet.",
			"Row, oldest first: 8, 6.",
			"marlowe holds 5 cards and may still take in this round.",
			"spade holds 5 cards and may still take in this round.",
			"spade is to move.",
		},
	} {
		if diff := cmp.Diff(want, board(t, g.frame(viewer)).Plain()); diff != "" {
			t.Errorf("seat %d (- want, + got):\n%s", viewer, diff)
		}
	}
}

// TestPlainInEveryLanguage compares what is said of a position and of two ends with
// golden files.
func TestPlainInEveryLanguage(t *testing.T) {
	g, seat := opening(t)
	middle := deal(t, 2).run(random(7), func(v rules.View) bool { return v.Round == 4 && len(v.Row) > 5 })
	for _, o := range language.Offers() {
		t.Run("plain."+o.Tag, func(t *testing.T) {
			var lines []string
			for _, f := range []matchmaking.Frame{
				g.frame(seat), middle.frame(middle.mover()), ending(t, rules.Points).frame(0), ending(t, rules.TieBreak).frame(1),
			} {
				b := tuitest.Shown(t, districtnoir.New(tuitest.Spoken(t)), f)
				lines = append(append(lines, b.Plain()...), "")
			}
			tuitest.Golden(t, "plain."+o.Tag, strings.Join(lines, "\n"))
		})
	}
}

func TestPlainTellsTheEnd(t *testing.T) {
	for reason, want := range map[string]string{
		rules.Points:   " in all.",
		rules.City:     "all three cities.",
		rules.TieBreak: " all, and more ",
	} {
		text := strings.Join(board(t, ending(t, reason).frame(0)).Plain(), "\n")
		if !strings.Contains(text, want) {
			t.Errorf("the end by %s does not say %q:\n%s", reason, want, text)
		}
	}
}

func TestCommands(t *testing.T) {
	g, seat := opening(t)
	hand := g.view(seat).Hand
	for line, want := range map[string]string{
		"p 1":     string(rules.Play(hand[0])),
		" P  5 ":  string(rules.Play(hand[4])),
		"play 2":  string(rules.Play(hand[1])),
		"3":       string(rules.Play(hand[2])),
		"t":       string(rules.Take()),
		"take":    string(rules.Take()),
		"p 0":     "say which card of your hand: a number from 1 to 5",
		"p 6":     "say which card of your hand: a number from 1 to 5",
		"9999999": "say which card of your hand: a number from 1 to 5",
		"p":       "play with p 1, take with t",
		"p x":     "say which card of your hand: a number from 1 to 5",
		"t 3":     "play with p 1, take with t",
		"":        "play with p 1, take with t",
		"dance":   "play with p 1, take with t",
	} {
		move, err := board(t, g.frame(seat)).Command(line)
		got := string(move)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q means %q, want %q", line, got, want)
		}
	}
	for viewer, want := range map[engine.Seat]string{
		1 - seat: "not yet, spade is to move", engine.Spectator: "you have no seat at this table: leave it, and look for one of your own to play",
	} {
		if _, err := board(t, g.frame(viewer)).Command("p 1"); err == nil || err.Error() != want {
			t.Errorf("seat %d is told %v, want %q", viewer, err, want)
		}
	}
}

func TestLinesAreTold(t *testing.T) {
	g, seat := opening(t)
	g.play(rules.Take())
	g.play(rules.Play(g.view(1 - seat).Hand[4]))
	g.apply(engine.Move{Seat: seat, By: engine.ByPlayer, Body: engine.Resign})
	f := g.frame(1 - seat)
	b := board(t, f)
	var told []string
	for _, l := range f.Log {
		told = append(told, b.Tell(l))
	}
	last := g.view(seat).Row[0]
	want := []string{"spade took 8, 6", "you played " + last.String(), "spade resigned"}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Errorf("(- want, + got):\n%s", diff)
	}
}

// TestGamesThatAreCutShort: how a game was cut short is told to both and to those who watch.
func TestGamesThatAreCutShort(t *testing.T) {
	for _, c := range []struct {
		last engine.Move
		told map[engine.Seat][2]string // the line of the log, and the end
	}{
		{engine.Move{Seat: 1, By: engine.ByPlayer, Body: engine.Resign}, map[engine.Seat][2]string{
			0: {"spade resigned", "You win: spade resigned."}, 1: {"you resigned", "marlowe wins: you resigned."},
			engine.Spectator: {"spade resigned", "marlowe wins: spade resigned."},
		}},
		{engine.Move{Seat: 1, By: engine.ByClock, Body: engine.Timeout}, map[engine.Seat][2]string{
			0: {"spade ran out of time", "You win: spade ran out of time."}, 1: {"you ran out of time", "marlowe wins: you ran out of time."},
			engine.Spectator: {"spade ran out of time", "marlowe wins: spade ran out of time."},
		}},
		{engine.Move{Seat: engine.Spectator, By: engine.ByServer, Body: engine.Abort}, map[engine.Seat][2]string{
			0: {"the game was called off", "The game was called off. It counts for nothing."},
		}},
	} {
		g := cutShort(t, c.last)
		for viewer, want := range c.told {
			f := g.frame(viewer)
			b := board(t, f)
			if told := b.Tell(f.Log[len(f.Log)-1]); told != want[0] {
				t.Errorf("seat %d is told %q, want %q", viewer, told, want[0])
			}
			if all := strings.Join(b.Plain(), "\n"); !strings.Contains(all, want[1]) {
				t.Errorf("seat %d reads no %q:\n%s", viewer, want[1], all)
			}
			if sheet := strings.Join(strings.Fields(sheetOf(t, f, 60)), " "); !strings.Contains(sheet, want[1]) {
				t.Errorf("seat %d sees no %q:\n%s", viewer, want[1], sheet)
			}
		}
	}
}

// TestNothingIsShownBeforeTheFirstFrame, nor without room.
func TestNothingIsShownBeforeTheFirstFrame(t *testing.T) {
	b := districtnoir.New(nil)
	if b.View(80, 21, tuitest.Noon, tuitest.Theme()) != nil || b.Heading() != "" || b.Plain() != nil || b.Score(60, tuitest.Theme(), 1) != "" {
		t.Error("something is shown")
	}
	g, seat := opening(t)
	tuitest.Shown(t, b, g.frame(seat))
	for _, size := range [][2]int{{0, 21}, {80, 0}} {
		if lines := b.View(size[0], size[1], tuitest.Noon, tuitest.Theme()); lines != nil {
			t.Errorf("at %v it shows %q", size, lines)
		}
	}
	if b.Score(60, tuitest.Theme(), 1) != "" {
		t.Error("there is a score before the end")
	}
	if watching := board(t, g.frame(engine.Spectator)); len(b.FullHelp()) == 0 || watching.FullHelp() != nil {
		t.Error("a seat has its keys, a spectator none")
	}
}

func TestFramesOfOtherGamesAreRefused(t *testing.T) {
	g, seat := opening(t)
	b := board(t, g.frame(seat))
	before := b.Plain()
	for name, spoil := range map[string]func(string) (string, string){
		"another game": func(view string) (string, string) { return "chess", view },
		"no view":      func(string) (string, string) { return districtnoir.Name, "{" },
		"strange card": func(string) (string, string) { return districtnoir.Name, `{"row":["joker"]}` },
	} {
		f := g.frame(seat)
		var view string
		f.Game, view = spoil(string(f.View))
		f.View = []byte(view)
		if err := b.Show(f); err == nil {
			t.Errorf("%s is shown", name)
		}
	}
	if diff := cmp.Diff(before, b.Plain()); diff != "" {
		t.Errorf("a refused frame has changed the board:\n%s", diff)
	}
}
