package plain

import (
	"context"
	"strings"
	"sync"

	"noir/data"
	"noir/matchmaking"
	"noir/tui/play"
)

// arrival is what a blocking call has brought.
type arrival[T any] struct {
	value T
	err   error
}

// listen calls next over and over on a goroutine of its own and passes on what
// it brings, until it fails or stop is called; stop waits for the goroutine.
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

// wait hands a ticket in and sits down where it leads to.
func (c *conversation) wait(t matchmaking.Ticket) error {
	place, err := c.session.Broker.Queue(c.ctx, t)
	if err != nil {
		c.say("%s", play.Sorry(nil, err))
		return nil
	}
	id, err := c.queue(place)
	place.Leave()
	if err != nil || id == "" {
		return err
	}
	return c.sit(id)
}

// queue waits for a table; it has none when the visitor has had enough.
func (c *conversation) queue(place matchmaking.Place) (data.MatchID, error) {
	var before matchmaking.Waiting
	revision := 0
	figures, stop := listen(c.ctx, func(ctx context.Context) (matchmaking.Waiting, error) {
		w, err := place.Next(ctx, revision)
		revision = w.Revision
		return w, err
	})
	defer stop()
	for {
		select {
		case a := <-figures:
			switch {
			case a.err != nil:
				c.say("%s", play.Sorry(nil, a.err))
				return "", c.ctx.Err()
			case a.value.Match != "":
				return a.value.Match, nil
			}
			c.tellQueue(before, a.value)
			before = a.value
		case l, ok := <-c.lines:
			l, err := c.heard(l, ok)
			if err != nil {
				return "", err
			}
			if strings.EqualFold(strings.TrimSpace(l.text), "leave") {
				c.say("You wait no longer.")
				return "", nil
			}
			c.say("You are waiting for a table. Type leave to give it up, or quit.")
		case <-c.ctx.Done():
			return "", c.ctx.Err()
		}
		if c.failed != nil {
			return "", c.failed
		}
	}
}

// tellQueue says what is new about the wait.
func (c *conversation) tellQueue(before, now matchmaking.Waiting) {
	switch {
	case now.Code != "" && now.Code != before.Code:
		c.say("The table is open. Its code is %s. Your friend types join and the code.", now.Code)
	case now.Code != "" && now.Seated != before.Seated:
		c.say("%d of %d are here.", now.Seated, now.Seats)
	case before.Revision == 0:
		c.say("You wait for a stranger. Waiting: %d. Type leave to give it up.", now.Waiting)
	}
}
