package tui

import (
	"context"
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/matchmaking"
)

// pursuit is a Search and the place in the queue behind it.
type pursuit struct {
	Search
	asker  int       // the layer that sent the Seek
	told   int       // the layer that is told about it: that one, or a later one
	house  bool      // a game against the house goes on meanwhile
	called time.Time // until when the last announced table waits; zero for none
	card   *card     // which announced it; nil if it was answered at once
	broker matchmaking.Broker
	ctx    context.Context
	cancel context.CancelFunc

	mu    sync.Mutex // held while the place is taken or given up
	place matchmaking.Place
}

// open queues the ticket and waits for the first figures.
func (p *pursuit) open() tea.Msg {
	if err := p.enter(); err != nil {
		return moved{pursuit: p, err: err}
	}
	house := false
	if rows, err := p.broker.Mine(p.ctx, p.Ticket.Player.ID); err == nil {
		house = slices.ContainsFunc(rows, againstHouse)
	}
	return opened{p, house}
}

func (p *pursuit) enter() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.ctx.Err(); err != nil {
		return err
	}
	place, err := p.broker.Queue(p.ctx, p.Ticket)
	if err != nil {
		return err
	}
	p.place = place
	return nil
}

// next waits for newer figures.
func (p *pursuit) next() tea.Msg {
	place := p.held()
	if place == nil {
		return nil
	}
	w, err := place.Next(p.ctx, p.Waiting.Revision)
	return moved{p, w, err}
}

// answer answers the ready check. Later figures tell the result.
func (p *pursuit) answer() tea.Msg {
	if place := p.held(); place != nil {
		_ = place.Ready(p.ctx)
	}
	return nil
}

// begin starts the table at the host's wish. If it cannot begin yet a toast says so.
func (p *pursuit) begin() tea.Msg {
	place := p.held()
	if place == nil {
		return nil
	}
	if err := place.Begin(p.ctx); err != nil && p.ctx.Err() == nil {
		return Toast{Text: Cause(err)}
	}
	return nil
}

// lookUp finds the game that keeps the player from starting another.
func (p *pursuit) lookUp() tea.Msg {
	rows, _ := p.broker.Mine(p.ctx, p.Ticket.Player.ID) // without them they are told that there is one
	for _, row := range rows {
		if row.Pace != data.Day && !againstHouse(row) {
			return seated{p, row.ID}
		}
	}
	return seated{p, ""}
}

// held is the place, nil once it has been given up.
func (p *pursuit) held() matchmaking.Place {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.place
}

// release is the Cmd of leave.
func (p *pursuit) release() tea.Msg {
	p.leave()
	return nil
}

// leave gives up the place.
func (p *pursuit) leave() {
	p.cancel()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.place != nil {
		p.place.Leave()
		p.place = nil
	}
}
