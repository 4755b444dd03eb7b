package local

import (
	"cmp"
	"fmt"
	"slices"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/matchmaking/queue/pairing"
	"noir/matchmaking/seating"
)

// usualSeats is the size of a private or house table without a stated number.
const usualSeats = 4

// games are the games offered here, by name. They never change.
type games map[string]engine.Game

func newGames(all []engine.Game) games {
	gs := games{}
	for _, g := range all {
		gs[g.Info().Name] = g
	}
	return gs
}

// Info describes an offered game.
func (gs games) Info(game string) engine.Info { return gs[game].Info() }

// Fill returns a number of house players of a level. Their names have a slash, which no
// player's name can have.
func (gs games) Fill(game, level string, n int) []seating.Occupant {
	known, _ := gs.Info(game).Opponent(level)
	occupants := make([]seating.Occupant, n)
	for i := range occupants {
		name := known.Name + "/" + level
		if n > 1 {
			name = fmt.Sprintf("%s-%d", name, i+1)
		}
		occupants[i] = seating.Occupant{Player: data.Player{Name: name}, Kind: data.Bot, Level: level}
	}
	return occupants
}

// Check completes a ticket's terms. The returned game is nil for a ticket that joins a
// table without naming a game. *matchmaking.BadTerms for terms that are not possible.
func (gs games) Check(t *matchmaking.Ticket) (engine.Game, error) {
	if err := checkKind(t); err != nil {
		return nil, err
	}
	g, ok := gs[t.Game]
	switch {
	case t.Join != "" && t.Game == "": // its host's terms hold
		return nil, nil
	case !ok:
		return nil, matchmaking.BadTermsf("there is no game %q: choose one that is played here", t.Game)
	case t.Join != "":
		return g, nil
	}
	info := g.Info()
	if direct(t) && t.Seats == 0 {
		t.Seats = min(max(usualSeats, info.MinSeats), info.MaxSeats)
	}
	if t.Pace == "" {
		t.Pace = data.Live
	}
	if err := checkTerms(t, info); err != nil {
		return nil, err
	}
	_, err := seating.Options(g, max(t.Seats, info.MinSeats), t.Options)
	return g, err
}

// direct reports whether a ticket is for a table without strangers.
func direct(t *matchmaking.Ticket) bool { return t.Bot != "" || t.Host }

// checkKind refuses a ticket for no kind of table, or for several.
func checkKind(t *matchmaking.Ticket) error {
	switch {
	case t.Player.ID == 0:
		return matchmaking.BadTermsf("you have no name yet: choose one first")
	case t.Bot != "" && t.Host, t.Bot != "" && t.Join != "", t.Host && t.Join != "":
		return matchmaking.BadTermsf("ask for one of three: a table with the house, one of your own, or one to join")
	case t.To.ID != 0 && (!t.Host || t.Player.ID.Guest() || t.To.ID == t.Player.ID):
		return matchmaking.BadTermsf("to challenge somebody you need a key and a private table of your own")
	case t.Seat != nil && t.Origin == data.Origin{}:
		return matchmaking.BadTermsf("you choose a seat only where you go on from another game: leave it out")
	case t.Public && !t.Host:
		return matchmaking.BadTermsf("only a private table of your own can be opened to those who watch: host one")
	case t.Fill != "" && !t.Host:
		return matchmaking.BadTermsf("the house fills only a private table of your own: host one")
	}
	return nil
}

// checkTerms refuses terms that a game does not allow.
func checkTerms(t *matchmaking.Ticket, info engine.Info) error {
	level := cmp.Or(t.Bot, t.Fill)
	switch {
	case t.Seats != 0 && (t.Seats < info.MinSeats || t.Seats > info.MaxSeats):
		return seating.WrongSize(info)
	case level != "" && !slices.Contains(info.Levels(), level):
		return matchmaking.BadTermsf("the house plays at the levels %q", info.Levels())
	case level != "" && t.Rated:
		return matchmaking.BadTermsf("a table with the house is casual: leave rated out")
	case t.Rated && t.Player.ID.Guest():
		return matchmaking.BadTermsf("guests play unrated: connect with a key to be rated")
	case t.Pace == data.Fast && !direct(t):
		return matchmaking.BadTermsf("only tables with the house and private ones can have pace fast")
	case t.Pace != data.Live && t.Pace != data.Fast && t.Pace != data.Day:
		return matchmaking.BadTermsf("the paces are live, fast and day")
	case t.Pace == data.Day && t.Player.ID.Guest():
		return matchmaking.ErrNoDay
	case t.Clock != "" && !slices.Contains(data.Clocks[:], t.Clock):
		return matchmaking.BadTermsf("the clocks are x1, x2, x4 and none")
	case t.Clock != "" && (!direct(t) || t.Pace == data.Day):
		return matchmaking.BadTermsf("only tables with the house and private ones, at pace live or fast, can have another clock")
	case t.Clock == data.NoClock && t.Rated:
		return matchmaking.BadTermsf("a rated game has a clock: x1, x2 or x4")
	}
	return nil
}

// sizes returns the table sizes that suit a ticket.
func sizes(info engine.Info, wish int) pairing.Sizes {
	switch {
	case wish != 0:
		return pairing.Exactly(wish)
	case info.MinSeats == info.MaxSeats:
		return pairing.Exactly(info.MinSeats)
	}
	return pairing.Sizes{
		Min: min(max(usualSeats, info.MinSeats), info.MaxSeats), Max: info.MaxSeats,
		Late: info.MinSeats, After: matchmaking.LateAfter,
	}
}
