// Package challenge is the board of challenges: offers of games that the store keeps until
// they are taken, withdrawn or a week old.
package challenge

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/netip"
	"slices"
	"sync"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/queue"
	"noir/matchmaking/seating"
)

const (
	challengeLasts = 7 * 24 * time.Hour // a challenge that nobody takes
	boardAge       = time.Second        // a list of them may be so old
)

// A challenge to whoever takes it is for players whose ratings are near, at first:
// what is near widens until anybody will do within a day. A player who accepts one by
// its id makes that choice alone.
const (
	nearStart   = 200.0 // points
	nearPerHour = 100.0 // points
	nearEnds    = 24 * time.Hour
)

// Board is the challenges, which the store keeps. What is done with them is done
// one after the other, and what the store withdraws for somebody counts as
// theirs.
type Board struct {
	house Services
	mu    sync.Mutex // held while one is left, taken or withdrawn

	reading sync.Mutex
	posted  *posted   // as read at a moment
	at      time.Time // of that; zero when they have changed since

	holding sync.Mutex
	waits   map[string][]*queue.Place // by challenge: where its owner waits for it to be taken
	codes   map[string]string         // by challenge: the private table where its owner waits
}

func New(house Services) *Board {
	return &Board{house: house, waits: map[string][]*queue.Place{}, codes: map[string]string{}}
}

// read returns the challenges that stand. They are shared and never change. It blocks on
// the store.
func (b *Board) read(ctx context.Context) (*posted, error) {
	b.reading.Lock()
	defer b.reading.Unlock()
	now := time.Now()
	if b.at.IsZero() || now.Sub(b.at) >= boardAge {
		rows, err := b.house.Store.Challenges(ctx)
		if err != nil {
			return nil, matchmaking.Unavailable(err)
		}
		b.posted, b.at = newPosted(rows), now
	}
	return b.posted, nil
}

// list returns the challenges that stand, the oldest first. It is shared and never
// changes. It blocks on the store.
func (b *Board) list(ctx context.Context) ([]data.Challenge, error) {
	p, err := b.read(ctx)
	if err != nil {
		return nil, err
	}
	return p.all, nil
}

// changed has the next list read anew.
func (b *Board) changed() {
	b.reading.Lock()
	defer b.reading.Unlock()
	b.at = time.Time{}
}

// post stores a challenge. Nobody is told of it yet, but whom it is for by a letter.
// *quota.Refused for who makes many, or many to the same person.
func (b *Board) post(ctx context.Context, c data.Challenge) (data.Challenge, error) {
	defer b.changed()
	payer, ledger := quota.From(ctx), b.house.Quota
	if c.To.ID != 0 {
		if err := ledger.Take(payer.Toward(quota.Player(int64(c.To.ID))), quota.ChallengesTo, 1); err != nil {
			return c, err
		}
	}
	if err := ledger.Take(payer, quota.Challenges, 1); err != nil {
		return c, err
	}
	c.Expires = time.Now().Add(challengeLasts)
	posted, err := b.house.Store.Challenge(ctx, c)
	switch {
	case errors.Is(err, data.ErrTooMany):
		return c, matchmaking.BadTermsf("you have %d challenges out; take one back first", data.MaxChallenges)
	case errors.Is(err, data.ErrNotFound) && c.To.ID != 0:
		return c, errUnwilling
	case errors.Is(err, data.ErrNotFound):
		return c, seating.ErrGone
	case err != nil:
		return c, matchmaking.Unavailable(err)
	}
	return posted, nil
}

// take withdraws a challenge for whoever calls. ErrNoChallenge when somebody else
// has it.
func (b *Board) take(ctx context.Context, id string) error {
	defer b.changed()
	_, err := b.house.Store.Withdraw(ctx, id)
	switch {
	case errors.Is(err, data.ErrNotFound):
		return matchmaking.ErrNoChallenge
	case err != nil:
		return matchmaking.Unavailable(err)
	}
	b.withdrawn(id)
	return nil
}

