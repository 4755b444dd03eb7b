package lesson_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	rules "noir/engine/districtnoir"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/lesson"
	"noir/tui/lobby"
	"noir/tui/play"
	"noir/tui/tuitest"
)

// session is a guest's session, with lessons.
func session(t *testing.T) *tui.Session {
	s, _ := furnished(t)
	return s
}

// furnished is such a session, and its house.
func furnished(t *testing.T) (*tui.Session, *tuitest.House) {
	house := tuitest.Open(t)
	s := house.Session(house.Guest("guest-1234"))
	s.Games = []tui.Game{districtnoir.Game()}
	s.Routes.Home, s.Routes.Rules, s.Routes.Lesson = lobby.Home, lobby.Rules, lesson.Screen
	return s, house
}

// open is a table of the lesson at a scene.
func open(t *testing.T, s *tui.Session, scene int) *lesson.Table {
	t.Helper()
	table, err := lesson.Open(s, districtnoir.Name, scene)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// start shows the lesson.
func start(t *testing.T, s *tui.Session, w, h int) *tuitest.Terminal {
	return tuitest.Start(t, tui.NewRoot(s, tuitest.Themed(s), lesson.Screen(s, districtnoir.Name)), w, h)
}

// view is what the learner sees of a table.
func view(t *testing.T, table *lesson.Table) rules.View {
	t.Helper()
	var v rules.View
	if err := json.Unmarshal(table.Frame().View, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// keys are those that do what a scene asks for.
func keys(t *testing.T, table *lesson.Table, scene tui.Scene) []string {
	t.Helper()
	var move rules.Move
	if scene.Want == nil {
		return []string{"enter"}
	}
	if err := json.Unmarshal(scene.Want, &move); err != nil {
		t.Fatal(err)
	}
	now := view(t, table)
	if cards := len(now.Hand); cards == 0 || cards == 1 && now.Took[table.Frame().Seat] {
		return []string{"enter"} // the only move is picked already
	}
	if move.Type == rules.TypeTake {
		return []string{"t", "enter"}
	}
	place := slices.Index(now.Hand, move.Card)
	return []string{fmt.Sprint(place + 1), "enter"}
}

// shows waits until a text stands on the screen, however it is broken into lines.
func shows(term *tuitest.Terminal, text string) {
	whole := func(text string) string { return strings.Join(strings.Fields(text), "") }
	term.Wait(func(screen string) bool { return strings.Contains(whole(screen), whole(text)) })
}

// everywhere are the windows in which a lesson is played, in every language.
func everywhere() (names []string) {
	for _, o := range language.Offers() {
		names = append(names, "80x24."+o.Tag, "40x20."+o.Tag)
	}
	return names
}

// sizeOf is the size of one of them.
func sizeOf(t *testing.T, name string) (w, h int) {
	t.Helper()
	if _, err := fmt.Sscanf(name, "%dx%d", &w, &h); err != nil {
		t.Fatal(err)
	}
	return w, h
}

func TestTheLessonIsPlayedByItsKeys(t *testing.T) {
	for _, name := range everywhere() {
		t.Run(name, func(t *testing.T) {
			tuitest.Bubble(t, func(t *testing.T) {
				s := session(t)
				scenes := s.Games[0].Lesson.Scenes
				w, h := sizeOf(t, name)
				term := start(t, s, w, h)
				for i, scene := range scenes {
					shows(term, s.Words("lesson, scene %d of %d", i+1, len(scenes)))
					shows(term, s.Words(scene.Text)+" "+s.Words(scene.Task))
					if !scene.Free {
						term.Press(keys(t, open(t, s, i), scene)...)
					}
				}
				for range 5 {
					begun, _, _ := strings.Cut(s.Words("Your move: %s."), "%s")
					shows(term, begun)
					term.Press("1", "enter")
				}
				only, _, _ := strings.Cut(s.Words("Your move, the only one: enter takes %s."), "%s")
				brief, _, _ := strings.Cut(s.Words("Your move: enter takes %s."), "%s")
				term.Wait(func(screen string) bool { return strings.Contains(screen, only) || strings.Contains(screen, brief) })
				term.Press("enter")
				shows(term, s.Words(s.Games[0].Lesson.End))
			})
		})
	}
}

// TestTheLessonSaysWhatIsSo: its texts are right about points, cards and cities.
func TestTheLessonSaysWhatIsSo(t *testing.T) {
	s := session(t)
	eights := func(v rules.View, seat int) int { return int(rules.Count(v.Tableau[seat]...)[rules.Eight]) }
	for scene, so := range map[int]func(v rules.View) bool{
		4: func(v rules.View) bool {
			return slices.Equal(v.Offer(), []rules.Card{rules.Plus3, rules.Eight, rules.Seven, rules.Five, rules.Seven})
		},
		5: func(v rules.View) bool { return v.Scores()[0].Total == 20+3 },
		8: func(v rules.View) bool { return v.Took[1] && len(v.Hand) == 1 },
		9: func(v rules.View) bool { return v.Round == 2 && v.First == 0 && eights(v, 1) > eights(v, 0) },
		13: func(v rules.View) bool {
			return v.Scores()[0].Sets == 0 && v.AfterTake(0).Scores()[0].Sets == 1 && len(v.Hand) == 1
		},
		14: func(v rules.View) bool {
			return v.Hands[1] == 1 && !v.Took[1] && slices.Contains(v.Tableau[0], rules.Plus2)
		},
		15: func(v rules.View) bool { return v.Hands[1] == 0 && !v.Took[1] },
		16: func(v rules.View) bool { return v.Cities(1) == 2 && slices.Contains(v.Tableau[1], rules.Minus3) },
		19: func(v rules.View) bool { return v.AfterTake(1).Cities(1) == 3 && !v.Took[1] },
		20: func(v rules.View) bool { return v.Cities(0) == 1 && v.Scores()[0].Deals == 7-4 },
		21: func(v rules.View) bool {
			return !v.Took[1] && eights(v, 0) == 2 && eights(v, 1) == 2 && int(rules.Count(v.Tableau[0]...)[rules.Five]) == 3
		},
		22: func(v rules.View) bool { return v.Hands[1] == 0 && !v.Took[1] && len(v.Hand) == 2 },
		23: func(v rules.View) bool { return v.Took[0] && v.Took[1] && len(v.Hand) == 1 },
		24: func(v rules.View) bool { return v.Round == 4 && v.First == 0 && len(v.Hand) == 5 && !v.Took[0] },
	} {
		if v := view(t, open(t, s, scene)); !so(v) {
			t.Errorf("scene %d is another one: %+v", scene+1, v)
		}
	}
	if name := (rules.Game{}).Info().House[0].Name; name != "pip" {
		t.Errorf("the lesson speaks of pip, and %s sits there", name)
	}
}

// TestAnotherMoveIsAnswered: it is not made, and the lesson says what it would have done.
func TestAnotherMoveIsAnswered(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s := session(t)
		term := start(t, s, 80, 24)
		term.Press("enter")
		shows(term, "Lay the 8.")
		term.Press("1", "enter")
		shows(term, "That would put 5 at the newest end of the row. For now lay the 8: it will come back to you. Lay the 8.")
		term.Press("t", "enter")
		shows(term, "A take would get you 7, 8, +3, and it is your only one this round.")
		term.Press("esc")
		shows(term, "you lay a card at the newest end of the row, or you take from there: once a round, and three cards are few for that. Lay the 8.")
		term.Press("3")
		term.Click("enter plays 8")
		shows(term, "scene 3 of 25")
		term.Press("b")
		shows(term, "scene 2 of 25")
	})
}

// TestEveryOtherMoveIsAnswered, at every scene that asks for one.
func TestEveryOtherMoveIsAnswered(t *testing.T) {
	s := session(t)
	for i, scene := range s.Games[0].Lesson.Scenes {
		table := open(t, s, i)
		turn := table.Frame().Turn
		if table.Reads() {
			if _, err := table.Play(rules.Take()); turn != nil || !errors.Is(err, matchmaking.ErrNotYourTurn) {
				t.Errorf("scene %d is to be read, and may be played: %v", i+1, err)
			}
			continue
		}
		for _, move := range turn.Legal {
			instead, err := open(t, s, i).Play(move)
			right := scene.Free || string(move) == string(scene.Want)
			if err != nil || right != (instead == "") || !right && scene.Why == "" {
				t.Errorf("scene %d answers %s with %q, %v", i+1, move, instead, err)
			}
		}
		held := slices.Contains(view(t, table).Hand, rules.Plus4)
		if _, err := table.Play(rules.Play(rules.Plus4)); err == nil && !held {
			t.Errorf("scene %d takes a card that is not held", i+1)
		}
	}
}

func TestALessonIsTakenUpWhereItWasLeft(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s := session(t)
		term := tuitest.Start(t, tui.NewRoot(s, tuitest.Theme(), lobby.Learn(s)), 80, 24)
		term.WaitFor("District Noir", "ten minutes at a table", "enter sit down")
		term.Press("enter")
		shows(term, "scene 1 of 25")
		term.Press("enter")
		shows(term, "scene 2 of 25")
		term.Press("q")
		term.WaitFor("scene 2 of 25", "enter go on")
		term.Press("enter")
		shows(term, "Lay the 8.")
	})
}

