package noirburg

import (
	"noir/engine"
)

// position is one moment of a game. Nothing that a position shares with another is
// ever written, so a copy is one of its own.
type position struct {
	deal   *deal
	chance engine.Chance // what is left of it
	deck   []Card        // face down, the next first

	discard set
	box     set
	bank    int
	mafias  [hideouts]mafia
	crews   [businesses]set // the gangsters in each business that is open

	round  int
	turn   int // 0 in set-up
	active engine.Seat
	phase  phase
	acts   acts

	countdown countdown
	windows   [2]window // the outer first
	depth     int       // of windows that are open
	passes    []pass    // kept back, of the topmost window; in the order in which they were made

	questions int // asked so far; the newest is the one that is open
	ownTurn   int // the question of the turn

	bots  seatSet // whose latest move in the log is by a bot in a person's seat
	gone  int     // how many are out
	ended ending
}

// deal is what the game began with; one for all its positions, never written.
type deal struct {
	deck     [deckSize]Card // as shuffled
	first    engine.Seat
	seats    int
	moneyWin bool
}

// mafia is what a seat has.
type mafia struct {
	money    int
	hand     set
	guards   set // on the Hideout
	open     set // businesses
	hidden   set
	trophies set
	under    Card // the business on the Hideout
	alive    bool
	founded  bool // it has opened a business in this game
	seasoned bool // it has finished a turn
	resigned bool
	out      int // 1 was the first to go, 0 is in the game
}

// acts are the things that are done once a turn, and were.
type acts struct {
	arranged  bool
	relocated bool // the Hideout
	discarded bool
	drew      bool
	attacked  set // businesses, and Hideouts
}

// phase is how far a turn has come; a phase closes all before it.
type phase uint8

const (
	setUp phase = iota
	arranging
	attacking
	opening
	relocating
	discarding
	drawing
)

// seatSet is a set of seats.
type seatSet uint8

func (s seatSet) has(seat engine.Seat) bool { return s>>seat&1 != 0 }

func (s *seatSet) set(seat engine.Seat, in bool) {
	*s &^= 1 << seat
	if in {
		*s |= 1 << seat
	}
}

func (p *position) of(seat engine.Seat) *mafia { return &p.mafias[seat] }

func (p *position) seats() int { return p.deal.seats }

func (p *position) over() bool { return p.ended.reason != "" }

// seated reports whether there is a seat of that number and it is in the game.
func (p *position) seated(seat engine.Seat) bool {
	return 0 <= seat && int(seat) < p.seats() && p.of(seat).alive
}

// next returns the living seat after another, clockwise.
func (p *position) next(seat engine.Seat) engine.Seat { return p.neighbour(seat, 1) }

// previous returns the living seat before another.
func (p *position) previous(seat engine.Seat) engine.Seat { return p.neighbour(seat, p.seats()-1) }

func (p *position) neighbour(seat engine.Seat, step int) engine.Seat {
	for range p.seats() {
		seat = engine.Seat((int(seat) + step) % p.seats())
		if p.of(seat).alive {
			break
		}
	}
	return seat
}

func (p *position) living() (n int) {
	for seat := range p.seats() {
		if p.mafias[seat].alive {
			n++
		}
	}
	return n
}

// firstTurn reports whether the active seat is in its first turn.
func (p *position) firstTurn() bool { return !p.of(p.active).seasoned }

// mustArrange reports whether the active seat has to arrange before anything else
// (rules page, section 3, B).
func (p *position) mustArrange() bool {
	return p.phase == arranging && !p.acts.arranged && !p.of(p.active).hidden.empty()
}

// bare reports whether the Hideout is not covered.
func (m *mafia) bare() bool { return m.under == 0 }

// table returns the reaction cards that lie on the table.
func (p *position) table() set {
	var cards set
	for i := range p.depth {
		for _, t := range p.windows[i].cards {
			cards.add(t.card)
		}
	}
	return cards
}
