package matchmaking

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking/pairing"
)

// usualSeats is how many sit down at a private or house table when nobody says.
const usualSeats = 4

// lateAfter is the wait after which the queue seats the fewest that a game
// allows (protocol, section 4).
const lateAfter = 25 * time.Second

// Queue implements Broker.
func (l *Local) Queue(ctx context.Context, t Ticket) (Place, error) {
	if t.Contest != 0 {
		if err := l.contestTerms(ctx, &t); err != nil {
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
	p := newPlace(l.queue, t, payerOf(ctx, t.Player.ID))
	switch {
	case t.Bot != "":
		return p, l.practise(ctx, p)
	case t.Pace == data.Day && !t.Private():
		return p, l.seek(ctx, p)
	case t.To.ID != 0:
		return p, l.summon(ctx, p)
	case !t.Host && t.Join == "":
		info := g.Info()
		p.sizes = sizes(info, t.Seats)
		if p.options, err = options(g, info.MinSeats, t.Options); err != nil {
			return nil, err
		}
		if p.rating, err = l.strength(ctx, t); err != nil {
			return nil, err
		}
	}
	if err := l.blocks.read(ctx); err != nil {
		return nil, err
	}
	l.absences.meet(t.Player.ID, p.payer, p.since)
	if err := l.queue.do(ctx, func() error { return l.queue.enter(p) }); err != nil {
		return nil, err
	}
	return p, nil
}

// strength is what strangers are paired by.
func (l *Local) strength(ctx context.Context, t Ticket) (float64, error) {
	if t.Contest != 0 {
		return l.form(ctx, t)
	}
	rating, err := l.rating(ctx, t.Game, t.Player.ID)
	if err != nil {
		return 0, unavailable(err)
	}
	return rating, nil
}

// seated reports whether a player is in a live game against people.
func (l *Local) seated(id data.PlayerID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.free(id)
}

// check completes a ticket's terms. *BadTerms for what cannot be had.
func (l *Local) check(t *Ticket) (g engine.Game, err error) {
	switch {
	case t.Player.ID == 0:
		return nil, badTerms("nobody knows your name yet: choose one first")
	case t.Bot != "" && t.Host, t.Bot != "" && t.Join != "", t.Host && t.Join != "":
		return nil, badTerms("a table is with the house, your own, or one to join")
	case t.To.ID != 0 && (!t.Host || t.Player.ID.Guest() || t.To.ID == t.Player.ID):
		return nil, badTerms("a player with a key challenges another one to his own private table")
	case t.Fill != "" && !t.Host:
		return nil, badTerms("the house fills a private table of your own, and no other")
	case t.Join != "" && t.Game == "": // its host's terms hold
		return nil, nil
	}
	g, ok := l.games[t.Game]
	if !ok {
		return nil, badTerms("there is no game %q", t.Game)
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
		return nil, wrongSize(info)
	case level != "" && !slices.Contains(info.Levels(), level):
		return nil, badTerms("the house plays at the levels %q", info.Levels())
	case level != "" && t.Rated:
		return nil, badTerms("a table with the house is casual")
	case t.Rated && t.Player.ID.Guest():
		return nil, badTerms("a guest plays unrated: connect with a key to be rated")
	case t.Pace == data.Fast && !direct:
		return nil, badTerms("pace fast is for tables with the house and private ones")
	case t.Pace != data.Live && t.Pace != data.Fast && t.Pace != data.Day:
		return nil, badTerms("the paces are live, fast and day")
	case t.Pace == data.Day && t.Player.ID.Guest():
		return nil, errNoDay
	case t.Clock != "" && !slices.Contains(data.Clocks[:], t.Clock):
		return nil, badTerms("the clocks are x1, x2, x4 and none")
	case t.Clock != "" && (!direct || t.Pace == data.Day):
		return nil, badTerms("another clock is for tables with the house and private ones, at pace live or fast")
	case t.Clock == data.NoClock && t.Rated:
		return nil, badTerms("a rated game has a clock: x1, x2 or x4")
	}
	_, err = options(g, max(t.Seats, info.MinSeats), t.Options)
	return g, err
}

// errNoDay is told to a guest.
var errNoDay = badTerms("a guest is nobody tomorrow: connect with a key for games at a day a move")

// wrongSize says for how many a game is.
func wrongSize(info engine.Info) *BadTerms {
	if info.MinSeats == info.MaxSeats {
		return badTerms("%s is for %d players", info.Title, info.MinSeats)
	}
	return badTerms("%s is for %d to %d players", info.Title, info.MinSeats, info.MaxSeats)
}

// options returns a game's options in full and in one form, so that those who mean
// the same meet. *BadTerms for what the game does not have.
func options(g engine.Game, seats int, asked json.RawMessage) (string, error) {
	start, err := g.Start(engine.Setup{Seats: seats, Options: asked})
	if err != nil {
		return "", &BadTerms{err.Error(), err}
	}
	return string(start.Options()), nil
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
func (l *Local) practise(ctx context.Context, p *place) error {
	t := p.ticket
	id, err := l.open(ctx, t.Terms, true, append([]occupant{p.occupant()}, l.house(t.Game, t.Bot, t.Seats-1)...))
	if err != nil {
		return err
	}
	p.settle(id, nil)
	return nil
}

// house returns so many house players of a level. They are called as no player can
// be: there is a slash in it.
func (l *Local) house(game, level string, n int) []occupant {
	known, _ := l.games[game].Info().Opponent(level)
	players := make([]occupant, n)
	for i := range players {
		name := known.Name + "/" + level
		if n > 1 {
			name = fmt.Sprintf("%s-%d", name, i+1)
		}
		players[i] = occupant{player: data.Player{Name: name}, kind: data.Bot, level: level}
	}
	return players
}
