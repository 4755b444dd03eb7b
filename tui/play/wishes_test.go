package play_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/engine"
	"noir/engine/noirburg"
	"noir/engine/noirburg/rules"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/play"
	"noir/tui/tuitest"
)

// meetWith pairs two players, of whom both have the same settings.
func meetWith(t *testing.T, wishes data.Settings) *pair {
	t.Helper()
	return meetAt(t, wishes, districtnoir.New)
}

// meetAt does the same at another board of District Noir.
func meetAt(t *testing.T, wishes data.Settings, board func(*language.Reader) tui.Board) *pair {
	t.Helper()
	return seat(t, (*tuitest.House).Seated, func(s *tui.Session) {
		s.Settings = wishes
		s.Games[0].Board = board
	})
}

// seat brings marlowe and spade together in one of the ways of a house, and seats them after each session has been changed.
func seat(t *testing.T, way func(h *tuitest.House, a, b data.Player) data.MatchID, change func(*tui.Session)) *pair {
	t.Helper()
	p := &pair{house: tuitest.Open(t)}
	marlowe, spade := p.house.Player("marlowe"), p.house.Player("spade")
	p.match = way(p.house, marlowe, spade)
	for i, player := range []data.Player{marlowe, spade} {
		p.sessions[i] = session(p.house, player)
		change(p.sessions[i])
		p.terms[i] = start(t, p.sessions[i], play.Seat(p.sessions[i], p.match))
		p.terms[i].WaitFor("DISTRICT NOIR")
	}
	p.settle()
	return p
}

// seating is a broker that puts something over each seat.
type seating struct {
	matchmaking.Broker
	over func(matchmaking.Seat) matchmaking.Seat
}

func (b seating) Sit(ctx context.Context, id data.MatchID, p data.PlayerID) (matchmaking.Seat, error) {
	seat, err := b.Broker.Sit(ctx, id, p)
	return b.over(seat), err
}

func TestOneKeyPlays(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		p := meetWith(t, data.Settings{OneKey: true})
		mover := p.mover()
		other := p.terms[1-mover]
		p.terms[mover].Press("1")
		synctest.Wait() // no time has passed since the turn opened
		other.Press("1")
		synctest.Wait()
		other.WaitFor("The table just changed")
		p.settle()
		other.Press("1")
		other.WaitFor("is to move")
	})
}

func TestTheLastSecondsAreHeard(t *testing.T) {
	for _, c := range []struct {
		wishes data.Settings
		bells  int
	}{{data.Settings{Ticking: true}, 10}, {data.Settings{}, 0}, {data.Settings{Ticking: true, Silent: true}, 0}} {
		tuitest.Bubble(t, func(t *testing.T) {
			p := meetWith(t, c.wishes)
			mover := p.mover()
			began := [2]int{p.terms[0].Bells(), p.terms[1].Bells()}
			time.Sleep(109 * time.Second) // of two minutes, with what has passed
			synctest.Wait()
			if n := p.terms[mover].Bells() - began[mover]; n != 0 {
				t.Errorf("%+v: %d bells before the last seconds", c.wishes, n)
			}
			time.Sleep(10*time.Second + 400*time.Millisecond)
			synctest.Wait()
			for i, want := range map[int]int{mover: c.bells, 1 - mover: 0} {
				if n := p.terms[i].Bells() - began[i]; n != want {
					t.Errorf("%+v: %d bells, not %d", c.wishes, n, want)
				}
			}
		})
	}
}

// TestViewersOfOtherScreensAreToldOfTheirMove: once, when they are asked.
func TestViewersOfOtherScreensAreToldOfTheirMove(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meetWith(t, data.Settings{})
		mover := p.mover()
		other := p.terms[1-mover]
		other.Send(tea.BlurMsg{})
		bells := other.Bells()
		p.play("1", "enter")
		if got := other.Notified(); len(got) == 0 || got[len(got)-1] != "It is your move." || other.Bells() != bells+1 {
			t.Errorf("he is told %q, and hears %d bells", got, other.Bells()-bells)
		}
		if got := p.terms[mover].Notified(); len(got) != 0 {
			t.Errorf("who is here is told %q", got)
		}
	})
}

// TestAStandingPassHoldsAtEveryTable, and nowhere else is it spoken of.
func TestAStandingPassHoldsAtEveryTable(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		if screen := meetWith(t, data.Settings{Pass: true}).terms[0].Screen(); strings.Contains(screen, "ask me again") {
			t.Errorf("there are no windows here:\n%s", screen)
		}
	})
	tuitest.Bubble(t, func(t *testing.T) {
		s := &shooting{t: t}
		s.terms = seatWith(t, s.deal(), func(own *tui.Session) { own.Settings.Pass = own.Player.Name == "vera" }, "marlowe", "spade", "vera")
		for i, term := range s.terms {
			if passes := strings.Contains(term.Screen(), "ask me again"); passes != (i == 2) {
				t.Errorf("seat %d:\n%s", i, term.Screen())
			}
		}
	})
}

// TestAKeyHeldDownPlaysOneCard: after one's own move too a key may still be on its way.
func TestAKeyHeldDownPlaysOneCard(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s := &shooting{t: t}
		seed := s.deal()
		state, err := noirburg.Game{}.Start(engine.Setup{Seed: seed, Seats: 3})
		if err != nil {
			t.Fatal(err)
		}
		held := digitOf(state.View(engine.Seat(s.begins)).(rules.View).Hand, rules.Gangster) // of the first of two
		s.terms = seatWith(t, seed, func(own *tui.Session) { own.Settings.OneKey = true }, "marlowe", "spade", "vera")
		for i := range s.terms {
			s.terms[(s.begins+i)%3].Press("enter", "enter")
			settle()
		}
		opener := s.terms[s.begins]
		opener.Press(held)
		synctest.Wait()
		opener.Press(held)
		opener.WaitFor("The table just changed")
		settle()
		opener.Press(held)
		synctest.Wait()
		if screen := opener.Screen(); strings.Contains(screen, "The table just changed") {
			t.Errorf("it is refused for ever:\n%s", screen)
		}
	})
}
