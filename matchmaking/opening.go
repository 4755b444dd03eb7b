package matchmaking

import (
	"context"
	crand "crypto/rand"
	"math/rand/v2"
	"slices"
	"time"

	"noir/data"
	"noir/engine"
)

// occupant is who is to sit on a seat.
type occupant struct {
	player data.Player // zero for a bot
	kind   data.Kind
	level  string
}

// practice reports whether only one person sits among the bots.
func practice(seats []occupant) bool {
	people := 0
	for _, o := range seats {
		if o.kind != data.Bot {
			people++
		}
	}
	return people < 2
}

// practice reports whether only one person sits among the bots.
func (t *table) practice() bool { return len(persons(t.players)) < 2 }

// open deals a new game and returns when its match is stored. It blocks on the
// store.
func (l *Local) open(ctx context.Context, terms Terms, private bool, seats []occupant) (data.MatchID, error) {
	g := l.games[terms.Game]
	m := data.Match{
		ID: data.MatchID(randomWord(12)), Game: terms.Game, Rated: terms.Rated, Pace: terms.Pace, Private: private,
		Options: terms.Options, Started: time.Now().UTC(), Seats: make([]data.Seat, len(seats)),
	}
	if len(m.Options) == 0 {
		m.Options = []byte("{}")
	}
	_, _ = crand.Read(m.Seed[:]) // never fails
	players := make([]data.PlayerID, len(seats))
	for i, o := range seats {
		players[i] = o.player.ID
		m.Seats[i] = data.Seat{Player: max(0, o.player.ID), Name: o.player.Name, Kind: o.kind, Level: o.level}
	}
	if err := l.reserve(m.ID, players, practice(seats)); err != nil {
		return "", err
	}
	stored, err := l.record(ctx, m)
	if err != nil {
		l.release(m.ID, players)
		return "", unavailable(err)
	}
	t, err := newTable(l, g, stored, players, l.ratings(ctx, m.Game, players), time.Time{})
	if err == nil {
		err = l.seat(t)
	}
	if err != nil {
		l.release(m.ID, players)
		return "", err
	}
	return m.ID, nil
}

// record stores a match that begins. When the store's answer is lost, what it
// holds decides: a game that it has would be taken up some day without its players.
func (l *Local) record(ctx context.Context, m data.Match) (stored data.Match, err error) {
	defer l.tally.writing(time.Now(), &err)
	stored, err = l.store.Open(ctx, m)
	if err == nil {
		return stored, nil
	}
	l.log.Error("a match was not stored", "match", m.ID, "err", err)
	if found, missing := l.store.Match(l.ctx, m.ID); missing == nil {
		return found, nil
	}
	return stored, err
}

// reserve notes the one live game of each person; those with the house do not
// count. ErrSeated, ErrDraining, *BadTerms for who opens tables too fast.
func (l *Local) reserve(id data.MatchID, players []data.PlayerID, practice bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.draining {
		return ErrDraining
	}
	people, now := persons(players), time.Now()
	for _, p := range people {
		if _, taken := l.live[p]; taken && !practice {
			return ErrSeated
		}
	}
	for _, p := range people {
		if !l.paces.allow(p, now) {
			return &BadTerms{"tables are being opened too fast; wait a few seconds"}
		}
	}
	if !practice {
		for _, p := range people {
			l.live[p] = id
		}
	}
	return nil
}

// persons are those of the players who are people.
func persons(players []data.PlayerID) []data.PlayerID {
	return slices.DeleteFunc(slices.Clone(players), func(p data.PlayerID) bool { return p == 0 })
}

// release frees the persons of a game that is over or was never begun.
func (l *Local) release(id data.MatchID, players []data.PlayerID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range players {
		if l.live[p] == id {
			delete(l.live, p)
		}
	}
}

// lay counts a house table that is about to be opened for a person, unless he
// has as many as one may; laid counts it out.
func (l *Local) lay(p data.PlayerID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.mine[p])+l.laying[p] >= maxTables {
		return false
	}
	l.laying[p]++
	return true
}

func (l *Local) laid(p data.PlayerID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.laying[p]--; l.laying[p] == 0 {
		delete(l.laying, p)
	}
}

// seat starts a table's goroutines and puts it on the lists. ErrDraining when
// the house has closed: the match is stored and will be taken up.
func (l *Local) seat(t *table) error {
	bots := l.bots(t)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return ErrDraining
	}
	l.tables[t.match.ID] = t
	l.running[t] = !t.match.Private
	if !t.match.Private {
		l.public++
	}
	for _, p := range persons(t.players) {
		l.mine[p] = append(l.mine[p], t)
		if !t.practice() && t.match.Pace != data.Day {
			l.live[p] = t.match.ID
		}
	}
	l.work.Go(func() { t.run(l.ctx) })
	for _, b := range bots {
		l.work.Go(func() { b.run(l.ctx) })
	}
	return nil
}

// bots makes the house players of a table.
func (l *Local) bots(t *table) []*bot {
	var bots []*bot
	for i, s := range t.match.Seats {
		if s.Kind != data.Bot {
			continue
		}
		seed := rand.Uint64()
		player, err := t.game.House(s.Level, seed)
		if err != nil {
			t.log().Error("no house player", "level", s.Level, "err", err)
			continue
		}
		c, err := newChair(t, engine.Seat(i))
		if err != nil {
			t.log().Error("no chair for the house", "err", err)
			continue
		}
		bots = append(bots, &bot{chair: c, player: player, chance: rand.New(rand.NewPCG(seed, uint64(i))), log: t.log()})
	}
	return bots
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
