package challenge

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/seating"
)

// At first, an open challenge is for players whose ratings are near. What counts as near
// widens, and after a day any player will do. A player who accepts one by its id may accept
// any.
const (
	nearStart   = 200.0 // points
	nearPerHour = 100.0 // points
	nearEnds    = 24 * time.Hour
)

// rules say who may challenge whom, and which challenges make a table. They have no state.
type rules struct {
	Broker
	quota *quota.Ledger
}

// errUnwilling does not say who has blocked whom.
var errUnwilling = matchmaking.BadTermsf("that player accepts no challenges at the moment: challenge somebody else")

// complete completes a challenge at pace day. *BadTerms for terms that are not possible. It
// blocks on the store.
func (r rules) complete(ctx context.Context, c data.Challenge) (data.Challenge, error) {
	t := matchmaking.Ticket{Player: c.From, Terms: matchmaking.Terms{Game: c.Game, Rated: c.Rated, Pace: data.Day, Seats: c.Seats, Options: c.Options}}
	g, err := r.Check(&t)
	if err != nil {
		return c, err
	}
	info := g.Info()
	if c.Seats = t.Seats; c.Seats == 0 {
		c.Seats = info.MinSeats
	}
	switch {
	case c.To.ID == 0:
	case c.To.ID == c.From.ID:
		return c, matchmaking.BadTermsf("you cannot challenge yourself: name somebody else")
	case c.Seats > 2:
		return c, matchmaking.BadTermsf("%s is not for two: open a private table and give its code to your friends", info.Title)
	case r.Apart(c.From.ID, c.To.ID):
		return c, errUnwilling
	}
	if err := r.mayHaveDayGames(c.From.ID); err != nil {
		return c, err
	}
	switch busy, err := r.Busy(ctx, t.Terms, c.From.ID); {
	case err != nil:
		return c, err
	case busy:
		return c, seating.ErrNewcomer
	case c.Rated && c.To.ID != 0 && r.Meet(c.Game, c.From.ID, c.To.ID):
		return c, seating.ErrMeeting
	}
	full, err := seating.Options(g, c.Seats, c.Options)
	c.Pace, c.Options = data.Day, json.RawMessage(full)
	return c, err
}

// errOccupied is for the player who accepts a challenge whose maker has the maximum of tables.
var errOccupied = matchmaking.BadTermsf("the challenger has as many day games as a player may have; try again later")

// acceptable returns *BadTerms unless the maker of a day challenge may play the player who
// accepts it. own is the same challenge as that player would make it. It blocks on the store.
func (r rules) acceptable(ctx context.Context, c, own data.Challenge) error {
	switch {
	case r.tooManyDayGames(c.From.ID):
		return errOccupied
	case c.Rated && r.Meet(c.Game, own.From.ID, c.From.ID):
		return seating.ErrMeeting
	case c.Rated && c.To.ID == 0 && seating.Nearby(c.Address, own.Address):
		return seating.ErrNearby
	}
	for _, side := range []struct {
		player data.PlayerID
		why    error
	}{{own.From.ID, seating.ErrNewcomer}, {c.From.ID, errOccupied}} {
		if busy, err := r.Busy(ctx, termsOf(c), side.player); err != nil {
			return err
		} else if busy {
			return side.why
		}
	}
	return nil
}

// mayHaveDayGames returns *BadTerms for a player who has the maximum of day games.
func (r rules) mayHaveDayGames(p data.PlayerID) error {
	release, err := r.quota.Hold(seating.AccountOf(p), quota.DayGames)
	if err != nil {
		return matchmaking.BadTermsOf(err)
	}
	release()
	return nil
}

// tooManyDayGames reports whether a player has the maximum of day games.
func (r rules) tooManyDayGames(p data.PlayerID) bool {
	return r.quota.Full(seating.AccountOf(p), quota.DayGames)
}