// TestTheNextSessionGoesOn where the player left the lesson, even if they had gone back in it.
func TestTheNextSessionGoesOn(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s, house := furnished(t)
		s.Player = house.Player("marlowe")
		term := start(t, s, 80, 24)
		term.Press("enter")
		shows(term, "scene 2 of 25")
		term.Press("3", "enter")
		shows(term, "scene 3 of 25")
		term.Press("b")
		shows(term, "scene 2 of 25")
		synctest.Wait()
		kept, err := house.Store.Settings(t.Context(), s.Player.ID)
		if want := (data.Progress{Scene: 1}); err != nil || kept.Lessons[districtnoir.Name] != want {
			t.Fatalf("kept is %+v, %v", kept, err)
		}
		s.Settings = kept
		shows(start(t, s, 80, 24), "scene 2 of 25")
	})
}

// TestTheLessonEndsAtARealTable: the last scene leads to a game against the house. The finished
// lesson is remembered.
func TestTheLessonEndsAtARealTable(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s, house := furnished(t)
		s.Player = house.Player("marlowe")
		s.Settings.Lessons = map[string]data.Progress{districtnoir.Name: {Scene: 24}}
		term := start(t, s, 80, 24)
		for range 5 {
			term.WaitFor("Your move")
			term.Press("1", "enter")
		}
		term.WaitFor("enter takes")
		term.Press("enter")
		term.WaitFor("total", "enter practice")
		term.Press("enter")
		term.WaitFor("at the table")
		term.Press("esc")
		term.WaitFor("r again", "p play a stranger")
		term.Press("r")
		shows(term, "scene 1 of 25")
		term.Press("enter")
		shows(term, "scene 2 of 25")
		synctest.Wait()
		kept, err := house.Store.Settings(t.Context(), s.Player.ID)
		if want := (data.Progress{Scene: 1, Done: true}); err != nil || kept.Lessons[districtnoir.Name] != want {
			t.Errorf("kept is %+v, %v", kept, err)
		}
	})
}

