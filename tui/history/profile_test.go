package history_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/charmbracelet/x/ansi"

	"noir/data"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/engine/noirburg"
	"noir/internal/language"
	"noir/tui"
	"noir/tui/history"
	"noir/tui/tuitest"
)

func TestProfile(t *testing.T) {
	t.Parallel()
	tuitest.Screens(t, "profile", func(t *testing.T, w, h int) string {
		house, marlowe := town(t)
		s := session(house, marlowe)
		term := start(t, s, history.Profile(s, marlowe), w, h)
		return term.WaitFor("2 h ago")
	})
	tuitest.Screens(t, "profile-new", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Player("archer"))
		term := start(t, s, history.Profile(s, s.Player), w, h)
		return term.WaitFor("no rated game")
	})
}

// TestAProfileNeedsOnlyAName: a player at a lit window is known by id and name, and their profile says
// since when they are here; that of a house player says nothing.
func TestAProfileNeedsOnlyAName(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, marlowe := town(t)
		s := session(house, marlowe)
		term := start(t, s, history.Profile(s, data.Player{ID: marlowe.ID, Name: marlowe.Name}), 80, 24)
		term.WaitFor("MARLOWE", "here since 1 Jan 2000")
		term = start(t, s, history.Profile(s, data.Player{ID: 999, Name: "nobody"}), 80, 24)
		term.WaitFor("NOBODY", "no rated game")
		if screen := term.Screen(); strings.Contains(screen, "here since") {
			t.Errorf("nobody is here since:\n%s", screen)
		}
	})
}

// TestTheHourBeforeMidnight ends at midnight.
func TestTheHourBeforeMidnight(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := house.Player("marlowe"), house.Player("spade")
		house.Played(time.Now().Add(-24*time.Hour).Truncate(24*time.Hour).Add(23*time.Hour+10*time.Minute), marlowe, spade)
		s := session(house, marlowe)
		term := start(t, s, history.Profile(s, marlowe), 80, 24)
		term.WaitFor("rivals")
		term.Press("right")
		term.WaitFor("23–0 h, your time")
	})
}

// TestProfileTellsHow shows the record and the rivals of a player whose games can be counted.
func TestProfileTellsHow(t *testing.T) {
	t.Parallel()
	tall := func(t *testing.T) (*tui.Session, data.Player) {
		house, marlowe := town(t)
		spade := house.Player("spade-the-second")
		for i := range 5 {
			house.PlayedOut(time.Now().Add(-time.Duration(5-i)*time.Minute), byte(i), marlowe, spade)
		}
		s := session(house, marlowe)
		s.Settings.Zone = "Europe/Stockholm"
		return s, marlowe
	}
	tuitest.Screens(t, "profile-record", func(t *testing.T, w, h int) string {
		s, marlowe := tall(t)
		term := start(t, s, history.Profile(s, marlowe), w, h)
		term.WaitFor("min ago")
		term.Press("right")
		return term.WaitFor("takes of five", "your time")
	})
	tuitest.Screens(t, "profile-rivals", func(t *testing.T, w, h int) string {
		s, marlowe := tall(t)
		term := start(t, s, history.Profile(s, marlowe), w, h)
		term.WaitFor("min ago")
		term.Press("left")
		return term.WaitFor("met", "spade-the-second")
	})
}

// TestProfileLeadsToRivals goes from a profile to the most frequent rival's.
func TestProfileLeadsToRivals(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, marlowe := town(t)
		s := session(house, marlowe)
		term := start(t, s, history.Profile(s, marlowe), 80, 24)
		term.WaitFor("2 h ago")
		term.Press("left", "enter")
		term.WaitFor("VERA")
		term.Press("esc")
		term.WaitFor("MARLOWE", "vera")
	})
}

// patient is a store whose logs are read until nobody wants them.
type patient struct {
	data.Store
	begun, ended atomic.Int64
}

func (p *patient) Match(ctx context.Context, _ data.MatchID) (data.Match, error) {
	p.begun.Add(1)
	<-ctx.Done()
	p.ended.Add(1)
	return data.Match{}, ctx.Err()
}

// TestNobodyCountsForAProfileThatIsNotSeen: the count ends when the screen is covered, begins again when it is seen
// again, and ends when it is left.
func TestNobodyCountsForAProfileThatIsNotSeen(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, marlowe := town(t)
		store := &patient{Store: house.Store}
		house.Store = store
		s := session(house, marlowe)
		counts := func(begun, ended int64) {
			t.Helper()
			synctest.Wait()
			if store.begun.Load() != begun || store.ended.Load() != ended {
				t.Errorf("%d readings were begun and %d ended, not %d and %d", store.begun.Load(), store.ended.Load(), begun, ended)
			}
		}
		term := start(t, s, tuitest.Over("home", history.Profile(s, marlowe)), 80, 24)
		term.WaitFor("2 h ago")
		counts(1, 0)
		term.Press("a")
		term.WaitFor("YOUR GAMES")
		counts(1, 1)
		term.Press("esc")
		term.WaitFor("MARLOWE")
		counts(2, 1)
		term.Press("right")
		term.WaitFor("Counting the cards")
		term.Press("esc")
		term.WaitFor("home")
		counts(2, 2)
	})
}

func TestProfileLeadsToReplays(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, marlowe := town(t)
		s := session(house, marlowe)
		var wanted []data.MatchID
		s.Routes.Replay = func(_ *tui.Session, id data.MatchID) tui.Screen {
			wanted = append(wanted, id)
			return tuitest.Stub("tape of " + id)
		}
		term := start(t, s, history.Profile(s, marlowe), 80, 24)
		term.WaitFor("2 h ago")
		term.Press("enter")
		term.WaitFor("tape of")
		term.Press("esc")
		term.WaitFor("MARLOWE")
		term.Press("a")
		term.WaitFor("YOUR GAMES", "2 h ago")
		term.Press("down", "enter")
		term.WaitFor("tape of")
		if want := []data.MatchID{"played-15", "played-14"}; fmt.Sprint(wanted) != fmt.Sprint(want) {
			t.Errorf("replayed %v, want %v", wanted, want)
		}
	})
}

// TestFiguresHaveWords: every statistic has a name in every language, within the width that a
// record has for it.
func TestFiguresHaveWords(t *testing.T) {
	t.Parallel()
	for _, o := range language.Offers()[1:] {
		for _, g := range []engine.Statistics{districtnoir.Game{}, noirburg.Game{}} {
			for _, f := range g.Figures() {
				said := tuitest.Reader(t, o.Tag).Words(f.Title)
				if said == f.Title || ansi.StringWidth(said) > 22 {
					t.Errorf("%s: %q is %q", o.Tag, f.Title, said)
				}
			}
		}
	}
}
