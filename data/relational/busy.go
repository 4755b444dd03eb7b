package relational

import (
	"context"
	"time"

	"noir/data"
)

const (
	busyWeeks = 4
	sitting   = 3 * time.Hour // people of a longer match were not there all the time
)

// Busy implements data.Histories. Each name counts once in each hour.
func (s historyStore) Busy(ctx context.Context) (hours [7][24]float64, err error) {
	end := time.Now().UTC().Truncate(time.Hour)
	begin := end.Add(-busyWeeks * 7 * 24 * time.Hour)
	type presence struct {
		hour int64
		name string
	}
	seen := map[presence]bool{}
	err = s.db.Study(ctx, func(t Tx) error {
		return t.Rows(`SELECT m.started, coalesce(m.ended, ?2), s.name FROM matches m JOIN sitters s ON s.match = m.number
			WHERE (m.ended > ?1 OR m.ended IS NULL) AND m.started < ?2 AND m.pace <> ?3 AND s.kind <> ?4`,
			[]any{begin.UnixMilli(), end.UnixMilli(), string(data.Day), string(data.Bot)}, func(read Scan) error {
				var from, to time.Time
				var name string
				if err := read(moment{&from}, moment{&to}, &name); err != nil {
					return err
				}
				to = earliest(to, end, from.Add(sitting))
				for hour := from.Truncate(time.Hour); !hour.After(to) && hour.Before(end); hour = hour.Add(time.Hour) {
					at := presence{hour.Unix(), name}
					if !hour.Before(begin) && !seen[at] {
						seen[at] = true
						hours[hour.Weekday()][hour.Hour()] += 1.0 / busyWeeks
					}
				}
				return nil
			})
	})
	return hours, err
}

func earliest(times ...time.Time) time.Time {
	first := times[0]
	for _, t := range times[1:] {
		if t.Before(first) {
			first = t
		}
	}
	return first
}
