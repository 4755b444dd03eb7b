// Package challenge is the board of challenges: offers of games that the store keeps until
// they are taken, withdrawn or a week old.
package challenge

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/netip"
	"slices"
	"time"

	"noir/data"
	"noir/internal/cached"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/queue"
	"noir/matchmaking/seating"
)

// challengeLasts is how long a challenge stands if nobody accepts it.
const challengeLasts = 7 * 24 * time.Hour

// Board leaves, accepts and withdraws challenges. The store decides who was quicker: a table takes all its
// challenges or none, and of two players who leave theirs at once the later one finds the other's. Challenges
// that the store withdraws for a player count as withdrawn by that player. It is safe for concurrent use.
type Board struct {
	*waiters
	services Services
	rules    rules
	posted   *cached.Value[*reading]
	turns    *turns
}

// New returns the board of a broker. The caller must call Run.
func New(services Services) *Board {
	return &Board{
		waiters: newWaiters(), services: services,
		rules: rules{services.Broker, services.Quota}, posted: newPosted(services.Reader, services.Store), turns: newTurns(),
	}
}

// Offer is matchmaking.Broker.Challenge.
func (b *Board) Offer(ctx context.Context, c data.Challenge) (matchmaking.Acceptance, error) {
	if err := b.services.ReadApart(ctx); err != nil {
		return matchmaking.Acceptance{}, err
	}
	if !c.Address.IsValid() {
		c.Address = quota.From(ctx).Address
	}
	c, err := b.rules.complete(ctx, c)
	if err != nil {
		return matchmaking.Acceptance{}, err
	}
	return b.offer(ctx, c, nil)
}

// Shown is matchmaking.Broker.Challenges.
func (b *Board) Shown(ctx context.Context, p data.PlayerID) ([]data.Challenge, error) {
	if p.Guest() {
		return nil, nil
	}
	now, err := b.read(ctx)
	if err != nil {
		return nil, err
	}
	return now.shown(p, b.visible(p)), nil
}

// Accept is matchmaking.Broker.Accept.
func (b *Board) Accept(ctx context.Context, p data.Player, id string) (matchmaking.Acceptance, error) {
	if p.ID.Guest() {
		return matchmaking.Acceptance{}, matchmaking.ErrNoDay
	}
	c, err := b.find(ctx, p.ID, id)
	switch {
	case err != nil:
		return matchmaking.Acceptance{}, err
	case c.From.ID == p.ID:
		return matchmaking.Acceptance{}, matchmaking.BadTermsf("that challenge is your own; somebody else has to take it")
	case c.Pace != data.Day:
		return b.invited(c.ID)
	}
	own := c // adds the player to those who want such a table
	own.ID, own.From, own.Address = "", p, quota.From(ctx).Address
	if err := b.rules.acceptable(ctx, c, own); err != nil {
		return matchmaking.Acceptance{}, err
	}
	if c.Seats > 2 {
		return b.offer(ctx, own, nil, c)
	}
	dealt, err := b.deal(ctx, own, []data.Challenge{c})
	switch {
	case errors.Is(err, seating.ErrGone) && othersFault(p.ID, err):
		err = matchmaking.ErrNoChallenge
	case othersFault(p.ID, err) && !errors.Is(err, matchmaking.ErrNoChallenge):
		err = errOccupied
	}
	return dealt, err
}

// invited leads to the private table of a challenge whose maker waits there.
func (b *Board) invited(id string) (matchmaking.Acceptance, error) {
	code, ok := b.code(id)
	if !ok {
		return matchmaking.Acceptance{}, matchmaking.ErrNoChallenge
	}
	return matchmaking.Acceptance{Code: code}, nil
}

// Withdraw is matchmaking.Broker.Withdraw.
func (b *Board) Withdraw(ctx context.Context, p data.PlayerID, id string) (data.Challenge, error) {
	c, err := b.find(ctx, p, id)
	if err != nil {
		return c, err
	}
	if c.From.ID != p && c.To.ID != p {
		return c, matchmaking.ErrNoChallenge
	}
	if err = b.take(ctx, c.ID); err != nil {
		return c, err
	}
	b.settle(c.ID, "", matchmaking.ErrNoChallenge)
	if c.From.ID != p {
		b.services.Letter(c.From.ID, c.To.ID, data.Declined, map[string]string{"by": c.To.Name, "game": c.Game, "challenge": c.ID})
	}
	return c, nil
}

