package local

import (
	"slices"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
	"noir/internal/workers"
	"noir/matchmaking"
	"noir/matchmaking/queue"
	"noir/matchmaking/seating"
	"noir/matchmaking/table"
)

// desk is the table.Broker of this broker.
type desk struct {
	*guests
	tables      *registry
	engagements *engagements
	retirements *retirements
	absences    *queue.Absences
	transcripts *transcripts
	announcer   *announcer
	letters     letters
	dealer      *dealer
	queue       *queue.Queue
	group       *workers.Group
	peers       Peers
}

var _ table.Broker = (*desk)(nil)

// Free implements table.Broker.
func (d *desk) Free(id data.MatchID, people ...data.PlayerID) {
	d.engagements.dismiss(id, people)
	if players := slices.DeleteFunc(slices.Clone(people), data.PlayerID.Guest); len(players) > 0 {
		d.retirements.add(id, players)
	}
}

// Ended implements table.Broker. Players can still sit at the table.
func (d *desk) Ended(id data.MatchID, r engine.Result, late engine.Seat) {
	e, err := d.tables.find(id)
	if err != nil {
		return // it never ran
	}
	if c := conductAt(e, r, late); c != nil {
		c.note(d.absences)
		d.peers.Judged(c)
	}
	d.engagements.end(id)
	d.tables.retire(e)
}

// TableEnded implements table.Broker.
func (d *desk) TableEnded(id data.MatchID) {
	if e, err := d.tables.find(id); err == nil {
		d.transcripts.close(id)
		d.tables.forget(e)
	}
}

// Lost implements table.Broker.
func (d *desk) Lost(id data.MatchID) {
	d.engagements.end(id)
	d.TableEnded(id)
}

// MaySlow implements table.Broker.
func (d *desk) MaySlow(id data.MatchID, players, newcomers []data.PlayerID) error {
	return d.engagements.maySlow(id, players, newcomers)
}

// Slow implements table.Broker.
func (d *desk) Slow(id data.MatchID, payers []quota.Payer, store func() error) error {
	err := d.engagements.slow(id, payers, store)
	if e, missing := d.tables.find(id); err == nil && missing == nil {
		e.pace = data.Day
	}
	return err
}

// SpectatorsAllowed implements table.Broker.
func (d *desk) SpectatorsAllowed(id data.MatchID, allow bool) {
	if e, err := d.tables.find(id); err == nil {
		d.tables.allowSpectators(e, allow)
	}
}

// MayRematch implements table.Broker.
func (d *desk) MayRematch(id data.MatchID) error {
	e, err := d.tables.find(id)
	if err == nil && e.match.Rated && d.engagements.Meet(e.match.Game, e.players...) {
		return seating.ErrMeeting
	}
	return err
}

// Rematch implements table.Broker. Its people leave wherever they wait, and their games with the
// house are voided.
func (d *desk) Rematch(id data.MatchID) (data.MatchID, error) {
	e, err := d.tables.find(id)
	if err != nil {
		return "", err
	}
	m := e.match
	seats := make([]seating.Occupant, len(m.Seats))
	for i, s := range m.Seats {
		seats[(i+1)%len(seats)] = seating.Occupant{
			Player: data.Player{ID: e.players[i], Name: s.Name},
			Payer:  e.payers[i], Kind: s.Kind, Level: s.Level,
		}
	}
	next, err := d.dealer.Rematch(d.group.Context, matchmaking.Terms{
		Game: m.Game, Rated: m.Rated, OneAddress: m.OneAddress, Pace: e.pace, Clock: m.Clock,
		Seats: len(seats), Options: m.Options,
	}, m.Private, d.tables.noSpectators(e), seats)
	if err != nil {
		return "", err
	}
	if exclusive(e.players, e.pace) {
		people := seating.Persons(e.players)
		practice := d.tables.practice(people)
		d.peers.Dealt(people, next)
		d.group.Go(func() {
			d.queue.Settle(d.group.Context, people, next)
			d.dealer.putAway(practice)
		})
	}
	return next, nil
}

// Said implements table.Broker. Nobody complains of what is said to the house.
func (d *desk) Said(id data.MatchID, n matchmaking.Note) {
	if e, err := d.tables.find(id); err == nil && !seating.Practice(e.players) {
		d.transcripts.add(e, n)
	}
}

// Tell implements table.Broker. Absent players also get a letter when a game is over.
func (d *desk) Tell(player data.PlayerID, e matchmaking.Event) {
	d.announcer.Tell(player, e)
	if e.News == matchmaking.Over && !e.Here {
		detail := map[string]string{"match": string(e.Match), "game": e.Game}
		d.group.Go(func() { d.letters.Letter(player, 0, data.GameOver, detail) })
	}
}
