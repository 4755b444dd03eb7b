// Package seating says who is to sit at a new table, and which players prevent it.
package seating

import (
	"context"
	crand "crypto/rand"
	"encoding/json"
	"errors"
	"net/netip"
	"slices"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking"
)

// Occupant is a player or house player who is to take a seat.
type Occupant struct {
	Player data.Player // zero for a bot
	Payer  quota.Payer // zero for a bot
	Kind   data.Kind
	Level  string
}

// PlayersAt returns the players by seat: 0 for a bot.
func PlayersAt(seats []Occupant) []data.PlayerID {
	players := make([]data.PlayerID, len(seats))
	for i, o := range seats {
		players[i] = o.Player.ID
	}
	return players
}

// Persons returns the players who are people.
func Persons(players []data.PlayerID) []data.PlayerID {
	return slices.DeleteFunc(slices.Clone(players), func(p data.PlayerID) bool { return p == 0 })
}

// Practice reports whether one person plays against bots alone.
func Practice(players []data.PlayerID) bool { return len(Persons(players)) < 2 }

// Fault is an error that some players cause: the others are not to blame when their table is
// not opened.
type Fault struct {
	Players []data.PlayerID
	Pairs   [][2]data.PlayerID // of them who have a rated game with each other (Met)
	cause   error
}

// Blame returns a Fault of some players.
func Blame(cause error, players ...data.PlayerID) error {
	return &Fault{Players: players, cause: cause}
}

// Met returns the Fault of pairs of players (Pair) who have a rated game with each other: ErrMeeting.
func Met(pairs [][2]data.PlayerID) error {
	f := &Fault{Pairs: pairs, cause: ErrMeeting}
	for _, pair := range pairs {
		f.Players = append(f.Players, pair[:]...)
	}
	return f
}

// Meetings returns the pairs of a Fault that Met made; nil for other errors.
func Meetings(err error) [][2]data.PlayerID {
	if f, ok := errors.AsType[*Fault](err); ok {
		return f.Pairs
	}
	return nil
}

func (e *Fault) Error() string { return e.cause.Error() }

func (e *Fault) Unwrap() error { return e.cause }

// Blameless reports whether others than this player prevented a table.
func Blameless(player data.PlayerID, err error) bool {
	var f *Fault
	return errors.As(err, &f) && !slices.Contains(f.Players, player)
}

// Blamed reports whether this player prevented a table.
func Blamed(player data.PlayerID, err error) bool {
	var f *Fault
	return errors.As(err, &f) && slices.Contains(f.Players, player)
}

// Nearby reports whether two addresses are the same. People at one address may play each other,
// but not for their ratings. It is false for loopback addresses: any visitor may come through
// one.
func Nearby(a, b netip.Addr) bool { return a.IsValid() && a == b && !a.IsLoopback() }

// AnyNearby reports whether any two of the addresses are the same.
func AnyNearby(addresses []netip.Addr) bool {
	for i, a := range addresses {
		if slices.ContainsFunc(addresses[:i], func(b netip.Addr) bool { return Nearby(a, b) }) {
			return true
		}
	}
	return false
}

// Why a player may not have a rated game.
var (
	ErrMeeting  = matchmaking.BadTermsf("the same two players have a rated game already: end it first, or play a casual one")
	ErrNewcomer = matchmaking.BadTermsf("until you have ten rated games you may have three rated day games at a time: end one first, or play a casual one")
	ErrNearby   = matchmaking.BadTermsf("you and the challenger come from one address: challenge them by name for a casual game")
)

// ErrGone is for players whom an operator has deleted or merged while they waited.
var ErrGone = matchmaking.BadTermsf("an operator has deleted your player or merged it with another; connect again")

// RandomWord returns n unguessable letters, five bits each.
func RandomWord(n int) string {
	word := make([]byte, n)
	_, _ = crand.Read(word) // never fails: the process ends without randomness
	for i, b := range word {
		word[i] = letters[int(b)%len(letters)]
	}
	return string(word)
}

// letters are Crockford's base 32, which has no look-alikes.
const letters = "0123456789abcdefghjkmnpqrstvwxyz"

// WrongSize says how many players a game is for.
func WrongSize(info engine.Info) *matchmaking.BadTerms {
	if info.MinSeats == info.MaxSeats {
		return matchmaking.BadTermsf("%s is for %d players", info.Title, info.MinSeats)
	}
	return matchmaking.BadTermsf("%s is for %d to %d players", info.Title, info.MinSeats, info.MaxSeats)
}

// Pair is two players, in the same order whichever comes first.
func Pair(a, b data.PlayerID) [2]data.PlayerID { return [2]data.PlayerID{min(a, b), max(a, b)} }

// Pairs returns the pairs of some players for which it holds.
func Pairs(players []data.PlayerID, holds func(one, other data.PlayerID) bool) (pairs [][2]data.PlayerID) {
	for i, one := range players {
		for _, other := range players[:i] {
			if holds(one, other) {
				pairs = append(pairs, Pair(one, other))
			}
		}
	}
	return pairs
}

// PayerOf returns who pays for a player's request: the context's payer, or the player without an
// address.
func PayerOf(ctx context.Context, p data.PlayerID) quota.Payer {
	if by := quota.From(ctx); by != (quota.Payer{}) {
		return by
	}
	return AccountOf(p)
}

// AccountOf returns a player as payer without an address.
func AccountOf(p data.PlayerID) quota.Payer {
	switch {
	case p.Guest():
		return quota.Payer{ID: quota.Guest(int64(p)), Guest: true}
	case p > 0:
		return quota.Payer{ID: quota.Player(int64(p))}
	}
	return quota.Payer{}
}

// Options completes a game's options and returns them in one canonical form, so that equivalent
// tickets meet. *BadTerms for options that the game does not have.
func Options(g engine.Game, seats int, asked json.RawMessage) (string, error) {
	start, err := g.Start(engine.Setup{Seats: seats, Options: asked})
	if err != nil {
		return "", matchmaking.BadTermsOf(err)
	}
	return string(engine.Options(start)), nil
}
