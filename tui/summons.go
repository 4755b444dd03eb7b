package tui

import (
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/matchmaking"
)

// summons waits for somebody to challenge the visitor (Deferred).
type summons struct {
	broker    matchmaking.Broker
	player    data.PlayerID
	challenge data.Challenge // once it is there
}

// called tells that a player is challenged.
type called struct{ challenge data.Challenge }

// expect waits for the next challenge to the visitor, if they can have any.
func expect(s *Session) tea.Cmd {
	if s.Player.ID <= 0 {
		return nil
	}
	return Ask(&summons{broker: s.Broker, player: s.Player.ID})
}

// Urgent implements Deferred.
func (w *summons) Urgent() bool { return true }

// Await implements Deferred.
func (w *summons) Await(ready func()) (stop func()) {
	return w.broker.Called(w.player, func(c data.Challenge) {
		w.challenge = c
		ready()
	})
}

// Message implements Deferred.
func (w *summons) Message() tea.Msg { return called{w.challenge} }
