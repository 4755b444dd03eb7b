package queue_test

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/engine/noirburg"
	"noir/matchmaking"
	"noir/matchmaking/queue"
	"noir/matchmaking/queue/pairing"
	"noir/matchmaking/queue/queuetest"
	"noir/matchmaking/seating"
	"noir/matchmaking/tally"
)

const (
	game  = "district-noir"
	large = "noirburg"
)

// house has only what a queue asks for: its tables are a list.
type house struct {
	*queue.Queue
	t        *testing.T
	absences *queue.Absences
	players  map[string]data.Player

	mu      sync.Mutex
	tables  map[data.MatchID]table
	seated  map[data.PlayerID]bool
	blocked map[[2]data.PlayerID]bool // known to the queue when it pairs
	parted  map[[2]data.PlayerID]bool // known when a table is opened
	meeting map[[2]data.PlayerID]bool // known when a table is opened
	gone    map[data.PlayerID]bool    // deleted
	takes   time.Duration             // to open a table
	told    []matchmaking.Event       // to everybody
	event   data.Tournament           // the only one
	lapsed  []string                  // challenges whose hosts have left

	close func() // ends the queue
}

// table is one that was opened.
type table struct {
	terms   matchmaking.Terms
	private bool
	seats   []seating.Occupant
}

// kinds are who sits there: names of people, levels of house players.
func (d table) kinds() (all []string) {
	for _, o := range d.seats {
		if o.Kind == data.Bot {
			all = append(all, o.Level)
		} else {
			all = append(all, o.Player.Name)
		}
	}
	return all
}

// inHouse runs a queue in a bubble of its own.
func inHouse(t *testing.T, f func(*testing.T, *house)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, leave := context.WithCancel(t.Context())
		h := &house{
			t: t, absences: queue.NewAbsences(), players: map[string]data.Player{}, tables: map[data.MatchID]table{},
			seated: map[data.PlayerID]bool{}, gone: map[data.PlayerID]bool{},
			blocked: map[[2]data.PlayerID]bool{}, parted: map[[2]data.PlayerID]bool{}, meeting: map[[2]data.PlayerID]bool{},
		}
		var crew sync.WaitGroup
		h.Queue = queue.New(queue.Services{
			Broker: h, Absences: h.absences, Tally: tally.New(), Context: ctx,
			Go: func(work func()) bool { crew.Go(work); return true },
		})
		crew.Go(h.Run)
		h.close = func() { leave(); crew.Wait() }
		defer h.close()
		f(t, h)
	})
}

func (h *house) Seated(p data.PlayerID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.seated[p]
}

func (h *house) Apart(one, other data.PlayerID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.blocked[seating.Pair(one, other)]
}

func (*house) Info(name string) engine.Info { return gameOf(name).Info() }

func gameOf(name string) engine.Game {
	if name == large {
		return noirburg.Game{}
	}
	return districtnoir.Game{}
}

func (*house) Fill(_, level string, n int) []seating.Occupant {
	return slices.Repeat([]seating.Occupant{{Kind: data.Bot, Level: level}}, n)
}

func (h *house) Deal(terms matchmaking.Terms, private bool, seats []seating.Occupant) (data.MatchID, func(), error) {
	time.Sleep(h.takes)
	h.mu.Lock()
	defer h.mu.Unlock()
	people := seating.Persons(seating.PlayersAt(seats))
	among := func(pairs map[[2]data.PlayerID]bool) []data.PlayerID {
		return slices.DeleteFunc(slices.Clone(people), func(p data.PlayerID) bool {
			return !slices.ContainsFunc(people, func(o data.PlayerID) bool { return pairs[seating.Pair(p, o)] })
		})
	}
	parted := among(h.parted)
	meeting := seating.Pairs(people, func(p, o data.PlayerID) bool { return h.meeting[seating.Pair(p, o)] })
	gone := slices.DeleteFunc(slices.Clone(people), func(p data.PlayerID) bool { return !h.gone[p] })
	switch {
	case len(parted) > 0:
		return "", func() {}, seating.Blame(matchmaking.ErrParted, parted...)
	case len(meeting) > 0:
		return "", func() {}, seating.Met(meeting)
	case len(gone) > 0:
		return "", func() {}, seating.Blame(seating.ErrGone, gone...)
	}
	id := data.MatchID(fmt.Sprint("table-", len(h.tables)+1))
	h.tables[id] = table{terms, private, seats}
	for _, p := range people {
		h.seated[p] = len(people) > 1
	}
	return id, func() {}, nil
}

func (h *house) Tell(to data.PlayerID, e matchmaking.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if to == 0 {
		h.told = append(h.told, e)
	}
}

func (h *house) Lapsed(challenge string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lapsed = append(h.lapsed, challenge)
}

