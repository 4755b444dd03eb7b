package play_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/noirburg"
	"noir/tui/play"
	"noir/tui/tuitest"
)

// TestWaysLead looks at every step of long ways through tables, menus, talk, replays and reviews, as far as the keys
// that the screens name lead. Players and a watcher take turns of a few steps each.
func TestWaysLead(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]struct {
		game  tui.Game
		names []string
		seed  byte
	}{
		"district": {districtnoir.Game(), []string{"marlowe", "spade"}, 4},
		"friends":  {districtnoir.Game(), []string{"marlowe", "spade"}, 5},
		"burg":     {noirburg.Game(), []string{"marlowe", "spade", "vera"}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			tuitest.Bubble(t, func(t *testing.T) {
				h := tuitest.Open(t)
				match, broker := h.Dealt(at.game.Rules, engine.Seed{at.seed}, at.names...)
				var terms []*tuitest.Terminal
				sit := func(p data.Player, screen func(*tui.Session, data.MatchID) tui.Screen) {
					s := session(h, p)
					s.Routes.Play = h.Session(p).Routes.Play // another table would be dealt by chance
					s.Broker, s.Games = broker, []tui.Game{at.game}
					if name == "friends" {
						for _, other := range match.Seats {
							if other.Player != p.ID {
								_ = h.Store.Tie(t.Context(), p.ID, other.Player, data.Friend)
							}
						}
						set, err := h.Store.ChangeSettings(t.Context(), p.ID, func(set *data.Settings) { set.FreeText, set.OneKey, set.Still = true, true, true })
						if err != nil {
							t.Fatal(err)
						}
						s.Settings = set
					}
					to := func() tui.Screen { return screen(s, match.ID) }
					terms = append(terms, tuitest.Start(t, tui.NewRoot(s, tuitest.Themed(s), tuitest.Again("below", to)), 80, 24))
					settle()
				}
				for _, seat := range match.Seats {
					sit(data.Player{ID: seat.Player, Name: seat.Name}, play.Seat)
				}
				sit(h.Player("archer"), play.Watch)
				var prints []tuitest.Print
				for turn := range uint64(36) {
					who := int(turn) % len(terms)
					prints = append(prints, terms[who].Wander(fmt.Sprint(name, " ", turn, " ", who), turn, 7, nil, "x", "hello", "1", "c2", "q")...)
					time.Sleep(600 * time.Millisecond)
					synctest.Wait()
				}
				tuitest.Prints(t, "ways-"+name, prints)
			})
		})
	}
	for name, screen := range map[string]func(*tui.Session, data.MatchID) tui.Screen{"replay": play.Replay, "review": play.Review} {
		t.Run(name, func(t *testing.T) {
			tuitest.Bubble(t, func(t *testing.T) {
				h := tuitest.Open(t)
				id := reviewed(t, h)
				var prints []tuitest.Print
				for round, who := range []string{"marlowe", "spade", "archer"} {
					s := session(h, h.Player(who))
					s.Routes.Play = h.Session(s.Player).Routes.Play // another table would be dealt by chance
					to := func() tui.Screen { return screen(s, id) }
					term := tuitest.Start(t, tui.NewRoot(s, tuitest.Themed(s), tuitest.Again("below", to)), 80, 24)
					settle()
					prints = append(prints, term.Wander(fmt.Sprint(name, " ", who), uint64(round), 70, nil, "12", "9", "x")...)
				}
				tuitest.Prints(t, "ways-"+name, prints)
			})
		})
	}
}
