package local

import (
	"context"

	"noir/data"
	"noir/internal/workers"
	"noir/matchmaking"
	"noir/matchmaking/challenge"
	"noir/matchmaking/queue"
	"noir/matchmaking/seating"
	"noir/matchmaking/tournament"
)

// lobby is the queue.Broker and challenge.Broker of this broker.
type lobby struct {
	games
	players
	*blocks
	*engagements
	*announcer
	letters
	*dealer
	tables      *registry
	tournaments *tournament.Calendar
	queue       *queue.Queue
	board       *challenge.Board
	group       *workers.Group
	peers       Peers
}

var (
	_ queue.Broker     = (*lobby)(nil)
	_ challenge.Broker = (*lobby)(nil)
)

// Tournament implements queue.Broker.
func (h *lobby) Tournament(id int64) (data.Tournament, bool) {
	h.tournaments.List() // in the background, if they are old
	return h.tournaments.Find(id)
}

// Deal implements queue.Broker. It voids the games that its people have with the house.
func (h *lobby) Deal(terms matchmaking.Terms, private bool, seats []seating.Occupant) (data.MatchID, func(), error) {
	id, err := h.dealer.Open(h.group.Context, terms, private, seats)
	players := seating.PlayersAt(seats)
	if err != nil || !exclusive(players, terms.Pace) {
		return id, func() {}, err
	}
	practice := h.tables.practice(seating.Persons(players)) // before anybody hears of the table: games that they begin afterwards go on
	h.peers.Dealt(seating.Persons(players), id)
	return id, func() { h.putAway(practice) }, nil
}

// Hosts implements queue.Broker.
func (h *lobby) Hosts(challenge, code string) { h.board.SetCode(challenge, code) }

// Lapsed implements queue.Broker.
func (h *lobby) Lapsed(challenge string) {
	h.group.Go(func() { h.board.Lapse(challenge) })
}

// Left implements queue.Broker.
func (h *lobby) Left(p *queue.Place) { h.board.Drop(p) }

// Call implements challenge.Broker.
func (h *lobby) Call(c data.Challenge) { h.peers.Challenged(c) }

// Enter implements challenge.Broker.
func (h *lobby) Enter(ctx context.Context, p *queue.Place) error { return h.queue.Enter(ctx, p) }

// Busy implements challenge.Broker.
func (h *lobby) Busy(ctx context.Context, terms matchmaking.Terms, p data.PlayerID) (bool, error) {
	if !h.full(terms.Game, p) {
		return false, nil // terms that do not depend on players
	}
	who := []data.PlayerID{p}
	known, err := h.people(ctx, terms.Game, who)
	return err == nil && len(newcomers(terms, who, known)) > 0, err
}
