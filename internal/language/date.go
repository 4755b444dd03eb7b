package language

import "time"

// The months as written in dates, in full and short.
var (
	months = [...]string{
		Mark("January"), Mark("February"), Mark("March"), Mark("April"), Mark("May"), Mark("June"), Mark("July"),
		Mark("August"), Mark("September"), Mark("October"), Mark("November"), Mark("December"),
	}
	shortMonths = [...]string{
		Mark("Jan"), Mark("Feb"), Mark("Mar"), Mark("Apr"), Mark("May"), Mark("Jun"), Mark("Jul"),
		Mark("Aug"), Mark("Sep"), Mark("Oct"), Mark("Nov"), Mark("Dec"),
	}
)

// Date writes the day of a time, such as 2 January 2006.
func (r *Reader) Date(at time.Time) string {
	return r.Words("%d %s %d", at.Day(), r.Words(months[at.Month()-1]), at.Year())
}

// ShortDate is Date with the month in three or four letters, such as 2 Jan 2006.
func (r *Reader) ShortDate(at time.Time) string {
	return r.Words("%d %s %d", at.Day(), r.Words(shortMonths[at.Month()-1]), at.Year())
}

// Month writes the month of a time, such as January 2006.
func (r *Reader) Month(at time.Time) string {
	return r.Words("%s %d", r.Words(months[at.Month()-1]), at.Year())
}

// DayOfMonth writes the day of a time without its year, such as 2 January.
func (r *Reader) DayOfMonth(at time.Time) string {
	return r.Words("%d %s", at.Day(), r.Words(months[at.Month()-1]))
}
