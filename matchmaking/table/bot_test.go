package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"noir/data"
	"noir/engine"
	"noir/engine/districtnoir"
)

// speechless is District Noir with house players who never answer with a legal move.
type speechless struct {
	districtnoir.Game
	choose func() (json.RawMessage, error)
}

func (g speechless) House(string, uint64) (engine.Player, error) { return g, nil }

func (g speechless) Choose(context.Context, engine.Sight) (json.RawMessage, error) { return g.choose() }

// TestNobodyWaitsForAHousePlayerThatCannotAnswer: its time is over at once, and the log says why.
func TestNobodyWaitsForAHousePlayerThatCannotAnswer(t *testing.T) {
	for name, choose := range map[string]func() (json.RawMessage, error){
		"no idea":      func() (json.RawMessage, error) { return nil, errors.New("no idea") },
		"no move":      func() (json.RawMessage, error) { return json.RawMessage(`{"type":"fly"}`), nil },
		"illegal move": func() (json.RawMessage, error) { return json.RawMessage(`{"type":"play","card":"?"}`), nil },
		"panic":        func() (json.RawMessage, error) { panic("no idea") },
	} {
		t.Run(name, func(t *testing.T) {
			s := scene{game: speechless{choose: choose}, names: []string{"marlowe", "house"}, match: data.Match{Clock: data.NoClock}}
			at(t, s, func(t *testing.T, r *room) {
				marlowe, began := r.seats[0], time.Now()
				for f := marlowe.await(myTurn); f.End == nil; f = marlowe.await(myTurn) {
					marlowe.move()
				}
				if waited := time.Since(began); waited > 10*time.Second {
					t.Errorf("they wait for %v", waited)
				}
				if !r.complains("a house player cannot answer") {
					t.Error("nobody is told why")
				}
			})
		})
	}
}
