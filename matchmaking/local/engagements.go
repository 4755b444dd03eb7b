package local

import (
	"slices"
	"sync"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/seating"
)

// newcomerGames is how many rated day games of a kind a player with a provisional rating
// has at a time: each moves the rating as far as it would alone.
const newcomerGames = 3

// engagements are the games that people are in, from when they are opened until they are
// over: what each of them holds of the ledger, the one live game against people that
// they have, and which rated games would not be fair beside others. It is safe for any
// number of goroutines.
type engagements struct {
	ledger ledger

	mu    sync.Mutex
	games map[data.MatchID]*engagement
	of    map[data.PlayerID][]*engagement
	live  map[data.PlayerID]data.MatchID
}

// engagement is a game that is being opened or runs.
type engagement struct {
	game    string
	rated   bool
	pace    data.Pace
	players []data.PlayerID // by seat
	release func()          // gives back what they hold of the ledger
}

func newEngagements(l *quota.Ledger) *engagements {
	return &engagements{
		ledger: ledger{l}, games: map[data.MatchID]*engagement{},
		of: map[data.PlayerID][]*engagement{}, live: map[data.PlayerID]data.MatchID{},
	}
}

// begin engages the people of a game that is opened, who pay for it: all of them or
// nobody. *seating.Fault with ErrSeated, or with *BadTerms for those who have as many
// tables as one may, open them too fast, or may not have a rated game now. The newcomers
// are those whose rating is provisional.
func (es *engagements) begin(m data.Match, players, newcomers []data.PlayerID, payers []quota.Payer) error {
	es.mu.Lock()
	defer es.mu.Unlock()
	if err := es.free(m, players); err != nil {
		return err
	}
	if err := es.fair(m, seating.Persons(players), newcomers); err != nil {
		return err
	}
	release, err := es.ledger.charge(players, payers, m.Pace)
	if err != nil {
		return err
	}
	es.note(m, players, seating.Persons(players), release)
	return nil
}

// resume engages the people of a game that was opened before the house was. Those who are
// out of it are free for a live game.
func (es *engagements) resume(m data.Match, players []data.PlayerID, payers []quota.Payer, out func(engine.Seat) bool) {
	es.mu.Lock()
	defer es.mu.Unlock()
	in := seating.Persons(players)
	for i, p := range players {
		if out(engine.Seat(i)) {
			in = slices.DeleteFunc(in, func(o data.PlayerID) bool { return o == p })
		}
	}
	es.note(m, players, in, es.ledger.claim(players, payers, m.Pace))
}

// note keeps an engagement of players, some of whom are in the game still. The mutex is
// held.
func (es *engagements) note(m data.Match, players, in []data.PlayerID, release func()) {
	g := &engagement{m.Game, m.Rated, m.Pace, players, release}
	es.games[m.ID] = g
	for _, p := range seating.Persons(players) {
		es.of[p] = append(es.of[p], g)
	}
	if exclusive(players, m.Pace) {
		for _, p := range in {
			es.live[p] = m.ID
		}
	}
}

// exclusive reports whether people have only one such game at a time.
func exclusive(players []data.PlayerID, pace data.Pace) bool {
	return !seating.Practice(players) && pace != data.Day
}

// end ends an engagement, if there is one.
func (es *engagements) end(id data.MatchID) {
	es.mu.Lock()
	defer es.mu.Unlock()
	g := es.games[id]
	if g == nil {
		return
	}
	delete(es.games, id)
	for _, p := range seating.Persons(g.players) {
		es.leave(id, p)
		es.of[p] = slices.DeleteFunc(es.of[p], func(o *engagement) bool { return o == g })
		if len(es.of[p]) == 0 {
			delete(es.of, p)
		}
	}
	g.release()
}

// dismiss lets people who are out of a game that goes on have another live one.
func (es *engagements) dismiss(id data.MatchID, people []data.PlayerID) {
	es.mu.Lock()
	defer es.mu.Unlock()
	for _, p := range people {
		es.leave(id, p)
	}
}

// leave has a game not be somebody's live one. The mutex is held.
func (es *engagements) leave(id data.MatchID, p data.PlayerID) {
	if es.live[p] == id {
		delete(es.live, p)
	}
}

// Seated reports whether a player is in a live game against people.
func (es *engagements) Seated(p data.PlayerID) bool {
	es.mu.Lock()
	defer es.mu.Unlock()
	return es.live[p] != ""
}

// Meet reports whether two of some people have a rated game of a kind with each other.
func (es *engagements) Meet(game string, people ...data.PlayerID) bool {
	es.mu.Lock()
	defer es.mu.Unlock()
	return len(es.met(game, people)) > 0
}

