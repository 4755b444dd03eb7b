package lobby

import (
	"noir/data"
	"noir/internal/language"
)

// tempo is how much time a private table gives.
type tempo struct {
	pace  data.Pace
	clock data.Clock
}

// tempi are the host's choices; the last ones, day games, are not for guests.
var tempi = []tempo{
	{data.Live, ""}, {data.Live, data.Double}, {data.Live, data.Fourfold}, {data.Live, data.NoClock}, {data.Day, ""},
}

// words says how long a move may take.
func (t tempo) words(r *language.Reader) string {
	switch {
	case t.pace == data.Day:
		return r.Words("a day a move")
	case t.clock == data.Double:
		return r.Words("live, twice the time")
	case t.clock == data.Fourfold:
		return r.Words("live, four times the time")
	case t.clock == data.NoClock:
		return r.Words("live, no clock")
	}
	return r.Words("live")
}
