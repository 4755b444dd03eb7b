package table

import (
	"slices"
	"time"

	"golang.org/x/time/rate"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// How often a table may be opened to spectators: each time costs a write and a word to all. Closing it again costs as much,
// but nobody may keep another from that.
const (
	doorEvery = 10 * time.Second
	doorBurst = 3
)

// door owns whether a table allows spectators, and who wants it closed.
type door struct {
	services Services
	match    *data.Match
	game     *game
	journal  *journal
	notes    *notes
	shuts    []bool // by seat: they want it closed. Of a table that is closed from the start it may be anybody
	pace     *rate.Limiter
}

func newDoor(s Services, m *data.Match, g *game, j *journal, n *notes) *door {
	return &door{
		services: s, match: m, game: g, journal: j, notes: n,
		shuts: slices.Repeat([]bool{m.NoSpectators}, len(g.seats)), pace: rate.NewLimiter(rate.Every(doorEvery), doorBurst),
	}
}

// allowSpectators opens the table to spectators or closes it, in the store and then for all viewers. A seat closes it
// alone; it is opened once nobody in the game wants it closed. changed is false if it was so before. ErrOver, *BadTerms,
// data.ErrUnavailable.
func (d *door) allowSpectators(s engine.Seat, allow bool) (changed bool, err error) {
	if d.game.end != nil {
		return false, matchmaking.ErrOver
	}
	d.shuts[s] = !allow
	switch {
	case d.match.NoSpectators == !allow:
		return false, nil
	case allow && d.shut():
		return false, matchmaking.BadTermsf("others at this table want no spectators: it opens when they ask for that too")
	case allow && !d.pace.Allow():
		return false, matchmaking.BadTermsf("the table was opened and closed too often: try again in a few seconds")
	}
	if err := d.journal.allowSpectators(allow); err != nil {
		d.services.Log.Error("a table was not opened to spectators, or not closed", "err", err)
		return false, data.Unavailable(err)
	}
	d.match.NoSpectators = !allow
	d.services.SpectatorsAllowed(d.match.ID, allow)
	code := "opened"
	if !allow {
		code = "closed"
	}
	d.notes.tell(matchmaking.Note{Code: code, Seat: engine.Spectator})
	return true, nil
}

// shut reports whether somebody in the game wants the table closed.
func (d *door) shut() bool {
	for i, s := range d.game.seats {
		if d.shuts[i] && s.person() && !d.game.out[i] {
			return true
		}
	}
	return false
}
