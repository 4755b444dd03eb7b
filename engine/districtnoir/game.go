// Package districtnoir holds the rules of District Noir, a card game for two,
// and its house players.
//
// A round is twelve actions, six a seat in turn: five cards played to the end of a common row
// and, once, a take of the row's newest five cards, which the player keeps. After four rounds
// the taken cards are counted; three cities win at once. "Rules page" in comments is the page
// of this game's rules, "protocol" the page that fixes the names in JSON.
package districtnoir

import (
	"cmp"
	"time"

	"noir/engine"
)

const (
	seats    = 2
	rounds   = 4
	handSize = 5
	reach    = 5 // a take has at most this many cards
	aside    = 3 // cards that stay out of the game, face down
	opening  = 2 // cards that start the row

	roundActions = seats * (handSize + 1)
)

var clock = engine.Clock{Move: 30 * time.Second, Bank: 90 * time.Second}

var turns = []string{TypePlay, TypeTake}

// Game is District Noir.
type Game struct{}

var _ engine.Game = Game{}

// Info describes the game: two seats, 30 s a move and a bank of 90 s.
func (Game) Info() engine.Info {
	return engine.Info{
		Name:     "district-noir",
		Title:    "District Noir",
		MinSeats: seats,
		MaxSeats: seats,
		Clock:    clock,
		House:    opponents,
		Turns:    turns,
	}
}

// Start shuffles, draws lots for who begins, and deals (protocol, sections 5 and
// 6). The game has no options: none, null and {} are accepted.
func (g Game) Start(from engine.Setup) (engine.State, error) {
	info := g.Info()
	if err := cmp.Or(info.Seated(from.Seats), from.NoOptions(info.Name)); err != nil {
		return nil, err
	}
	chance := from.Seed.Chance()
	deck := fullDeck().Cards()
	engine.Shuffle(&chance, deck)
	first := engine.Seat(chance.IntN(seats))
	return start([deckSize]Card(deck), first), nil
}
