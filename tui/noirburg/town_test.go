package noirburg_test

import (
	"encoding/json"
	"strings"
	"testing"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/matchmaking"
	"noir/tui/tuitest"

	"github.com/charmbracelet/x/ansi"
)

// scene is an invented position, seen by one seat.
type scene struct {
	t     testing.TB
	view  rules.View
	legal []json.RawMessage
	end   *matchmaking.End
}

// town is four mafias in turn 14, which is vera's; sam is out.
func town(t testing.TB) *scene {
	t.Helper()
	return &scene{t: t, view: rules.View{
		Phase: rules.PhaseAttack, Turn: 14, Round: 4, Active: 2, Bank: 21, MoneyWin: true, Deck: 31,
		Countdown: &rules.Countdown{Holder: 1, Left: 3},
		Hand:      cards(t, "G2.5", "B4.2", "POLICE.0", "DRIVEBY.0"),
		Seats: []rules.Mafia{
			mafia(t, 7, 4, "B4.1", map[string][]string{"hideout": {"G1.1"}, "B4.1": {"G2.1"}, "B1.0": {"G1.0"}, "B1.1": nil}, "G3.0"),
			mafia(t, 12, 1, "", map[string][]string{"hideout": nil, "B4.0": {"G4.0"}}),
			mafia(t, 20, 0, "B2.0", map[string][]string{"hideout": {"G2.2"}, "B2.0": {"G1.2", "G1.3"}, "B3.0": {"G3.1"}}, "G2.3"),
			{},
		},
	}}
}

// mafia builds one from the ids of its cards: those at its places, then the hidden ones.
func mafia(t testing.TB, money, hand int, under string, places map[string][]string, hidden ...string) rules.Mafia {
	t.Helper()
	m := rules.Mafia{
		Alive: true, Money: money, Hand: hand, Businesses: map[rules.Card][]rules.Card{},
		Hidden: cards(t, hidden...), Trophies: []rules.Card{},
	}
	if under != "" {
		m.Hideout.Under = card(t, under)
	}
	for place, crew := range places {
		if place == "hideout" {
			m.Hideout.Gangsters = cards(t, crew...)
			continue
		}
		m.Businesses[card(t, place)] = cards(t, crew...)
	}
	return m
}

// frame is the scene as a seat sees it.
func (s *scene) frame(seat engine.Seat) matchmaking.Frame {
	f := matchmaking.Frame{
		Game: "noirburg", Seat: seat, View: tuitest.JSON(s.t, s.view), End: s.end, Clocks: make([]matchmaking.SeatClock, len(s.view.Seats)),
	}
	for i := range s.view.Seats {
		f.Seats = append(f.Seats, matchmaking.Seated{Name: names[i]})
	}
	if len(s.legal) > 0 {
		f.Turn = &matchmaking.Turn{Ply: 1, Legal: s.legal}
	}
	return f
}

func TestATokenIsTakenUnlessTheCountdownWaits(t *testing.T) {
	t.Parallel()
	const taken, last = "You take a token: 2 left.", "You take the last token: the game is over."
	for name, c := range map[string]struct {
		countdown *rules.Countdown
		want      string // of taken and last
	}{
		"no countdown":       {nil, ""},
		"somebody else's":    {&rules.Countdown{Holder: 2, Left: 3}, ""},
		"one's own":          {&rules.Countdown{Holder: 0, Left: 3}, taken},
		"one's own, waiting": {&rules.Countdown{Holder: 0, Left: 3, Waits: true}, ""},
		"the last":           {&rules.Countdown{Holder: 0, Left: 1}, last},
		"the last, waiting":  {&rules.Countdown{Holder: 0, Left: 1, Waits: true}, ""},
	} {
		s := town(t)
		s.view.Active, s.view.Phase, s.view.Countdown = 0, rules.PhaseDraw, c.countdown
		s.legal = []json.RawMessage{rules.Move{Type: rules.TypeEndTurn}.Body()}
		b := board(t, s.frame(0))
		tuitest.Press(t, b, "e")
		drawn := ansi.Strip(strings.Join(b.View(100, 36, tuitest.Noon, tuitest.Theme()), "\n"))
		if !strings.Contains(drawn, "enter ends your turn") {
			t.Fatalf("%s: the end of the turn is not picked:\n%s", name, drawn)
		}
		for _, text := range []string{taken, last} {
			if got := strings.Contains(drawn, text); got != (text == c.want) {
				t.Errorf("%s: %q is drawn: %v\n%s", name, text, got, drawn)
			}
		}
		answer := ""
		if _, err := b.Command("end?"); err != nil {
			answer = err.Error()
		}
		if !strings.Contains(answer, c.want) || c.want == "" && strings.Contains(answer, "token") {
			t.Errorf("%s: the question is answered by %q", name, answer)
		}
	}
}

// TestTheNewestChangeIsMarked until the next move: a business that has just been opened has a mark, and
// no place has one when cards have been drawn.
func TestTheNewestChangeIsMarked(t *testing.T) {
	t.Parallel()
	opened := 0
	for _, g := range history(t, 3, 4) {
		if g.t = t; len(g.log) == 0 || g.over() {
			continue
		}
		last, _ := rules.ReadMove(g.log[len(g.log)-1].Move.Body)
		marks := strings.Count(tuitest.Look(board(t, g.frame(0))), "◂")
		switch opens := last.Type == rules.TypeOpen && last.Card.Kind() == rules.Business; {
		case opens && marks == 0:
			t.Fatalf("ply %d opens a business, and nothing is marked", len(g.log))
		case opens:
			opened++
		case last.Type == rules.TypeDraw && marks > 0:
			t.Fatalf("ply %d draws cards, and %d places are marked", len(g.log), marks)
		}
	}
	if opened == 0 {
		t.Error("nobody opens a business")
	}
}
