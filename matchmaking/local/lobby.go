package local

import (
	"context"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/matchmaking/queue"
	"noir/matchmaking/seating"
)

// lobby is the broker as its queue and its board of challenges know it.
type lobby Broker

var _ queue.House = (*lobby)(nil)

// Seated implements queue.House.
func (h *lobby) Seated(p data.PlayerID) bool { return (*Broker)(h).seated(p) }

// Apart implements queue.House.
func (h *lobby) Apart(one, other data.PlayerID) bool { return h.blocks.between(one, other) }

// Reread implements queue.House.
func (h *lobby) Reread() { h.blocks.Refresh() }

// Meet implements queue.House.
func (h *lobby) Meet(game string, people ...data.PlayerID) bool {
	return (*Broker)(h).meet(game, people...)
}

// Meetings implements queue.House.
func (h *lobby) Meetings(game string, people []data.PlayerID) map[[2]data.PlayerID]bool {
	wait := make(map[data.PlayerID]bool, len(people))
	for _, p := range people {
		wait[p] = true
	}
	found := map[[2]data.PlayerID]bool{}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range people {
		for _, t := range h.mine[p] {
			if !t.match.Rated || t.match.Game != game {
				continue
			}
			for _, other := range t.players {
				if wait[other] {
					found[seating.Pair(p, other)] = true
				}
			}
		}
	}
	return found
}

// Tournament implements queue.House.
func (h *lobby) Tournament(id int64) (data.Tournament, bool) {
	h.tournaments.List() // has them read again if that was long ago
	return h.tournaments.Find(id)
}

// Info implements queue.House.
func (h *lobby) Info(game string) engine.Info { return h.games[game].Info() }

// Fill implements queue.House.
func (h *lobby) Fill(game, level string, n int) []seating.Occupant {
	return (*Broker)(h).house(game, level, n)
}

// Deal implements queue.House. What its people play with the house is put away then.
func (h *lobby) Deal(terms matchmaking.Terms, private bool, seats []seating.Occupant) (data.MatchID, func(), error) {
	l := (*Broker)(h)
	id, err := l.open(l.ctx, terms, private, seats)
	var games []*entry
	if err == nil && terms.Pace != data.Day && !seating.Practice(seating.PlayersAt(seats)) {
		games = l.practising(seats)
	}
	return id, func() { l.putAway(games) }, err
}

// Tell implements queue.House.
func (h *lobby) Tell(player data.PlayerID, e matchmaking.Event) { h.crier.tell(player, e) }

// Hosts implements queue.House.
func (h *lobby) Hosts(challenge, code string) { h.board.Lead(challenge, code) }

// Lapsed implements queue.House.
func (h *lobby) Lapsed(challenge string) {
	h.work.Go(func() { h.board.Lapse(challenge) })
}

// Left implements queue.House.
func (h *lobby) Left(p *queue.Place) { h.board.Drop(p) }

// Check implements challenge.House.
func (h *lobby) Check(t *matchmaking.Ticket) (engine.Game, error) { return (*Broker)(h).check(t) }

// Open implements challenge.House.
func (h *lobby) Open(ctx context.Context, terms matchmaking.Terms, private bool, seats []seating.Occupant, challenges ...string) (data.MatchID, error) {
	return (*Broker)(h).open(ctx, terms, private, seats, challenges...)
}

// Enter implements challenge.House.
func (h *lobby) Enter(ctx context.Context, p *queue.Place) error { return h.queue.Enter(ctx, p) }

// Busy implements challenge.House.
func (h *lobby) Busy(ctx context.Context, terms matchmaking.Terms, p data.PlayerID) (bool, error) {
	return (*Broker)(h).busy(ctx, terms, p)
}

// Rating implements challenge.House.
func (h *lobby) Rating(ctx context.Context, game string, p data.PlayerID) (float64, error) {
	return (*Broker)(h).rating(ctx, game, p)
}

// ReadApart implements challenge.House.
func (h *lobby) ReadApart(ctx context.Context) error { return h.blocks.Read(ctx) }

// Letter implements challenge.House.
func (h *lobby) Letter(to, about data.PlayerID, kind string, detail map[string]string) {
	h.letters.write(to, about, kind, detail)
}
