package matchmaking

import (
	"context"
	"errors"

	"noir/data"
	"noir/internal/quota"
)

// Acceptance is what has come of a challenge: one of the three.
type Acceptance struct {
	Match data.MatchID   // the table that was dealt
	Code  string         // the private table at which the challenger waits: hand in a ticket that joins it
	Left  data.Challenge // the player's own, which stands until it is taken

	OneAddress bool // the game that was dealt is casual only for that (Terms.OneAddress)
}

// Challenge implements Broker.
func (l *Local) Challenge(ctx context.Context, c data.Challenge) (Acceptance, error) {
	if err := l.blocks.read(ctx); err != nil {
		return Acceptance{}, err
	}
	if !c.Address.IsValid() {
		c.Address = quota.From(ctx).Address
	}
	c, err := l.challengeTerms(ctx, c)
	if err != nil {
		return Acceptance{}, err
	}
	return l.board.offer(ctx, c, nil)
}

// Challenges implements Broker.
func (l *Local) Challenges(ctx context.Context, p data.PlayerID) ([]data.Challenge, error) {
	if p.Guest() {
		return nil, nil
	}
	return l.board.shown(ctx, p)
}

// Accept implements Broker.
func (l *Local) Accept(ctx context.Context, p data.Player, id string) (Acceptance, error) {
	if p.ID.Guest() {
		return Acceptance{}, errNoDay
	}
	b, from := l.board, quota.From(ctx).Address
	c, err := b.find(ctx, p.ID, id)
	switch {
	case err != nil:
		return Acceptance{}, err
	case c.From.ID == p.ID:
		return Acceptance{}, badTerms("that challenge is your own; somebody else has to take it")
	case c.Pace != data.Day:
		return b.invited(c.ID)
	case l.laden(c.From.ID):
		return Acceptance{}, errOccupied
	case c.Rated && l.meet(c.Game, p.ID, c.From.ID):
		return Acceptance{}, errMeeting
	case c.Rated && c.To.ID == 0 && nearby(c.Address, from):
		return Acceptance{}, errNearby
	}
	for _, who := range []struct {
		player data.PlayerID
		why    error
	}{{p.ID, errNewcomer}, {c.From.ID, errOccupied}} {
		if busy, err := l.busy(ctx, termsOf(c), who.player); err != nil {
			return Acceptance{}, err
		} else if busy {
			return Acceptance{}, who.why
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
	case errors.Is(err, errGone) && foiled(p.ID, err):
		err = ErrNoChallenge
	case foiled(p.ID, err) && !errors.Is(err, ErrNoChallenge):
		err = errOccupied
	}
	return dealt, err
}

// errOccupied is told to who takes a challenge whose maker may not have another table.
var errOccupied = badTerms("the challenger has as many day games as one may have; try again later")

// invited leads to the private table of a challenge whose maker waits there.
func (b *board) invited(id string) (Acceptance, error) {
	b.holding.Lock()
	defer b.holding.Unlock()
	code, ok := b.codes[id]
	if !ok {
		return Acceptance{}, ErrNoChallenge
	}
	return Acceptance{Code: code}, nil
}

// Withdraw implements Broker.
func (l *Local) Withdraw(ctx context.Context, p data.PlayerID, id string) (data.Challenge, error) {
	b := l.board
	c, err := b.find(ctx, p, id)
	if err != nil {
		return c, err
	}
	if c.From.ID != p && c.To.ID != p {
		return c, ErrNoChallenge
	}
	b.mu.Lock()
	err = b.take(ctx, c.ID)
	b.mu.Unlock()
	if err != nil {
		return c, err
	}
	b.settle(c.ID, "", ErrNoChallenge)
	if c.From.ID != p {
		l.write(c.From.ID, c.To.ID, data.Declined, map[string]string{"by": c.To.Name, "game": c.Game, "challenge": c.ID})
	}
	return c, nil
}

// seek takes a ticket at pace day: it is a challenge, to somebody or to whoever takes it.
func (l *Local) seek(ctx context.Context, p *place) error {
	t := p.ticket
	if err := l.blocks.read(ctx); err != nil {
		return err
	}
	c, err := l.challengeTerms(ctx, data.Challenge{
		From: t.Player, To: t.To, Game: t.Game, Rated: t.Rated, Seats: t.Seats, Options: t.Options, Address: t.Address,
	})
	if err != nil {
		return err
	}
	a, err := l.board.offer(ctx, c, p)
	if err == nil && a.Match != "" {
		p.settle(a.Match, nil)
	}
	return err
}

// summon lets somebody know that the host of a private table waits for him there.
// It is over when the host has left or the table is dealt.
func (l *Local) summon(ctx context.Context, p *place) error {
	t := p.ticket
	if err := l.blocks.read(ctx); err != nil {
		return err
	}
	if l.blocks.between(t.Player.ID, t.To.ID) {
		return errUnwilling
	}
	if t.Rated && l.meet(t.Game, t.Player.ID, t.To.ID) {
		return errMeeting
	}
	if l.seated(t.Player.ID) { // the queue looks again, but then there is a letter already
		return ErrSeated
	}
	c, err := l.board.post(ctx, data.Challenge{
		From: t.Player, To: t.To, Game: t.Game, Rated: t.Rated, Pace: t.Pace, Seats: t.Seats, Options: t.Options,
	})
	if err != nil {
		return err
	}
	p.challenge = c.ID
	if err := l.queue.do(ctx, func() error { return l.queue.enter(p) }); err != nil {
		l.board.lapse(c.ID)
		return err
	}
	l.challenged(c)
	return nil
}

// lead has a challenge lead to the private table where its maker waits.
func (b *board) lead(id, code string) {
	b.holding.Lock()
	defer b.holding.Unlock()
	b.codes[id] = code
}

// lapse ends the challenge of a host who waits no longer. One that cannot be
// withdrawn now is when the house opens next.
func (b *board) lapse(id string) {
	b.holding.Lock()
	delete(b.codes, id)
	b.holding.Unlock()
	if err := b.take(b.local.ctx, id); err != nil {
		b.local.log.Debug("a challenge was not withdrawn", "challenge", id, "err", err)
	}
}

// clear withdraws the challenges of hosts who waited when the house closed.
func (b *board) clear(ctx context.Context) error {
	all, err := b.list(ctx)
	for _, c := range all {
		if c.Pace != data.Day && err == nil {
			err = b.take(ctx, c.ID)
		}
	}
	return err
}
