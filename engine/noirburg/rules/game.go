// Package rules holds the rules of Noirburg, a card game for three to six bosses.
//
// In their turn, bosses collect tribute, arrange and send out their gangsters, open cards
// and draw new ones. Reaction cards may be played in any seat's turn: certain moves open a
// window, in which seats are asked. "Rules page" in comments is the page of this
// game's rules, R-n an entry of its list of rulings, "protocol" the page that fixes the
// names in JSON.
//
// House players may search with Positions, which are values: they copy one, make moves in a
// Change and look at the result. All others need only the contract of package engine.
package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"noir/engine"
)

const MinSeats = 3

var clock = engine.Clock{Move: 60 * time.Second, Bank: 120 * time.Second}

var turns = []string{TypeEndTurn}

// Game is the rules of Noirburg. Package noirburg adds the house players, which make it an
// engine.Game.
type Game struct{}

// Info describes the game: three to six seats, 60 s a turn and a bank of 120 s.
func (Game) Info() engine.Info {
	return engine.Info{
		Name:     "noirburg",
		Title:    "Noirburg",
		MinSeats: MinSeats,
		MaxSeats: Hideouts,
		Clock:    clock,
		Windows:  true,
		Turns:    turns,
	}
}

// Options are what a table may agree on. Both are optional.
type Options struct {
	Seats    int  `json:"seats"`     // 0 or the number in the setup
	MoneyWin bool `json:"money_win"` // more than half of the money wins; true by default
}

// Start shuffles, draws lots for who begins, and deals (protocol, sections 5 and 6).
func (g Game) Start(from engine.Setup) (engine.State, error) {
	if err := g.Info().Seated(from.Seats); err != nil {
		return nil, err
	}
	options, err := readOptions(from.Options)
	if err != nil {
		return nil, err
	}
	if options.Seats != 0 && options.Seats != from.Seats {
		return nil, fmt.Errorf("%d seats were agreed on, not %d", options.Seats, from.Seats)
	}
	d := &Start{Seats: from.Seats, MoneyWin: options.MoneyWin}
	for i := range d.deck {
		d.deck[i] = Card(i + 1)
	}
	chance := from.Seed.Chance()
	engine.Shuffle(&chance, d.deck[:])
	d.First = drawStarter(&chance, from.Seats)
	return begin(d, chance), nil
}

func readOptions(text json.RawMessage) (Options, error) {
	options := Options{MoneyWin: moneyWinByDefault}
	if len(text) == 0 {
		return options, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if decoder.Decode(&options) != nil || decoder.More() {
		return Options{}, errors.New(`the options of noirburg are {"seats":3 to 6,"money_win":true or false}`)
	}
	return options, nil
}

// begin deals six cards and three money to each seat and asks the first for its swap.
func begin(d *Start, chance engine.Chance) *Position {
	p := &Position{Deal: d, Stock: Stock{Chance: chance, Deck: d.deck[:]}}
	p.Active, p.Questions, p.Bank = d.First, 1, Treasury(d.Seats)
	for seat := range Hideouts {
		if seat >= d.Seats {
			p.Box.Add(HideoutOf(seat))
			continue
		}
		p.Mafias[seat] = Family{Alive: true, Money: StartMoney, Hand: SetOf(p.Deck[:HandSize]...)}
		p.Deck = p.Deck[HandSize:]
		p.Bank -= StartMoney
	}
	return p
}
