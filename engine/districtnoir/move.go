package districtnoir

import (
	"encoding/json"

	"noir/engine"
)

// The types of moves. The last three are common to all games.
const (
	TypePlay    = "play"
	TypeTake    = "take"
	TypeResign  = "resign"
	TypeTimeout = "timeout"
	TypeAbort   = "abort"
)

// Move is a move as a value; Card is only set when one is played.
type Move struct {
	Type string `json:"type"`
	Card Card   `json:"card,omitzero"`
}

// Play returns the move that adds a card of the own hand to the row.
func Play(c Card) json.RawMessage {
	return json.RawMessage(`{"type":"play","card":"` + c.String() + `"}`)
}

// Take returns the move that takes the newest five cards of the row, or all if there are fewer.
func Take() json.RawMessage { return json.RawMessage(`{"type":"take"}`) }

// Read checks that a body is {"type":"play","card":CODE} or {"type":"take"}.
func (Game) Read(body json.RawMessage) (json.RawMessage, error) {
	switch m, ok := readMove(body); {
	case ok && m.Type == TypePlay:
		return Play(m.Card), nil
	case ok && m.Type == TypeTake:
		return Take(), nil
	case m.Type == TypePlay:
		return nil, &engine.Illegal{Reason: UnknownAction, Message: `play has a "card", such as "7", "-2" or "harbor"`}
	}
	return nil, refuse(UnknownAction)
}

// canonical are the bodies of all moves in canonical form, as nearly all come: they need not be taken apart.
var canonical = func() map[string]Move {
	all := map[string]Move{}
	for _, kind := range []string{TypeTake, TypeResign, TypeTimeout, TypeAbort} {
		all[string(Move{Type: kind}.body())] = Move{Type: kind}
	}
	for c := Five; c <= CityHall; c++ {
		all[string(Play(c))] = Move{TypePlay, c}
	}
	return all
}()

// readMove reads a move of the game or one common to all games.
func readMove(body json.RawMessage) (Move, bool) {
	if m, ok := canonical[string(body)]; ok {
		return m, true
	}
	kind, given := engine.TypeOf(body)
	m := Move{Type: kind}
	switch kind {
	case TypePlay:
		err := json.Unmarshal(given["card"], &m.Card)
		return m, err == nil && m.Card.valid()
	case TypeTake, TypeResign, TypeTimeout, TypeAbort:
		return m, true
	}
	return Move{}, false
}

// body returns the move in canonical form.
func (m Move) body() json.RawMessage {
	switch m.Type {
	case TypePlay:
		return Play(m.Card)
	case TypeTake:
		return Take()
	case TypeResign:
		return engine.Resign
	case TypeTimeout:
		return engine.Timeout
	}
	return engine.Abort
}
