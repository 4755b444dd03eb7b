// Package record writes down a finished match so that anybody can check it without the server, and
// checks such records (protocol, section 5).
//
// Everything in a record follows from the seed, the seats and the moves, except names, times and
// the ratings before the match. The seal vouches for those: the server's signature over the whole.
package record

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"noir/data"
	"noir/engine"
)

// Record is a finished match. Its JSON is the protocol's.
type Record struct {
	ID      data.MatchID    `json:"id"`
	Game    string          `json:"game"`
	Version data.Rule       `json:"record"` // the format is the same in all; the rating rule is not
	Rated   bool            `json:"rated"`
	Started time.Time       `json:"started"`
	Ended   time.Time       `json:"ended"`
	Commit  string          `json:"commit"`
	Seed    string          `json:"seed"`
	Options json.RawMessage `json:"options"`
	Seats   []Seat          `json:"seats"`
	From    *data.Origin    `json:"from,omitempty"` // nil: the match was dealt for itself
	Setup   json.RawMessage `json:"setup"`
	Moves   []data.Entry    `json:"moves"`
	Result  engine.Result   `json:"result"`
	Seal    *Stamp          `json:"seal,omitempty"`
}

// Seat is who sat where. The rating fields are nil in a casual match; After is nil in an aborted
// one too.
type Seat struct {
	Seat      engine.Seat `json:"seat"`
	Name      string      `json:"name"`
	Kind      data.Kind   `json:"kind"`
	Before    *Points     `json:"before"`
	After     *Points     `json:"after"`
	Games     *int        `json:"games,omitempty"`
	PairGames *int        `json:"pair_games,omitempty"`
}

// Points is a rating as records show it: with one decimal.
type Points float64

// MarshalJSON implements json.Marshaler.
func (p Points) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(p), 'f', 1, 64), nil
}

// Stamp is a seal: the signer's key, as an OpenSSH public key line without a comment, and the
// Ed25519 signature in base64.
type Stamp struct {
	Key       string `json:"key"`
	Signature string `json:"signature"`
}

// New writes down a finished match, without a seal. It fails for a running match, and when the game
// does not deal the logged cards.
func New(game engine.Game, m data.Match) (Record, error) {
	if m.Result == nil || m.Ended.IsZero() {
		return Record{}, fmt.Errorf("match %s is not over", m.ID)
	}
	if len(m.Options) == 0 {
		m.Options = json.RawMessage(`{}`)
	}
	start, err := game.Start(m.Setup())
	if err != nil {
		return Record{}, fmt.Errorf("match %s: %w", m.ID, err)
	}
	setup, err := json.Marshal(start.Dealt())
	if err != nil {
		return Record{}, fmt.Errorf("match %s: %w", m.ID, err)
	}
	r := Record{
		ID: m.ID, Game: m.Game, Version: m.Rule, Rated: m.Rated,
		Started: m.Started.UTC(), Ended: m.Ended.UTC(),
		Commit: m.Seed.Commit(), Seed: m.Seed.String(), Options: m.Options,
		Setup: setup, Moves: m.Moves, Result: *m.Result,
	}
	if m.Origin != (data.Origin{}) {
		r.From = &m.Origin
	}
	taken := map[string]bool{}
	for i, seat := range m.Seats {
		if taken[seat.Name] { // two seats of players who were merged since
			seat.Name = fmt.Sprintf("%s (seat %d)", seat.Name, i)
		}
		taken[seat.Name] = seat.Kind == data.Human
		r.Seats = append(r.Seats, newSeat(i, seat, m.Rated))
	}
	return r, nil
}

func newSeat(i int, s data.Seat, rated bool) Seat {
	seat := Seat{Seat: engine.Seat(i), Name: s.Name, Kind: s.Kind}
	if rated {
		seat.Before, seat.After = (*Points)(s.Before), (*Points)(s.After)
		seat.Games, seat.PairGames = &s.Games, &s.PairGames
	}
	return seat
}