// Seek takes a ticket at pace day, which is a challenge to one player or to all.
func (b *Board) Seek(ctx context.Context, p *queue.Place) error {
	t := p.Ticket()
	if err := b.services.ReadApart(ctx); err != nil {
		return err
	}
	c, err := b.rules.complete(ctx, data.Challenge{
		From: t.Player, To: t.To, Game: t.Game, Rated: t.Rated, Seats: t.Seats, Options: t.Options, Address: t.Address,
	})
	if err != nil {
		return err
	}
	if before := t.Before.Challenge; before != "" {
		return b.resume(ctx, p, before)
	}
	a, err := b.offer(ctx, c, p)
	if err == nil && a.Match != "" {
		p.Settle(a.Match, nil)
	}
	return err
}

// resume has a place wait on for a challenge that it has left at another board. ErrNoChallenge when the
// challenge has been taken or withdrawn meanwhile.
func (b *Board) resume(ctx context.Context, p *queue.Place, id string) error {
	b.posted.Invalidate()
	now, err := b.posted.Read(ctx)
	if err != nil {
		return err
	}
	c, err := now.find(id, func(c data.Challenge) bool { return c.From.ID == p.Ticket().Player.ID })
	if err == nil {
		b.hold(p, c.ID, matchmaking.Waiting{Waiting: 1, Challenge: c.ID})
	}
	return err
}

// Summon tells a player that the host of a private table waits for them. The challenge ends
// when the host leaves or the table is dealt.
func (b *Board) Summon(ctx context.Context, p *queue.Place) error {
	t := p.Ticket()
	if err := b.services.ReadApart(ctx); err != nil {
		return err
	}
	if b.services.Apart(t.Player.ID, t.To.ID) {
		return errUnwilling
	}
	if t.Rated && b.services.Meet(t.Game, t.Player.ID, t.To.ID) {
		return seating.ErrMeeting
	}
	if b.services.Seated(t.Player.ID) { // the queue looks again, but then there is a letter already
		return matchmaking.ErrSeated
	}
	c := data.Challenge{
		From: t.Player, To: t.To, Game: t.Game, Rated: t.Rated, Pace: t.Pace, Seats: t.Seats, Options: t.Options,
	}
	again := false
	if t.Before.Code != "" { // it was made at another board, where the host waited until now
		now, err := b.posted.Read(ctx)
		if err != nil {
			return err
		}
		c, again = standing(c, now.all)
	}
	if !again {
		var err error
		if c, err = b.post(ctx, c); err != nil {
			return err
		}
	}
	p.SetChallenge(c.ID)
	if err := b.services.Enter(ctx, p); err != nil {
		if !again { // otherwise the next board may keep it, or Clear withdraws it
			b.Lapse(c.ID)
		}
		return err
	}
	if !again {
		b.challenged(c)
	}
	return nil
}

// standing returns the identical challenge of the same player, if there is one, otherwise c.
func standing(c data.Challenge, all []data.Challenge) (data.Challenge, bool) {
	for _, o := range all {
		if o.From.ID == c.From.ID && o.To.ID == c.To.ID && alike(o, c) && time.Now().Before(o.Expires) {
			return o, true
		}
	}
	return c, false
}

// Lapse ends the challenge of a host who no longer waits. If the store fails, Clear withdraws
// it at the next start.
func (b *Board) Lapse(id string) {
	b.clearCode(id)
	if err := b.take(b.services.Context, id); err != nil {
		b.services.Log.Debug("a challenge was not withdrawn", "challenge", id, "err", err)
	}
}

// Clear withdraws challenges that were left by hosts who waited when the server stopped, and do not wait
// here.
func (b *Board) Clear(ctx context.Context) error {
	now, err := b.posted.Read(ctx)
	if err != nil {
		return err
	}
	for _, c := range now.all {
		if _, led := b.code(c.ID); c.Pace != data.Day && !led && err == nil {
			err = b.take(ctx, c.ID)
		}
	}
	return err
}

// missingEvery is the interval at which the board looks for challenges that are gone while
// players wait for them.
const missingEvery = time.Minute

// Run sends away the players whose challenge is gone, at intervals until ctx ends. A challenge
// is gone when it has expired, or when the store withdrew it because one player blocked the
// other.
func (b *Board) Run(ctx context.Context) {
	ticker := time.Tick(missingEvery)
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker:
		}
		b.settleMissing(ctx)
	}
}

func (b *Board) settleMissing(ctx context.Context) {
	missing := b.awaited()
	if len(missing) == 0 {
		return
	}
	b.posted.Invalidate()
	now, err := b.posted.Read(ctx)
	if err != nil {
		return
	}
	for _, c := range now.all {
		delete(missing, c.ID)
	}
	for id := range b.awaited() { // it may be missing because its match has just been stored
		if missing[id] {
			b.settle(id, "", matchmaking.ErrNoChallenge)
			b.withdrawn(id)
		}
	}
}

