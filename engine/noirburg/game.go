// Package noirburg holds the rules of Noirburg, a card game for three to six bosses,
// and its house players.
//
// In his turn a boss collects tribute, arranges and sends out his gangsters, opens
// cards and draws new ones. Reaction cards may be thrown on the table in anybody's
// turn: certain moves open a window, in which everybody is asked. "Rules page" in
// comments is the page of this game's rules, R-n an entry of its list of rulings,
// "protocol" the page that fixes the names in JSON.
package noirburg

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"noir/engine"
)

const minSeats = 3

var clock = engine.Clock{Move: 60 * time.Second, Bank: 120 * time.Second}

var turns = []string{TypeEndTurn}

// Game is Noirburg.
type Game struct{}

var _ engine.Game = Game{}

// Info describes the game: three to six seats, 60 s a turn and a bank of 120 s.
func (Game) Info() engine.Info {
	return engine.Info{
		Name:     "noirburg",
		Title:    "Noirburg",
		MinSeats: minSeats,
		MaxSeats: hideouts,
		Clock:    clock,
		House:    opponents,
		Windows:  true,
		Turns:    turns,
	}
}

// Options are what a table may agree on. Both may be left out.
type Options struct {
	Seats    int  `json:"seats"`     // if not 0, as many as the setup has
	MoneyWin bool `json:"money_win"` // more than half of the money wins; true by default
}

// Start shuffles, draws lots for who begins, and deals (protocol, sections 5 and 6).
func (Game) Start(from engine.Setup) (engine.State, error) {
	if from.Seats < minSeats || from.Seats > hideouts {
		return nil, fmt.Errorf("noirburg has %d to %d seats, not %d", minSeats, hideouts, from.Seats)
	}
	options, err := readOptions(from.Options)
	if err != nil {
		return nil, err
	}
	if options.Seats != 0 && options.Seats != from.Seats {
		return nil, fmt.Errorf("%d seats were agreed on, not %d", options.Seats, from.Seats)
	}
	d := &deal{seats: from.Seats, moneyWin: options.MoneyWin}
	for i := range d.deck {
		d.deck[i] = Card(i + 1)
	}
	chance := from.Seed.Chance()
	engine.Shuffle(&chance, d.deck[:])
	d.first = drawStarter(&chance, from.Seats)
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

// begin deals six cards and three money to everybody and asks the first for its swap.
func begin(d *deal, chance engine.Chance) *position {
	p := &position{deal: d, chance: chance, deck: d.deck[:], active: d.first, questions: 1}
	p.bank = Treasury(d.seats)
	for seat := range hideouts {
		if seat >= d.seats {
			p.box.add(HideoutOf(seat))
			continue
		}
		p.mafias[seat] = mafia{alive: true, money: startMoney, hand: setOf(p.deck[:handLimit]...)}
		p.deck = p.deck[handLimit:]
		p.bank -= startMoney
	}
	return p
}
