package local

import (
	"context"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/challenge"
	"noir/matchmaking/queue"
	"noir/matchmaking/seating"
	"noir/matchmaking/tournament"
)

// reception takes tickets: it completes their terms, and hands them to the queue or to the
// board of challenges, or leads them to a table with the house at once.
type reception struct {
	games       games
	players     players
	guests      *guests
	blocks      *blocks
	absences    *queue.Absences
	tournaments *tournament.Calendar
	dealer      *dealer
	queue       *queue.Queue
	board       *challenge.Board
}

// take is Broker.Queue.
func (r *reception) take(ctx context.Context, t matchmaking.Ticket) (matchmaking.Place, error) {
	if t.Tournament != 0 {
		if err := r.enroll(ctx, &t); err != nil {
			return nil, err
		}
	}
	if !t.Address.IsValid() {
		t.Address = quota.From(ctx).Address
	}
	if _, err := r.games.Check(&t); err != nil {
		return nil, err
	}
	if t.To.ID != 0 && t.Pace == data.Day {
		t.Host = false // nobody waits at a table for a day: the challenge stays instead
	}
	r.guests.arrive(t.Player.ID)
	p := queue.NewPlace(r.queue, t, seating.PayerOf(ctx, t.Player.ID))
	switch {
	case t.Bot != "":
		return p, r.practise(ctx, p)
	case t.Pace == data.Day && !t.Private():
		return p, r.board.Seek(ctx, p)
	case t.To.ID != 0:
		return p, r.board.Summon(ctx, p)
	case !t.Private():
		if err := r.mix(ctx, p); err != nil {
			return nil, err
		}
	}
	if err := r.blocks.ReadApart(ctx); err != nil {
		return nil, err
	}
	r.absences.Meet(t.Player.ID, p.Payer(), p.Since())
	if err := r.queue.Enter(ctx, p); err != nil {
		return nil, err
	}
	return p, nil
}

// enroll completes a ticket for an event, whose terms hold. *BadTerms,
// ErrNoTournament, ErrTournamentOver.
func (r *reception) enroll(ctx context.Context, t *matchmaking.Ticket) error {
	if t.Bot != "" || t.Private() {
		return matchmaking.BadTermsf("in an event you play against others who are in it")
	}
	c, err := r.tournaments.LookFor(ctx, t.Tournament)
	switch {
	case err != nil:
		return err
	case t.Game != "" && t.Game != c.Game:
		return matchmaking.BadTermsf("that event is for %s", c.Game)
	}
	t.Terms = matchmaking.TermsOf(c)
	return nil
}

// mix has a place find strangers.
func (r *reception) mix(ctx context.Context, p *queue.Place) error {
	t := p.Ticket()
	info := r.games.Info(t.Game)
	full, err := seating.Options(r.games[t.Game], info.MinSeats, t.Options)
	if err != nil {
		return err
	}
	strength, err := r.strength(ctx, t)
	if err != nil {
		return err
	}
	p.Among(sizes(info, t.Seats), full, strength)
	return nil
}

// strength is what strangers are paired by.
func (r *reception) strength(ctx context.Context, t matchmaking.Ticket) (float64, error) {
	if t.Tournament != 0 {
		return r.tournaments.Form(ctx, t.Tournament, t.Player.ID)
	}
	return r.players.Rating(ctx, t.Game, t.Player.ID)
}

// practise seats a player among house players at once.
func (r *reception) practise(ctx context.Context, p *queue.Place) error {
	t := p.Ticket()
	seats := append([]seating.Occupant{p.Occupant()}, r.games.Fill(t.Game, t.Bot, t.Seats-1)...)
	id, err := r.dealer.Open(ctx, t.Terms, true, seats)
	if err != nil {
		return err
	}
	p.Settle(id, nil)
	return nil
}
