package matchmaking

import (
	"context"
	crand "crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"noir/data"
	"noir/internal/quota"
)

// occupant is who is to sit on a seat.
type occupant struct {
	player data.Player // zero for a bot
	payer  quota.Payer // zero for a bot
	kind   data.Kind
	level  string
}

// playersAt are the players who are to sit down, by seat: 0 for a bot.
func playersAt(seats []occupant) []data.PlayerID {
	players := make([]data.PlayerID, len(seats))
	for i, o := range seats {
		players[i] = o.player.ID
	}
	return players
}

// practice reports whether only one person sits among the bots.
func practice(players []data.PlayerID) bool { return len(persons(players)) < 2 }

// open deals a new game and returns when its match is stored and the challenges that it
// comes of are withdrawn: both or neither. ErrNoChallenge when one of them is no
// more; *fault. It blocks on the store.
func (l *Local) open(ctx context.Context, terms Terms, private bool, seats []occupant, challenges ...string) (data.MatchID, error) {
	g := l.games[terms.Game]
	full, err := options(g, len(seats), terms.Options)
	if err != nil {
		return "", err
	}
	m := data.Match{
		ID: data.MatchID(randomWord(12)), Game: terms.Game, Rated: terms.Rated, Pace: terms.Pace, Private: private, Contest: terms.Contest,
		Clock: terms.clock(practice(playersAt(seats))), OneAddress: terms.OneAddress,
		Options: json.RawMessage(full), Started: time.Now().UTC(), Seats: make([]data.Seat, len(seats)),
	}
	if m.Contest != 0 {
		m.Turns = g.Info().Turns
	}
	_, _ = crand.Read(m.Seed[:]) // never fails
	players := playersAt(seats)
	for i, o := range seats {
		m.Seats[i] = data.Seat{Player: max(0, o.player.ID), Name: o.player.Name, Kind: o.kind, Level: o.level}
	}
	if err := l.keepApart(ctx, persons(players)); err != nil {
		return "", err
	}
	if m.Closed, err = l.shuts(ctx, players); err != nil {
		return "", err
	}
	newcomers, err := l.newcomers(ctx, terms, persons(players))
	if err != nil {
		return "", err
	}
	release, err := l.reserve(m, players, newcomers, payersAt(seats))
	if err != nil {
		return "", err
	}
	stored, err := l.record(ctx, m, challenges)
	if err != nil {
		release()
		return "", l.refusal(ctx, players, err)
	}
	t, err := newTable(l, g, stored, players, l.reputes(ctx, m, players), time.Time{})
	if err == nil {
		t.payers, t.pays = payersAt(seats), release
		t.proclaimStart()
		err = l.seat(t)
	}
	if err != nil {
		release()
		return "", err
	}
	return m.ID, nil
}

// clock is that of a table: by itself none where one person plays the house alone.
func (t Terms) clock(practice bool) data.Clock {
	switch {
	case t.Clock != "":
		return t.Clock
	case practice && t.Pace != data.Day:
		return data.NoClock
	}
	return data.Usual
}

// keepApart refuses a table at which somebody has blocked another one. It is a *fault of
// those alone: the others at the table have nothing to do with it.
func (l *Local) keepApart(ctx context.Context, people []data.PlayerID) error {
	if len(people) < 2 {
		return nil
	}
	if err := l.blocks.read(ctx); err != nil {
		return err
	}
	parted := slices.DeleteFunc(slices.Clone(people), func(p data.PlayerID) bool { return !l.blocks.among(p, people) })
	if len(parted) > 0 {
		return &fault{parted, ErrParted}
	}
	return nil
}

// shuts reports whether one of the players wants no watchers.
func (l *Local) shuts(ctx context.Context, players []data.PlayerID) (bool, error) {
	for _, p := range players {
		if p <= 0 {
			continue
		}
		set, err := l.store.Settings(ctx, p)
		if err != nil {
			return false, unavailable(err)
		}
		if set.Closed {
			return true, nil
		}
	}
	return false, nil
}

// record stores a match that begins. When the store's answer is lost, what it
// holds decides: a game that it has would be taken up some day without its players.
func (l *Local) record(ctx context.Context, m data.Match, challenges []string) (stored data.Match, err error) {
	defer l.tally.writing(time.Now(), &err)
	stored, err = l.store.Open(ctx, m, challenges...)
	if err == nil || errors.Is(err, data.ErrTaken) {
		return stored, err
	}
	l.log.Error("a match was not stored", "match", m.ID, "err", err)
	if found, missing := l.store.Match(l.ctx, m.ID); missing == nil {
		return found, nil
	}
	return stored, err
}

