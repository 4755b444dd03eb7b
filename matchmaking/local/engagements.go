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

// newcomerGames is how many rated day games of a kind a player with a provisional rating may
// have at a time. Each moves the rating as if it were the only one.
const newcomerGames = 3

// engagements are the games that people play, from opening to end: what each player holds of the ledger, their one live
// game against people, and which rated games would be unfair while others run. It is safe for concurrent use.
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
	release func()          // returns what the players hold of the ledger
}

func newEngagements(l *quota.Ledger) *engagements {
	return &engagements{
		ledger: ledger{l}, games: map[data.MatchID]*engagement{},
		of: map[data.PlayerID][]*engagement{}, live: map[data.PlayerID]data.MatchID{},
	}
}

// begin engages the people of a game that is opened, who pay for it: all or none.
// *seating.Fault with ErrSeated, or with *BadTerms for those who have too many tables, open
// them too fast, or may not have a rated game now. newcomers are the players with a provisional
// rating, and running the rated games of the kind that some of them have, at any broker.
func (es *engagements) begin(m data.Match, players, newcomers []data.PlayerID, payers []quota.Payer, running []data.Match) error {
	es.mu.Lock()
	defer es.mu.Unlock()
	if err := es.free(m, players); err != nil {
		return err
	}
	if err := es.fair(m, seating.Persons(players), newcomers, running); err != nil {
		return err
	}
	release, err := es.ledger.charge(players, payers, m.Pace)
	if err != nil {
		return err
	}
	es.note(m, players, seating.Persons(players), release)
	return nil
}

// resume engages the people of a game from before the restart. Those who are out of it may
// start another live game.
func (es *engagements) resume(m data.Match, players []data.PlayerID, payers []quota.Payer, out func(engine.Seat) bool) {
	es.mu.Lock()
	defer es.mu.Unlock()
	in := seating.Persons(players)
	for i, p := range players {
		if out(engine.Seat(i)) {
			in = slices.DeleteFunc(in, func(o data.PlayerID) bool { return o == p })
			es.leave(m.ID, p) // a broker that opened a game for another one keeps its people in it until that one answers
		}
	}
	es.note(m, players, in, es.ledger.claim(players, payers, m.Pace))
}

// note records an engagement; players are those still in the game. The caller holds the mutex.
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

// knows reports whether a game is being opened or runs here.
func (es *engagements) knows(id data.MatchID) bool {
	es.mu.Lock()
	defer es.mu.Unlock()
	return es.games[id] != nil
}

// exclusive reports whether people may have only one such game at a time.
func exclusive(players []data.PlayerID, pace data.Pace) bool {
	return !seating.Practice(players) && pace != data.Day
}

// end ends an engagement, if there is one.
func (es *engagements) end(id data.MatchID) {
	es.mu.Lock()
	defer es.mu.Unlock()
	for _, p := range es.close(id) {
		es.leave(id, p)
	}
}

// give ends the engagement of a game that another broker is to run. Until received is called its people still count as
// being in it, since that broker may not know of it yet.
func (es *engagements) give(id data.MatchID) (received func()) {
	es.mu.Lock()
	defer es.mu.Unlock()
	people := es.close(id)
	return func() {
		es.mu.Lock()
		defer es.mu.Unlock()
		if es.games[id] != nil { // this broker has adopted it meanwhile
			return
		}
		for _, p := range people {
			es.leave(id, p)
		}
	}
}

// close forgets an engagement, if there is one, except for its people's live game. It returns the people. The caller
// holds the mutex.
func (es *engagements) close(id data.MatchID) (people []data.PlayerID) {
	g := es.games[id]
	if g == nil {
		return nil
	}
	delete(es.games, id)
	people = seating.Persons(g.players)
	for _, p := range people {
		es.of[p] = slices.DeleteFunc(es.of[p], func(o *engagement) bool { return o == g })
		if len(es.of[p]) == 0 {
			delete(es.of, p)
		}
	}
	g.release()
	return people
}

// dismiss lets people who are out of a running game start another live one.
func (es *engagements) dismiss(id data.MatchID, people []data.PlayerID) {
	es.mu.Lock()
	defer es.mu.Unlock()
	for _, p := range people {
		es.leave(id, p)
	}
}

