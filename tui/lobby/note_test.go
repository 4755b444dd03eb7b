package lobby_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/engine/noirburg"
	"noir/internal/language"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/lobby"
	"noir/tui/tuitest"
)

// written leaves a player letters of some kinds, each with the same detail.
func written(t *testing.T, h *tuitest.House, p data.Player, kinds ...string) {
	t.Helper()
	detail := json.RawMessage(`{"fingerprint":"SHA256:nThbg6kXUpJW","label":"the attic","text":"Be civil.","codes":10}`)
	for _, kind := range kinds {
		if err := h.Store.Write(context.Background(), data.Letter{Player: p.ID, Kind: kind, Detail: detail}); err != nil {
			t.Fatal(err)
		}
	}
}

// kept waits until a player has so many letters.
func kept(t *testing.T, h *tuitest.House, p data.Player, n int) {
	t.Helper()
	for range 100 {
		if letters, err := h.Store.Letters(context.Background(), p.ID); err != nil || len(letters) == n {
			return
		}
		time.Sleep(100 * time.Millisecond) // of the bubble's clock
	}
	t.Fatalf("there are not %d letters", n)
}

func TestLettersLook(t *testing.T) {
	t.Parallel()
	tuitest.Screens(t, "home-letters", func(t *testing.T, w, hgt int) string {
		house := tuitest.Open(t)
		marlowe := house.Player("marlowe")
		written(t, house, marlowe, data.KeyAdded, data.Warned)
		s := session(house, marlowe)
		term := start(t, s, lobby.Home(s), w, hgt)
		return term.WaitFor("1 here", "the attic", "1 more")
	})
}

// TestNothingOnTheShelfIsCut, in any language, where an arrow stands at the end of its line: a letter, a lesson and a second game
// leave less room than there are rows.
func TestNothingOnTheShelfIsCut(t *testing.T) {
	t.Parallel()
	for _, o := range language.Offers() {
		tuitest.Bubble(t, func(t *testing.T) {
			house := tuitest.Open(t)
			marlowe := house.Player("marlowe")
			written(t, house, marlowe, data.KeyAdded, data.Warned)
			s := session(house, marlowe)
			s.Language = tuitest.Reader(t, o.Tag)
			s.Games = append(s.Games, tui.Game{Rules: noirburg.Game{}})
			s.Games[0].Lesson = tui.Lesson{Scenes: make([]tui.Scene, 3)}
			term := start(t, s, lobby.Home(s), 40, 20)
			term.WaitFor("the attic")
			time.Sleep(time.Second) // of the bubble's clock: the figures have come
			screen, seen := term.Screen(), 0
			for range 12 {
				for _, thing := range []string{"Watch", "Rankings"} {
					label := s.Words(thing)
					if begins := string([]rune(label)[:4]); strings.Contains(screen, "  "+begins) {
						if seen++; !strings.Contains(screen, label) {
							t.Errorf("%s is cut:\n%s", label, screen)
						}
					}
				}
				term.Press("down")
				screen = term.Screen()
			}
			if seen == 0 {
				t.Errorf("in %s nothing is on the shelf:\n%s", o.Name, screen)
			}
		})
	}
}

// TestNotesOfVerbsBeginInOneColumn, in any language.
func TestNotesOfVerbsBeginInOneColumn(t *testing.T) {
	t.Parallel()
	for _, o := range language.Offers() {
		tuitest.Bubble(t, func(t *testing.T) {
			house := tuitest.Open(t)
			s := session(house, house.Player("marlowe"))
			s.Language = tuitest.Reader(t, o.Tag)
			s.Games[0].Lesson = tui.Lesson{Scenes: make([]tui.Scene, 3)}
			lesson, practice := s.Words("ten minutes at a table of your own"), s.Words("against the house, no clock")
			screen := start(t, s, lobby.Home(s), 80, 24).WaitFor(lesson, practice)
			columns := map[int]bool{}
			for line := range strings.Lines(screen) {
				for _, note := range []string{lesson, practice} {
					if before, _, found := strings.Cut(line, note); found {
						columns[kit.Width(before)] = true
					}
				}
			}
			if len(columns) != 1 {
				t.Errorf("in %s they begin in %v:\n%s", o.Name, columns, screen)
			}
		})
	}
}

// TestLettersArePutAway one by one, oldest first; letters of unknown kinds are skipped.
func TestLettersArePutAway(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe := house.Player("marlowe")
		written(t, house, marlowe, "from the future", data.KeyRemoved, data.Warned)
		s := session(house, marlowe)
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("removed from your keyring", "1 more")
		term.Press("x")
		if screen := term.WaitFor("Be civil."); strings.Contains(screen, "keyring") || strings.Contains(screen, "more") {
			t.Errorf("the first is still there:\n%s", screen)
		}
		kept(t, house, marlowe, 1)
		again := start(t, s, lobby.Home(s), 80, 24)
		again.WaitFor("Be civil.")
		term.Press("x")
		term.Wait(func(screen string) bool { return !strings.Contains(screen, "Be civil.") })
		kept(t, house, marlowe, 0)
		term.Press("x")
		last := start(t, s, lobby.Home(s), 80, 24)
		if screen := last.WaitFor("1 here"); strings.Contains(screen, "put away") {
			t.Errorf("it is told again:\n%s", screen)
		}
	})
}

// TestALongLetterLeavesRoom for the menu: it covers six lines of it at most.
func TestALongLetterLeavesRoom(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, _, term := marlowe(t, lobby.Home, 80, 24)
		term.WaitFor("1 here")
		detail := json.RawMessage(`{"text":"` + strings.Repeat("Be civil. ", 90) + `"}`)
		if err := house.Store.Write(t.Context(), data.Letter{Player: house.Player("marlowe").ID, Kind: data.Warned, Detail: detail}); err != nil {
			t.Fatal(err)
		}
		term.Click("Rankings")
		term.WaitFor("rankings of")
		term.Press("esc")
		screen, covered := term.WaitFor("put it away", "Play a stranger"), 0
		for line := range strings.Lines(screen) {
			if strings.Contains(line, "civil") {
				covered++
			}
		}
		if covered != 6 {
			t.Errorf("%d lines of a letter:\n%s", covered, screen)
		}
	})
}

func TestKeysAndSettingsAreAKeyAway(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		_, _, term := atHome(t)
		for key, screen := range map[string]string{"y": "keys", "s": "settings"} {
			term.Press(key)
			if shown := term.WaitFor("esc back"); !strings.HasPrefix(shown, screen) {
				t.Errorf("%s shows\n%s", key, shown)
			}
			term.Press("esc")
			term.WaitFor("1 here")
		}
	})
}

func TestANewcomerMayHaveACode(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		_, term := visit(t, tuitest.Open(t), "marlowe", 80, 24)
		term.WaitFor("marlowe_", "tab a code")
		term.Press("tab")
		term.WaitFor("code", "esc back")
		term.Press("esc")
		term.WaitFor("marlowe_")
	})
}
