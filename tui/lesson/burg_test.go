package lesson_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"noir/data"
	"noir/engine/noirburg"
	"noir/engine/noirburg/rules"
	"noir/tui"
	"noir/tui/lesson"
	burg "noir/tui/noirburg"
	"noir/tui/tuitest"
)

// burgher is a session with the lesson of Noirburg, at a scene.
func burgher(t *testing.T, scene int) *tui.Session {
	s := session(t)
	s.Games = append(s.Games, burg.Game())
	s.Settings.Lessons = map[string]data.Progress{burg.Name: {Scene: scene}}
	return s
}

// burgKeys do what the scenes of the lesson ask for.
var burgKeys = [][]string{
	{"enter"},
	{"enter", "enter"},
	{"2", "enter"},
	{"1", "enter"},
	{"d", "enter"},
	{"e", "enter"},
	{"enter"},
	{"p"},
	{"a", "right", "right", "right", "1", "enter"},
	{"4", "enter"},
	{"d", "right", "enter"},
	{"e", "enter"},
	{"enter"},
	{"5", "enter"},
	{"5", "enter"},
	{"enter"},
	{"r", "enter"},
	{"4", "enter"},
	{"1", "enter"},
	{"u", "enter"},
	{"x", "1", "enter"},
	{"d", "right", "right", "right", "enter"},
	{"e", "enter"},
	{"4", "enter"},
	{"a", "right", "right", "1", "2", "enter"},
	{"d", "enter"},
	{"5", "enter"},
}

func TestTheLessonOfNoirburgIsPlayedByItsKeys(t *testing.T) {
	for _, name := range everywhere() {
		t.Run(name, func(t *testing.T) {
			tuitest.Bubble(t, func(t *testing.T) {
				s := burgher(t, 0)
				scenes := s.Games[1].Lesson.Scenes
				w, h := sizeOf(t, name)
				term := tuitest.Start(t, tui.NewRoot(s, tuitest.Themed(s), lesson.Screen(s, "noirburg")), w, h)
				for i, scene := range scenes {
					shows(term, s.Words("lesson, scene %d of %d", i+1, len(scenes)))
					shows(term, s.Words(scene.Text)+" "+s.Words(scene.Task))
					if i < len(burgKeys) {
						term.Press(burgKeys[i]...)
					}
				}
			})
		})
	}
}

// TestTasksStandInTheSmallestWindow: the text makes way for the task.
func TestTasksStandInTheSmallestWindow(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s := burgher(t, 0)
		for _, game := range s.Games {
			for i, scene := range game.Lesson.Scenes {
				name := game.Info().Name
				s.Settings.Lessons = map[string]data.Progress{name: {Scene: i}}
				term := tuitest.Start(t, tui.NewRoot(s, tuitest.Theme(), lesson.Screen(s, name)), 32, 12)
				shows(term, scene.Task)
			}
		}
	})
}

// burgAt is a table of the lesson at a scene, and what the learner sees there.
func burgAt(t *testing.T, s *tui.Session, scene int) (*lesson.Table, rules.View) {
	t.Helper()
	table, err := lesson.Open(s, "noirburg", scene)
	if err != nil {
		t.Fatal(err)
	}
	return table, burgView(t, table)
}