// offer takes the challenges of others that fit a new one and deals, or leaves it. Those
// that its maker has chosen are taken first. The place, if there is one, leads to the
// table once it is dealt.
func (b *Board) offer(ctx context.Context, c data.Challenge, p *queue.Place, chosen ...data.Challenge) (matchmaking.Acceptance, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	all, err := b.list(ctx)
	if err != nil {
		return matchmaking.Acceptance{}, err
	}
	taken, err := b.partners(ctx, c, chosen, all)
	if err != nil {
		return matchmaking.Acceptance{}, err
	}
	if len(taken) == c.Seats-1 {
		dealt, err := b.deal(ctx, c.From, c.Address, taken)
		if err == nil || !foiled(c.From.ID, err) {
			return dealt, err
		}
	}
	left, err := b.leave(ctx, c, all)
	if err == nil && p != nil {
		b.hold(p, left.ID, matchmaking.Waiting{Waiting: 1 + len(taken), Challenge: left.ID})
	}
	return matchmaking.Acceptance{Left: left}, err
}

// leave posts a challenge, unless the same one of the same player stands.
func (b *Board) leave(ctx context.Context, c data.Challenge, all []data.Challenge) (data.Challenge, error) {
	for _, o := range all {
		if o.From.ID == c.From.ID && o.To.ID == c.To.ID && alike(o, c) && time.Now().Before(o.Expires) {
			return o, nil
		}
	}
	posted, err := b.post(ctx, c)
	if err == nil {
		b.challenged(posted)
	}
	return posted, err
}

// partners are those that the maker of a new challenge has chosen, and the oldest that
// fit it and one another, as many as are needed for its table if there are so many.
func (b *Board) partners(ctx context.Context, c data.Challenge, chosen, all []data.Challenge) ([]data.Challenge, error) {
	if err := b.house.ReadApart(ctx); err != nil {
		return nil, err
	}
	found, ids := slices.Clone(chosen), []data.PlayerID{c.From.ID}
	for _, o := range chosen {
		ids = append(ids, o.From.ID)
	}
	for _, o := range all {
		if len(found) == c.Seats-1 {
			break
		}
		switch {
		case !alike(o, c), !b.meets(o, c), !time.Now().Before(o.Expires):
			continue
		case slices.Contains(ids, o.From.ID), b.among(o.From.ID, ids), b.laden(o.From.ID):
			continue
		case o.To.ID == 0 && b.known(o, append(found, c)):
			continue
		}
		if busy, err := b.house.Busy(ctx, termsOf(o), o.From.ID); err != nil {
			return nil, err
		} else if busy {
			continue
		}
		near, err := b.near(ctx, o, c)
		if err != nil {
			return nil, err
		}
		if near {
			found, ids = append(found, o), append(ids, o.From.ID)
		}
	}
	return found, nil
}

// known reports whether the maker of a challenge to whoever takes it is no stranger to
// that of another, so that they play no rated game: they come from one address, or have
// such a game already.
func (b *Board) known(c data.Challenge, others []data.Challenge) bool {
	return c.Rated && slices.ContainsFunc(others, func(o data.Challenge) bool {
		return seating.Nearby(o.Address, c.Address) || b.house.Meet(c.Game, o.From.ID, c.From.ID)
	})
}

// termsOf are those of a challenge.
func termsOf(c data.Challenge) matchmaking.Terms {
	return matchmaking.Terms{Game: c.Game, Rated: c.Rated, Pace: c.Pace, Seats: c.Seats, Options: c.Options}
}

// alike reports whether two challenges are for the same kind of table.
func alike(a, b data.Challenge) bool {
	return a.Game == b.Game && a.Rated == b.Rated && a.Pace == b.Pace && a.Seats == b.Seats && string(a.Options) == string(b.Options)
}

// meets reports whether two challenges are for one another: both for whoever takes
// them, or each to the other's maker.
func (*Board) meets(a, b data.Challenge) bool {
	if a.To.ID == 0 {
		return b.To.ID == 0
	}
	return a.To.ID == b.From.ID && b.To.ID == a.From.ID
}

// near reports whether the makers of two challenges may meet by their ratings.
func (b *Board) near(ctx context.Context, old, c data.Challenge) (bool, error) {
	waited := time.Since(old.At)
	if !c.Rated || c.To.ID != 0 || waited >= nearEnds {
		return true, nil
	}
	var ratings [2]float64
	for i, p := range []data.PlayerID{old.From.ID, c.From.ID} {
		var err error
		if ratings[i], err = b.house.Rating(ctx, c.Game, p); err != nil {
			return false, matchmaking.Unavailable(err)
		}
	}
	gap := max(ratings[0]-ratings[1], ratings[1]-ratings[0])
	return gap <= nearStart+nearPerHour*waited.Hours(), nil
}

