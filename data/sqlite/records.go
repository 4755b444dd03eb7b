package sqlite

import (
	"cmp"
	"context"
	"slices"
	"time"

	"noir/data"
	"noir/engine"
)

// outing is a player's part in a match that is over and was neither aborted nor made
// void.
type outing struct {
	match   int64
	seat    engine.Seat
	pace    data.Pace
	started time.Time
	change  *float64 // of the rating; nil: it was not rated
	result  engine.Result
}

// Record implements data.Annals.
func (s *Store) Record(ctx context.Context, id data.PlayerID, game string) (r data.Record, err error) {
	err = s.read(ctx, func(t tx) error {
		outings, err := outingsOf(t, id, game)
		if err != nil {
			return err
		}
		r = reckon(outings)
		r.Rivals, err = rivals(t, id, game, outings)
		return err
	})
	return r, err
}

// outingsOf reads a player's, in the order in which they ended.
func outingsOf(t tx, id data.PlayerID, game string) (outings []outing, err error) {
	own, err := whose(t, `s.player`, id, false)
	if err != nil {
		return nil, err
	}
	err = t.rows(`SELECT m.number, s.seat, m.pace, m.started, iif(w.apart, NULL, s.after - s.before), m.result
		FROM seats s JOIN sitters w ON w.match = s.match AND w.seat = s.seat JOIN matches m ON m.number = s.match
		WHERE `+own+` AND m.game = ? AND m.ended IS NOT NULL AND m.voided IS NULL
		ORDER BY m.ended, m.number`, []any{game}, func(read scan) error {
		var o outing
		err := read(&o.match, &o.seat, &o.pace, moment{&o.started}, &o.change, document{&o.result})
		if o.result.Reason != engine.Aborted {
			outings = append(outings, o)
		}
		return err
	})
	return outings, err
}

// reckon makes of outings all of a record but the rivals.
func reckon(outings []outing) data.Record {
	r := data.Record{ByPace: map[data.Pace]data.Rating{}}
	rating := data.StartRating
	for _, o := range outings {
		r.Hours[o.started.Hour()]++
		if o.change == nil {
			continue
		}
		rating += *o.change
		r.Highest = max(r.Highest, rating)
		wins, losses, draws := tally(o.seat, o.result.Winners)
		r.Streak = streak(r.Streak, wins, losses)
		r.Best = max(r.Best, r.Streak)
		paced := r.ByPace[o.pace]
		paced.Games++
		paced.Wins += wins
		paced.Losses += losses
		paced.Draws += draws
		r.ByPace[o.pace] = paced
	}
	return r
}

// streak is how many wins, or losses if negative, there are in a row after one more
// game.
func streak(before, wins, losses int) int {
	switch {
	case wins > 0:
		return max(before, 0) + 1
	case losses > 0:
		return min(before, 0) - 1
	}
	return 0
}

// rivals are those whom a player has met most often, with how he fared.
func rivals(t tx, id data.PlayerID, game string, outings []outing) ([]data.Rival, error) {
	of := make(map[int64]outing, len(outings))
	for _, o := range outings {
		of[o.match] = o
	}
	met := map[data.PlayerID]*data.Rival{}
	own, err := whose(t, `s.player`, id, false)
	if err != nil {
		return nil, err
	}
	err = t.rows(`SELECT `+playerColumns+`, o.match, o.seat FROM seats s JOIN matches m ON m.number = s.match
		JOIN sitters o ON o.match = s.match JOIN players p ON p.id = o.player
		WHERE `+own+` AND m.game = ?2 AND o.player <> ?1`, []any{id, game}, func(read scan) error {
		var p data.Player
		var match int64
		var seat engine.Seat
		err := read(append(playerInto(&p), &match, &seat)...)
		if own, counts := of[match]; counts {
			if met[p.ID] == nil {
				met[p.ID] = &data.Rival{Player: p}
			}
			own.against(seat, met[p.ID])
		}
		return err
	})
	var all []data.Rival
	for _, r := range met {
		all = append(all, *r)
	}
	slices.SortFunc(all, func(a, b data.Rival) int {
		return cmp.Or(b.Games-a.Games, cmp.Compare(a.Player.Name, b.Player.Name))
	})
	return all[:min(len(all), data.MaxRivals)], err
}

// against counts the outing for who sat on another seat of it.
func (o outing) against(seat engine.Seat, r *data.Rival) {
	r.Games++
	switch own, other := o.result.Places[o.seat], o.result.Places[seat]; {
	case own < other:
		r.Wins++
	case own > other:
		r.Losses++
	default:
		r.Draws++
	}
}
