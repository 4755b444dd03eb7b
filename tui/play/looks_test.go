package play_test

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/tui"
	"noir/tui/play"
	"noir/tui/tuitest"
)

// recorded stores a whole game, the same every time, and returns its id.
func recorded(t *testing.T, h *tuitest.House) data.MatchID {
	t.Helper()
	g := districtnoir.Game{}
	m := data.Match{
		ID: "the-same", Game: g.Info().Name, Rated: true, Pace: data.Live, Seed: engine.Seed{2},
		Started: time.Date(1954, time.March, 1, 20, 0, 0, 0, time.UTC),
		Seats: []data.Seat{
			{Player: h.Player("marlowe").ID, Name: "marlowe", Kind: data.Human},
			{Player: h.Player("spade").ID, Name: "spade", Kind: data.Human},
		},
	}
	state, err := g.Start(m.Setup())
	if err != nil {
		t.Fatal(err)
	}
	dice := rand.New(rand.NewPCG(7, 7))
	var log []data.Entry
	for prompts := state.Prompts(); len(prompts) > 0; prompts = state.Prompts() {
		legal := state.Legal(prompts[0].Seat)
		next, plies, err := engine.Make(state, engine.Move{Seat: prompts[0].Seat, By: engine.ByPlayer, Body: legal[dice.IntN(len(legal))]})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range plies {
			log = append(log, data.NewEntry(len(log)+1, p, int64(len(log))*5000))
		}
		state = next
	}
	if m, err = h.Store.Open(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	result, _ := state.Result()
	if _, err := h.Store.Finish(t.Context(), m.ID, m.Started.Add(9*time.Minute), result, log...); err != nil {
		t.Fatal(err)
	}
	return m.ID
}

// name is one of the players of the recorded game.
var name = regexp.MustCompile("marlowe|spade")

func TestOwnGameIsReplayedFromOnesOwnSide(t *testing.T) {
	t.Parallel()
	for viewer, near := range map[string]string{"marlowe": "marlowe", "spade": "spade", "vivian": "marlowe"} {
		tuitest.Bubble(t, func(t *testing.T) {
			h := tuitest.Open(t)
			id := recorded(t, h)
			p, err := h.Store.PlayerByName(t.Context(), viewer)
			if errors.Is(err, data.ErrNotFound) {
				p = h.Player(viewer)
			} else if err != nil {
				t.Fatal(err)
			}
			s := session(h, p)
			var seats []string // the names on the lines of the seats, the lower one last
			for _, line := range strings.Split(start(t, s, play.Replay(s, id)).WaitFor("round 1 of 4", "take open"), "\n") {
				if strings.Contains(line, "take open") {
					seats = append(seats, name.FindString(line))
				}
			}
			if far := map[string]string{"marlowe": "spade", "spade": "marlowe"}[near]; !slices.Equal(seats, []string{far, near}) {
				t.Errorf("%s sees %q, the lower one last; want %s below", viewer, seats, near)
			}
		})
	}
}

func TestReplayLooks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		keys  []string
		shows string
		of    []any
	}{
		{"replay-start", nil, "move %d of %d", []any{0, 48}},
		{"replay-middle", []string{"g", "2", "1", "enter"}, "move %d of %d", []any{21, 48}},
		{"replay-end", []string{"end"}, "move %d of %d", []any{48, 48}},
		{"replay-score", []string{"end", "tab"}, "total", nil},
		{"replay-moves", []string{"end", "m"}, "48 ", nil},
		{"replay-goto", []string{"g", "1", "2"}, "move 0 to %d:", []any{48}},
	} {
		tuitest.Screens(t, c.name, func(t *testing.T, w, h int) string {
			house := tuitest.Open(t)
			id := recorded(t, house)
			s := session(house, house.Player("vivian"))
			wish := home{"home", tui.Push{Screen: play.Replay(s, id)}}
			term := tuitest.Start(t, tui.NewRoot(s, tuitest.Themed(s), wish), w, h)
			term.WaitFor(s.Words("move %d of %d", 0, 48))
			for _, name := range c.keys {
				term.Press(name)
				time.Sleep(time.Second) // of the bubble's clock: the frame comes
			}
			return term.WaitFor(s.Words(c.shows, c.of...))
		})
	}
}

// TestReplayTurnsToRounds goes from round to round, on and back, and from within one.
func TestReplayTurnsToRounds(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		id := recorded(t, h)
		s := session(h, h.Player("vivian"))
		term := start(t, s, play.Replay(s, id))
		term.WaitFor("round 1 of 4", "move 0 of 48", "ssh noir.example.com replay "+string(id))
		for _, c := range []struct{ key, want string }{
			{"n", "move 12 of 48"}, {"n", "move 24 of 48"}, {"right", "move 25 of 48"}, {"p", "move 24 of 48"},
			{"p", "move 12 of 48"}, {"left", "move 11 of 48"}, {"n", "move 12 of 48"}, {"n", "move 24 of 48"},
			{"n", "move 36 of 48"}, {"n", "move 48 of 48"}, {"n", "move 48 of 48"},
		} {
			term.Press(c.key)
			term.WaitFor(c.want)
		}
	})
}
