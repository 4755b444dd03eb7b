package table

import (
	"math"
	"slices"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
)

// seat says who has a seat. It never changes, so any goroutine may read it.
type seat struct {
	name   string
	house  bool          // a house player's
	level  string        // of the house player
	novice bool          // its person's rating was provisional when the game began
	player data.PlayerID // a guest's too; 0 for house players and deleted players
	payer  quota.Payer   // zero for house players
	repute Repute
}

// seats are those of one table, in order.
type seats []seat

func newSeats(o Opening) seats {
	all := make(seats, len(o.Match.Seats))
	for i, s := range o.Match.Seats {
		all[i] = seat{
			name: s.Name, house: s.Kind == data.Bot, level: s.Level, novice: data.Provisional(s.Games),
			player: o.Players[i], payer: o.Payers[i], repute: o.Reputes[i],
		}
	}
	return all
}

// person reports whether a person, not since deleted, has the seat.
func (s *seat) person() bool { return s.player != 0 }

// peer returns the level of the house player nearest in rating to a seat's player, so that the
// others get a similar game. It is the best of several.
func (s *seat) peer(house []engine.Opponent) (level string) {
	rating, nearest := data.StartRating, math.Inf(1)
	if known := s.repute.Rating; known != nil {
		rating = *known
	}
	for _, o := range house {
		if gap := math.Abs(o.Rating - rating); gap <= nearest {
			level, nearest = o.Level, gap
		}
	}
	return level
}

// company reports whether people sit on other seats than this one.
func (all seats) company(than engine.Seat) bool {
	for i, s := range all {
		if engine.Seat(i) != than && !s.house {
			return true
		}
	}
	return false
}

// asker returns whose queue the table's house players wait in for a processor: that of the first of
// its people, otherwise that of the match.
func (all seats) asker(id data.MatchID) string {
	for _, s := range all {
		if s.person() {
			return s.payer.Line()
		}
	}
	return string(id)
}

// houseAsked reports whether any of the prompts is for a house player.
func (all seats) houseAsked(prompts []engine.Prompt) bool {
	return slices.ContainsFunc(prompts, func(p engine.Prompt) bool { return all[p.Seat].house })
}

// alone reports whether only house players have the other seats. Then an immediate answer reveals
// nothing; among people it would reveal something about a hand.
func (all seats) alone(s engine.Seat) bool {
	for i := range all {
		if engine.Seat(i) != s && all[i].person() {
			return false
		}
	}
	return true
}

// viewerAt is the seat of a column of frames and lines, at a table with this many seats.
func viewerAt(column, seats int) engine.Seat {
	if column == seats {
		return engine.Spectator
	}
	return engine.Seat(column)
}

// columnOf is the reverse of viewerAt.
func columnOf(viewer engine.Seat, seats int) int {
	if viewer == engine.Spectator {
		return seats
	}
	return int(viewer)
}

// those lists the seats for which the condition is true, never nil.
func those(is []bool) []engine.Seat {
	found := []engine.Seat{}
	for i, yes := range is {
		if yes {
			found = append(found, engine.Seat(i))
		}
	}
	return found
}