// deal opens the table of somebody and of those whose challenges they take. If it cannot
// be opened they stand as before.
func (b *Board) deal(ctx context.Context, taker data.Player, from netip.Addr, taken []data.Challenge) (matchmaking.Acceptance, error) {
	defer b.changed()
	addresses := []netip.Addr{from}
	seats := []seating.Occupant{{Player: taker, Payer: seating.PayerOf(ctx, taker.ID), Kind: data.Human}}
	ids := make([]string, len(taken))
	for i, c := range taken {
		seats = append(seats, seating.Occupant{Player: c.From, Payer: seating.AccountOf(c.From.ID), Kind: data.Human})
		ids[i], addresses = c.ID, append(addresses, c.Address)
	}
	rand.Shuffle(len(seats), func(i, j int) { seats[i], seats[j] = seats[j], seats[i] })
	first := taken[0]
	terms := termsOf(first)
	if terms.Rated && seating.AnyNearby(addresses) {
		if first.To.ID == 0 {
			return matchmaking.Acceptance{}, seating.Blame(seating.ErrNearby, taker.ID)
		}
		terms.Rated, terms.OneAddress = false, true
	}
	id, err := b.house.Open(ctx, terms, first.To.ID != 0, seats, ids...)
	if f := (*seating.Fault)(nil); errors.As(err, &f) && errors.Is(err, matchmaking.ErrParted) {
		err = seating.Blame(errUnwilling, f.Players...)
	}
	for _, c := range taken {
		if err == nil {
			b.withdrawn(c.ID)
		}
		if err == nil || errors.Is(err, seating.ErrGone) && seating.Blamed(c.From.ID, err) {
			b.settle(c.ID, id, err)
		}
	}
	return matchmaking.Acceptance{Match: id, OneAddress: terms.OneAddress}, err
}

// foiled reports whether it is because of those whose challenges somebody took, or of
// somebody who was quicker, that their table was not opened.
func foiled(taker data.PlayerID, err error) bool {
	return errors.Is(err, matchmaking.ErrNoChallenge) || seating.Blameless(taker, err)
}

// hold has a place wait until a challenge is taken.
func (b *Board) hold(p *queue.Place, id string, w matchmaking.Waiting) {
	p.Await(id, w)
	b.holding.Lock()
	defer b.holding.Unlock()
	b.waits[id] = append(b.waits[id], p)
}

// Drop lets go of a place; the challenge stays.
func (b *Board) Drop(p *queue.Place) {
	b.holding.Lock()
	defer b.holding.Unlock()
	rest := slices.DeleteFunc(b.waits[p.Challenge()], func(o *queue.Place) bool { return o == p })
	if len(rest) == 0 {
		delete(b.waits, p.Challenge())
	} else {
		b.waits[p.Challenge()] = rest
	}
}

// settle tells those who wait for a challenge to be taken what has come of it.
func (b *Board) settle(id string, match data.MatchID, err error) {
	b.holding.Lock()
	defer b.holding.Unlock()
	for _, p := range b.waits[id] {
		p.Settle(match, err)
	}
	delete(b.waits, id)
}

// missingEvery is how often it is looked which challenges are gone for which somebody waits.
const missingEvery = time.Minute

// Run sends away, now and then until ctx ends, those who wait for a challenge that is
// gone: it has lapsed, or was withdrawn in the store, as one of the two has blocked the other.
func (b *Board) Run(ctx context.Context) {
	ticker := time.NewTicker(missingEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if err := b.settleMissing(ctx); err != nil && ctx.Err() == nil {
			b.house.Log.Warn("the challenges cannot be read", "err", err)
		}
	}
}

// settleMissing sends away those who wait for a challenge that is gone.
func (b *Board) settleMissing(ctx context.Context) error {
	if !b.awaited() {
		return nil
	}
	b.mu.Lock() // or one might be missing because its match is just being stored
	defer b.mu.Unlock()
	b.changed()
	all, err := b.list(ctx)
	if err != nil {
		return err
	}
	missing := b.waitedFor()
	for _, c := range all {
		if time.Now().Before(c.Expires) {
			delete(missing, c.ID)
		}
	}
	for id := range missing {
		b.settle(id, "", matchmaking.ErrNoChallenge)
		b.withdrawn(id)
	}
	return nil
}

// awaited reports whether anybody waits for a challenge to be taken.
func (b *Board) awaited() bool {
	b.holding.Lock()
	defer b.holding.Unlock()
	return len(b.waits) > 0
}

