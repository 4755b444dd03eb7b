package relational

import (
	"time"

	"noir/data"
)

// monthAt is the number of a moment's month.
func monthAt(at time.Time) int { return monthNumber(data.MonthOf(at)) }

func monthNumber(m data.Month) int { return 100*m.Year + int(m.Month) }

func monthOf(number int) data.Month {
	return data.Month{Year: number / 100, Month: time.Month(number % 100)}
}
