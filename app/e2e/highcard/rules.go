// Package highcard is a small game that tests add to a server, to show that a game is one folder
// and one line.
package highcard

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"noir/engine"
)

const perMove = 30 * time.Second

var draw = json.RawMessage(`{"type":"draw"}`)

// Game is High Card: two players draw three cards each, in turn, from 1 to 6. The higher sum wins.
type Game struct{}

// Info implements engine.Game, as do the next three.
func (Game) Info() engine.Info {
	return engine.Info{
		Name: "high-card", Title: "High Card", MinSeats: 2, MaxSeats: 2, Turns: []string{"draw"},
		Clock: engine.Clock{Move: perMove}, House: []engine.Opponent{{Level: "easy", Name: "dot", Temper: engine.Temper{Least: time.Second / 2, Most: time.Second / 2}}},
	}
}

func (g Game) Start(from engine.Setup) (engine.State, error) {
	p, chance := position{Known: Known{[]int{}}, deck: [6]int{1, 2, 3, 4, 5, 6}}, from.Seed.Chance()
	engine.Shuffle(&chance, p.deck[:])
	return p, cmp.Or(from.NoOptions("high-card"), g.Info().Seated(from.Seats))
}

func (g Game) House(level string, seed uint64) (engine.Player, error) {
	if level != "easy" {
		return nil, fmt.Errorf("high-card has no house player of level %q", level)
	}
	return engine.Drifter(g, seed), nil
}

func (Game) Read(body json.RawMessage) (json.RawMessage, error) {
	if kind, _ := engine.TypeOf(body); kind != "draw" {
		return nil, refuse(engine.UnknownAction)
	}
	return draw, nil
}

func refuse(code string) error {
	return &engine.Illegal{Reason: code, Message: "Draw a card when it is your turn."}
}

// position is one moment of a game.
type position struct {
	engine.Duel
	Known
	deck [6]int
}

// Known is what all viewers see.
type Known struct {
	Drawn []int `json:"drawn"` // seat 0 first
}

func (k Known) sums() (sums [2]int) {
	for i, card := range k.Drawn {
		sums[i%2] += card
	}
	return sums
}

// Prompts implements engine.State, as do all methods below.
func (p position) Prompts() []engine.Prompt { return p.Ask(len(p.Drawn), perMove) }

func (p position) Legal(s engine.Seat) []json.RawMessage {
	if !p.OnMove(s) {
		return nil
	}
	return []json.RawMessage{draw}
}

func (p position) Apply(m engine.Move) (engine.State, []engine.Ply, error) {
	after, left, code := p.Leave(m, len(p.Drawn) > 1)
	switch {
	case code != "":
		return nil, nil, refuse(code)
	case left:
		p.Duel = after
	case string(m.Body) != string(draw):
		return nil, nil, refuse(engine.UnknownAction)
	default:
		p.Drawn, p.Turn = p.deck[:len(p.Drawn)+1], 1-p.Turn
	}
	if sums := p.sums(); len(p.Drawn) == len(p.deck) {
		p.Duel = p.End("sum", engine.Seat(slices.Index(sums[:], max(sums[0], sums[1]))))
	}
	return p, []engine.Ply{{Move: m}}, nil
}

func (p position) Expire(s engine.Seat) []engine.Move { return p.Expired(s, len(p.Drawn) > 1) }

func (p position) View(engine.Seat) any { return p.Known }

func (p position) Dealt() any { return p.deck }

func (p position) Result() (engine.Result, bool) {
	scores, _ := json.Marshal(p.sums()) // cannot fail
	return p.Outcome(scores), p.Over()
}