// waitedFor are the challenges for which somebody waits.
func (b *Board) waitedFor() map[string]bool {
	b.holding.Lock()
	defer b.holding.Unlock()
	ids := map[string]bool{}
	for id := range b.waits {
		ids[id] = true
	}
	return ids
}

// Shut sends away those who wait; their challenges stay.
func (b *Board) Shut() {
	b.holding.Lock()
	defer b.holding.Unlock()
	for _, places := range b.waits {
		for _, p := range places {
			p.Settle("", matchmaking.ErrDraining)
		}
	}
	clear(b.waits)
}

// visible reports whether a player may see a challenge: none with a player from
// whom they are kept apart.
func (b *Board) visible(c data.Challenge, p data.PlayerID) bool {
	if !time.Now().Before(c.Expires) || c.Pace != data.Day && !b.leads(c.ID) {
		return false
	}
	return c.From.ID == p || (c.To.ID == 0 || c.To.ID == p) && !b.house.Apart(p, c.From.ID)
}

// leads reports whether the maker of a live challenge waits at a private table.
func (b *Board) leads(id string) bool {
	b.holding.Lock()
	defer b.holding.Unlock()
	_, there := b.codes[id]
	return there
}

// challengeTerms completes a challenge. *BadTerms for what cannot be had.
func (b *Board) challengeTerms(ctx context.Context, c data.Challenge) (data.Challenge, error) {
	t := matchmaking.Ticket{Player: c.From, Terms: matchmaking.Terms{Game: c.Game, Rated: c.Rated, Pace: data.Day, Seats: c.Seats, Options: c.Options}}
	g, err := b.house.Check(&t)
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
		return c, matchmaking.BadTermsf("you cannot challenge yourself")
	case c.Seats > 2:
		return c, matchmaking.BadTermsf("%s is not for two: open a private table and give its code to your friends", info.Title)
	case b.house.Apart(c.From.ID, c.To.ID):
		return c, errUnwilling
	}
	if err := b.mayHaveDayGames(c.From.ID); err != nil {
		return c, err
	}
	switch busy, err := b.house.Busy(ctx, t.Terms, c.From.ID); {
	case err != nil:
		return c, err
	case busy:
		return c, seating.ErrNewcomer
	case c.Rated && c.To.ID != 0 && b.house.Meet(c.Game, c.From.ID, c.To.ID):
		return c, seating.ErrMeeting
	}
	full, err := seating.Options(g, c.Seats, c.Options)
	c.Pace, c.Options = data.Day, json.RawMessage(full)
	return c, err
}

// mayHaveDayGames refuses, as *BadTerms, a further day game to a player who has as many as
// one may.
func (b *Board) mayHaveDayGames(p data.PlayerID) error {
	release, err := b.house.Quota.Hold(seating.AccountOf(p), quota.DayGames)
	if err != nil {
		return matchmaking.BadTermsOf(err)
	}
	release()
	return nil
}

// laden reports whether a player has as many day games as one may.
func (b *Board) laden(p data.PlayerID) bool {
	return b.house.Quota.Full(seating.AccountOf(p), quota.DayGames)
}

// among reports whether a player is kept apart from any of some others.
func (b *Board) among(p data.PlayerID, others []data.PlayerID) bool {
	return slices.ContainsFunc(others, func(o data.PlayerID) bool { return b.house.Apart(p, o) })
}

// challenged tells whom a challenge is for, of one player not more often than the ledger
// has it (quota.Calls): the letter is there all the same.
func (b *Board) challenged(c data.Challenge) {
	e := matchmaking.Event{
		News: matchmaking.Challenged, Game: c.Game, Others: []string{c.From.Name}, By: c.From,
		Challenge: c.ID, Pace: c.Pace, Rated: c.Rated,
	}
	if c.To.ID == 0 {
		e.News = matchmaking.Seeking
	} else if caller := (quota.Payer{ID: quota.Player(int64(c.From.ID))}).Toward(quota.Player(int64(c.To.ID))); b.house.Quota.Take(caller, quota.Calls, 1) != nil {
		return
	}
	b.house.Tell(c.To.ID, e)
}

// withdrawn has nobody be told any more of a challenge that is gone.
func (b *Board) withdrawn(challenge string) {
	b.house.Tell(0, matchmaking.Event{News: matchmaking.Withdrawn, Challenge: challenge})
}

// errUnwilling does not say who has blocked whom.
var errUnwilling = matchmaking.BadTermsf("that player takes no challenges at the moment")