// Meetings are the pairs of some people who have a rated game of a kind with each other
// (seating.Pair).
func (es *engagements) Meetings(game string, people []data.PlayerID) map[[2]data.PlayerID]bool {
	among := make(map[data.PlayerID]bool, len(people))
	for _, p := range people {
		among[p] = true
	}
	found := map[[2]data.PlayerID]bool{}
	es.mu.Lock()
	defer es.mu.Unlock()
	for _, p := range people {
		for _, g := range es.of[p] {
			if !g.rated || g.game != game {
				continue
			}
			for _, other := range g.players {
				if among[other] {
					found[seating.Pair(p, other)] = true
				}
			}
		}
	}
	return found
}

// full reports whether a player has as many rated day games of a kind as a newcomer may.
func (es *engagements) full(game string, p data.PlayerID) bool {
	es.mu.Lock()
	defer es.mu.Unlock()
	return es.ratedDayGames(game, p) >= newcomerGames
}

// maySlow refuses, as *BadTerms, what would let rated games of the same two, or many of a
// newcomer, run side by side: each would move ratings as if there were no other.
func (es *engagements) maySlow(id data.MatchID, players, newcomers []data.PlayerID) error {
	es.mu.Lock()
	defer es.mu.Unlock()
	if slices.ContainsFunc(players, es.ledger.laden) {
		return errLaden
	}
	g := es.games[id]
	if !g.rated {
		return nil
	}
	for i, p := range g.players {
		for _, other := range g.players[:i] {
			if es.meetings(g.game, p, other) > 1 {
				return seating.ErrMeeting
			}
		}
		if slices.Contains(newcomers, p) && es.ratedDayGames(g.game, p) >= newcomerGames {
			return matchmaking.BadTermsf("somebody here has fewer than ten rated games, and already three rated day games")
		}
	}
	return nil
}

// slow makes a game one at pace day: its people, who pay for that, are free for another
// live one once store has stored it. *BadTerms, or what store returns.
func (es *engagements) slow(id data.MatchID, payers []quota.Payer, store func() error) error {
	held, _, err := es.ledger.hold(payers, quota.DayGames)
	if err != nil {
		return errLaden
	}
	if err := store(); err != nil {
		all(held)()
		return matchmaking.Unavailable(err)
	}
	es.mu.Lock()
	defer es.mu.Unlock()
	g := es.games[id]
	g.release()
	g.pace, g.release = data.Day, all(held)
	for _, p := range g.players {
		es.leave(id, p)
	}
	return nil
}

var errLaden = matchmaking.BadTermsf("somebody here has as many day games as a player may have")

// free refuses those who are in a live game already, if this is another one. The mutex is
// held.
func (es *engagements) free(m data.Match, players []data.PlayerID) error {
	if !exclusive(players, m.Pace) {
		return nil
	}
	taken := slices.DeleteFunc(seating.Persons(players), func(p data.PlayerID) bool { return es.live[p] == "" })
	if len(taken) > 0 {
		return seating.Blame(matchmaking.ErrSeated, taken...)
	}
	return nil
}

// fair returns why people may not sit down for a rated game, as a *seating.Fault, or nil.
// The newcomers are among them. The mutex is held.
func (es *engagements) fair(m data.Match, people, newcomers []data.PlayerID) error {
	if !m.Rated {
		return nil
	}
	if met := es.met(m.Game, people); len(met) > 0 {
		return seating.Blame(seating.ErrMeeting, met...)
	}
	for _, p := range newcomers {
		if es.ratedDayGames(m.Game, p) >= newcomerGames {
			return seating.Blame(seating.ErrNewcomer, p)
		}
	}
	return nil
}

// met are those of some people who have a rated game of a kind with another one of them.
// The mutex is held.
func (es *engagements) met(game string, people []data.PlayerID) []data.PlayerID {
	return slices.DeleteFunc(slices.Clone(people), func(p data.PlayerID) bool {
		return !slices.ContainsFunc(people, func(o data.PlayerID) bool { return o != p && es.meetings(game, p, o) > 0 })
	})
}

// meetings counts the rated games of a kind of two players. There may be several from
// before there was at most one. The mutex is held.
func (es *engagements) meetings(game string, one, other data.PlayerID) (n int) {
	for _, g := range es.of[one] {
		if g.rated && g.game == game && slices.Contains(g.players, other) {
			n++
		}
	}
	return n
}

// ratedDayGames counts those of a kind that a player has. The mutex is held.
func (es *engagements) ratedDayGames(game string, p data.PlayerID) (n int) {
	for _, g := range es.of[p] {
		if g.rated && g.game == game && g.pace == data.Day {
			n++
		}
	}
	return n
}