// read reads the challenges and the blocks. It blocks on the store. data.ErrUnavailable.
func (b *Board) read(ctx context.Context) (*reading, error) {
	now, err := b.posted.Read(ctx)
	if err == nil {
		err = b.services.ReadApart(ctx)
	}
	return now, err
}

// find returns a challenge that a player may see. ErrNoChallenge.
func (b *Board) find(ctx context.Context, p data.PlayerID, id string) (data.Challenge, error) {
	now, err := b.read(ctx)
	if err != nil {
		return data.Challenge{}, err
	}
	return now.find(id, b.visible(p))
}

// visible reports whether a player may see a challenge: not if one of the two has blocked the
// other.
func (b *Board) visible(p data.PlayerID) func(data.Challenge) bool {
	return func(c data.Challenge) bool {
		if !time.Now().Before(c.Expires) {
			return false
		}
		if _, led := b.code(c.ID); c.Pace != data.Day && !led {
			return false
		}
		return c.From.ID == p || (c.To.ID == 0 || c.To.ID == p) && !b.services.Apart(p, c.From.ID)
	}
}

// offer accepts the challenges of others that fit a new one and deals, or stores the new one.
// Challenges that its maker has chosen come first. The place, if there is one, leads to the
// table once it is dealt.
func (b *Board) offer(ctx context.Context, c data.Challenge, p *queue.Place, chosen ...data.Challenge) (matchmaking.Acceptance, error) {
	now, err := b.posted.Read(ctx)
	if err != nil {
		return matchmaking.Acceptance{}, err
	}
	taken, dealt, err := b.join(ctx, c, chosen, now.all)
	if err != nil || dealt.Match != "" {
		return dealt, err
	}
	left, stood, err := b.leave(ctx, c)
	if err != nil {
		return matchmaking.Acceptance{}, err
	}
	if p != nil {
		b.hold(p, left.ID, matchmaking.Waiting{Waiting: 1 + len(taken), Challenge: left.ID})
	}
	if stood {
		return matchmaking.Acceptance{Left: left}, nil
	}
	return b.again(ctx, left, chosen)
}

// leave stores a challenge. One of the same player that is identical stands in its place, if there is one.
func (b *Board) leave(ctx context.Context, c data.Challenge) (left data.Challenge, stood bool, err error) {
	over, err := b.turns.take(ctx, c.From.ID)
	if err != nil {
		return c, false, err
	}
	defer over()
	now, err := b.posted.Read(ctx)
	if err != nil {
		return c, false, err
	}
	if left, stood = standing(c, now.all); stood {
		return left, true, nil
	}
	left, err = b.post(ctx, c)
	return left, false, err
}

// join deals a table of the challenges of others that fit one, if there are enough. If another player was
// quicker, or it fails because of the others, there is no table and no error.
func (b *Board) join(ctx context.Context, c data.Challenge, chosen, all []data.Challenge) (taken []data.Challenge, dealt matchmaking.Acceptance, err error) {
	taken, err = b.rules.partners(ctx, c, chosen, all)
	if err == nil && len(taken) == c.Seats-1 {
		if dealt, err = b.deal(ctx, c, taken); othersFault(c.From.ID, err) {
			return taken, matchmaking.Acceptance{}, nil
		}
	}
	return taken, dealt, err
}

// mostTries is how often a challenge that has just been left looks for partners while others are quicker.
const mostTries = 8

// again looks whether others have left theirs at the same moment as a challenge that has just been stored: among all
// that fit, the latest takes the others. If that makes no table, or the store fails, the challenge stands and its
// recipients are told of it. ErrNoChallenge when it has been withdrawn meanwhile.
func (b *Board) again(ctx context.Context, left data.Challenge, chosen []data.Challenge) (matchmaking.Acceptance, error) {
	for range mostTries {
		now, err := b.posted.Read(ctx)
		if err != nil {
			break
		}
		at := slices.IndexFunc(now.all, func(o data.Challenge) bool { return o.ID == left.ID })
		if at < 0 {
			match, err := b.outcome(ctx, left.ID)
			return matchmaking.Acceptance{Match: match}, err
		}
		taken, dealt, err := b.join(ctx, left, chosen, now.all[:at])
		if dealt.Match != "" {
			return dealt, nil
		}
		if err != nil || len(taken) < left.Seats-1 {
			break
		}
	}
	b.challenged(left)
	return matchmaking.Acceptance{Left: left}, nil
}

