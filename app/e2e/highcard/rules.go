// Package highcard is a small game that tests add to a server: it shows that a game is a
// folder and a line.
package highcard

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"noir/engine"
)

const handSize, deckSize = 3, 12

// Game is High Card: two players have three of the cards 1 to 12 and play one each in
// turn, three times. Of two cards the higher wins, and two wins win the game.
type Game struct{}

// Info implements engine.Game.
func (Game) Info() engine.Info {
	return engine.Info{
		Name: "high-card", Title: "High Card", MinSeats: 2, MaxSeats: 2, Turns: []string{"play"},
		Clock: engine.Clock{Move: 30 * time.Second, Bank: 30 * time.Second},
		House: []engine.Opponent{{Level: "easy", Name: "dot"}},
	}
}

// Start implements engine.Game.
func (g Game) Start(from engine.Setup) (engine.State, error) {
	if err := cmp.Or(from.NoOptions("high-card"), g.Info().Seated(from.Seats)); err != nil {
		return nil, err
	}
	var p position
	for i := range p.deck {
		p.deck[i] = i + 1
	}
	chance := from.Seed.Chance()
	engine.Shuffle(&chance, p.deck[:])
	return p, nil
}

// House implements engine.Game.
func (g Game) House(level string, seed uint64) (engine.Player, error) {
	if level != "easy" {
		return nil, fmt.Errorf("high-card has no house player of level %q", level)
	}
	return engine.Drifter(g, seed), nil
}

// Read implements engine.Game.
func (Game) Read(body json.RawMessage) (json.RawMessage, error) {
	if cardOf(body) == 0 {
		return nil, &engine.Illegal{Reason: engine.UnknownAction, Message: "There is no such move: play a card of your hand."}
	}
	return play(cardOf(body)), nil
}

func play(card int) json.RawMessage { return fmt.Appendf(nil, `{"type":"play","card":%d}`, card) }

// cardOf is the card that a move plays; 0 if it is no move of the game.
func cardOf(body json.RawMessage) (card int) {
	fields, ok := engine.Fields(body)
	if !ok || string(fields["type"]) != `"play"` || json.Unmarshal(fields["card"], &card) != nil || card < 1 || card > deckSize {
		return 0
	}
	return card
}

// position is one moment of a game.
type position struct {
	engine.Duel
	deck   [deckSize]int // seat 0 has the first three, seat 1 the next
	played []int         // in order; older positions share its array
}

func (p position) hand(s engine.Seat) []int {
	return slices.DeleteFunc(slices.Clone(p.deck[handSize*s:][:handSize]), func(c int) bool { return slices.Contains(p.played, c) })
}

func (p position) wins() (wins [2]int) {
	for i := 0; i+1 < len(p.played); i += 2 {
		if p.played[i] > p.played[i+1] {
			wins[0]++
		} else {
			wins[1]++
		}
	}
	return wins
}

// Prompts implements engine.State, as do all that follow.
func (p position) Prompts() []engine.Prompt { return p.Ask(len(p.played)+1, 30*time.Second) }

func (p position) Legal(s engine.Seat) (legal []json.RawMessage) {
	if !p.Over() && s == p.Turn {
		for _, card := range p.hand(s) {
			legal = append(legal, play(card))
		}
	}
	return legal
}

func (p position) Apply(m engine.Move) (engine.State, []engine.Ply, error) {
	after, left, code := p.Leave(m, len(p.played) > 1)
	card := cardOf(m.Body)
	switch {
	case code != "":
		return nil, nil, &engine.Illegal{Reason: code, Message: "That cannot be played now."}
	case left:
		p.Duel = after
		return p, []engine.Ply{{Move: m}}, nil
	case !slices.Contains(p.hand(m.Seat), card):
		return nil, nil, &engine.Illegal{Reason: "CARD_NOT_IN_HAND", Message: "You do not hold that card: play one of your hand."}
	}
	m.Body, p.Turn, p.played = play(card), 1-p.Turn, append(slices.Clip(p.played), card)
	if wins := p.wins(); len(p.played) == 2*handSize {
		p.Duel = p.End("wins", 0)
		if wins[1] > wins[0] {
			p.Winner = 1
		}
	}
	return p, []engine.Ply{{Move: m}}, nil
}

func (p position) Expire(s engine.Seat) []engine.Move { return p.Expired(s, len(p.played) > 1) }

// View is all that a viewer knows.
type View struct {
	Played []int  `json:"played"`
	Wins   [2]int `json:"wins"`
	Hand   []int  `json:"hand,omitzero"` // the viewer's own; nil for a spectator
}

func (p position) View(s engine.Seat) any {
	v := View{Played: append([]int{}, p.played...), Wins: p.wins()}
	if s >= 0 {
		v.Hand = p.hand(s)
	}
	return v
}

func (p position) Dealt() any { return p.deck }

func (p position) Result() (engine.Result, bool) {
	scores, _ := json.Marshal(p.wins()) // of numbers
	return p.Outcome(scores), p.Over()
}
