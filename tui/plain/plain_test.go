package plain_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/internal/await"
	"noir/tui/districtnoir"
	"noir/tui/tuitest"
)

func TestWrongLinesAreAnswered(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		k := begin(t, session(h, h.Player("marlowe")))
		for line, want := range map[string]string{
			"dance":                      "There is no command \"dance\"; ",
			"\x1b[2Jdance":               "There is no command \"\\x1b[2jdance\"",
			strings.Repeat("play ", 300): "That line is too long.",
			strings.Repeat("x", 10_000):  "That line is too long.",
			"house":                      "Type house and a level: easy",
			"house cruel":                "The house does not play at the level \"cruel\"; it plays at easy",
			"play --seats 5":             "--seats is 2 in district-noir.",
			"play easy":                  "There is no game \"easy\"; there are district-noir",
			"house easy --rated":         "House has no flag \"rated\"",
			"rankings chess":             "There is no game \"chess\"; there are district-noir",
			"join":                       "Type join CODE.",
			"join xyz":                   "No private table has that code: check it, or ask for a new one.",
			"watch":                      "Nobody plays at the moment.",
			"games":                      "marlowe has no finished game yet.",
			"rankings":                   "District Noir: nobody has a rated game yet.",
			"rules":                      "lines are left. Type more, all or stop.",
			"help":                       "lines are left. Type more, all or stop.",
			"HELP":                       "What you can type here; help and a word explains it:",
		} {
			k.types(line)
			k.hears(want)
		}
		k.types("easy") // as after the question for a level
		k.hears("help says what you can type")
		for line, want := range map[string]string{
			"p 9":     "a number from 1 to ",
			"dance":   "lay with p 1",
			"decline": "lay with p 1", // there are no windows
			"say 77":  "Type say and a number from 1 to 9.",
			"say 0":   "Type say and a number from 1 to 9.",
			"say 10":  "Type say and a number from 1 to 9.",
			"resign":  "Type resign now to confirm.",
			"rematch": "The game is not over: try again when it is.",
			"clock":   "There is no clock here",
			"look":    "Your hand: 1, ",
			"help":    "leave: back to the door",
		} {
			k.hears("Your move:") // the house may be thinking still
			k.types(line, "look")
			k.hears(want)
		}
	})
}

func TestNothingMovesTheCursor(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		s := session(h, h.Player("marlowe"))
		s.Games[0].Texts = page("one\x1b[2J\x07\u202e\r\ntwo\u009b1m")
		k := begin(t, s)
		k.types("rules")
		k.hears("two")
		if said := k.heard.String(); !strings.Contains(said, "\none[2J\ntwo1m\n") {
			t.Errorf("the page is shown as %q", said)
		}
	})
}

func TestLongTextsStop(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		s := session(h, h.Guest("guest-1234"))
		text := strings.Repeat("Long.\n", 13) + "\n" + strings.Repeat("Without end.\n", 21) + "\nThe end."
		s.Games[0].Texts = page(text)
		k := begin(t, s)
		k.types("more")
		k.hears("There is nothing more to read.")
		k.types("rules")
		if said := k.hears("23 lines are left. Type more, all or stop."); strings.Count(said, "Long.") != 13 {
			t.Errorf("the first paragraph is said as %q", said)
		}
		k.types("more")
		if said := k.hears("3 lines are left."); strings.Count(said, "Without end.") != 20 {
			t.Errorf("a paragraph that is too long is said as %q", said)
		}
		k.types("settings", "all") // something else between
		k.hears("The end.")
		k.types("rules", "stop", "all")
		k.hears("You stop reading.")
		k.hears("There is nothing more to read.")
	})
}

func TestWaitingCanBeGivenUp(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		k := begin(t, session(h, h.Player("marlowe")))
		k.types("play")
		k.hears("You are waiting for a stranger.")
		k.types("hm")
		k.hears("Type leave to stop")
		k.types("leave")
		k.hears("You are not waiting any more.")
		if n := h.Broker.Counts().Waiting[districtnoir.Name]; n != 0 {
			t.Errorf("%d tickets wait still", n)
		}
		k.types("play")
		k.hears("You are waiting for a stranger.")
		k.types("quit")
		k.ends()
	})
}

// TestWhoIsNotThere: two strangers are paired and one does not answer.
func TestWhoIsNotThere(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		marlowe, spade := begin(t, session(h, h.Player("marlowe"))), begin(t, session(h, h.Player("spade")))
		marlowe.types("play")
		spade.types("play")
		marlowe.hears("A table of 2 is ready.")
		marlowe.types("") // in flight
		marlowe.hears("A table is waiting for you. Type enter if you are there, or leave.")
		time.Sleep(time.Second)
		marlowe.types("")
		marlowe.hears("You are in. We are waiting for the others. Answers: 1 of 2.")
		spade.hears("You did not answer in time; look for another table.")
		marlowe.hears("Somebody did not show up. You keep your place.")
		spade.types("play")
		spade.hears("A table of 2 is ready.")
		spade.types("leave")
		spade.hears("You are not waiting any more.")
		marlowe.hears("Somebody did not show up. You keep your place.")
		spade.types("play") // after the second time that she did not answer
		spade.hears("Others have recently waited for you in vain. Your search starts in 60 seconds.")
		marlowe.types("leave")
		time.Sleep(time.Minute)
		spade.hears("The search is on. Waiting: 1.")
		marlowe.types("play")
		marlowe.hears("A table of 2 is ready.")
		spade.hears("A table of 2 is ready.")
	})
}

// TestItEndsWhenNobodyHears: at the prompt, in a queue and at a table.
func TestItEndsWhenNobodyHears(t *testing.T) {
	for _, where := range [][]string{nil, {"play"}, {"house easy"}} {
		tuitest.Bubble(t, func(t *testing.T) {
			h := tuitest.Open(t)
			k := begin(t, session(h, h.Player("marlowe")))
			k.hears("help says more.")
			k.types(where...)
			synctest.Wait()
			gone := errors.New("the line is cut")
			k.mu.Lock()
			k.deaf = gone
			k.mu.Unlock()
			k.types("help")
			if err := await.One(t, k.ended, "end of the conversation"); !errors.Is(err, gone) {
				t.Errorf("after %q it ended with %v", where, err)
			}
		})
	}
}