func (*house) Reread()                            {}
func (*house) Hosts(_, _ string)                  {}
func (*house) Left(*queue.Place)                  {}
func (*house) Meet(string, ...data.PlayerID) bool { return false }
func (*house) Meetings(string, []data.PlayerID) map[[2]data.PlayerID]bool {
	return nil
}

func (h *house) Tournament(id int64) (data.Tournament, bool) { return h.event, id == h.event.ID }

// player returns the player of a name.
func (h *house) player(name string) data.Player {
	p, ok := h.players[name]
	if !ok {
		p = data.Player{ID: data.PlayerID(len(h.players) + 1), Name: name}
		h.players[name] = p
	}
	return p
}

// ticket is a stranger's wish for a rated game of two.
func ticket(p data.Player) matchmaking.Ticket {
	return matchmaking.Ticket{Player: p, Terms: matchmaking.Terms{Game: game, Rated: !p.ID.Guest(), Pace: data.Live}}
}

// casual is a stranger's wish for a game of two that is not rated.
func casual(p data.Player) matchmaking.Ticket {
	return matchmaking.Ticket{Player: p, Terms: matchmaking.Terms{Game: game, Pace: data.Live}}
}

// seek is a stranger's wish for a rated game of several.
func seek(p data.Player) matchmaking.Ticket {
	return matchmaking.Ticket{Player: p, Terms: matchmaking.Terms{Game: large, Rated: true, Pace: data.Live}}
}

// enter hands a ticket in, from an address if there is one.
func (h *house) enter(t matchmaking.Ticket, from netip.Addr) (matchmaking.Place, error) {
	by := seating.AccountOf(t.Player.ID)
	by.Address = from
	p := queue.NewPlace(h.Queue, t, by)
	switch {
	case t.Private():
	case t.Game == large:
		p.JoinPool(pairing.Sizes{Min: 4, Max: 6, Late: 3, After: 25 * time.Second}, "", data.StartRating)
	default:
		p.JoinPool(pairing.Exactly(2), "", data.StartRating)
	}
	h.absences.Meet(t.Player.ID, by, time.Now())
	return p, h.Enter(h.t.Context(), p)
}

// visit hands a ticket in for whose holder the test answers.
func (h *house) visit(t matchmaking.Ticket) *visitor {
	h.t.Helper()
	return h.visitFrom(t, netip.Addr{})
}

func (h *house) visitFrom(t matchmaking.Ticket, from netip.Addr) *visitor {
	h.t.Helper()
	place, err := h.enter(t, from)
	if err != nil {
		h.t.Fatal(err)
	}
	return queuetest.Visit(h.t, t.Player, place)
}

type visitor = queuetest.Visitor

// host opens a private table and returns its code.
func (h *house) host(t matchmaking.Ticket) (*visitor, string) {
	h.t.Helper()
	t.Host = true
	if t.Seats == 0 {
		t.Seats = max(2, min(4, gameOf(t.Game).Info().MaxSeats))
	}
	v := h.visit(t)
	return v, v.Until(func(w matchmaking.Waiting) bool { return w.Code != "" }).Code
}

func (h *house) join(p data.Player, code string) *visitor {
	h.t.Helper()
	return h.visit(matchmaking.Ticket{Player: p, Join: code})
}

// refused is why a ticket is not taken.
func (h *house) refused(t matchmaking.Ticket) error {
	h.t.Helper()
	_, err := h.enter(t, netip.Addr{})
	if err == nil {
		h.t.Errorf("taken: %+v", t)
	}
	return err
}

// crowdOf has a number of people look for a table of several at once.
func (h *house) crowdOf(n int) (all []*visitor) {
	h.t.Helper()
	for _, name := range []string{"marlowe", "spade", "vera", "sam", "effie", "gutman"}[:n] {
		all = append(all, h.visit(seek(h.player(name))))
	}
	return all
}

// dealt has everybody answer and returns their table.
func (h *house) dealt(all ...*visitor) table {
	h.t.Helper()
	for _, v := range all {
		if !queuetest.Asked(v.Last) {
			v.Until(queuetest.Asked)
		}
		v.Answer()
	}
	return h.table(queuetest.Meet(h.t, all...))
}

// table is one that was opened.
func (h *house) table(id data.MatchID) table {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.tables[id]
}

// over ends the games of all who are seated.
func (h *house) over() {
	h.mu.Lock()
	defer h.mu.Unlock()
	clear(h.seated)
}

// waiting is how many wait for a game of two.
func (h *house) waiting() int { return h.Waiting()[game] }

// meets has two players have a rated game with each other, which is known when a table is opened.
func (h *house) meets(a, b data.Player, meeting bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.meeting[seating.Pair(a.ID, b.ID)] = meeting
}

// part has two players be kept apart where a table is opened, or not any more.
func (h *house) part(a, b data.Player, parted bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.parted[seating.Pair(a.ID, b.ID)] = parted
}
