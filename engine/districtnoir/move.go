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

// Play returns the move that adds a card of the own hand to the row. All callers share its memory.
func Play(c Card) json.RawMessage { return plays[c] }

// plays are these moves by their cards.
var plays = func() (all [CityHall + 1]json.RawMessage) {
	for c := range all {
		all[c] = json.RawMessage(`{"type":"play","card":"` + Card(c).String() + `"}`)
	}
	return all
}()

// Take returns the move that takes the newest five cards of the row, or all if there are fewer. All callers share its
// memory.
func Take() json.RawMessage { return take }

var take = json.RawMessage(`{"type":"take"}`)

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
