package history

import (
	"noir/data"
	"noir/internal/language"
)

// sheet identifies the rankings table that is shown.
type sheet struct {
	game   string
	month  data.Month // the zero value: all time
	field  data.Field
	search string
}

func (s sheet) filter() data.Filter {
	return data.Filter{Field: s.field, Month: s.month, Search: s.search}
}

// nobody says in English that the table is empty.
func (s sheet) nobody() string {
	switch {
	case s.search != "":
		return language.Mark("Nobody here has a name like that.")
	case s.field == data.Programs:
		return language.Mark("No program is rated here yet.")
	}
	return language.Mark("Nobody has a rating yet. The first rated game makes two.")
}
