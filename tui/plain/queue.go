package plain

import (
	"context"
	"strings"
	"sync"
	"time"

	"noir/data"
	"noir/matchmaking"
)

// arrival is the result of a blocking call.
type arrival[T any] struct {
	value T
	err   error
}

// listen calls next again and again on a goroutine and passes on the results, until next fails or
// stop is called; stop waits for the goroutine.
func listen[T any](ctx context.Context, next func(context.Context) (T, error)) (<-chan arrival[T], func()) {
	ctx, cancel := context.WithCancel(ctx)
	arrivals := make(chan arrival[T])
	var work sync.WaitGroup
	work.Go(func() {
		for {
			value, err := next(ctx)
			select {
			case arrivals <- arrival[T]{value, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	})
	return arrivals, func() { cancel(); work.Wait() }
}

// vigil is a wait for a table.
type vigil struct {
	hall
	ticket matchmaking.Ticket
	place  matchmaking.Place
	newest matchmaking.Waiting
	since  time.Time // when the visitor was last asked whether they are there
}

// seek queues a ticket and sits down where it leads to; it tells whether it led anywhere.
func seek(h hall, t matchmaking.Ticket) (seated bool, err error) {
	place, err := h.session.Broker.Queue(h.ctx, t)
	if err != nil {
		h.sorry(nil, err)
		return false, nil
	}
	v := &vigil{hall: h, ticket: t, place: place}
	id, err := v.keep()
	place.Leave()
	if err != nil || id == "" {
		return false, err
	}
	return true, h.sit(id)
}

// compete plays in an event, game after game, until it is over or the visitor stops waiting.
func compete(h hall, tournament data.Tournament) error {
	for {
		seated, err := seek(h, matchmaking.Ticket{Player: h.session.Player, Terms: matchmaking.TermsOf(tournament)})
		if err != nil || !seated {
			return err
		}
		h.say("On to the next game of the event.")
	}
}

// keep waits for a table; it returns none when the visitor has given up.
func (v *vigil) keep() (data.MatchID, error) {
	revision := 0
	figures, stop := listen(v.ctx, func(ctx context.Context) (matchmaking.Waiting, error) {
		w, err := v.place.Next(ctx, revision)
		revision = w.Revision
		return w, err
	})
	defer stop()
	for {
		select {
		case a := <-figures:
			switch {
			case a.err != nil:
				v.sorry(nil, a.err)
				return "", v.ctx.Err()
			case a.value.Match != "":
				return a.value.Match, nil
			}
			v.tell(a.value)
		case l, ok := <-v.lines:
			l, err := v.heard(l, ok)
			if err != nil {
				return "", err
			}
			if v.obey(strings.ToLower(strings.TrimSpace(l.text))) {
				v.say("You are not waiting any more.")
				return "", nil
			}
		case <-v.ctx.Done():
			return "", v.ctx.Err()
		}
		if v.failed != nil {
			return "", v.failed
		}
	}
}

// asked reports whether the visitor must answer the ready check.
func (v *vigil) asked() bool { return v.newest.Found > 0 && !v.newest.Answered }

// obey does what a line asks for; done means that it gives up the wait.
func (v *vigil) obey(text string) (done bool) {
	switch {
	case text == "leave":
		return true
	case v.asked() && (text == "enter" || text == "" && v.session.Now().Sub(v.since) >= flight):
		v.answer()
	case v.asked():
		v.say("A table is waiting for you. Type enter if you are there, or leave.")
	case text == "begin":
		v.begin()
	default:
		v.say("You are waiting for a table. Type leave to stop, or quit.")
	}
	return false
}

// begin begins a private table that is not full, or takes the smallest one of strangers.
func (v *vigil) begin() {
	switch err := v.place.Begin(v.ctx); {
	case err != nil:
		v.sorry(nil, err)
	case !v.ticket.Private():
		v.say("Noted. You sit down as soon as enough others have said so, or at a larger table.")
	}
}

// answer answers the ready check. Later figures tell the result.
func (v *vigil) answer() { _ = v.place.Ready(v.ctx) }

// tell says what is new about the wait.
func (v *vigil) tell(now matchmaking.Waiting) {
	before := v.newest
	v.newest = now
	if now.OneAddress && !before.OneAddress {
		v.say(matchmaking.OneAddress)
	}
	if now.Public && !before.Public {
		v.say("Anybody may watch.")
	}
	switch {
	case now.Answered:
		if !before.Answered && now.Ready < now.Found {
			v.say("You are in. We are waiting for the others. Answers: %d of %d.", now.Ready, now.Found)
		}
	case now.Found > 0 && !now.Until.Equal(before.Until):
		v.called(before.Revision == 0)
	case now.Found == 0 && before.Found > 0:
		v.say("Somebody did not show up. You keep your place.")
	case now.Held.IsZero() && !before.Held.IsZero() && now.Found == 0:
		v.say("The search is on. Waiting: %d. Type leave to stop it.", now.Waiting)
	case now.Code != "" && now.Code != before.Code && v.ticket.Host:
		v.opened()
	case now.Code != "" && now.Guests != before.Guests:
		v.say("%s", v.session.Several(now.Seated, "%d of %d is here: %s.", "%d of %d are here: %s.", now.Seats, v.session.Language.List(now.Guests[:now.Seated])))
	case before.Revision == 0:
		if held := now.Held.Sub(v.session.Now()); held > 0 {
			v.say("Others have recently waited for you in vain. Your search starts in %.0f seconds. Type leave to stop it.", held.Seconds())
			return
		}
		if info, _ := v.session.Info(v.ticket.Game); info.MaxSeats > 2 {
			v.say("You are waiting for a table. Waiting: %d. Type leave to stop.", now.Waiting)
			if v.ticket.Seats == 0 && !v.ticket.Private() && v.ticket.Tournament == 0 {
				v.say("Type begin if a table of %d will do: it opens once %d have.", info.MinSeats, info.MinSeats)
			}
			return
		}
		v.say("You are waiting for a stranger. Waiting: %d. Type leave to stop.", now.Waiting)
	}
}

// called asks whether the visitor is there. A visitor who has just typed a code is.
func (v *vigil) called(atOnce bool) {
	if atOnce && v.ticket.Join != "" {
		v.answer()
		return
	}
	v.since = v.session.Now()
	left := v.newest.Until.Sub(v.since).Round(time.Second)
	v.say("A table of %d is ready. Type enter within %.0f seconds if you are there, or leave.", v.newest.Found, left.Seconds())
}

// opened tells the host the code of their table.
func (v *vigil) opened() {
	v.say("The table is open. Its code is %s. Your friend types join and the code.", v.newest.Code)
	if v.session.Door != "" {
		v.say("In a browser this link leads here:")
		v.say("%s", v.session.Door+"#join="+v.newest.Code)
	}
	if v.newest.Seats > 2 {
		v.say("It is for %d. Type begin to start before it is full.", v.newest.Seats)
	}
}
