package local

import (
	"context"
	"fmt"
	"strings"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
)

// The methods that brokers of several processes call on each other.

// Lead gives the queue and the challenges to this broker. It withdraws the challenges of hosts who waited at the broker
// that led before.
func (b *Broker) Lead(ctx context.Context) error {
	if err := b.board.Clear(ctx); err != nil {
		return fmt.Errorf("take back the challenges of those who waited: %w", err)
	}
	return nil
}

// TakeUp resumes matches that this broker is to run from now on. Their clocks stand until the asked players are there,
// for a minute at most. A guest in a seat counts as connected, to some broker, until Depart.
func (b *Broker) TakeUp(ctx context.Context, matches []data.Match) { b.restart.resume(ctx, matches) }

// TakeOn runs matches from their first move on that another broker has stored for this one, unless it runs them already
// or is about to. payers are their people by seat, nil if unknown.
func (b *Broker) TakeOn(ctx context.Context, matches []data.Match, payers []quota.Payer) {
	b.restart.takeOn(ctx, matches, payers)
}

// Runs reports whether this broker runs a game, or is about to.
func (b *Broker) Runs(id data.MatchID) bool { return b.engagements.knows(id) }

// Seat returns the live game against people that a player is in at this broker, "" for none.
func (b *Broker) Seat(p data.PlayerID) data.MatchID { return b.engagements.seat(p) }

// Judge notes how people have ended games at another broker, for the queue.
func (b *Broker) Judge(c Conduct) { c.note(b.absences) }

// Drop ends every table as it stands, without a word: other brokers may run the matches. Players who wait here are sent
// away, and their challenges stand, since other brokers may have their tickets.
func (b *Broker) Drop(ctx context.Context) {
	b.queue.Drop()
	b.board.SendAway()
	b.restart.drop(ctx, b.tables.all())
}

// HandOver is Drain for a broker whose running matches others go on with at once: release gives them up. The
// viewers of their tables get io.EOF, and only those of tables that are over, or that cannot be released, are
// told that the server is going down.
func (b *Broker) HandOver(ctx context.Context, release func(ctx context.Context, matches []data.MatchID) error) {
	b.retreat()
	b.restart.handOver(ctx, release)
}

// Call tells a player's screens here of a challenge to them at another broker. It does not block.
func (b *Broker) Call(c data.Challenge) { b.callers.call(c) }

// Playing returns who sits at a running table of this broker's.
func (b *Broker) Playing() []data.PlayerID { return b.tables.people() }

// Guests returns the guests who count as here: they have looked for a game here, or sit at a table of this broker's,
// and have not departed.
func (b *Broker) Guests() []data.PlayerID { return b.guests.all() }

// Engage leads the tickets of some people here to the live game that they have got at another broker, and voids
// their games with the house here. It does not block.
func (b *Broker) Engage(people []data.PlayerID, id data.MatchID) {
	practice := b.tables.practice(people)
	b.group.Go(func() {
		b.queue.Settle(b.group.Context, people, id)
		b.dealer.putAway(practice)
	})
}

// Recalls reports whether this broker remembers the table of a complaint, and when somebody last spoke there; the zero
// time if nobody did.
func (b *Broker) Recalls(c matchmaking.Complaint) (last time.Time, known bool) {
	c.About = strings.ToLower(c.About)
	said, known := b.complaints.remembered(c)
	if n := len(said.remarks); n > 0 {
		last = said.remarks[n-1].At
	}
	return last, known
}

// Public returns the running public tables that are open to watchers, in the order of Live, and who sits
// there, by row and seat. Both are at most a second old, shared, and never change.
func (b *Broker) Public() ([]matchmaking.Listing, [][]data.PlayerID) { return b.listing.list() }

// Seen returns those of some tables that a viewer gets to see; players are the ids by table and seat.
func (b *Broker) Seen(viewer data.PlayerID, rows []matchmaking.Listing, players [][]data.PlayerID) []matchmaking.Listing {
	b.blocks.Reread()
	return b.blocks.seen(viewer, rows, players)
}