// deal opens the table for a new challenge and the ones that it accepts. If it cannot be
// opened, they stand as before.
func (b *Board) deal(ctx context.Context, own data.Challenge, taken []data.Challenge) (matchmaking.Acceptance, error) {
	defer b.posted.Invalidate()
	taker := own.From
	addresses := []netip.Addr{own.Address}
	seats := []seating.Occupant{{Player: taker, Payer: seating.PayerOf(ctx, taker.ID), Kind: data.Human}}
	var ids []string
	for _, c := range taken {
		seats = append(seats, seating.Occupant{Player: c.From, Payer: seating.AccountOf(c.From.ID), Kind: data.Human})
		ids, addresses = append(ids, c.ID), append(addresses, c.Address)
	}
	if own.ID != "" { // it has been stored
		ids = append(ids, own.ID)
	}
	defer b.deals(ids)()
	rand.Shuffle(len(seats), func(i, j int) { seats[i], seats[j] = seats[j], seats[i] })
	first := taken[0]
	terms := termsOf(first)
	if terms.Rated && seating.AnyNearby(addresses) {
		if first.To.ID == 0 {
			return matchmaking.Acceptance{}, seating.Blame(seating.ErrNearby, taker.ID)
		}
		terms.Rated, terms.OneAddress = false, true
	}
	id, err := b.services.Open(ctx, terms, first.To.ID != 0, seats, ids...)
	if f := (*seating.Fault)(nil); errors.As(err, &f) && errors.Is(err, matchmaking.ErrParted) {
		err = seating.Blame(errUnwilling, f.Players...)
	}
	if err == nil && own.ID != "" {
		b.settle(own.ID, id, nil)
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

// othersFault reports whether a table was not opened because of the players whose challenges were
// accepted, or because another player was quicker.
func othersFault(taker data.PlayerID, err error) bool {
	return errors.Is(err, matchmaking.ErrNoChallenge) || seating.Blameless(taker, err)
}

// post stores a challenge. Only its recipient is told yet, by a letter. *quota.Refused for a
// player who makes too many, or too many to the same person.
func (b *Board) post(ctx context.Context, c data.Challenge) (data.Challenge, error) {
	defer b.posted.Invalidate()
	payer, ledger := quota.From(ctx), b.services.Quota
	if c.To.ID != 0 {
		if err := ledger.Take(payer.Toward(quota.Player(int64(c.To.ID))), quota.ChallengesTo, 1); err != nil {
			return c, err
		}
	}
	if err := ledger.Take(payer, quota.Challenges, 1); err != nil {
		return c, err
	}
	c.Expires = time.Now().Add(challengeLasts)
	posted, err := b.services.Store.Challenge(ctx, c)
	switch {
	case errors.Is(err, data.ErrTooMany):
		return c, matchmaking.BadTermsf("you have %d open challenges; withdraw one first", data.MaxChallenges)
	case errors.Is(err, data.ErrNotFound) && c.To.ID != 0:
		return c, errUnwilling
	case errors.Is(err, data.ErrNotFound):
		return c, seating.ErrGone
	case err != nil:
		return c, data.Unavailable(err)
	}
	return posted, nil
}

// take withdraws a challenge for the caller. ErrNoChallenge when another player was quicker.
func (b *Board) take(ctx context.Context, id string) error {
	defer b.posted.Invalidate()
	_, err := b.services.Store.Withdraw(ctx, id)
	switch {
	case errors.Is(err, data.ErrNotFound):
		return matchmaking.ErrNoChallenge
	case err != nil:
		return data.Unavailable(err)
	}
	b.withdrawn(id)
	return nil
}

// challenged tells the recipient of a challenge: on their screens unless they are in a live game
// against people, and by the notifier, at most as often per challenger as quota.Calls allows. The
// letter is there in any case.
func (b *Board) challenged(c data.Challenge) {
	if c.To.ID != 0 && !b.services.Seated(c.To.ID) {
		b.services.Call(c)
	}
	e := matchmaking.Event{
		News: matchmaking.Challenged, Game: c.Game, Others: []string{c.From.Name}, By: c.From,
		Challenge: c.ID, Pace: c.Pace, Rated: c.Rated,
	}
	if c.To.ID == 0 {
		e.News = matchmaking.Seeking
	} else if caller := (quota.Payer{ID: quota.Player(int64(c.From.ID))}).Toward(quota.Player(int64(c.To.ID))); b.services.Quota.Take(caller, quota.Calls, 1) != nil {
		return
	}
	b.services.Tell(c.To.ID, e)
}

// withdrawn stops notifications about a challenge that is gone.
func (b *Board) withdrawn(challenge string) {
	b.services.Tell(0, matchmaking.Event{News: matchmaking.Withdrawn, Challenge: challenge})
}
