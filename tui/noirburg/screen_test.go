package noirburg_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/noirburg"
	"noir/tui/tuitest"
)

// board shows a frame.
func board(t testing.TB, f matchmaking.Frame) tui.Board {
	t.Helper()
	return tuitest.Shown(t, noirburg.New(tuitest.Spoken(t)), f)
}

// pictures compares a position after some keys with its golden files, in every language.
func pictures(t *testing.T, name string, f matchmaking.Frame, keys string) {
	t.Helper()
	tuitest.Screens(t, "board-"+name, func(t *testing.T, w, h int) string {
		th := tuitest.Theme()
		th.Reader = tuitest.Spoken(t)
		return pictured(t, f, th, keys, w, h).Screen()
	})
}

// colours compares the colours of a position after some keys with their golden file.
func colours(t *testing.T, name string, f matchmaking.Frame, keys string) {
	t.Helper()
	tuitest.Colours(t, name, func(t *testing.T) *tuitest.Terminal { return pictured(t, f, tuitest.Theme(), keys, 120, 40) })
}

// pictured shows a position after some keys in a window of w×h cells.
func pictured(t *testing.T, f matchmaking.Frame, th *tui.Theme, keys string, w, h int) *tuitest.Terminal {
	t.Helper()
	b := board(t, f)
	tuitest.Press(t, b, strings.Fields(keys)...)
	return tuitest.Table(t, b, th, w, h)
}

// situation is a position of a real game and the seat that sees it.
type situation struct {
	*game
	seat engine.Seat
}

func (s situation) frame() matchmaking.Frame { return s.game.frame(s.seat) }

// find plays games until some seat is in a position that the test looks for.
func find(t testing.TB, seats int, wanted func(g *game, s engine.Seat) bool) situation {
	t.Helper()
	for seed := range byte(200) {
		if at, ok := findIn(t, seed, seats, wanted); ok {
			return at
		}
	}
	t.Fatal("no game gets there")
	return situation{}
}

// findIn is find in one game, for what is rare.
func findIn(t testing.TB, seed byte, seats int, wanted func(g *game, s engine.Seat) bool) (situation, bool) {
	t.Helper()
	all := history(t, seed, seats)
	for at := range all {
		for s := range engine.Seat(seats) {
			if wanted(&all[at], s) {
				return situation{moment(t, all, at), s}, true
			}
		}
	}
	return situation{}, false
}

// offers reports whether a seat may make a move of a type.
func offers(g *game, s engine.Seat, kind string) bool {
	return slices.ContainsFunc(g.state.Legal(s), func(raw json.RawMessage) bool {
		var shape struct{ Type string }
		return json.Unmarshal(raw, &shape) == nil && shape.Type == kind
	})
}

// inWindow finds a seat that is asked in a window of a kind and may throw in a card
// of a type; with the type of a pass nothing but that.
func inWindow(kind, may string) func(g *game, s engine.Seat) bool {
	return func(g *game, s engine.Seat) bool {
		w := g.view(s).Window
		return w != nil && w.Kind == kind && w.MayPass && w.By != s && offers(g, s, may)
	}
}

// inPhase finds a seat whose turn is in a phase, with a mafia of some size.
func inPhase(phase string, places int, may string) func(g *game, s engine.Seat) bool {
	return func(g *game, s engine.Seat) bool {
		v := g.view(s)
		return v.Active == s && v.Window == nil && v.Phase == phase && len(v.Seats[s].Places()) >= places && offers(g, s, may)
	}
}

