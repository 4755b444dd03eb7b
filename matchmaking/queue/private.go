package queue

import (
	"net/netip"
	"slices"
	"strings"
	"time"
	"unicode"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/queue/pairing"
	"noir/matchmaking/seating"
)

// party is a private table that is filling up. The queue's goroutine owns it.
type party struct {
	of      parties
	code    string
	terms   matchmaking.Terms
	fill    string // level of the house players for free seats; "" for none
	host    *Place
	places  []*Place
	check   *readyCheck // while there is one
	figures figures
}

// A private table is no larger than one for strangers.
var _ = [1]int{}[pairing.MaxSize-matchmaking.MaxSeats]

func (*party) private() bool { return true }

func (p *party) waiting(time.Time) matchmaking.Waiting {
	w := matchmaking.Waiting{
		Waiting: len(p.places), Code: p.code,
		Seated: len(p.places), Seats: p.terms.Seats,
	}
	terms := p.played()
	w.Rated, w.OneAddress, w.Public = terms.Rated, terms.OneAddress, terms.Public
	for i, o := range p.places {
		w.Guests[i] = o.ticket.Player.Name
	}
	return w
}

// played returns the terms of the game. Players from one address may be one person, so their
// game is casual.
func (p *party) played() matchmaking.Terms {
	terms := p.terms
	addresses := make([]netip.Addr, len(p.places))
	for i, o := range p.places {
		addresses[i] = o.ticket.Address
	}
	if terms.Rated && seating.AnyNearby(addresses) {
		terms.Rated, terms.OneAddress = false, true
	}
	return terms
}

// missed does nothing: among friends an absence has no cost.
func (*party) missed([]data.PlayerID, *readyCheck, time.Time) {}

// meet does nothing: they are sent away.
func (*party) meet([][2]data.PlayerID) {}

func (p *party) dealt(*readyCheck, time.Time) { delete(p.of, p.code) }

func (p *party) asked() { p.check = nil }

// readCode returns the code of a private table as typed by a player. It ignores case and characters
// between those of the code, and reads letters that no code has as the digits that they look like.
func readCode(typed string) string {
	return strings.Map(func(r rune) rune {
		switch r = unicode.ToLower(r); {
		case r == 'o':
			return '0'
		case r == 'i', r == 'l':
			return '1'
		case !unicode.In(r, unicode.L, unicode.Nd):
			return -1
		}
		return r
	}, typed)
}

// codeLength is the length of a private table's code: 30 bits.
const codeLength = 6

// parties are the private tables by code.
type parties map[string]*party

// open opens the private table of a host, under the code that it had in another queue if there was one.
func (ps parties) open(p *Place) *party {
	code := p.ticket.Before.Code
	for code == "" || ps[code] != nil {
		code = seating.RandomWord(codeLength)
	}
	party := &party{of: ps, code: code, terms: p.ticket.Terms, fill: p.ticket.Fill, host: p}
	party.figures.init()
	ps[code] = party
	return party
}

// invited returns the private table that a place asks to join. ErrNoCode; *BadTerms when the
// host's terms exclude this player, or it is too late.
func (ps parties) invited(p *Place, broker Broker) (*party, error) {
	party := ps[readCode(p.ticket.Join)]
	switch {
	case party == nil, party.unwelcome(p.player(), broker):
		return nil, matchmaking.ErrNoCode
	case p.ticket.Game != "" && party.terms.Game != p.ticket.Game:
		return nil, matchmaking.BadTermsf("that private table plays %s: join it for that game", party.terms.Game)
	case party.terms.Rated && p.player().Guest():
		return nil, matchmaking.BadTermsf("that table is rated, and a guest plays unrated: connect with a key")
	case party.terms.Pace == data.Day && p.player().Guest():
		return nil, matchmaking.ErrNoDay
	case party.terms.Pace != data.Day && broker.Seated(p.player()): // checked here, or a table found meanwhile would be missed
		return nil, matchmaking.ErrSeated
	case slices.ContainsFunc(party.places, func(o *Place) bool { return o.player() == p.player() }):
		return nil, matchmaking.BadTermsf("you are already at that table: wait for the others")
	case party.check != nil || len(party.places) == party.terms.Seats:
		return nil, matchmaking.BadTermsf("that private table is about to begin without you: look for another")
	case party.terms.Rated && broker.Meet(party.terms.Game, append(playersOf(party.places), p.player())...):
		return nil, seating.ErrMeeting
	}
	return party, nil
}

// unwelcome reports whether there is a block between a player and anybody at a private table.
func (p *party) unwelcome(who data.PlayerID, broker Broker) bool {
	return slices.ContainsFunc(p.places, func(o *Place) bool { return broker.Apart(o.player(), who) })
}

func playersOf(places []*Place) []data.PlayerID {
	players := make([]data.PlayerID, len(places))
	for i, p := range places {
		players[i] = p.player()
	}
	return players
}