// leave removes a game as a player's live one. The caller holds the mutex.
func (es *engagements) leave(id data.MatchID, p data.PlayerID) {
	if es.live[p] == id {
		delete(es.live, p)
	}
}

// Seated reports whether a player is in a live game against people.
func (es *engagements) Seated(p data.PlayerID) bool { return es.seat(p) != "" }

// seat returns a player's live game against people, "" for none.
func (es *engagements) seat(p data.PlayerID) data.MatchID {
	es.mu.Lock()
	defer es.mu.Unlock()
	return es.live[p]
}

// Meet reports whether any two of some players have a rated game of a kind with each other.
func (es *engagements) Meet(game string, people ...data.PlayerID) bool {
	es.mu.Lock()
	defer es.mu.Unlock()
	return len(es.met(game, people)) > 0
}

// Meetings returns the pairs of players who have a rated game of a kind with each other
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

// full reports whether a player has as many rated day games of a kind as a newcomer may have.
func (es *engagements) full(game string, p data.PlayerID) bool {
	es.mu.Lock()
	defer es.mu.Unlock()
	return es.ratedDayGames(game, p) >= newcomerGames
}

// maySlow returns *BadTerms where rated games of the same two players, or too many of a
// newcomer, would run at once: each would move ratings as if it were the only one.
func (es *engagements) maySlow(id data.MatchID, players, newcomers []data.PlayerID) error {
	es.mu.Lock()
	defer es.mu.Unlock()
	if slices.ContainsFunc(players, es.ledger.tooManyDayGames) {
		return errTooManyDayGames
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
			return matchmaking.BadTermsf("somebody here has fewer than ten rated games, and already three rated day games: play on live")
		}
	}
	return nil
}

// slow turns a game into a day game, for which its people pay. Once store has stored it they
// may start another live game. *BadTerms, or what store returns.
func (es *engagements) slow(id data.MatchID, payers []quota.Payer, store func() error) error {
	held, _, err := es.ledger.hold(payers, quota.DayGames)
	if err != nil {
		return errTooManyDayGames
	}
	if err := store(); err != nil {
		all(held)()
		return data.Unavailable(err)
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

var errTooManyDayGames = matchmaking.BadTermsf("somebody here has as many day games as a player may have: play on live")

// free returns an error for players who already have another live game. The caller holds the
// mutex.
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

// fair returns a *seating.Fault if these people may not play a rated game now, or nil.
// newcomers are among them. The caller holds the mutex.
func (es *engagements) fair(m data.Match, people, newcomers []data.PlayerID, running []data.Match) error {
	if !m.Rated {
		return nil
	}
	met := es.met(m.Game, people)
	days := map[data.PlayerID]int{}
	for _, other := range running {
		if es.games[other.ID] != nil {
			continue
		}
		in := slices.DeleteFunc(slices.Clone(people), func(p data.PlayerID) bool { return !slices.Contains(other.Players(), p) })
		met = append(met, seating.Pairs(in, func(_, _ data.PlayerID) bool { return true })...)
		if other.Pace == data.Day {
			for _, p := range in {
				days[p]++
			}
		}
	}
	if len(met) > 0 {
		return seating.Met(met)
	}
	for _, p := range newcomers {
		if es.ratedDayGames(m.Game, p)+days[p] >= newcomerGames {
			return seating.Blame(seating.ErrNewcomer, p)
		}
	}
	return nil
}

// met returns the pairs who have a rated game of a kind with each other. The caller holds the mutex.
func (es *engagements) met(game string, people []data.PlayerID) [][2]data.PlayerID {
	return seating.Pairs(people, func(one, other data.PlayerID) bool { return es.meetings(game, one, other) > 0 })
}

// meetings counts the rated games of a kind of two players. Old stores may have more than one.
// The caller holds the mutex.
func (es *engagements) meetings(game string, one, other data.PlayerID) (n int) {
	for _, g := range es.of[one] {
		if g.rated && g.game == game && slices.Contains(g.players, other) {
			n++
		}
	}
	return n
}

// ratedDayGames counts a player's rated day games of a kind. The caller holds the mutex.
func (es *engagements) ratedDayGames(game string, p data.PlayerID) (n int) {
	for _, g := range es.of[p] {
		if g.rated && g.game == game && g.pace == data.Day {
			n++
		}
	}
	return n
}
