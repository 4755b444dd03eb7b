package cluster

import (
	"context"
	"errors"
	"slices"
	"time"

	"noir/data"
	"noir/matchmaking"
)

// membership follows the census: it takes up what falls to this node, and gives up what belongs to nodes that are gone.
// One goroutine owns its state.
type membership struct {
	*election
	server *server
	hosted hosted
	desk   desk
	roster *roster
	games  *allotment

	adopted func(ctx context.Context, mine Mine)

	stranded func()

	cut     time.Time // since when the link is down
	history string    // of the store, when this node joined it

	lost chan struct{} // has room for one: a node is gone since attend has looked
}

// watch follows the census, until the broker closes.
func (m *membership) watch(next <-chan struct{}) {
	for {
		select {
		case <-next:
		case <-m.Context.Done():
			return
		}
		var c data.Census
		c, next = m.store.Census()
		m.follow(c)
	}
}

// follow does what a census asks for.
func (m *membership) follow(c data.Census) {
	if c.Self == 0 {
		m.rejoin()
		return
	}
	up, _ := m.link.Up()
	m.store.Link(up)
	switch {
	case m.cutOff(up, c):
		m.leave("this node is cut off from the others: it gives its tables up")
		return
	case m.history != "" && m.history != c.History:
		m.leave("another server has taken the database's place, and may lack what was written last: this node gives its tables up, and reads what there is")
		return
	}
	m.history = c.History
	m.strand(up, c)
	if m.know(c.Nodes) {
		m.tell(verbFree, nil) // others may have looked just before
		select {
		case m.lost <- struct{}{}:
		default: // attend has not looked since
		}
	}
	m.forsake(c)
	takes := up && !m.drains.Load()
	if leader, led := c.Holder(queueRole); led {
		m.recognise(leader.ID)
	} else {
		m.recognise(0)
		if takes {
			m.stand(c.Self)
		}
	}
	if c.Orphans > 0 && takes {
		m.adopt(shareOf(c))
	}
	if takes && m.drains.Load() && m.Context.Err() == nil {
		m.giveUp(m.Context) // what was taken while the drain began
	}
}

// attendEvery is the time between two looks for games of this node that it does not run.
const attendEvery = 15 * time.Second

// attend runs the games that others have opened for this node without coming to say so: at once when a node is gone,
// which may have been about to send the message, and now and then, since a node that opens a game may not learn that it
// is stored.
func (m *membership) attend() {
	every := time.NewTicker(attendEvery)
	defer every.Stop()
	for {
		select {
		case <-m.lost:
		case <-every.C:
		case <-m.Context.Done():
			return
		}
		for m.games.attend(m.Context) != nil && pause(m.Context) == nil { // the store is away
		}
	}
}

const (
	aloneFor    = time.Second     // that the link of a node that has tables may be down while other nodes have theirs
	strandedFor = 5 * time.Second // the same for a node without tables, until its people had better come in at another one
)

// strand sends this node's people to another one, those who have come since too, when it has long been cut off from
// the others.
func (m *membership) strand(up bool, c data.Census) {
	switch {
	case up || !linkedBeside(c):
	case m.cut.IsZero():
		m.cut = time.Now()
	case time.Since(m.cut) > strandedFor:
		m.stranded()
	}
}

// linkedBeside reports whether other nodes can reach each other.
func linkedBeside(c data.Census) bool {
	return slices.ContainsFunc(c.Nodes, func(n data.Node) bool { return n.ID != c.Self && n.Linked })
}

// cutOff reports whether the other nodes can reach each other and, for a while, not this one, though it holds what they
// need. Where no node has a link, all keep their tables.
func (m *membership) cutOff(up bool, c data.Census) bool {
	switch {
	case up:
		m.cut = time.Time{}
		return false
	case m.cut.IsZero():
		m.cut = time.Now()
	}
	return linkedBeside(c) && time.Since(m.cut) > aloneFor && (m.local.Counts().Tables > 0 || m.leads())
}

// leave gives everything up and joins again. If that is not possible the next census asks for it again.
func (m *membership) leave(why string) {
	m.log.Warn(why)
	if err := m.store.Leave(m.Context); err != nil {
		m.log.Error("this node cannot leave", "err", err)
		return
	}
	m.rejoin()
}

