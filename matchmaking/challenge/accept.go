package challenge

import (
	"context"
	"errors"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/queue"
	"noir/matchmaking/seating"
)

// Offer is matchmaking.Broker.Challenge.
func (b *Board) Offer(ctx context.Context, c data.Challenge) (matchmaking.Acceptance, error) {
	if err := b.house.ReadApart(ctx); err != nil {
		return matchmaking.Acceptance{}, err
	}
	if !c.Address.IsValid() {
		c.Address = quota.From(ctx).Address
	}
	c, err := b.challengeTerms(ctx, c)
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
	return b.shown(ctx, p)
}

// Accept is matchmaking.Broker.Accept.
func (b *Board) Accept(ctx context.Context, p data.Player, id string) (matchmaking.Acceptance, error) {
	if p.ID.Guest() {
		return matchmaking.Acceptance{}, matchmaking.ErrNoDay
	}
	from := quota.From(ctx).Address
	c, err := b.find(ctx, p.ID, id)
	switch {
	case err != nil:
		return matchmaking.Acceptance{}, err
	case c.From.ID == p.ID:
		return matchmaking.Acceptance{}, matchmaking.BadTermsf("that challenge is your own; somebody else has to take it")
	case c.Pace != data.Day:
		return b.invited(c.ID)
	case b.laden(c.From.ID):
		return matchmaking.Acceptance{}, errOccupied
	case c.Rated && b.house.Meet(c.Game, p.ID, c.From.ID):
		return matchmaking.Acceptance{}, seating.ErrMeeting
	case c.Rated && c.To.ID == 0 && seating.Nearby(c.Address, from):
		return matchmaking.Acceptance{}, seating.ErrNearby
	}
	for _, who := range []struct {
		player data.PlayerID
		why    error
	}{{p.ID, seating.ErrNewcomer}, {c.From.ID, errOccupied}} {
		if busy, err := b.house.Busy(ctx, termsOf(c), who.player); err != nil {
			return matchmaking.Acceptance{}, err
		} else if busy {
			return matchmaking.Acceptance{}, who.why
		}
	}
	if c.Seats > 2 { // one more of those who want such a table
		own := c
		own.From, own.Address = p, from
		return b.offer(ctx, own, nil, c)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	dealt, err := b.deal(ctx, p, from, []data.Challenge{c})
	switch {
	case errors.Is(err, seating.ErrGone) && foiled(p.ID, err):
		err = matchmaking.ErrNoChallenge
	case foiled(p.ID, err) && !errors.Is(err, matchmaking.ErrNoChallenge):
		err = errOccupied
	}
	return dealt, err
}

// errOccupied is told to who takes a challenge whose maker may not have another table.
var errOccupied = matchmaking.BadTermsf("the challenger has as many day games as one may have; try again later")

// invited leads to the private table of a challenge whose maker waits there.
func (b *Board) invited(id string) (matchmaking.Acceptance, error) {
	b.holding.Lock()
	defer b.holding.Unlock()
	code, ok := b.codes[id]
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
	b.mu.Lock()
	err = b.take(ctx, c.ID)
	b.mu.Unlock()
	if err != nil {
		return c, err
	}
	b.settle(c.ID, "", matchmaking.ErrNoChallenge)
	if c.From.ID != p {
		b.house.Letter(c.From.ID, c.To.ID, data.Declined, map[string]string{"by": c.To.Name, "game": c.Game, "challenge": c.ID})
	}
	return c, nil
}

// Seek takes a ticket at pace day: it is a challenge, to somebody or to whoever takes it.
func (b *Board) Seek(ctx context.Context, p *queue.Place) error {
	t := p.Ticket()
	if err := b.house.ReadApart(ctx); err != nil {
		return err
	}
	c, err := b.challengeTerms(ctx, data.Challenge{
		From: t.Player, To: t.To, Game: t.Game, Rated: t.Rated, Seats: t.Seats, Options: t.Options, Address: t.Address,
	})
	if err != nil {
		return err
	}
	a, err := b.offer(ctx, c, p)
	if err == nil && a.Match != "" {
		p.Settle(a.Match, nil)
	}
	return err
}

// Summon lets somebody know that the host of a private table waits for them there.
// It is over when the host has left or the table is dealt.
func (b *Board) Summon(ctx context.Context, p *queue.Place) error {
	t := p.Ticket()
	if err := b.house.ReadApart(ctx); err != nil {
		return err
	}
	if b.house.Apart(t.Player.ID, t.To.ID) {
		return errUnwilling
	}
	if t.Rated && b.house.Meet(t.Game, t.Player.ID, t.To.ID) {
		return seating.ErrMeeting
	}
	if b.house.Seated(t.Player.ID) { // the queue looks again, but then there is a letter already
		return matchmaking.ErrSeated
	}
	c, err := b.post(ctx, data.Challenge{
		From: t.Player, To: t.To, Game: t.Game, Rated: t.Rated, Pace: t.Pace, Seats: t.Seats, Options: t.Options,
	})
	if err != nil {
		return err
	}
	p.Challenges(c.ID)
	if err := b.house.Enter(ctx, p); err != nil {
		b.Lapse(c.ID)
		return err
	}
	b.challenged(c)
	return nil
}

// Lead has a challenge lead to the private table where its maker waits.
func (b *Board) Lead(id, code string) {
	b.holding.Lock()
	defer b.holding.Unlock()
	b.codes[id] = code
}

// Lapse ends the challenge of a host who waits no longer. One that cannot be
// withdrawn now is when the house opens next.
func (b *Board) Lapse(id string) {
	b.holding.Lock()
	delete(b.codes, id)
	b.holding.Unlock()
	if err := b.take(b.house.Context, id); err != nil {
		b.house.Log.Debug("a challenge was not withdrawn", "challenge", id, "err", err)
	}
}

// Clear withdraws the challenges of hosts who waited when the house closed.
func (b *Board) Clear(ctx context.Context) error {
	all, err := b.list(ctx)
	for _, c := range all {
		if c.Pace != data.Day && err == nil {
			err = b.take(ctx, c.ID)
		}
	}
	return err
}