// TestTheFirstEvening counts the keys from a newcomer's home through the lesson and a game of
// practice to a stranger, and what the evening takes with two seconds before each key.
func TestTheFirstEvening(t *testing.T) {
	const pause, most = 2 * time.Second, 5 * time.Minute
	tuitest.Bubble(t, func(t *testing.T) {
		s, house := furnished(t)
		s.Player = house.Player("marlowe")
		s.Routes.Play = play.Seat
		begun, keysPressed := time.Now(), 0
		term := tuitest.Start(t, tui.NewRoot(s, tuitest.Theme(), lobby.Home(s)), 80, 24)
		press := func(names ...string) {
			for _, name := range names {
				time.Sleep(pause)
				term.Press(name)
				keysPressed++
			}
		}
		term.WaitFor("▸ Learn District Noir")
		press("enter")
		for i, scene := range s.Games[0].Lesson.Scenes {
			shows(term, scene.Task)
			if !scene.Free {
				press(keys(t, open(t, s, i), scene)...)
			}
		}
		playOn := func(over string) {
			for {
				screen := term.Wait(func(screen string) bool {
					return strings.Contains(screen, over) || strings.Contains(screen, "Your move")
				})
				switch {
				case strings.Contains(screen, over):
					return
				case strings.Contains(screen, "the only one"):
					press("enter")
				default:
					press("1", "enter")
				}
				synctest.Wait()
			}
		}
		playOn("enter practice")
		press("enter")
		playOn("A casual game: no rating has changed.")
		press("esc")
		term.WaitFor("▸ Play a stranger")
		press("enter")
		term.WaitFor("queue")
		took := time.Since(begun)
		t.Logf("%d keys, %v", keysPressed, took)
		if keysPressed > 120 || took > most {
			t.Errorf("the first evening takes %d keys and %v, more than 120 or %v", keysPressed, took, most)
		}
	})
}

// TestLessonsEndFreely: their last scene is the only one without a script.
func TestLessonsEndFreely(t *testing.T) {
	for _, game := range burgher(t, 0).Games {
		scenes := game.Lesson.Scenes
		for i, scene := range scenes {
			if scene.Free != (i == len(scenes)-1) || scene.Text == "" || scene.Free && scene.Want != nil {
				t.Errorf("%s: scene %d: %+v", game.Info().Name, i+1, scene)
			}
		}
	}
}

func TestAGameWithoutALessonShowsItsRules(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s := session(t)
		s.Games[0].Lesson = tui.Lesson{}
		term := start(t, s, 80, 24)
		term.WaitFor("Two bosses, one street")
	})
}
