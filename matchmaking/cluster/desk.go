package cluster

import (
	"context"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
)

// desk has the places in this node's queue that people at other nodes wait in.
type desk struct {
	*kept[matchmaking.Place]
	*election
}

// handlers answer what other nodes ask the leader about places.
func (d desk) handlers() map[string]handler {
	return map[string]handler{
		verbEnter: leading(d.election, d.admit),
		verbNews:  answering(d.report),
		verbReady: d.at(matchmaking.Place.Ready),
		verbBegin: d.at(matchmaking.Place.Begin),
		verbQuit: answering(func(_ context.Context, _ data.NodeID, name string) (any, error) {
			d.leave(name)
			return nil, nil
		}),
	}
}

// admit takes a ticket, and answers with the first news of its place.
func (d desk) admit(ctx context.Context, from data.NodeID, e entering) (any, error) {
	p, err := d.local.Queue(quota.With(ctx, e.Payer), e.Ticket)
	if err != nil {
		return nil, err
	}
	first, err := p.Next(ctx, 0)
	if err != nil {
		p.Leave()
		return nil, err
	}
	d.add(e.Place, from, p)
	return &first, nil
}

// report waits for news of a place, at most for pollTime; nil means no news.
func (d desk) report(ctx context.Context, _ data.NodeID, a asking) (any, error) {
	p, answered, err := d.find(a.Place)
	if err != nil {
		return nil, err
	}
	defer answered()
	limited, cancel := context.WithTimeout(ctx, pollTime)
	defer cancel()
	news, err := p.Next(limited, a.After)
	switch {
	case err == nil:
		return &news, nil
	case limited.Err() != nil && ctx.Err() == nil:
		return nil, nil
	}
	return nil, err
}

// at answers a request that does something at a place.
func (d desk) at(do func(matchmaking.Place, context.Context) error) handler {
	return answering(func(ctx context.Context, _ data.NodeID, name string) (any, error) {
		p, answered, err := d.find(name)
		if err != nil {
			return nil, err
		}
		defer answered()
		return nil, do(p, ctx)
	})
}