func burgView(t *testing.T, table *lesson.Table) rules.View {
	t.Helper()
	var v rules.View
	if err := json.Unmarshal(table.Frame().View, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// ids are the names of cards.
func ids(cards []rules.Card) string { return fmt.Sprint(cards) }

// TestTheLessonOfNoirburgSaysWhatIsSo: its texts are right about money, cards and places.
func TestTheLessonOfNoirburgSaysWhatIsSo(t *testing.T) {
	s := burgher(t, 0)
	business := func(m rules.Mafia, number int) (crew string, stands bool) {
		for c, gangsters := range m.Businesses {
			if c.Number() == number {
				return ids(gangsters), true
			}
		}
		return "", false
	}
	for scene, so := range map[int]func(v rules.View) bool{
		5: func(v rules.View) bool { return v.Seats[0].Money == 0 },
		6: func(v rules.View) bool { return v.Active == 1 && v.Seats[1].Money == 1+6 },
		7: func(v rules.View) bool {
			return v.Window.Kind == rules.WindowEndTurn && v.Window.MayPass && len(v.Discard) == 1
		},
		8: func(v rules.View) bool {
			crew, _ := business(v.Seats[2], 2)
			return v.Active == 0 && crew == "[G1.13]"
		},
		9: func(v rules.View) bool {
			return v.Window.Kind == rules.WindowPolice && v.Window.Use == rules.UseStop
		},
		10: func(v rules.View) bool {
			return v.Seats[0].Money == 5+2 && len(v.Seats[2].Businesses) == 0 && ids(v.Seats[0].Hidden) == "[G3.3]"
		},
		13: func(v rules.View) bool {
			return v.Window.Kind == rules.WindowAttack && v.Window.Seat == 0 && ids(v.Window.Gangsters) == "[G3.0]"
		},
		14: func(v rules.View) bool {
			crew, _ := business(v.Seats[1], 3)
			return crew == "[G1.4]" && ids(v.Seats[1].Hidden) == "[G3.0]"
		},
		15: func(v rules.View) bool {
			crew, stands := business(v.Seats[1], 3)
			return stands && crew == "[]"
		},
		17: func(v rules.View) bool {
			return v.Active == 0 && v.Seats[0].Money == 11 && ids(v.Seats[0].Hideout.Gangsters) == "[G3.3]"
		},
		23: func(v rules.View) bool {
			return v.Window.Kind == rules.WindowAttack && v.Countdown.Holder == 1 && len(v.Seats[2].Hideout.Gangsters) == 0
		},
		25: func(v rules.View) bool { return v.Seats[2].Money == 1 && v.Seats[2].Alive && len(v.Discard) > 0 },
		27: func(v rules.View) bool { return strings.Contains(ids(v.Hand), "G3.0") },
	} {
		if _, v := burgAt(t, s, scene); !so(v) {
			t.Errorf("scene %d is another one: %+v", scene+1, v)
		}
	}
	table, _ := burgAt(t, s, 0)
	for seat, name := range []string{1: "Benny", 2: "Lola"} {
		if got := table.Frame().Seats[seat].Name; name != "" && got != name {
			t.Errorf("the lesson speaks of %s, and %s sits there", name, got)
		}
	}
}

// TestEveryOtherMoveOfNoirburgIsAnswered, at every scene that asks for one.
func TestEveryOtherMoveOfNoirburgIsAnswered(t *testing.T) {
	s, chance := burgher(t, 0), rand.New(rand.NewPCG(1, 2))
	for i, scene := range burg.Game().Lesson.Scenes {
		table, _ := burgAt(t, s, i)
		if table.Reads() || scene.Free {
			continue
		}
		for _, entry := range table.Frame().Turn.Legal {
			move, err := noirburg.Game{}.Complete(table.Frame().View, 0, entry, chance)
			if err != nil {
				t.Fatal(err)
			}
			again, _ := burgAt(t, s, i)
			instead, err := again.Play(move)
			if err != nil || (string(move) == string(scene.Want)) != (instead == "") || strings.HasPrefix(instead, " ") {
				t.Errorf("scene %d answers %s with %q, %v", i+1, move, instead, err)
			}
		}
	}
}

// TestTheHousePlaysOn after the last scene, through windows in which the learner is asked,
// until it is their turn again.
func TestTheHousePlaysOn(t *testing.T) {
	table, _ := burgAt(t, burgher(t, 0), len(burg.Game().Lesson.Scenes)-1)
	if _, err := table.Play(rules.EndTurn()); err != nil {
		t.Fatal(err)
	}
	for range 500 {
		if choose := table.House(); choose != nil {
			reply, err := choose(t.Context())
			if err == nil {
				err = table.Answer(reply)
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := table.Answer(reply); err != nil {
				t.Fatalf("a move that was made already is made again: %v", err)
			}
			continue
		}
		if v := burgView(t, table); v.Active == 0 && v.Window == nil {
			return
		}
		if _, err := table.Play(rules.Pass()); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("the turn never comes round")
}

// TestScenesLookAsBefore, in the smallest windows too, where the table has what the text and the task leave of them.
func TestScenesLookAsBefore(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		var pictures []tuitest.Print
		s := burgher(t, 0)
		for _, game := range s.Games {
			name := game.Info().Name
			for scene := range game.Lesson.Scenes {
				s.Settings.Lessons = map[string]data.Progress{name: {Scene: scene}}
				term := tuitest.Start(t, tui.NewRoot(s, tuitest.Themed(s), lesson.Screen(s, name)), 80, 24)
				pictures = append(pictures, term.Walk(fmt.Sprint(name, " ", scene), nil, "32×12", "40×20", "80×24")...)
			}
		}
		tuitest.Prints(t, "scenes", pictures)
	})
}
