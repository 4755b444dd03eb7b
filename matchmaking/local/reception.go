package local

import (
	"context"
	"errors"
	"slices"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/challenge"
	"noir/matchmaking/queue"
	"noir/matchmaking/replay"
	"noir/matchmaking/seating"
	"noir/matchmaking/tournament"
)

// reception takes tickets. It completes their terms and passes them to the queue or the board
// of challenges, or opens a table with the house at once.
type reception struct {
	games       games
	players     players
	guests      *guests
	blocks      *blocks
	absences    *queue.Absences
	tournaments *tournament.Calendar
	dealer      *dealer
	quota       *quota.Ledger
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
	var fork replay.Fork
	if t.Origin != (data.Origin{}) {
		worked, err := r.quota.Work(ctx, seating.PayerOf(ctx, t.Player.ID))
		if err != nil {
			return nil, err
		}
		defer worked()
		if fork, err = r.fork(ctx, &t); err != nil {
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
		t.Host = false // a day game has no waiting host: the challenge stays instead
	}
	r.guests.arrive(t.Player.ID)
	p := queue.NewPlace(r.queue, t, seating.PayerOf(ctx, t.Player.ID))
	switch {
	case t.Bot != "":
		return p, r.practise(ctx, p, fork)
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
	r.absences.Meet(t.Player.ID, p.Payer(), time.Now())
	if err := r.queue.Enter(ctx, p); err != nil {
		return nil, err
	}
	return p, nil
}

// enroll completes a ticket for an event, whose terms apply. *BadTerms, ErrNoTournament,
// ErrTournamentOver.
func (r *reception) enroll(ctx context.Context, t *matchmaking.Ticket) error {
	if t.Bot != "" || t.Private() {
		return matchmaking.BadTermsf("in an event you play against others who are in it: ask neither for the house nor for a private table")
	}
	c, err := r.tournaments.LookFor(ctx, t.Tournament)
	switch {
	case err != nil:
		return err
	case t.Game != "" && t.Game != c.Game:
		return matchmaking.BadTermsf("that event is for %s: choose that game, or another event", c.Game)
	}
	t.Terms = matchmaking.TermsOf(c)
	return nil
}

// mix puts a place into the queue for strangers.
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
	p.JoinPool(sizes(info, t.Seats), full, strength)
	return nil
}

// strength is the rating by which strangers are paired.
func (r *reception) strength(ctx context.Context, t matchmaking.Ticket) (float64, error) {
	if t.Tournament != 0 {
		return r.tournaments.Form(ctx, t.Tournament, t.Player.ID)
	}
	ratings, err := r.players.Ratings(ctx, t.Game, t.Player.ID)
	return ratings[t.Player.ID], err
}

// fork finds the position from which a ticket goes on, and completes the ticket. It takes its
// turn among replays. *BadTerms, ErrRunning.
func (r *reception) fork(ctx context.Context, t *matchmaking.Ticket) (at replay.Fork, err error) {
	if t.Bot == "" {
		return at, matchmaking.BadTermsf("only against the house can you go on from another game: ask for a table with it")
	}
	release, err := r.quota.Queue(ctx, seating.PayerOf(ctx, t.Player.ID), quota.Replays)
	if err != nil {
		return at, err
	}
	defer release()
	m, err := r.dealer.store.Match(ctx, t.Origin.Match)
	switch {
	case errors.Is(err, data.ErrNotFound):
		return at, matchmaking.BadTermsf("there is no finished game %.64q; `games` lists yours", t.Origin.Match)
	case err != nil:
		return at, data.Unavailable(err)
	case r.games[m.Game] == nil || t.Game != "" && t.Game != m.Game:
		return at, matchmaking.BadTermsf("that is a game of %s: choose one of the same kind as the table", m.Game)
	}
	if at, err = replay.NewFork(r.games[m.Game], m, t.Origin.Plies); err != nil {
		return at, err
	}
	seat, err := at.Take(t.Player.ID, t.Seat)
	if err != nil {
		return at, err
	}
	terms := at.Terms()
	t.Game, t.Seats, t.Options, t.Origin, t.Seat = terms.Game, terms.Seats, terms.Options, at.Origin(), &seat
	return at, nil
}

// practise opens a table with house players at once: a new game, or one that goes on from a fork.
func (r *reception) practise(ctx context.Context, p *queue.Place, from replay.Fork) error {
	t := p.Ticket()
	own, seats := engine.Seat(0), r.games.Fill(t.Game, t.Bot, t.Seats-1)
	if t.Seat != nil {
		own = *t.Seat
	}
	seats = slices.Insert(seats, int(own), p.Occupant())
	var id data.MatchID
	var err error
	if t.Origin == (data.Origin{}) {
		id, err = r.dealer.Open(ctx, t.Terms, true, seats)
	} else {
		id, err = r.dealer.Continue(ctx, t.Terms, from, seats)
	}
	if err != nil {
		return err
	}
	p.Settle(id, nil)
	return nil
}
