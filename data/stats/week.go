package stats

import (
	"context"
	"time"
)

// Week is the average number of people at a table in each hour of the week, UTC: [weekday][hour],
// from Sunday.
type Week [7][24]float64

// Busy returns the average of the last four weeks, at most an hour old. It blocks while matches are
// read.
func (k *Keeper) Busy(ctx context.Context) (Week, error) {
	if err := k.weeks.begin(ctx); err != nil {
		return Week{}, err
	}
	defer k.weeks.end()
	if now := time.Now(); now.Sub(k.read) > fresh {
		hours, err := k.store.Busy(ctx)
		if err != nil {
			return Week{}, err
		}
		k.busy, k.read = hours, now
	}
	return k.busy, nil
}

// rush is the length of the busiest stretch, in hours.
const rush = 3

// Busiest returns the three hours of the day with most people, as the clocks of a zone show them at
// a moment: from 20 to 23, or over midnight from 22 to 1. ok is false if nobody was here at all.
func (w Week) Busiest(at time.Time) (from, to int, ok bool) {
	hours := w.local(at)
	most := 0.0
	for begin := range hours {
		sum := 0.0
		for i := range rush {
			sum += hours[(begin+i)%24]
		}
		if sum > most {
			from, most = begin, sum
		}
	}
	return from, (from + rush) % 24, most > 0
}

// local adds up the days, by the hour in the zone of at.
func (w Week) local(at time.Time) (hours [24]float64) {
	y, m, d := at.UTC().Date()
	for hour := range hours {
		there := time.Date(y, m, d, hour, 0, 0, 0, time.UTC).In(at.Location()).Hour()
		for _, day := range w {
			hours[there] += day[hour]
		}
	}
	return hours
}
