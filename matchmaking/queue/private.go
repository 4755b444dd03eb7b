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

// party is a private table that fills up. The queue's goroutine owns it.
type party struct {
	code    string
	terms   matchmaking.Terms
	fill    string // level of the house players who take what is free; "" for none
	host    *Place
	places  []*Place
	check   *readyCheck // while there is one
	figures figures
}

// A private table is no larger than one that strangers are paired for.
var _ = [1]int{}[pairing.MaxSize-matchmaking.MaxSeats]

func (p *party) waiting() matchmaking.Waiting {
	w := matchmaking.Waiting{
		Waiting: len(p.places), Code: p.code,
		Seated: len(p.places), Seats: p.terms.Seats,
	}
	terms := p.played()
	w.Rated, w.OneAddress = terms.Rated, terms.OneAddress
	for i, o := range p.places {
		w.Guests[i] = o.ticket.Player.Name
	}
	return w
}

// played are the terms under which those who are there play: whose keys come from one
// address may be one person, and plays for nothing.
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

// readCode returns the code of a private table as somebody has typed it: in either case,
// with whatever stands between its signs where it is shown or read out, and with the
// letters that a code never has for the digits that they look like.
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

// host opens a private table.
func (q *Queue) host(p *Place) {
	code := seating.RandomWord(codeLength)
	for q.parties[code] != nil {
		code = seating.RandomWord(codeLength)
	}
	party := &party{code: code, terms: p.ticket.Terms, fill: p.ticket.Fill, host: p}
	party.figures.init()
	q.parties[code] = party
	if p.challenge != "" {
		q.house.Hosts(p.challenge, code)
	}
	q.attend(party, p)
}

// invited returns the private table that a place is to join. ErrNoCode; *BadTerms
// when the host's terms are not for this player, or it is too late.
func (q *Queue) invited(p *Place) (*party, error) {
	party := q.parties[readCode(p.ticket.Join)]
	switch {
	case party == nil, q.unwelcome(party, p):
		return nil, matchmaking.ErrNoCode
	case p.ticket.Game != "" && party.terms.Game != p.ticket.Game:
		return nil, matchmaking.BadTermsf("that private table plays %s", party.terms.Game)
	case party.terms.Rated && p.player().Guest():
		return nil, matchmaking.BadTermsf("that table is rated, and a guest plays unrated: connect with a key")
	case party.terms.Pace == data.Day && p.player().Guest():
		return nil, matchmaking.ErrNoDay
	case party.terms.Pace != data.Day && q.house.Seated(p.player()): // looked up here, or a table found meanwhile would be missed
		return nil, matchmaking.ErrSeated
	case slices.ContainsFunc(party.places, func(o *Place) bool { return o.player() == p.player() }):
		return nil, matchmaking.BadTermsf("you sit at that table already")
	case party.check != nil || len(party.places) == party.terms.Seats:
		return nil, matchmaking.BadTermsf("that private table is about to begin without you")
	case party.terms.Rated && q.house.Meet(party.terms.Game, append(playersOf(party.places), p.player())...):
		return nil, seating.ErrMeeting
	}
	return party, nil
}

// unwelcome reports whether somebody at a private table is kept apart from who
// wants to join.
func (q *Queue) unwelcome(party *party, p *Place) bool {
	return slices.ContainsFunc(party.places, func(o *Place) bool { return q.house.Apart(o.player(), p.player()) })
}

// attend seats a place at a private table, and begins when it is full.
func (q *Queue) attend(party *party, p *Place) {
	party.places = append(party.places, p)
	p.party = party
	p.arrive(&party.figures, party.waiting())
	q.muster(party)
}

// muster asks those at a private table that is full whether they are there, unless
// one of them is just asked elsewhere: then it is done after that.
func (q *Queue) muster(party *party) {
	if party.check == nil && len(party.places) == party.terms.Seats && !q.distracted(party) {
		q.callParty(party)
	}
}

// distracted reports whether somebody at a private table is in a ready check.
func (q *Queue) distracted(party *party) bool {
	return slices.ContainsFunc(party.places, func(o *Place) bool { return q.checks[o.player()] != nil })
}

// begin has the host begin before the table is full. The house takes the free
// seats if they want it to.
func (q *Queue) begin(p *Place) error {
	party := p.party
	switch {
	case q.closed:
		return matchmaking.ErrDraining
	case party == nil || party.host != p:
		return matchmaking.BadTermsf("only the host of a private table can begin it")
	case party.check != nil:
		return nil
	case q.distracted(party):
		return matchmaking.BadTermsf("somebody at your table has just found another; try again in a few seconds")
	}
	info := q.house.Info(party.terms.Game)
	if party.fill == "" && len(party.places) < info.MinSeats {
		return matchmaking.BadTermsf("%s; wait for others", seating.WrongSize(info))
	}
	q.callParty(party, p.player())
	return nil
}

// callParty begins the ready check of a private table. Some are known to be there; for
// a day game all who have come are.
func (q *Queue) callParty(party *party, there ...data.PlayerID) {
	if party.terms.Pace == data.Day {
		there = playersOf(party.places)
	}
	party.check = &readyCheck{terms: party.played(), places: slices.Clone(party.places), party: party, there: there}
	if party.fill != "" {
		party.check.house = q.house.Fill(party.terms.Game, party.fill, party.terms.Seats-len(party.places))
	}
	q.call(party.check)
}

func playersOf(places []*Place) []data.PlayerID {
	players := make([]data.PlayerID, len(places))
	for i, p := range places {
		players[i] = p.player()
	}
	return players
}

// depart takes a place from a private table. Without its host the table is gone.
func (q *Queue) depart(p *Place) {
	party := p.party
	if q.parties[party.code] != party || party.check != nil && party.check.dealing {
		return // it begins; if it cannot, who has left departs then
	}
	p.party = nil
	party.places = slices.DeleteFunc(party.places, func(o *Place) bool { return o == p })
	if p != party.host {
		party.figures.offer(party.waiting(), time.Now())
		return
	}
	delete(q.parties, party.code)
	for _, o := range party.places {
		o.party = nil
	}
	q.discharge(slices.Clone(party.places), "", matchmaking.ErrHostLeft)
}