// rejoin makes the process a node again after the others removed it: it goes on as a front.
func (m *membership) rejoin() {
	m.log.Warn("this node is none any more: it drops its tables and joins again")
	m.history = ""
	m.recognise(0)
	m.local.Drop(m.Context)
	m.hosted.clear()
	m.desk.clear()
	for m.Context.Err() == nil {
		err := m.store.Join(m.Context)
		if err == nil {
			c, _ := m.store.Census()
			if err = m.server.bind(c.Self); err == nil && c.Self != 0 {
				m.follow(c)
				return
			}
			up, _ := m.link.Up()
			m.strand(up, c) // it has given up what it had, and cannot be reached
		}
		if errors.Is(err, data.ErrTaken) { // as above, for good
			m.stranded()
		}
		m.log.Error("this process cannot join the others", "err", err)
		select {
		case <-time.After(time.Second):
		case <-m.Context.Done():
		}
	}
}

// How many matches are adopted in one transaction: at first a node's share, then few, so that all nodes that want the
// rest get some of it. The viewers of later ones wait for their own batch, but not for all batches.
const (
	fewAdopted  = 16
	mostAdopted = 64
)

// shareOf is how many matches a node that sees a census adopts at first.
func shareOf(c data.Census) int {
	return min(max(fewAdopted, (c.Orphans+len(c.Nodes)-1)/len(c.Nodes)), mostAdopted)
}

// adopt takes up matches that have no owner, at first a given number, until all have one or the node drains.
func (m *membership) adopt(first int) {
	taken := map[data.MatchID]bool{}
	defer func() {
		if len(taken) > 0 {
			m.Go(func() { m.adopted(m.Context, m.among(taken)) })
		}
	}()
	for limit := first; m.Context.Err() == nil && !m.drains.Load(); limit = fewAdopted {
		matches, err := m.store.Adopt(m.Context, limit)
		if err != nil {
			m.log.Error("running games cannot be adopted", "err", err)
			return
		}
		if len(matches) == 0 {
			return
		}
		for _, one := range matches {
			taken[one.ID] = true
		}
		m.local.TakeUp(m.Context, matches)
	}
}

// among returns those of some matches whose tables are at this node.
func (m *membership) among(some map[data.MatchID]bool) Mine {
	return func(ctx context.Context, p data.PlayerID) ([]matchmaking.Listing, error) {
		list, err := m.local.Mine(ctx, p)
		return slices.DeleteFunc(list, func(l matchmaking.Listing) bool { return !some[l.ID] }), err
	}
}

// forsake gives up what people of nodes that are gone hold here.
func (m *membership) forsake(c data.Census) {
	here := map[data.NodeID]bool{}
	for _, n := range c.Nodes {
		here[n.ID] = true
	}
	m.hosted.forsake(here)
	m.desk.forsake(here)
	m.roster.forsake(here)
}

// tidy gives up what no node asks for any more, until the broker closes.
func (m *membership) tidy() {
	every := time.NewTicker(time.Second)
	defer every.Stop()
	for {
		select {
		case <-every.C:
		case <-m.Context.Done():
			return
		}
		m.hosted.tidy()
		m.desk.tidy()
	}
}

// drain gives up what this node has, and has it take nothing from now on. Matches that follow is just taking, follow
// gives up itself.
func (m *membership) drain(ctx context.Context) {
	m.drains.Store(true)
	m.roster.present() // at once: other nodes that drain must not send people here
	m.giveUp(ctx)
}

// giveUp gives what this node has to the others, and tells them to look for it. If there are no others, the tables
// stand until there is one.
func (m *membership) giveUp(ctx context.Context) {
	if len(m.others()) == 0 {
		m.local.Drain(ctx)
		return
	}
	m.local.HandOver(ctx, func(ctx context.Context, matches []data.MatchID) error {
		return m.store.Release(ctx, 0, matches...)
	})
	if err := m.store.Yield(ctx, queueRole); err != nil {
		m.log.Error("this node leads until it is gone", "err", err)
	}
	m.tell(verbFree, nil)
}

// look has the census show at once what another node has given up.
func (m *membership) look() { m.Go(func() { m.store.Look(m.Context) }) }
