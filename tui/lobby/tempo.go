package lobby

import (
	"noir/data"
	"noir/internal/language"
)

// tempo is how much time a table gives that is not the queue's.
type tempo struct {
	pace  data.Pace
	clock data.Clock
}

// tempi are the host's choices; the last ones, day games, are not for guests.
var tempi = []tempo{
	{data.Live, ""}, {data.Live, data.Double}, {data.Live, data.Fourfold}, {data.Live, data.NoClock}, {data.Day, ""},
}

// practice are the choices against the house alone, which waits for nobody unless it is asked to.
var practice = []tempo{{data.Live, data.NoClock}, {data.Live, data.Usual}, {data.Live, data.Double}, {data.Live, data.Fourfold}}

// words says how long a move may take.
func (t tempo) words(r *language.Reader) string {
	switch {
	case t.pace == data.Day:
		return r.Words("a day a move")
	case t.clock == data.Double:
		return r.Words("twice the time")
	case t.clock == data.Fourfold:
		return r.Words("four times the time")
	case t.clock == data.NoClock:
		return r.Words("no clock")
	}
	return r.Words("live")
}
