package local

import (
	"context"

	"noir/data"
	"noir/matchmaking"
)

// Tournaments implements Broker.
func (l *Broker) Tournaments() []data.Tournament { return l.tournaments.List() }

// Standings implements Broker.
func (l *Broker) Standings(ctx context.Context, tournament int64) ([]data.Score, error) {
	return l.tournaments.Standings(ctx, tournament)
}

// tournamentTerms completes a ticket for an event, whose terms hold. *BadTerms,
// ErrNoTournament, ErrTournamentOver.
func (l *Broker) tournamentTerms(ctx context.Context, t *matchmaking.Ticket) error {
	if t.Bot != "" || t.Private() {
		return matchmaking.BadTermsf("an event is played against whoever else is in it")
	}
	c, err := l.tournaments.LookFor(ctx, t.Tournament)
	switch {
	case err != nil:
		return err
	case t.Game != "" && t.Game != c.Game:
		return matchmaking.BadTermsf("that event is of %s", c.Game)
	}
	t.Terms = matchmaking.TermsOf(c)
	return nil
}
