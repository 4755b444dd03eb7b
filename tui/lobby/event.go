package lobby

import (
	"context"
	"slices"
	"time"

	"noir/data"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/page"
)

// event is the foremost event, and the visitor's place in it.
type event struct {
	data.Tournament // zero when there is none
	stage           data.Stage
	rank            int // 0 without one
}

// lookAtEvent reads it. If the standings fail there is no rank.
func lookAtEvent(ctx context.Context, b matchmaking.Broker, p data.PlayerID, now time.Time) event {
	c, ok := data.Foremost(b.Tournaments(), now)
	e := event{Tournament: c, stage: c.Stage(now)}
	if !ok || p.Guest() || e.stage == data.Coming {
		return e
	}
	rows, _ := b.Standings(ctx, c.ID)
	i := slices.IndexFunc(rows, func(row data.Score) bool { return row.Player.ID == p })
	if i >= 0 {
		e.rank = rows[i].Rank
	}
	return e
}

// tournament leads to the events.
func (h *facts) tournament() page.Entry {
	s, e := h.session, h.figures.event
	row := page.Entry{
		Label: s.Words("Event"), Verb: language.Mark("see it"),
		Choose: push(func() tui.Screen { return s.Routes.Event(s) }),
	}
	place := ""
	if e.rank > 0 {
		place = page.Ordinal(s.Language, e.rank)
	}
	stand := ""
	switch {
	case s.Search != nil && s.Search.Ticket.Tournament == e.ID:
		stand = s.Words("you are waiting")
	case e.stage == data.Coming:
		stand = s.Words("starts %s", page.Moment(s, e.Starts))
	case e.stage != data.Running && place != "":
		stand = s.Words("over: you were %s", place)
	case e.stage != data.Running:
		stand = s.Words("over")
	case place != "":
		stand = s.Words("until %s, you are %s", page.Moment(s, e.Ends), place)
	default:
		stand = s.Words("until %s", page.Moment(s, e.Ends))
	}
	row.Live = e.Title + " " + stand
	return row
}

// eventOf is the event of a ticket; zero for none.
func eventOf(s *tui.Session, t matchmaking.Ticket) data.Tournament {
	if t.Tournament == 0 {
		return data.Tournament{}
	}
	all := s.Broker.Tournaments()
	if i := slices.IndexFunc(all, func(c data.Tournament) bool { return c.ID == t.Tournament }); i >= 0 {
		return all[i]
	}
	return data.Tournament{}
}

// occasion is a line about the event, if the ticket is for one.
func (q *queue) occasion(th *tui.Theme) []string {
	if q.event.ID == 0 {
		return nil
	}
	when := th.Words("until %s", page.Moment(q.session, q.event.Ends))
	if q.event.Stage(q.session.Now()) == data.Coming {
		when = th.Words("starts %s", page.Moment(q.session, q.event.Starts))
	}
	return []string{page.Gutter + th.Bright.Render(q.event.Title) + "  " + th.Smoke.Render(when), ""}
}
