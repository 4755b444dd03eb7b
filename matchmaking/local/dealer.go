package local

import (
	"context"
	crand "crypto/rand"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/replay"
	"noir/matchmaking/seating"
	"noir/matchmaking/table"
)

// dealer opens tables.
type dealer struct {
	games       games
	store       store
	players     players
	blocks      *blocks
	engagements *engagements
	tables      *registry
	services    table.Services // of every table
	peers       Peers
}

// Open deals a new game. It returns when the match is stored and its challenges are withdrawn:
// both or neither. ErrNoChallenge when one of them is gone; ErrDraining; *seating.Fault. It
// blocks on the store.
func (d *dealer) Open(ctx context.Context, terms matchmaking.Terms, private bool, seats []seating.Occupant, challenges ...string) (data.MatchID, error) {
	m, err := d.match(terms, private, seats)
	if err != nil {
		return "", err
	}
	return d.open(ctx, terms, m, seats, challenges)
}

// Rematch is Open for a game after another one. If that was closed to spectators, so is this.
func (d *dealer) Rematch(ctx context.Context, terms matchmaking.Terms, private, noSpectators bool, seats []seating.Occupant) (data.MatchID, error) {
	m, err := d.match(terms, private, seats)
	if err != nil {
		return "", err
	}
	m.NoSpectators = noSpectators
	return d.open(ctx, terms, m, seats, nil)
}

// Continue is Open for a game with the house that goes on from another game.
func (d *dealer) Continue(ctx context.Context, terms matchmaking.Terms, from replay.Fork, seats []seating.Occupant) (data.MatchID, error) {
	m, err := d.match(terms, true, seats)
	if err != nil {
		return "", err
	}
	from.Begin(&m)
	return d.open(ctx, terms, m, seats, nil)
}

// open is Open for a match that is ready to be stored.
func (d *dealer) open(ctx context.Context, terms matchmaking.Terms, m data.Match, seats []seating.Occupant, challenges []string) (data.MatchID, error) {
	players, payers := seating.PlayersAt(seats), payersAt(seats)
	people := seating.Persons(players)
	if err := d.blocks.part(ctx, people); err != nil {
		return "", err
	}
	known, err := d.players.people(ctx, m.Game, people)
	if err != nil {
		return "", err
	}
	m.NoSpectators = m.NoSpectators || wantsNoSpectators(people, known)
	var running []data.Match
	if stored := slices.DeleteFunc(slices.Clone(people), data.PlayerID.Guest); m.Rated && len(stored) > 0 {
		if running, err = d.peers.Rated(ctx, m.Game, stored...); err != nil {
			return "", data.Unavailable(err)
		}
	}
	if d.tables.draining() {
		return "", matchmaking.ErrDraining
	}
	if err := d.engagements.begin(m, players, newcomers(terms, people, known), payers, running); err != nil {
		return "", err
	}
	if exclusive(players, m.Pace) {
		m.Owner = d.peers.Allot(people)
		m.Live = slices.DeleteFunc(people, data.PlayerID.Guest) // a guest's seat does not outlast the connection
	}
	here, err := d.begin(ctx, m, players, payers, known, challenges)
	if !here {
		d.engagements.end(m.ID)
	}
	if err != nil {
		return "", err
	}
	return m.ID, nil
}

// match returns the match to store for a new game. *BadTerms.
func (d *dealer) match(terms matchmaking.Terms, private bool, seats []seating.Occupant) (data.Match, error) {
	g := d.games[terms.Game]
	full, err := seating.Options(g, len(seats), terms.Options)
	if err != nil {
		return data.Match{}, err
	}
	m := data.Match{
		ID: data.MatchID(seating.RandomWord(12)), Game: terms.Game, Rated: terms.Rated, Pace: terms.Pace, Private: private, Tournament: terms.Tournament,
		Clock: clockOf(terms, seating.Practice(seating.PlayersAt(seats))), OneAddress: terms.OneAddress,
		Options: json.RawMessage(full), Seats: make([]data.Seat, len(seats)),
	}
	if m.Tournament != 0 {
		m.Turns = g.Info().Turns
	}
	_, _ = crand.Read(m.Seed[:]) // never fails
	for i, o := range seats {
		m.Seats[i] = data.Seat{Player: o.Player.ID, Name: o.Player.Name, Kind: o.Kind, Level: o.Level}
	}
	return m, nil
}

