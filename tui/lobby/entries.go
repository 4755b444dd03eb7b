package lobby

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/page"
)

// entries are the rows of home: first what runs already, then what there is.
func (h *home) entries() []entry {
	var rows []entry
	if t, ok := urgent(h.figures.mine); ok {
		rows = append(rows, h.running(t))
	}
	for _, g := range h.session.Games {
		rows = append(rows, h.strangers(g.Info()))
	}
	rows = append(rows, h.house(), h.private())
	if !h.session.Player.ID.Guest() {
		rows = append(rows, h.own())
	}
	return append(rows, h.watch(), h.rankings(), h.rules())
}

// push returns the choice that shows another screen.
func push(make func() tui.Screen) func() tea.Cmd {
	return func() tea.Cmd { return tui.Ask(tui.Push{Screen: make()}) }
}

// urgent picks the table to take up first: one that waits for the player.
func urgent(mine []matchmaking.Listing) (matchmaking.Listing, bool) {
	if len(mine) == 0 {
		return matchmaking.Listing{}, false
	}
	return mine[max(0, slices.IndexFunc(mine, asked))], true
}

func (h *home) running(t matchmaking.Listing) entry {
	live := "waiting for " + opponents(t)
	if asked(t) {
		live = "your move"
	}
	return entry{
		label: "Your table", hint: h.session.Title(t.Game) + " v " + opponents(t), live: live, verb: "take it up",
		choose: push(func() tui.Screen { return h.session.Routes.Play(h.session, t.ID) }),
	}
}

// opponents names the others at one's own table.
func opponents(t matchmaking.Listing) string {
	var names []string
	for i, s := range t.Seats {
		if engine.Seat(i) != t.Seat {
			names = append(names, s.Name)
		}
	}
	return strings.Join(names, ", ")
}

func (h *home) strangers(game engine.Info) entry {
	e := entry{label: game.Title, hint: "find a stranger", verb: "wait for one"}
	if game.MaxSeats > 2 {
		e.hint, e.verb = fmt.Sprintf("find a table (%d–%d)", game.MinSeats, game.MaxSeats), "wait for it"
	}
	if n := h.figures.counts.Waiting[game.Name]; n > 0 {
		e.live = fmt.Sprintf("%d waiting", n)
	} else if h.known {
		e.live = "nobody waits yet"
	}
	ticket := matchmaking.Ticket{Player: h.session.Player, Terms: terms(h.session, game.Name)}
	if search := h.session.Search; search != nil && search.Ticket.Game == game.Name && !private(search.Ticket) {
		e.live, e.verb, ticket = "you are waiting", "see the queue", search.Ticket
	}
	e.choose = push(func() tui.Screen { return h.session.Routes.Queue(h.session, ticket) })
	return e
}

// private reports whether a ticket is for a private table.
func private(t matchmaking.Ticket) bool { return t.Host || t.Join != "" }

func (h *home) house() entry {
	var levels []string
	for _, g := range h.session.Games {
		for _, level := range g.Info().Levels {
			if !slices.Contains(levels, level) {
				levels = append(levels, level)
			}
		}
	}
	return entry{
		label: "Against the house", hint: strings.Join(levels, " · "), verb: "choose a level",
		choose: push(func() tui.Screen { return House(h.session) }),
	}
}

func (h *home) private() entry {
	e := entry{
		label: "Private table", hint: "open one · join by code",
		choose: push(func() tui.Screen { return Private(h.session) }),
	}
	if search := h.session.Search; search != nil && private(search.Ticket) {
		e.live = fmt.Sprintf("%d of %d seated", search.Waiting.Seated, search.Waiting.Seats)
		e.choose = push(func() tui.Screen { return Queue(h.session, search.Ticket) })
	}
	return e
}

func (h *home) own() entry {
	e := entry{
		label: "Your games", hint: "none finished yet",
		choose: push(func() tui.Screen { return h.session.Routes.Games(h.session, h.session.Player) }),
	}
	if h.last != nil {
		e.hint = "all of them, again"
	}
	if n := len(h.figures.mine); n > 0 {
		e.live = fmt.Sprintf("%d running", n)
	}
	return e
}

func (h *home) watch() entry {
	e := entry{
		label: "Watch", live: h.figures.best,
		choose: push(func() tui.Screen { return h.session.Routes.Tables(h.session) }),
	}
	if h.known {
		e.hint = page.Count(h.figures.public, "table", "tables")
	}
	return e
}

func (h *home) rankings() entry {
	game := h.session.Games[0].Info().Name
	for _, g := range h.session.Games {
		if h.ranks[g.Info().Name] > 0 {
			game = g.Info().Name
			break
		}
	}
	e := entry{
		label: "Rankings", hint: "nobody ranked yet",
		choose: push(func() tui.Screen { return h.session.Routes.Rankings(h.session, game) }),
	}
	if total := h.totals[game]; h.ranks[game] > 0 {
		e.hint = fmt.Sprintf("you are %s of %d", page.Ordinal(h.ranks[game]), total)
	} else if total > 0 {
		e.hint = page.Count(total, "player", "players")
	}
	return e
}

func (h *home) rules() entry {
	game := h.session.Games[0].Info().Name
	return entry{
		label: "How to play", hint: "ten minutes, at the table", verb: "read",
		choose: push(func() tui.Screen { return h.session.Routes.Rules(h.session, game) }),
	}
}
