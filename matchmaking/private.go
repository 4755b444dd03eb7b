package matchmaking

import (
	"strings"
	"time"
)

// party is a private table that fills up. The queue's goroutine owns it.
type party struct {
	code    string
	terms   Terms
	host    *place
	places  []*place
	figures figures
}

func (p *party) waiting() Waiting {
	return Waiting{Waiting: len(p.places), Code: p.code, Rated: p.terms.Rated, Seated: len(p.places), Seats: p.terms.Seats}
}

// misread undoes what a reader makes of letters that a code never has.
var misread = strings.NewReplacer("o", "0", "i", "1", "l", "1")

// host opens a private table.
func (q *queue) host(p *place) {
	code := randomWord(codeLength)
	for q.parties[code] != nil {
		code = randomWord(codeLength)
	}
	party := &party{code: code, terms: p.ticket.Terms, host: p}
	party.figures.init()
	q.parties[code] = party
	q.attend(party, p)
}

// join adds a place to a private table. ErrNoCode; *BadTerms when the host's
// terms are not for this player.
func (q *queue) join(p *place) error {
	party := q.parties[misread.Replace(strings.ToLower(strings.TrimSpace(p.ticket.Join)))]
	switch {
	case party == nil:
		return ErrNoCode
	case p.ticket.Game != "" && party.terms.Game != p.ticket.Game:
		return &BadTerms{"that private table plays " + party.terms.Game}
	case party.terms.Rated && p.ticket.Player.ID.Guest():
		return &BadTerms{"that table is rated, and a guest plays unrated: connect with a key"}
	}
	for _, o := range party.places {
		if o.ticket.Player.ID == p.ticket.Player.ID {
			return &BadTerms{"you sit at that table already"}
		}
	}
	q.attend(party, p)
	return nil
}

// attend seats a place at a private table, and begins when it is full.
func (q *queue) attend(party *party, p *place) {
	party.places = append(party.places, p)
	p.party = party
	p.source.Store(&party.figures)
	party.figures.offer(party.waiting(), time.Now())
	if len(party.places) == party.terms.Seats {
		delete(q.parties, party.code)
		q.open(party.places, party.terms, true)
	}
}

// depart takes a place from a private table. Without its host the table is gone.
func (q *queue) depart(p *place) {
	party := p.party
	p.party = nil
	if q.parties[party.code] != party {
		return // it has begun
	}
	if p == party.host {
		delete(q.parties, party.code)
		for _, o := range party.places {
			if o != p {
				o.party = nil
				o.settle("", ErrHostLeft)
				q.remove(o)
			}
		}
		return
	}
	rest := party.places[:0]
	for _, o := range party.places {
		if o != p {
			rest = append(rest, o)
		}
	}
	party.places = rest
	party.figures.offer(party.waiting(), time.Now())
}
