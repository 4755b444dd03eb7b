package local

import (
	"context"
	"slices"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/seating"
)

// newcomerGames is how many rated day games of a kind somebody has at a time whose rating
// is provisional: each moves it as far as it would alone.
const newcomerGames = 3

// meetings counts the rated games of a kind of two players that run or are being opened.
// There may be several from before there was at most one. The mutex is held.
func (l *Broker) meetings(game string, one, other data.PlayerID) (n int) {
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
func (l *Broker) met(game string, people []data.PlayerID) []data.PlayerID {
	return slices.DeleteFunc(slices.Clone(people), func(p data.PlayerID) bool {
		return !slices.ContainsFunc(people, func(o data.PlayerID) bool { return o != p && l.meetings(game, p, o) > 0 })
	})
}

// meet reports whether two of some people have a rated game of a kind with each other.
func (l *Broker) meet(game string, people ...data.PlayerID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.met(game, people)) > 0
}

// ratedDayGames counts those of a kind that a player has. The mutex is held.
func (l *Broker) ratedDayGames(game string, p data.PlayerID) (n int) {
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
func (l *Broker) newcomers(ctx context.Context, terms matchmaking.Terms, players []data.PlayerID) (found []data.PlayerID, err error) {
	if !terms.Rated || terms.Pace != data.Day {
		return nil, nil
	}
	for _, p := range players {
		ratings, err := l.store.Ratings(ctx, p)
		if err != nil {
			return nil, matchmaking.Unavailable(err)
		}
		if ratings[terms.Game].Provisional() {
			found = append(found, p)
		}
	}
	return found, nil
}

// busy reports whether a player's rating is provisional and as many rated day games move
// it as may. It blocks on the store.
func (l *Broker) busy(ctx context.Context, terms matchmaking.Terms, p data.PlayerID) (bool, error) {
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
func (l *Broker) fair(m data.Match, people, newcomers []data.PlayerID) error {
	if !m.Rated {
		return nil
	}
	if met := l.met(m.Game, people); len(met) > 0 {
		return seating.Blame(seating.ErrMeeting, met...)
	}
	for _, p := range newcomers {
		if l.ratedDayGames(m.Game, p) >= newcomerGames {
			return seating.Blame(seating.ErrNewcomer, p)
		}
	}
	return nil
}
