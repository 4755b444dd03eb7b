package local

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/queue"
	"noir/matchmaking/queue/pairing"
	"noir/matchmaking/seating"
)

// usualSeats is how many sit down at a private or house table when nobody says.
const usualSeats = 4

// lateAfter is the wait after which the queue seats the fewest that a game
// allows (protocol, section 4).
const lateAfter = 25 * time.Second

// Queue implements Broker.
func (l *Broker) Queue(ctx context.Context, t matchmaking.Ticket) (matchmaking.Place, error) {
	if t.Tournament != 0 {
		if err := l.tournamentTerms(ctx, &t); err != nil {
			return nil, err
		}
	}
	if !t.Address.IsValid() {
		t.Address = quota.From(ctx).Address
	}
	g, err := l.check(&t)
	if err != nil {
		return nil, err
	}
	if t.To.ID != 0 && t.Pace == data.Day {
		t.Host = false // nobody waits at a table for a day: the challenge stays instead
	}
	if t.Player.ID.Guest() {
		l.arrive(t.Player.ID)
	}
	p := queue.NewPlace(l.queue, t, seating.PayerOf(ctx, t.Player.ID))
	switch {
	case t.Bot != "":
		return p, l.practise(ctx, p)
	case t.Pace == data.Day && !t.Private():
		return p, l.board.Seek(ctx, p)
	case t.To.ID != 0:
		return p, l.board.Summon(ctx, p)
	case !t.Host && t.Join == "":
		info := g.Info()
		full, err := seating.Options(g, info.MinSeats, t.Options)
		if err != nil {
			return nil, err
		}
		rating, err := l.strength(ctx, t)
		if err != nil {
			return nil, err
		}
		p.Among(sizes(info, t.Seats), full, rating)
	}
	if err := l.blocks.Read(ctx); err != nil {
		return nil, err
	}
	l.absences.Meet(t.Player.ID, p.Payer(), p.Since())
	if err := l.queue.Enter(ctx, p); err != nil {
		return nil, err
	}
	return p, nil
}

// strength is what strangers are paired by.
func (l *Broker) strength(ctx context.Context, t matchmaking.Ticket) (float64, error) {
	if t.Tournament != 0 {
		return l.tournaments.Form(ctx, t.Tournament, t.Player.ID)
	}
	rating, err := l.rating(ctx, t.Game, t.Player.ID)
	if err != nil {
		return 0, matchmaking.Unavailable(err)
	}
	return rating, nil
}

// seated reports whether a player is in a live game against people.
func (l *Broker) seated(id data.PlayerID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.free(id)
}

// check completes a ticket's terms. *BadTerms for what cannot be had.
func (l *Broker) check(t *matchmaking.Ticket) (g engine.Game, err error) {
	switch {
	case t.Player.ID == 0:
		return nil, matchmaking.BadTermsf("nobody knows your name yet: choose one first")
	case t.Bot != "" && t.Host, t.Bot != "" && t.Join != "", t.Host && t.Join != "":
		return nil, matchmaking.BadTermsf("a table is with the house, your own, or one to join")
	case t.To.ID != 0 && (!t.Host || t.Player.ID.Guest() || t.To.ID == t.Player.ID):
		return nil, matchmaking.BadTermsf("a player with a key challenges another one to their own private table")
	case t.Fill != "" && !t.Host:
		return nil, matchmaking.BadTermsf("the house fills a private table of your own, and no other")
	case t.Join != "" && t.Game == "": // its host's terms hold
		return nil, nil
	}
	g, ok := l.games[t.Game]
	if !ok {
		return nil, matchmaking.BadTermsf("there is no game %q", t.Game)
	}
	if t.Join != "" {
		return g, nil
	}
	info := g.Info()
	direct, level := t.Bot != "" || t.Host, cmp.Or(t.Bot, t.Fill)
	if direct && t.Seats == 0 {
		t.Seats = min(max(usualSeats, info.MinSeats), info.MaxSeats)
	}
	if t.Pace == "" {
		t.Pace = data.Live
	}
	switch {
	case t.Seats != 0 && (t.Seats < info.MinSeats || t.Seats > info.MaxSeats):
		return nil, seating.WrongSize(info)
	case level != "" && !slices.Contains(info.Levels(), level):
		return nil, matchmaking.BadTermsf("the house plays at the levels %q", info.Levels())
	case level != "" && t.Rated:
		return nil, matchmaking.BadTermsf("a table with the house is casual")
	case t.Rated && t.Player.ID.Guest():
		return nil, matchmaking.BadTermsf("a guest plays unrated: connect with a key to be rated")
	case t.Pace == data.Fast && !direct:
		return nil, matchmaking.BadTermsf("pace fast is for tables with the house and private ones")
	case t.Pace != data.Live && t.Pace != data.Fast && t.Pace != data.Day:
		return nil, matchmaking.BadTermsf("the paces are live, fast and day")
	case t.Pace == data.Day && t.Player.ID.Guest():
		return nil, matchmaking.ErrNoDay
	case t.Clock != "" && !slices.Contains(data.Clocks[:], t.Clock):
		return nil, matchmaking.BadTermsf("the clocks are x1, x2, x4 and none")
	case t.Clock != "" && (!direct || t.Pace == data.Day):
		return nil, matchmaking.BadTermsf("another clock is for tables with the house and private ones, at pace live or fast")
	case t.Clock == data.NoClock && t.Rated:
		return nil, matchmaking.BadTermsf("a rated game has a clock: x1, x2 or x4")
	}
	_, err = seating.Options(g, max(t.Seats, info.MinSeats), t.Options)
	return g, err
}

// sizes are the tables that a ticket may be seated at.
func sizes(info engine.Info, wish int) pairing.Sizes {
	switch {
	case wish != 0:
		return pairing.Exactly(wish)
	case info.MinSeats == info.MaxSeats:
		return pairing.Exactly(info.MinSeats)
	}
	return pairing.Sizes{
		Min: min(max(usualSeats, info.MinSeats), info.MaxSeats), Max: info.MaxSeats,
		Late: info.MinSeats, After: lateAfter,
	}
}

// practise seats a player among house players at once.
func (l *Broker) practise(ctx context.Context, p *queue.Place) error {
	t := p.Ticket()
	id, err := l.open(ctx, t.Terms, true, append([]seating.Occupant{p.Occupant()}, l.house(t.Game, t.Bot, t.Seats-1)...))
	if err != nil {
		return err
	}
	p.Settle(id, nil)
	return nil
}

// house returns so many house players of a level. They are called as no player can
// be: there is a slash in it.
func (l *Broker) house(game, level string, n int) []seating.Occupant {
	known, _ := l.games[game].Info().Opponent(level)
	players := make([]seating.Occupant, n)
	for i := range players {
		name := known.Name + "/" + level
		if n > 1 {
			name = fmt.Sprintf("%s-%d", name, i+1)
		}
		players[i] = seating.Occupant{Player: data.Player{Name: name}, Kind: data.Bot, Level: level}
	}
	return players
}
