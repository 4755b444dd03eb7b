package matchmaking

import (
	"context"
	"net/netip"
	"slices"

	"noir/data"
)

// newcomerGames is how many rated day games of a kind somebody has at a time whose rating
// is provisional: each moves it as far as it would alone.
const newcomerGames = 3

// What is told to who wants a rated game that may not be.
var (
	errMeeting  = badTerms("a rated game of the same two runs already: end it first, or play a casual one")
	errNewcomer = badTerms("until you have ten rated games you have three rated day games at a time: end one first, or play a casual one")
	errNearby   = badTerms("you and the challenger come from one address: challenge them by name, and it is a casual game")
)

// meetings counts the rated games of a kind of two players that run or are being opened.
// There may be several from before there was at most one. The mutex is held.
func (l *Local) meetings(game string, one, other data.PlayerID) (n int) {
	for _, t := range l.mine[one] {
		if t.match.Rated && t.match.Game == game && slices.Contains(t.players, other) {
			n++
		}
	}
	for _, r := range l.opening {
		if r.rated && r.game == game && slices.Contains(r.people, one) && slices.Contains(r.people, other) {
			n++
		}
	}
	return n
}

// met are those of some people who have a rated game of a kind with another one of them.
// The mutex is held.
func (l *Local) met(game string, people []data.PlayerID) []data.PlayerID {
	return slices.DeleteFunc(slices.Clone(people), func(p data.PlayerID) bool {
		return !slices.ContainsFunc(people, func(o data.PlayerID) bool { return o != p && l.meetings(game, p, o) > 0 })
	})
}

// meet reports whether two of some people have a rated game of a kind with each other.
func (l *Local) meet(game string, people ...data.PlayerID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.met(game, people)) > 0
}

// ratedDayGames counts those of a kind that a player has. The mutex is held.
func (l *Local) ratedDayGames(game string, p data.PlayerID) (n int) {
	for _, t := range l.mine[p] {
		if t.match.Rated && t.match.Game == game && t.match.Pace == data.Day {
			n++
		}
	}
	for _, r := range l.opening {
		if r.rated && r.game == game && r.pace == data.Day && slices.Contains(r.people, p) {
			n++
		}
	}
	return n
}

// newcomers are those of some players whose rating is provisional, if the terms are of a
// game for which that matters. It blocks on the store.
func (l *Local) newcomers(ctx context.Context, terms Terms, players []data.PlayerID) (found []data.PlayerID, err error) {
	if !terms.Rated || terms.Pace != data.Day {
		return nil, nil
	}
	for _, p := range players {
		ratings, err := l.store.Ratings(ctx, p)
		if err != nil {
			return nil, unavailable(err)
		}
		if ratings[terms.Game].Provisional() {
			found = append(found, p)
		}
	}
	return found, nil
}

// busy reports whether a player's rating is provisional and as many rated day games move
// it as may. It blocks on the store.
func (l *Local) busy(ctx context.Context, terms Terms, p data.PlayerID) (bool, error) {
	found, err := l.newcomers(ctx, terms, []data.PlayerID{p})
	if err != nil || len(found) == 0 {
		return false, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ratedDayGames(terms.Game, p) >= newcomerGames, nil
}

// fair returns why people may not sit down for a rated game, as a *fault, or nil.
// The newcomers are among them. The mutex is held.
func (l *Local) fair(m data.Match, people, newcomers []data.PlayerID) error {
	if !m.Rated {
		return nil
	}
	if met := l.met(m.Game, people); len(met) > 0 {
		return &fault{met, errMeeting}
	}
	for _, p := range newcomers {
		if l.ratedDayGames(m.Game, p) >= newcomerGames {
			return &fault{[]data.PlayerID{p}, errNewcomer}
		}
	}
	return nil
}

// nearby reports whether two addresses are one, from which people play each other as
// they like, but not for their ratings. Nothing is known of who comes by loopback.
func nearby(a, b netip.Addr) bool { return a.IsValid() && a == b && !a.IsLoopback() }

// anyNearby reports whether two of some addresses are one.
func anyNearby(addresses []netip.Addr) bool {
	for i, a := range addresses {
		if slices.ContainsFunc(addresses[:i], func(b netip.Addr) bool { return nearby(a, b) }) {
			return true
		}
	}
	return false
}

// strangers tells who of a pool for rated games may meet, as it was at the last tick: not
// those of whom a ticket comes from the same address, nor those who have a rated game
// with each other.
type strangers struct {
	addresses map[data.PlayerID][]netip.Addr
	meetings  map[[2]data.PlayerID]bool
}

// study looks how things stand with those in a pool. It is looked at again when a table
// is opened.
func (l *Local) study(game string, p *pool) (s strangers) {
	s = strangers{map[data.PlayerID][]netip.Addr{}, map[[2]data.PlayerID]bool{}}
	for _, who := range p.places {
		if a := who.ticket.Address; a.IsValid() {
			s.addresses[who.player()] = append(s.addresses[who.player()], a)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for player := range p.tickets {
		for _, t := range l.mine[player] {
			if !t.match.Rated || t.match.Game != game {
				continue
			}
			for _, other := range t.players {
				if p.tickets[other] > 0 {
					s.meetings[ordered(player, other)] = true
				}
			}
		}
	}
	return s
}

// apart reports whether two may not meet.
func (s *strangers) apart(a, b data.PlayerID) bool {
	if len(s.meetings) > 0 && s.meetings[ordered(a, b)] {
		return true
	}
	others := s.addresses[b]
	return slices.ContainsFunc(s.addresses[a], func(own netip.Addr) bool {
		return slices.ContainsFunc(others, func(other netip.Addr) bool { return nearby(own, other) })
	})
}
