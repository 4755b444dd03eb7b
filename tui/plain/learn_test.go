package plain_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	rules "noir/engine/districtnoir"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/lesson"
	"noir/tui/tuitest"
)

// taught is a session with the lesson.
func taught(t *testing.T) *tui.Session {
	h := tuitest.Open(t)
	s := session(h, h.Guest("guest-1234"))
	return s
}

// asked is what to type at a scene.
func asked(t *testing.T, s *tui.Session, at int) string {
	t.Helper()
	table, err := lesson.Open(s, districtnoir.Name, at)
	if err != nil {
		t.Fatal(err)
	}
	want := s.Games[0].Lesson.Scenes[at].Want
	var view rules.View
	var move rules.Move
	if want == nil {
		return "next"
	}
	if err := json.Unmarshal(table.Frame().View, &view); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(want, &move); err != nil {
		t.Fatal(err)
	}
	if move.Type == rules.TypeTake {
		return "t"
	}
	return fmt.Sprintf("p %d", 1+slices.Index(view.Hand, move.Card))
}

func TestALessonIsGivenInLines(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s := taught(t)
		k := begin(t, s)
		k.types("learn district-noir")
		scenes := s.Games[0].Lesson.Scenes
		for i, scene := range scenes {
			k.hears(fmt.Sprintf("Scene %d of %d. %s", i+1, len(scenes), scene.Text))
			if !scene.Free {
				k.types(asked(t, s, i))
			}
		}
		for range 5 {
			k.types("p 1")
		}
		k.types("t")
		k.hears("the rest is nerve")
		k.hears("house easy district-noir: play the house.")
	})
}

func TestALessonInLinesKeepsThePlace(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		k := begin(t, taught(t))
		k.types("learn", "p 1")
		k.hears("Type next to go on, or back")
		k.types("next", "p 1")
		k.hears("That would put 5 at the newest end of the row. For now lay the 8")
		k.types("next")
		k.hears("Lay the 8.")
		k.types("nonsense")
		k.hears("Play with p 1, take with t.")
		k.types("back")
		k.hears("Scene 1 of 25.")
		k.types("next", "help")
		k.hears("A move is asked for: play with p 1, take with t.")
		k.types("leave")
		k.hears("learn district-noir: take the lesson up again.")
		k.types("learn district-noir", "look")
		k.hears("Scene 2 of 25.")
		k.types("quit")
		k.hears("Goodbye.")
	})
}

func TestTheNextConversationGoesOnWithTheLesson(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		s := session(h, h.Player("marlowe"))
		k := begin(t, s)
		k.types("learn", "next")
		k.hears("Scene 2 of 25.")
		var err error
		if s.Settings, err = h.Store.Settings(t.Context(), s.Player.ID); err != nil {
			t.Fatal(err)
		}
		k = begin(t, s)
		k.hears("You are at scene 2 of 25 of a lesson. learn district-noir: go on with it.")
		k.types("learn")
		k.hears("Scene 2 of 25.")
	})
}

// burgLines do what the scenes of the lesson of Noirburg ask for.
var burgLines = []string{
	"next", "keep", "open 2", "open 1", "draw", "end", "next", "pass",
	"attack lola bootlegger with 3", "bribe", "draw 2", "end", "next", "police stop",
	"driveby benny speakeasy", "next", "move 3 to hideout",
	"open 4", "open 1 bootlegger", "hideout under casino", "discard 1", "draw 4", "end", "police stop",
	"attack lola hideout with 1 3", "draw", "turncoat 3 from benny speakeasy",
}

func TestTheLessonOfNoirburgIsGivenInLines(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		s := burgher(h, h.Guest("guest-1234"))
		k := begin(t, s)
		k.types("learn noirburg")
		scenes := s.Games[1].Lesson.Scenes
		for i, scene := range scenes {
			k.hears(fmt.Sprintf("Scene %d of %d. %s", i+1, len(scenes), scene.Text))
			if i < len(burgLines) {
				k.types(burgLines[i])
			}
		}
		k.types("end", "leave")
		k.hears("learn noirburg: take the lesson up again.")
	})
}