// clockOf returns the clock of a table: none where one person plays the house alone, unless the
// terms ask for one.
func clockOf(t matchmaking.Terms, practice bool) data.Clock {
	switch {
	case t.Clock != "":
		return t.Clock
	case practice && t.Pace != data.Day:
		return data.NoClock
	}
	return data.Usual
}

// begin stores a match and starts its table, unless another node is to run it: here is false then.
func (d *dealer) begin(ctx context.Context, m data.Match, players []data.PlayerID, payers []quota.Payer, known map[data.PlayerID]data.Person, challenges []string) (here bool, err error) {
	stored, err := d.record(ctx, m, challenges)
	if err != nil && m.Owner != 0 && !refused(err) && d.lacks(m.ID) { // the other node may be gone
		m.Owner = 0
		stored, err = d.record(ctx, m, challenges)
	}
	var seated *data.Seated
	switch {
	case errors.Is(err, data.ErrTaken):
		return false, matchmaking.ErrNoChallenge
	case errors.Is(err, data.ErrNotFound):
		return false, d.players.missed(ctx, seating.Persons(players), err)
	case errors.As(err, &seated):
		return false, seating.Blame(matchmaking.ErrSeated, slices.Collect(maps.Keys(seated.In))...)
	case err != nil:
		return false, data.Unavailable(err)
	}
	if m.Owner != 0 {
		d.peers.Give(m.Owner, m.ID, payers, d.engagements.give(m.ID))
		return false, nil
	}
	stored.Seats = named(stored.Seats)
	e, err := d.entry(stored, players, payers, known, time.Time{})
	if err != nil {
		return false, err
	}
	e.Proclaim()
	if err = d.tables.add(e); err != nil {
		return false, err
	}
	if !exclusive(players, m.Pace) {
		d.peers.Seated(seating.Persons(players))
	}
	return true, nil
}

// refused reports whether an error of the store's says that people cannot have the match.
func refused(err error) bool {
	var seated *data.Seated
	return errors.Is(err, data.ErrTaken) || errors.Is(err, data.ErrNotFound) || errors.As(err, &seated)
}

// lacks reports whether the store certainly has no match of an id. Where that is not known, the node that was to run
// the match may have it, and it must not be opened for this one.
func (d *dealer) lacks(id data.MatchID) bool {
	_, err := d.store.Match(d.services.Context, id)
	return errors.Is(err, data.ErrNotFound)
}

// named returns the seats with guests reduced to their names, as they are once stored.
func named(seats []data.Seat) []data.Seat {
	all := slices.Clone(seats)
	for i := range all {
		all[i].Player = max(0, all[i].Player)
	}
	return all
}

// record stores a new match. When the store's answer is lost, the content of the store decides: otherwise a stored game
// would later be resumed without its players.
func (d *dealer) record(ctx context.Context, m data.Match, challenges []string) (stored data.Match, err error) {
	defer d.services.Tally.Writing(time.Now(), &err)
	stored, err = d.store.Open(ctx, m, challenges...)
	if err == nil || refused(err) {
		return stored, err
	}
	d.services.Log.Error("a match was not stored", "match", m.ID, "err", err)
	if found, missing := d.store.Match(d.services.Context, m.ID); missing == nil {
		return found, nil
	}
	return stored, err
}

// entry makes the table of a new or resumed match.
func (d *dealer) entry(m data.Match, players []data.PlayerID, payers []quota.Payer, known map[data.PlayerID]data.Person, heldUntil time.Time) (*entry, error) {
	g := d.games[m.Game]
	t, err := table.New(d.services, table.Opening{
		Game: g, Match: m, Players: players, Payers: payers,
		Reputes: reputes(g.Info(), m, players, known), HeldUntil: heldUntil,
	})
	if err != nil {
		return nil, err
	}
	m.Moves = nil // the table has them
	return &entry{Table: t, match: m, players: players, payers: payers, pace: m.Pace, noSpectators: m.NoSpectators}, nil
}

// putAway voids the games with the house of people who have found human opponents.
func (d *dealer) putAway(tables []*entry) {
	for _, e := range tables {
		if err := e.Abort(d.services.Context); err != nil && !errors.Is(err, matchmaking.ErrOver) {
			d.services.Log.With("match", e.match.ID).Warn("a house game was not put away", "err", err)
		}
	}
}