// refusal is why a match was not stored: ErrNoChallenge, *fault when there is somebody
// to sit down who is no more, else data.ErrUnavailable.
func (l *Local) refusal(ctx context.Context, players []data.PlayerID, cause error) error {
	switch {
	case errors.Is(cause, data.ErrTaken):
		return ErrNoChallenge
	case !errors.Is(cause, data.ErrNotFound):
		return unavailable(cause)
	}
	stored := slices.DeleteFunc(persons(players), data.PlayerID.Guest)
	gone, err := l.store.Gone(ctx, stored)
	if err != nil || len(gone) == 0 {
		return unavailable(errors.Join(cause, err))
	}
	return &fault{gone, errGone}
}

// fault keeps a table from being opened because of some of its players: the others
// are not to blame.
type fault struct {
	players []data.PlayerID
	cause   error
}

func (e *fault) Error() string { return e.cause.Error() }
func (e *fault) Unwrap() error { return e.cause }

// blameless reports whether it is because of others than this player that a table
// was not opened.
func blameless(player data.PlayerID, err error) bool {
	var f *fault
	return errors.As(err, &f) && !slices.Contains(f.players, player)
}

// blamed reports whether it is because of this player.
func blamed(player data.PlayerID, err error) bool {
	var f *fault
	return errors.As(err, &f) && slices.Contains(f.players, player)
}

// errGone is told to players whom an operator has deleted, or made one with others,
// while they waited.
var errGone = badTerms("an operator has deleted your player or made it one with another; connect again")

// reserve has the people of a table pay for it and notes the one live game of each;
// those with the house and day games do not count. release takes both back, and may be
// called again. ErrDraining; *fault with ErrSeated, or with *BadTerms for who has as
// many tables as one may, opens them too fast, or may not have a rated game now. The
// newcomers are those whose rating is provisional.
func (l *Local) reserve(m data.Match, players, newcomers []data.PlayerID, payers []quota.Payer) (release func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.draining {
		return nil, ErrDraining
	}
	people, practice := persons(players), practice(players)
	live := !practice && m.Pace != data.Day
	if live {
		if taken := slices.DeleteFunc(slices.Clone(people), l.free); len(taken) > 0 {
			return nil, &fault{taken, ErrSeated}
		}
	}
	if err := l.fair(m, people, newcomers); err != nil {
		return nil, err
	}
	payers = slices.DeleteFunc(slices.Clone(payers), func(by quota.Payer) bool { return by == (quota.Payer{}) })
	paid, err := l.charge(people, payers, m.Pace, practice)
	if err != nil {
		return nil, err
	}
	l.opening[m.ID] = reservation{people, m.Pace, m.Game, m.Rated}
	if live {
		for _, p := range people {
			l.live[p] = m.ID
		}
	}
	return func() {
		l.dismiss(m.ID, players)
		paid()
	}, nil
}

// free reports whether a player is in no live game against people. The mutex is held.
func (l *Local) free(p data.PlayerID) bool {
	_, taken := l.live[p]
	return !taken
}

// persons are those of the players who are people.
func persons(players []data.PlayerID) []data.PlayerID {
	return slices.DeleteFunc(slices.Clone(players), func(p data.PlayerID) bool { return p == 0 })
}

// dismiss frees the persons of a game that is over or was never begun for another one.
func (l *Local) dismiss(id data.MatchID, players []data.PlayerID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.opening, id)
	for _, p := range players {
		if l.live[p] == id {
			delete(l.live, p)
		}
	}
}

// seat starts a table's goroutine and puts it on the lists. ErrDraining when
// the house has closed: the match is stored and will be taken up.
func (l *Local) seat(t *table) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return ErrDraining
	}
	if l.draining { // since it was reserved
		t.halt()
		t.tellDraining()
	}
	delete(l.opening, t.match.ID)
	l.tables[t.match.ID] = t
	l.running[t] = t.public()
	if t.public() {
		l.public++
		l.changes++
	}
	for i, p := range t.players {
		if p == 0 {
			continue
		}
		l.mine[p] = append(l.mine[p], t)
		if !practice(t.players) && t.match.Pace != data.Day && !t.out[i] {
			l.live[p] = t.match.ID
		}
	}
	l.work.Go(func() { t.run(l.ctx) })
	return nil
}

// letters are Crockford's base 32: none of them is misread.
const letters = "0123456789abcdefghjkmnpqrstvwxyz"

// randomWord returns n letters that nobody can guess, of five bits each.
func randomWord(n int) string {
	word := make([]byte, n)
	_, _ = crand.Read(word) // never fails: the process ends when there is no randomness
	for i, b := range word {
		word[i] = letters[int(b)%len(letters)]
	}
	return string(word)
}