func TestTableLooks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		seats  int
		wanted func(g *game, s engine.Seat) bool
		keys   string
	}{
		{"set-up", 6, func(g *game, s engine.Seat) bool { return offers(g, s, rules.TypeMulligan) }, ""},
		{"set-up-marked", 3, func(g *game, s engine.Seat) bool { return offers(g, s, rules.TypeMulligan) }, "2 5"},
		{"own-turn", 6, inPhase(rules.PhaseAttack, 4, rules.TypeAttack), ""},
		{"attack", 6, inPhase(rules.PhaseAttack, 4, rules.TypeAttack), "a"},
		{"attack-marked", 4, inPhase(rules.PhaseAttack, 4, rules.TypeAttack), "a right a"},
		{"arrangement", 4, mustArrange, "r"},
		{"opening", 5, inPhase(rules.PhaseOpen, 3, rules.TypeOpen), "1"},
		{"drawing", 3, inPhase(rules.PhaseOpen, 3, rules.TypeDraw), "d d"},
		{"discarding", 3, inPhase(rules.PhaseOpen, 3, rules.TypeDiscard), "x 1 2"},
		{"hideout", 4, inPhase(rules.PhaseOpen, 4, rules.TypeMoveHideout), "u"},
		{"ending", 4, inPhase(rules.PhaseOpen, 3, rules.TypeDraw), "e"},
		{"refused", 4, inPhase(rules.PhaseOpen, 3, rules.TypeEndTurn), "a"},
		{"attacked", 6, attacked, ""},
		{"stopping", 4, inWindow(rules.WindowAttack, rules.TypePolice), "p"},
		{"police", 4, inWindow(rules.WindowPolice, rules.TypeBribe), ""},
		{"bribed", 4, bribed, ""},
		{"driveby", 4, inWindow(rules.WindowDriveby, rules.TypePass), ""},
		{"end-of-turn", 5, inWindow(rules.WindowEndTurn, rules.TypeTurncoat), ""},
		{"countdown", 4, func(g *game, s engine.Seat) bool { return g.view(s).Countdown != nil && len(g.log) > 200 }, ""},
		{"eliminated", 4, func(g *game, s engine.Seat) bool { return !g.view(s).Seats[s].Alive }, ""},
	} {
		pictures(t, c.name, find(t, c.seats, c.wanted).frame(), c.keys)
	}
}

// mustArrange finds a seat with hidden gangsters and several places.
func mustArrange(g *game, s engine.Seat) bool {
	return inPhase(rules.PhaseMove, 4, rules.TypeArrange)(g, s) && !offers(g, s, rules.TypeEndTurn)
}

// bribed finds a seat that is asked about Police with a Bribe on it.
func bribed(g *game, s engine.Seat) bool {
	return inWindow(rules.WindowPolice, rules.TypePass)(g, s) && len(g.view(s).Window.Cards) > 1
}

// attacked finds a seat that is attacked and can answer.
func attacked(g *game, s engine.Seat) bool {
	w := g.view(s).Window
	return inWindow(rules.WindowAttack, rules.TypePolice)(g, s) && w.Seat == s
}

// TestColours: whose turn it is, what is aimed at, what is new, what is spent.
func TestColours(t *testing.T) {
	t.Parallel()
	colours(t, "own-turn", find(t, 6, inPhase(rules.PhaseAttack, 4, rules.TypeAttack)).frame(), "")
	colours(t, "attack-marked", find(t, 4, inPhase(rules.PhaseAttack, 4, rules.TypeAttack)).frame(), "a right a")
	colours(t, "opening", find(t, 5, inPhase(rules.PhaseOpen, 3, rules.TypeOpen)).frame(), "1")
	colours(t, "attacked", find(t, 6, attacked).frame(), "")
	colours(t, "eliminated", find(t, 4, func(g *game, s engine.Seat) bool { return !g.view(s).Seats[s].Alive }).frame(), "")
}

func TestOthersLook(t *testing.T) {
	t.Parallel()
	s := find(t, 6, inWindow(rules.WindowAttack, rules.TypePass))
	watched := s.game.frame(engine.Spectator)
	pictures(t, "watched", watched, "")

	replayed := watched
	replayed.Open, replayed.Clocks = s.open(), make([]matchmaking.SeatClock, s.seats)
	pictures(t, "replayed", replayed, "")

	gone := find(t, 4, inPhase(rules.PhaseOpen, 3, rules.TypeEndTurn)).frame()
	gone.Seats[(gone.Seat+1)%4].Away = true
	gone.Seats[(gone.Seat+2)%4].Substitute = true
	pictures(t, "gone", gone, "")

	all := history(t, 5, 4)
	end := moment(t, all, len(all)-1)
	pictures(t, "end", end.frame(0), "")
	pictures(t, "end-watched", end.frame(engine.Spectator), "")
}

func TestASCIILooks(t *testing.T) {
	t.Parallel()
	th := tui.NewTheme(tui.Look{Colours: colorprofile.ASCII, ASCII: true})
	f := find(t, 4, inPhase(rules.PhaseAttack, 4, rules.TypeAttack)).frame()
	tuitest.Pictures(t, "board-ascii", func(t *testing.T, w, h int) string {
		term := pictured(t, f, th, "a 1", w, h)
		term.OnlyASCII()
		return term.Screen()
	})
}
