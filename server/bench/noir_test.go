package bench

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestTheWayToATable: what a visitor types on it, and where it ends.
func TestTheWayToATable(t *testing.T) {
	type step struct { // what comes so long after a key
		after time.Duration
		title string
		drawn string
	}
	script := NoirScript()
	sit := func(v *Visitor) (bool, error) { return true, script.Table.Sit(v) }
	for name, c := range map[string]struct {
		walk   func(*Visitor) (bool, error)
		first  step // without a key
		keys   []step
		typed  []string
		seated bool
		lost   bool // the connection ends at last
		takes  time.Duration
	}{
		"a newcomer": {
			walk:  func(v *Visitor) (bool, error) { return true, script.Enter(v) },
			first: step{time.Second, "", "you are marlowe"}, keys: []step{{}, {time.Second / 2, "", home}}, typed: []string{"\r", "\r"}, seated: true, takes: 2500 * time.Millisecond,
		},
		"a stranger who comes at last": {
			walk: sit, keys: []step{{time.Second / 2, titleCalled, ""}, {time.Second / 4, "noir: waiting", ""}, {}}, lost: true, typed: []string{"p", "\r"}, takes: 5 * time.Second,
		},
		"a stranger": {
			walk: sit, keys: []step{{time.Second / 2, titleCalled, ""}, {}, {time.Second / 2, "District Noir", ""}}, typed: []string{"p", "\r", "\r"}, seated: true, takes: 1500 * time.Millisecond,
		},
		"a game that waits": {
			walk: sit, keys: []step{{time.Second / 2, "your move: District Noir", ""}}, typed: []string{"p"}, seated: true, takes: time.Second / 2,
		},
		"a way back": {
			walk: script.Table.Return, first: step{2 * time.Second, "", running}, keys: []step{{time.Second / 2, "District Noir", ""}}, typed: []string{"\r"}, seated: true, takes: 2500 * time.Millisecond,
		},
		"a way back to nothing": {walk: script.Table.Return, takes: lookingBack},
		"a way back to a table that was cleared": {
			walk: script.Table.Return, first: step{time.Second, "", running}, keys: []step{{time.Second / 2, "", "The table " + cleared}}, typed: []string{"\r"}, takes: 1500 * time.Millisecond,
		},
		"a way back that breaks off": {walk: script.Table.Return, first: step{time.Second, "", running}, keys: []step{{}}, typed: []string{"\r"}, lost: true, takes: 5 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := onStage()
				s.v.kept = true
				comes := func(next step) {
					time.AfterFunc(next.after, func() {
						if next.title != "" {
							s.shows(next.title)
						}
						s.v.take([]byte(next.drawn))
					})
				}
				comes(c.first)
				s.hears = func(string) {
					if n := len(s.typed); n <= len(c.keys) {
						comes(c.keys[n-1])
					}
				}
				if c.lost {
					time.AfterFunc(5*time.Second, func() { close(s.v.gone) })
				}
				began := time.Now()
				seated, err := c.walk(s.v)
				if took := time.Since(began); took != c.takes || (err != nil) != c.lost || err == nil && seated != c.seated {
					t.Errorf("after %v they sit: %t, %v", took, seated, err)
				}
				if !slices.Equal(s.typed, c.typed) {
					t.Errorf("they typed %q, not %q", s.typed, c.typed)
				}
				synctest.Wait()
			})
		})
	}
}

// TestAVisitorWatches one of the first tables of the list.
func TestAVisitorWatches(t *testing.T) {
	down := map[string]bool{}
	for range 200 {
		synctest.Test(t, func(t *testing.T) {
			s := onStage()
			s.v.kept = true
			s.hears = func(keys string) {
				switch {
				case len(s.typed) == 1:
					time.AfterFunc(time.Second/2, func() { s.v.take([]byte("move 3")) })
				case keys == "\r":
					s.shows("District Noir")
				}
			}
			if err := watch(s.v); err != nil {
				t.Fatal(err)
			}
			if n := len(s.typed); n < 2 || s.typed[0] != "G\x1b[D\x1b[D\r" || s.typed[n-1] != "\r" {
				t.Fatalf("they typed %q", s.typed)
			}
			down[strings.Join(s.typed[1:len(s.typed)-1], "")] = true
		})
	}
	if len(down) != 8 || !down[""] || !down["jjjjjjj"] {
		t.Errorf("of the list they take %v", down)
	}
}

// TestWhatAVisitorPicks: mostly a card, sometimes they take; either way the other comes after, should it be all there is.
func TestWhatAVisitorPicks(t *testing.T) {
	picked := map[string]int{}
	for range 1200 {
		picked[pick()]++
	}
	if took := picked["1t"]; len(picked) != 2 || took < 100 || took > 400 || picked["t1"] != 1200-took {
		t.Errorf("they pick %v", picked)
	}
}

func TestTitlesOnTheWay(t *testing.T) {
	for title, want := range map[string][3]bool{
		titleCalled: {true, false, false}, titleCalled + "!": {}, "noir": {}, "": {}, "in District Noir": {}, "not your move": {},
		"your move: District Noir": {false, true, true}, "District Noir: vivian moves": {false, false, true},
	} {
		if got := [3]bool{isCalled(title), isAsked(title), atTable(title)}; got != want {
			t.Errorf("%q calls, asks and is at a table: %v, not %v", title, got, want)
		}
	}
}
