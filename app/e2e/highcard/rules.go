// Package highcard is a small game that tests add to a server: it shows that a game is a
// folder and a line.
package highcard

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"noir/engine"
)

const seats, handSize, deckSize = 2, 3, 12

// Game is High Card: two players have three of the cards 1 to 12 and play one each in
// turn, three times. Of two cards the higher wins, and two wins win the game.
type Game struct{}

// Info implements engine.Game.
func (Game) Info() engine.Info {
	return engine.Info{
		Name: "high-card", Title: "High Card", MinSeats: seats, MaxSeats: seats, Turns: []string{"play"},
		Clock: engine.Clock{Move: 30 * time.Second, Bank: 30 * time.Second},
		House: []engine.Opponent{{Level: "easy", Name: "dot"}},
	}
}

// Start implements engine.Game. There are no options.
func (Game) Start(from engine.Setup) (engine.State, error) {
	var none map[string]any
	if len(from.Options) > 0 && (json.Unmarshal(from.Options, &none) != nil || len(none) > 0) {
		return nil, errors.New("high-card has no options")
	}
	if from.Seats != seats {
		return nil, fmt.Errorf("high-card has %d seats, not %d", seats, from.Seats)
	}
	p := position{winner: engine.Spectator}
	for i := range p.deck {
		p.deck[i] = i + 1
	}
	chance := from.Seed.Chance()
	engine.Shuffle(&chance, p.deck[:])
	return p, nil
}

// House implements engine.Game: its one player plays the first card of the hand.
func (Game) House(level string, _ uint64) (engine.Player, error) {
	if level != "easy" {
		return nil, fmt.Errorf("high-card has no house player of level %q", level)
	}
	return first{}, nil
}

type first struct{}

// Choose implements engine.Player.
func (first) Choose(_ context.Context, s engine.Sight) (json.RawMessage, error) {
	return s.Legal[0], nil
}

// Read implements engine.Game.
func (Game) Read(body json.RawMessage) (json.RawMessage, error) {
	fields, ok := engine.Fields(body)
	card := 0
	if !ok || string(fields["type"]) != `"play"` || json.Unmarshal(fields["card"], &card) != nil || card < 1 || card > deckSize {
		return nil, refuse("UNKNOWN_ACTION", "There is no such move: play a card of your hand.")
	}
	return play(card), nil
}

func play(card int) json.RawMessage { return fmt.Appendf(nil, `{"type":"play","card":%d}`, card) }

func refuse(code, message string) error { return &engine.Illegal{Reason: code, Message: message} }

// position is one moment of a game.
type position struct {
	deck   [deckSize]int // seat 0 has the first three, seat 1 the next
	played []int         // in order; older positions share its array
	reason string        // why it is over
	winner engine.Seat
}

func (p position) mover() engine.Seat { return engine.Seat(len(p.played) % seats) }

func (p position) hand(s engine.Seat) []int {
	return slices.DeleteFunc(slices.Clone(p.deck[handSize*s:][:handSize]), func(c int) bool { return slices.Contains(p.played, c) })
}

func (p position) wins() (wins [seats]int) {
	for i := 0; i+1 < len(p.played); i += seats {
		if p.played[i] > p.played[i+1] {
			wins[0]++
		} else {
			wins[1]++
		}
	}
	return wins
}

// Prompts implements engine.State, as do all that follow.
func (p position) Prompts() []engine.Prompt {
	if p.reason != "" {
		return nil
	}
	return []engine.Prompt{{Seat: p.mover(), Question: len(p.played) + 1, Budget: 30 * time.Second, Bank: true}}
}

func (p position) Legal(s engine.Seat) (legal []json.RawMessage) {
	if p.reason == "" && s == p.mover() {
		for _, card := range p.hand(s) {
			legal = append(legal, play(card))
		}
	}
	return legal
}

func (p position) Apply(m engine.Move) (engine.State, []engine.Ply, error) {
	ply := engine.Ply{Move: m}
	seated := m.Seat == 0 || m.Seat == 1
	switch body := string(m.Body); {
	case p.reason != "":
		return nil, nil, refuse("GAME_OVER", "The game is over.")
	case body == string(engine.Abort) && m.By == engine.ByServer && m.Seat == engine.Spectator:
		p.reason = engine.Aborted
	case body == string(engine.Resign) && m.By == engine.ByPlayer && seated:
		p.reason, p.winner = "resigned", 1-m.Seat
	case body == string(engine.Timeout) && m.By == engine.ByClock && m.Seat == p.mover():
		p.reason, p.winner = "timeout", 1-m.Seat
	default:
		read, err := Game{}.Read(m.Body)
		if err != nil {
			return nil, nil, err
		}
		if m.Seat != p.mover() || m.By != engine.ByPlayer && m.By != engine.ByBot {
			return nil, nil, refuse("NOT_YOUR_TURN", "It is not your turn: wait for the other player.")
		}
		hand := p.hand(m.Seat)
		at := slices.IndexFunc(hand, func(c int) bool { return string(play(c)) == string(read) })
		if at < 0 {
			return nil, nil, refuse("CARD_NOT_IN_HAND", "You do not hold that card: play one of your hand.")
		}
		p.played = append(slices.Clip(p.played), hand[at])
		ply.Move.Body = read
		ply.Effects = []engine.Effect{{Public: fmt.Appendf(nil, `{"type":"played","card":%d}`, hand[at])}}
		if wins := p.wins(); len(p.played) == seats*handSize {
			p.reason, p.winner = "wins", 0
			if wins[1] > wins[0] {
				p.winner = 1
			}
		}
	}
	return p, []engine.Ply{ply}, nil
}

func (p position) Release() (engine.State, []engine.Ply) { return p, nil }

func (p position) Plays(s engine.Seat) bool { return p.reason == "" && (s == 0 || s == 1) }

func (p position) Expire(s engine.Seat) []engine.Move {
	if p.reason != "" || s != p.mover() {
		return nil
	}
	return []engine.Move{{Seat: s, By: engine.ByClock, Body: engine.Timeout}}
}

// View is all that a viewer knows.
type View struct {
	Played []int      `json:"played"`
	Wins   [seats]int `json:"wins"`
	Hand   []int      `json:"hand,omitzero"` // the viewer's own; nil for a spectator
}

func (p position) View(s engine.Seat) any {
	v := View{Played: append([]int{}, p.played...), Wins: p.wins()}
	if s == 0 || s == 1 {
		v.Hand = p.hand(s)
	}
	return v
}

func (p position) Options() json.RawMessage { return json.RawMessage("{}") }

func (p position) Dealt() any { return p.deck }

func (p position) Result() (engine.Result, bool) {
	wins, places := p.wins(), []int{1, 1}
	winners := []engine.Seat{}
	if p.winner != engine.Spectator {
		winners, places[1-p.winner] = append(winners, p.winner), 2
	}
	scores, _ := json.Marshal(wins) // of numbers
	return engine.Result{Reason: p.reason, Winners: winners, Places: places, Scores: scores}, p.reason != ""
}
