package table

import (
	"bytes"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
)

// untold is seat.told of a seat that is asked nothing.
const untold = -1

// seat is what a table has for one of its seats, beside its clock.
type seat struct {
	house  bool          // it is the house's own
	novice bool          // the rating of its person was provisional when the game began
	player data.PlayerID // a guest's too; 0 for the house's own, and for somebody who was deleted
	payer  quota.Payer   // zero for the house's own
	repute Repute
	line   line

	out    bool   // it plays no more, though the others do
	left   bool   // its person cannot come back
	made   int    // moves that its person has made
	lapses lapses // since its person has moved or come back
	logged lapses // as the log alone tells of them

	gave     int  // the ply for which it gave the newest answer that was kept back
	declines bool // it has the table decline for it

	helper *helper // the house's, in a seat of its own
	relief *helper // the house's, in that of a person

	told    int         // at pace day: the question that its player has been told of
	hinted  int         // the ply for which it has asked for a hint last
	advised atomic.Bool // the house thinks about a hint for it; chairs set it
	slow    bool        // it has offered to go on at pace day
	wants   bool        // it has offered a rematch
}

// seats are those of one table, in their order. What it asks of several of them at once is
// asked here.
type seats []*seat

// newSeats are those of a match that begins or is taken up, with nobody there. A guest, or
// somebody who was deleted, cannot come back to one that is taken up.
func newSeats(o Opening) seats {
	m := o.Match
	all := make(seats, len(m.Seats))
	for i, s := range m.Seats {
		all[i] = &seat{
			house: s.Kind == data.Bot, novice: data.Provisional(s.Games),
			player: o.Players[i], payer: o.Payers[i], repute: o.Reputes[i],
			line: line{away: true, gone: time.Now(), pace: rate.NewLimiter(rate.Every(lineEvery), lineBurst)},
			left: s.Kind != data.Bot && o.Players[i] == 0,
			told: untold,
		}
	}
	return all
}

// Out reports whether a seat is out of the game. It may be called before Run.
func (t *Table) Out(s engine.Seat) bool { return t.seats[s].out }

// practice reports whether one person alone sits among the house's players.
func (all seats) practice() bool { return all.count((*seat).person) < 2 }

// person reports whether somebody has the seat who has not been deleted.
func (s *seat) person() bool { return s.player != 0 }

// playing reports whether a person is in the game still.
func (s *seat) playing() bool { return s.person() && !s.out }

// count is of how many seats something is true.
func (all seats) count(is func(*seat) bool) int { return len(all.those(is)) }

// those lists the seats of which something is true, never nil.
func (all seats) those(is func(*seat) bool) []engine.Seat {
	found := []engine.Seat{}
	for i, s := range all {
		if is(s) {
			found = append(found, engine.Seat(i))
		}
	}
	return found
}

// company reports whether there are people on other seats than one.
func (all seats) company(than engine.Seat) bool {
	for i, s := range all {
		if engine.Seat(i) != than && !s.house {
			return true
		}
	}
	return false
}

// playing are the people who are in the game still.
func (all seats) playing() (players []data.PlayerID) {
	for _, i := range all.those((*seat).playing) {
		players = append(players, all[i].player)
	}
	return players
}

// paying are the payers of those people.
func (all seats) paying() (payers []quota.Payer) {
	for _, i := range all.those((*seat).playing) {
		payers = append(payers, all[i].payer)
	}
	return payers
}

// novices are the people whose ratings were provisional when the game began.
func (all seats) novices() (players []data.PlayerID) {
	for _, s := range all {
		if s.novice {
			players = append(players, s.player)
		}
	}
	return players
}

// hasGuest reports whether a guest is in the game still.
func (all seats) hasGuest() bool {
	return slices.ContainsFunc(all, func(s *seat) bool { return s.player.Guest() && !s.out })
}

// allSlow reports whether everybody in the game wants to go on at pace day.
func (all seats) allSlow() bool {
	return !slices.ContainsFunc(all, func(s *seat) bool { return !s.house && !s.out && !s.slow })
}

// asker is the line in which the table's house players wait when they have to think: that
// of the first of its people, or else that of the match.
func (all seats) asker(id data.MatchID) string {
	for _, s := range all {
		if s.person() {
			return s.payer.Line()
		}
	}
	return string(id)
}

// wanted is how many seats want a rematch.
func (all seats) wanted() int { return all.count(func(s *seat) bool { return s.wants }) }

// dropWishes has no seat want a rematch any more.
func (all seats) dropWishes() {
	for _, s := range all {
		s.wants = false
	}
}

// occupied reports whether any connection shows one of the seats.
func (all seats) occupied() bool {
	return slices.ContainsFunc(all, func(s *seat) bool { return !s.line.empty() })
}

// deserted reports whether no person is on a seat any more. A person who has never been
// there may be on the way, to see how it ended.
func (all seats) deserted() bool {
	return !slices.ContainsFunc(all, func(s *seat) bool { return !s.house && (!s.line.away || !s.line.came && !s.left) })
}

// lapses are those of all seats.
func (all seats) lapses() []lapses {
	found := make([]lapses, len(all))
	for i, s := range all {
		found[i] = s.lapses
	}
	return found
}

// restoreLapses goes back to what lapses returned.
func (all seats) restoreLapses(before []lapses) {
	for i, s := range all {
		s.lapses = before[i]
	}
}

// own reports whether a move, which follows from a position, is one that a person has made:
// to resign is none, nor is what the table answers for them.
func (all seats) own(from engine.State, s engine.Seat, by engine.By, body []byte) bool {
	return by == engine.ByPlayer && s != engine.Spectator && !all[s].house &&
		!bytes.Equal(body, engine.Resign) && !all.spares(from, s)
}

// spares reports whether the table answers in a window for a seat that can play nothing.
// It does so only for a person who is alone with the house: among people what is
// answered at once, whatever it is, would tell of a hand.
func (all seats) spares(st engine.State, s engine.Seat) bool {
	if all[s].house || !all.practice() {
		return false
	}
	prompts := st.Prompts()
	i := slices.IndexFunc(prompts, func(p engine.Prompt) bool { return p.Seat == s })
	return i >= 0 && !couldPlay(st, prompts[i])
}
