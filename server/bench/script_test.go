package bench

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/ssh"
)

// stage is a table that one visitor sees: what they type comes there, and it changes their window title.
type stage struct {
	ssh.Channel
	v     *Visitor
	typed []string
	at    []time.Time
	hears func(keys string)
}

func (s *stage) Write(p []byte) (int, error) {
	s.typed, s.at = append(s.typed, string(p)), append(s.at, time.Now())
	if s.hears != nil {
		s.hears(string(p))
	}
	return len(p), nil
}

// shows draws a window title, and what comes with it.
func (s *stage) shows(title string) { s.v.take([]byte(titleStart + title + "\a")) }

func onStage() *stage {
	s := &stage{v: &Visitor{Person: Person{Name: "marlowe"}, drawn: make(chan struct{}, 1), gone: make(chan struct{})}}
	s.v.channel = s
	return s
}

// oneTable asks by its title; a pick is "t1".
var oneTable = &Table{Asked: isAsked, Pick: func() string { return "t1" }, Confirm: "\r", Again: "r"}

// TestAVisitorPlays: each turn is thought over, picked and then confirmed; what is measured is the time from the key that
// confirms to the picture in which it is another's turn. Whoever is not asked for long asks for another game.
func TestAVisitorPlays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := onStage()
		var asked []time.Time
		ask := func() {
			asked = append(asked, time.Now())
			s.shows("your move: District Noir")
		}
		s.hears = func(keys string) {
			switch keys {
			case "t1":
				s.v.take([]byte("a card is raised"))
			case "\r":
				time.AfterFunc(30*time.Millisecond, func() { s.v.take([]byte("a card is on its way")) })
				time.AfterFunc(80*time.Millisecond, func() { s.shows("District Noir") })
				if len(asked) < 5 {
					time.AfterFunc(time.Second, ask)
				}
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		defer cancel()
		const every = 10 * time.Second
		time.AfterFunc(time.Second, ask)
		moves := 0
		err := s.v.Play(ctx, oneTable, every, func(took time.Duration, answered bool) {
			if moves++; took != 80*time.Millisecond || !answered {
				t.Errorf("move %d took %v, answered %t", moves, took, answered)
			}
		})
		if err != nil || moves != 5 || len(asked) != 5 {
			t.Fatalf("%d moves of %d: %v", moves, len(asked), err)
		}
		for i := range moves {
			picked, confirmed := s.at[2*i], s.at[2*i+1]
			if s.typed[2*i] != "t1" || s.typed[2*i+1] != "\r" || confirmed.Sub(picked) != hesitation {
				t.Errorf("move %d: %q and %q, %v apart", i, s.typed[2*i], s.typed[2*i+1], confirmed.Sub(picked))
			}
			least, most := every/4, every/4+every/2
			if i == 0 {
				least, most = grace, grace+every/2
			}
			if thought := confirmed.Sub(asked[i]); thought < least || thought >= most {
				t.Errorf("move %d was thought over for %v", i, thought)
			}
		}
		again := s.typed[2*moves:]
		if len(again) < 7 || slices.ContainsFunc(again, func(keys string) bool { return keys != "r" }) {
			t.Errorf("after the last move %q were typed", again)
		}
	})
}

// TestAMoveIsTimed to the picture that shows it: at once when the turn is over, otherwise by the first picture once the
// time is up, or the first after that; a move that nothing follows is unanswered.
func TestAMoveIsTimed(t *testing.T) {
	const limit = time.Second
	for name, c := range map[string]struct {
		draws    []time.Duration // pictures in which the visitor is still asked
		passes   time.Duration   // when the turn passes; 0: never
		took     time.Duration
		answered bool
		after    time.Duration // how long it is waited
	}{
		"it passes":                     {nil, 200 * time.Millisecond, 200 * time.Millisecond, true, 200 * time.Millisecond},
		"it passes after pictures":      {[]time.Duration{100 * time.Millisecond}, 300 * time.Millisecond, 300 * time.Millisecond, true, 300 * time.Millisecond},
		"the visitor is asked again":    {[]time.Duration{150 * time.Millisecond, 400 * time.Millisecond}, 0, 150 * time.Millisecond, true, limit},
		"a picture when the time is up": {[]time.Duration{1500 * time.Millisecond}, 0, 1500 * time.Millisecond, true, 1500 * time.Millisecond},
		"nothing":                       {nil, 0, keyLimit, false, keyLimit},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := onStage()
				s.shows("your move")
				for _, after := range c.draws {
					time.AfterFunc(after, func() { s.v.take([]byte("a picture")) })
				}
				if c.passes > 0 {
					time.AfterFunc(c.passes, func() { s.shows("District Noir") })
				}
				began := time.Now()
				took, answered, err := s.v.confirm(oneTable, limit)
				if err != nil || took != c.took || answered != c.answered || time.Since(began) != c.after {
					t.Errorf("took %v, answered %t, known after %v: %v", took, answered, time.Since(began), err)
				}
			})
		})
	}
}

// TestAVisitorWhoIsCutOff plays and waits no further.
func TestAVisitorWhoIsCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := onStage()
		s.shows("your move")
		time.AfterFunc(time.Millisecond, func() { close(s.v.gone) })
		if _, _, err := s.v.confirm(oneTable, time.Second); err == nil || err.Error() != "marlowe: the connection ended" {
			t.Errorf("a move: %v", err)
		}
		if err := s.v.Play(t.Context(), oneTable, 10*time.Second, func(time.Duration, bool) { t.Error("a move was made") }); err == nil {
			t.Error("it was played on")
		}
	})
}

// TestFigures are told with about three digits, and what was not measured not at all.
func TestFigures(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{0: "", .5: "0.50", -.25: "-0.25", 9.994: "9.99", 10: "10.0", 99.94: "99.9", 100: "100", 1234.5: "1234", -10: "-10.0"} {
		if got := figure(v); got != want {
			t.Errorf("%v is told as %q, not %q", v, got, want)
		}
	}
}