// partners returns the challenges that the maker of a new one has chosen, and the oldest that
// fit it and one another, as many as its table needs if there are enough. It blocks on the
// store.
func (r rules) partners(ctx context.Context, c data.Challenge, chosen, all []data.Challenge) ([]data.Challenge, error) {
	if err := r.ReadApart(ctx); err != nil {
		return nil, err
	}
	ratings, err := r.ratings(ctx, c, all)
	if err != nil {
		return nil, err
	}
	found := slices.Clone(chosen)
	for _, o := range all {
		if len(found) == c.Seats-1 {
			break
		}
		fits, err := r.fits(ctx, o, c, found, ratings)
		if err != nil {
			return nil, err
		}
		if fits {
			found = append(found, o)
		}
	}
	return found, nil
}

// fits reports whether the maker of a challenge may play the maker of a new one and those of
// the others found for it.
func (r rules) fits(ctx context.Context, o, c data.Challenge, found []data.Challenge, ratings map[data.PlayerID]float64) (bool, error) {
	with := append(slices.Clip(found), c)
	switch {
	case !alike(o, c), !mutual(o, c), !time.Now().Before(o.Expires):
		return false, nil
	case r.tooManyDayGames(o.From.ID), slices.ContainsFunc(with, func(w data.Challenge) bool { return r.mayNotPair(o, w) }):
		return false, nil
	}
	if busy, err := r.Busy(ctx, termsOf(o), o.From.ID); err != nil || busy {
		return false, err
	}
	return near(o, c, ratings), nil
}

// mayNotPair reports whether the makers of two challenges must not be paired: they are one player,
// one has blocked the other, or the game is rated and open and they come from one address or
// already have such a game.
func (r rules) mayNotPair(o, with data.Challenge) bool {
	a, b := o.From.ID, with.From.ID
	known := o.Rated && o.To.ID == 0 && (seating.Nearby(o.Address, with.Address) || r.Meet(o.Game, a, b))
	return a == b || r.Apart(a, b) || known
}

// ratings are those of the makers of challenges for which they may matter, read at once.
func (r rules) ratings(ctx context.Context, c data.Challenge, all []data.Challenge) (map[data.PlayerID]float64, error) {
	var makers []data.PlayerID
	for _, o := range all {
		if alike(o, c) && mutual(o, c) && ratingsMatter(o, c) {
			makers = append(makers, o.From.ID)
		}
	}
	if len(makers) == 0 {
		return nil, nil
	}
	return r.Ratings(ctx, c.Game, append(makers, c.From.ID)...)
}

// ratingsMatter reports whether a new challenge may not be paired with an old one because of ratings.
func ratingsMatter(old, c data.Challenge) bool {
	return c.Rated && c.To.ID == 0 && time.Since(old.At) < nearEnds
}

// near reports whether the ratings of two challenges' makers allow a game.
func near(old, c data.Challenge, ratings map[data.PlayerID]float64) bool {
	if !ratingsMatter(old, c) {
		return true
	}
	return math.Abs(ratings[old.From.ID]-ratings[c.From.ID]) <= nearStart+nearPerHour*time.Since(old.At).Hours()
}

// termsOf returns the terms of a challenge.
func termsOf(c data.Challenge) matchmaking.Terms {
	return matchmaking.Terms{Game: c.Game, Rated: c.Rated, Pace: c.Pace, Seats: c.Seats, Options: c.Options}
}

// alike reports whether two challenges are for the same kind of table.
func alike(a, b data.Challenge) bool {
	return a.Game == b.Game && a.Rated == b.Rated && a.Pace == b.Pace && a.Seats == b.Seats && string(a.Options) == string(b.Options)
}

// mutual reports whether two challenges match each other: both are open, or each names the
// other's maker.
func mutual(a, b data.Challenge) bool {
	if a.To.ID == 0 {
		return b.To.ID == 0
	}
	return a.To.ID == b.From.ID && b.To.ID == a.From.ID
}
