package table

import (
	"time"

	"noir/data"
	"noir/engine"
)

// keptMoves is how many moves the only person at a table with the house must make for the game
// to be kept.
const keptMoves = 3

// departures owns which people cannot come back, and from that whether a table goes on.
type departures struct {
	match      *data.Match
	game       *game
	attendance *attendance
	relief     *relief
	gone       []bool // by seat: the guest's connection has ended, or the player was deleted
}

// newDepartures returns those of a new or resumed table. Guests and deleted players cannot come
// back to a resumed one.
func newDepartures(m *data.Match, g *game, a *attendance, r *relief) *departures {
	d := &departures{match: m, game: g, attendance: a, relief: r, gone: make([]bool, len(g.seats))}
	for i, s := range g.seats {
		d.gone[i] = !s.house && !s.person()
	}
	return d
}

// see records which guests have gone.
func (d *departures) see(here func(guest data.PlayerID) bool) {
	for i, s := range d.game.seats {
		d.gone[i] = d.gone[i] || s.player.Guest() && !here(s.player)
	}
}

// left reports whether a seat's person cannot come back, or has resigned.
func (d *departures) left(seat int) bool { return d.gone[seat] || d.game.deeds[seat].resigned }

// deserted reports whether no person is connected to a seat. A person who has never been there
// may be on the way, to see how it ended.
func (d *departures) deserted() bool {
	for i, s := range d.game.seats {
		line := &d.attendance.lines[i]
		if !s.house && (!line.away || !line.came && !d.left(i)) {
			return false
		}
	}
	return true
}

// abandoned reports whether nobody at the table can come back any more. If only one person is
// left, that is also so once the house has played for them for reliefLasts; at a table without
// a clock, once nobody has been there for that long. A rated game is always played to its end.
func (d *departures) abandoned() bool {
	if d.match.Rated || d.game.end != nil {
		return false
	}
	people := 0
	for i, s := range d.game.seats {
		if s.house || d.left(i) {
			continue
		}
		if d.game.clocks.none() {
			if line := &d.attendance.lines[i]; !line.away || time.Since(line.gone) < reliefLasts {
				return false
			}
			continue
		}
		if people++; people > 1 || !d.relief.active(engine.Seat(i)) || time.Since(d.relief.players[i].since) < reliefLasts {
			return false
		}
	}
	return true
}

// keeps reports whether a game that ends with these entries is worth keeping: not an abandoned
// one, nor a casual one against the house alone that has hardly begun.
func (d *departures) keeps(last []data.Entry) bool {
	people, made := 0, 0
	for i, s := range d.game.seats {
		if s.house {
			continue
		}
		people++
		made += d.game.deeds[i].made
	}
	for _, e := range last {
		if d.game.own(e.Seat, e.By, e.Move) {
			made++
		}
	}
	return d.match.Rated || !d.abandoned() && (people > 1 || made >= keptMoves)
}
