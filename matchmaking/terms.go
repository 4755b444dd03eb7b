package matchmaking

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking/pairing"
)

// usualSeats is how many sit down at a private or house table when nobody says.
const usualSeats = 4

// lateAfter is the wait after which the queue seats the fewest that a game
// allows (protocol, section 7, more fine print, 11).
const lateAfter = 25 * time.Second

// Queue implements Broker.
func (l *Local) Queue(ctx context.Context, t Ticket) (Place, error) {
	g, err := l.check(&t)
	if err != nil {
		return nil, err
	}
	p := &place{queue: l.queue, ticket: t, since: time.Now(), found: make(chan struct{})}
	switch {
	case t.Bot != "":
		return p, l.practise(ctx, p)
	case !t.Host && t.Join == "":
		p.sizes = sizes(g.Info(), t.Seats)
		if p.rating, err = l.rating(ctx, t.Game, t.Player.ID); err != nil {
			return nil, unavailable(err)
		}
	}
	if err := l.queue.do(ctx, func() error { return l.queue.enter(p) }); err != nil {
		return nil, err
	}
	return p, nil
}

// seated reports whether a player is in a live game against people.
func (l *Local) seated(id data.PlayerID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, ok := l.live[id]
	return ok
}

// check completes a ticket's terms. *BadTerms for what cannot be had.
func (l *Local) check(t *Ticket) (g engine.Game, err error) {
	switch {
	case t.Player.ID == 0:
		return nil, &BadTerms{"nobody knows your name yet: choose one first"}
	case t.Bot != "" && t.Host, t.Bot != "" && t.Join != "", t.Host && t.Join != "":
		return nil, &BadTerms{"a table is with the house, your own, or one to join"}
	case t.Join != "" && t.Game == "": // its host's terms hold
		return nil, nil
	}
	g, ok := l.games[t.Game]
	if !ok {
		return nil, &BadTerms{fmt.Sprintf("there is no game %q", t.Game)}
	}
	if t.Join != "" {
		return g, nil
	}
	info := g.Info()
	direct := t.Bot != "" || t.Host
	if direct && t.Seats == 0 {
		t.Seats = min(max(usualSeats, info.MinSeats), info.MaxSeats)
	}
	if t.Pace == "" {
		t.Pace = data.Live
	}
	switch {
	case t.Seats != 0 && (t.Seats < info.MinSeats || t.Seats > info.MaxSeats):
		return nil, &BadTerms{fmt.Sprintf("%s is for %s players", info.Title, seatsInWords(info))}
	case t.Bot != "" && !slices.Contains(info.Levels, t.Bot):
		return nil, &BadTerms{fmt.Sprintf("the house plays at the levels %q", info.Levels)}
	case t.Bot != "" && t.Rated:
		return nil, &BadTerms{"a table with the house is casual"}
	case t.Rated && t.Player.ID.Guest():
		return nil, &BadTerms{"a guest plays unrated: connect with a key to be rated"}
	case t.Pace == data.Fast && !direct:
		return nil, &BadTerms{"pace fast is for tables with the house and private ones"}
	case t.Pace != data.Live && t.Pace != data.Fast:
		return nil, &BadTerms{"the paces are live and fast"}
	}
	if _, err := g.Start(engine.Setup{Seats: max(t.Seats, info.MinSeats), Options: t.Options}); err != nil {
		return nil, &BadTerms{err.Error()}
	}
	t.Options, err = canonical(t.Options)
	return g, err
}

// seatsInWords says for how many a game is.
func seatsInWords(info engine.Info) string {
	if info.MinSeats == info.MaxSeats {
		return fmt.Sprint(info.MinSeats)
	}
	return fmt.Sprintf("%d to %d", info.MinSeats, info.MaxSeats)
}

// canonical writes options in one form, so that those who mean the same meet.
func canonical(options json.RawMessage) (json.RawMessage, error) {
	fields := map[string]json.RawMessage{}
	if len(options) > 0 {
		if err := json.Unmarshal(options, &fields); err != nil {
			return nil, &BadTerms{"the options are one JSON object"}
		}
	}
	if fields == nil { // null
		return json.RawMessage("{}"), nil
	}
	return json.Marshal(fields)
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
	if !l.lay(t.Player.ID) {
		return &BadTerms{"you have as many games running as one may; end one of them"}
	}
	defer l.laid(t.Player.ID)
	seats := []occupant{p.occupant()}
	for n := 1; n < t.Seats; n++ {
		name := "house-" + t.Bot
		if t.Seats > 2 {
			name = fmt.Sprintf("%s-%d", name, n)
		}
		seats = append(seats, occupant{player: data.Player{Name: name}, kind: data.Bot, level: t.Bot})
	}
	id, err := l.open(ctx, t.Terms, true, seats)
	if err != nil {
		return err
	}
	nowhere := &figures{}
	nowhere.init()
	p.source.Store(nowhere)
	p.settle(id, nil)
	return nil
}
