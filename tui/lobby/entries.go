package lobby

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/page"
)

// entries are the rows of home: first running games, then what can be started.
func (h *home) entries() []page.Entry {
	var rows []page.Entry
	if t, ok := urgent(h.figures.mine); ok {
		rows = append(rows, h.running(t))
	}
	many := len(h.figures.mine) > 1
	if many {
		rows = append(rows, h.own())
	}
	for _, g := range h.session.Games {
		rows = append(rows, h.strangers(g.Info()))
	}
	rows = append(rows, h.house(), h.private())
	if !h.session.Player.ID.Guest() {
		rows = append(rows, h.challenges())
	}
	if !h.session.Player.ID.Guest() && !many {
		rows = append(rows, h.own())
	}
	if h.puzzle.there() {
		rows = append(rows, h.today())
	}
	if h.figures.event.ID != 0 {
		rows = append(rows, h.tournament())
	}
	return append(rows, h.watch(), h.rankings(), h.rules())
}

// push returns the action that shows another screen.
func push(make func() tui.Screen) func() tea.Cmd {
	return func() tea.Cmd { return tui.Ask(tui.Push{Screen: make()}) }
}

// urgent picks the table to resume first: the first that waits for the player's move, if any.
func urgent(mine []matchmaking.Listing) (matchmaking.Listing, bool) {
	if len(mine) == 0 {
		return matchmaking.Listing{}, false
	}
	return mine[0], true
}

func (h *home) running(t matchmaking.Listing) page.Entry {
	live := h.session.Words("your move")
	if !t.YourMove() {
		live = h.session.Words("waiting for %s", page.Company(h.session.Language, names(t, func(seat engine.Seat) bool { return slices.Contains(t.Asked, seat) })))
	}
	others := names(t, func(seat engine.Seat) bool { return seat != t.Seat })
	against := h.session.Words("%d others", len(others))
	if len(others) == 1 {
		against = others[0]
	}
	return page.Entry{
		Label: h.session.Words("Your table"), Hint: h.session.Words("%s v %s", h.session.Title(t.Game), against), Live: live, Verb: language.Mark("resume"),
		Choose: push(func() tui.Screen { return h.session.Routes.Play(h.session, t.ID) }),
	}
}

// names are those of the people on some of the seats of a table.
func names(t matchmaking.Listing, on func(engine.Seat) bool) []string {
	var list []string
	for i, s := range t.Seats {
		if on(engine.Seat(i)) {
			list = append(list, s.Name)
		}
	}
	return list
}

func (h *home) strangers(game engine.Info) page.Entry {
	e := page.Entry{Label: game.Title, Hint: h.session.Words("find a stranger"), Verb: language.Mark("wait for one")}
	if roomy(game) {
		e.Hint, e.Verb = h.session.Words("find a table (%d–%d)", game.MinSeats, game.MaxSeats), language.Mark("look for it")
	}
	if n := h.figures.counts.Waiting[game.Name]; n > 0 {
		e.Live = h.gathered(game, n)
	} else if h.known {
		e.Live = h.session.Words("none waiting yet")
	}
	w := newWish(h.session, game.Name, true)
	ticket, ask := matchmaking.Ticket{Player: h.session.Player, Terms: w.terms()}, w.open()
	if search := h.session.Search; search != nil && search.Ticket.Game == game.Name && !search.Ticket.Private() && search.Ticket.Tournament == 0 {
		e.Live, e.Verb, ticket, ask = h.session.Words("you are waiting"), language.Mark("see the queue"), search.Ticket, false
	}
	e.Choose = push(func() tui.Screen {
		if ask {
			return newFind(h.session, game.Name)
		}
		return h.session.Routes.Queue(h.session, ticket)
	})
	return e
}

// gathered says how many more players a table of a game needs.
func (h *home) gathered(game engine.Info, n int) string {
	if roomy(game) && n < game.MinSeats {
		return h.session.Words("1 table filling, %d of %d", n, game.MinSeats)
	}
	return h.session.Several(n, "%d waiting", "%d waiting")
}

func (h *home) house() page.Entry {
	return page.Entry{
		Label: h.session.Words("Against the house"), Hint: span(h.session, h.session.Games[0].Info()), Verb: language.Mark("choose a level"),
		Choose: push(func() tui.Screen { return House(h.session, "") }),
	}
}

// span says from which level to which the house plays a game.
func span(s *tui.Session, game engine.Info) string {
	levels := game.Levels()
	switch len(levels) {
	case 0:
		return ""
	case 1:
		return page.Level(s.Language, levels[0])
	}
	return s.Words("%s to %s", page.Level(s.Language, levels[0]), page.Level(s.Language, levels[len(levels)-1]))
}

func (h *home) private() page.Entry {
	e := page.Entry{
		Label: h.session.Words("Private table"), Hint: h.session.Words("open one · join by code"),
		Choose: push(func() tui.Screen { return Private(h.session) }),
	}
	if search := h.session.Search; search != nil && search.Ticket.Private() {
		e.Live = h.session.Words("%d of %d seated", search.Waiting.Seated, search.Waiting.Seats)
		e.Choose = push(func() tui.Screen { return Queue(h.session, search.Ticket) })
	}
	return e
}

func (h *home) own() page.Entry {
	e := page.Entry{
		Label: h.session.Words("Your games"), Hint: h.session.Words("none finished yet"),
		Choose: push(func() tui.Screen { return h.session.Routes.Games(h.session, h.session.Player) }),
	}
	if h.last != nil {
		e.Hint = h.session.Words("all of them, again")
	}
	running, waiting := len(h.figures.mine), 0
	for _, t := range h.figures.mine {
		if t.YourMove() {
			waiting++
		}
	}
	switch {
	case waiting > 0 && running > 1:
		e.Hint, e.Live = h.session.Several(running, "%d running", "%d running"), h.session.Words("%d where it is your move", waiting)
	case running > 0:
		e.Live = h.session.Several(running, "%d running", "%d running")
	}
	return e
}

// challenges leads to the open challenges.
func (h *home) challenges() page.Entry {
	e := page.Entry{
		Label: h.session.Words("Challenges"), Hint: h.session.Words("games at a day a move"),
		Choose: push(func() tui.Screen { return Challenges(h.session) }),
	}
	mine, toMe, open := h.session.Player.ID, 0, 0
	for _, c := range h.figures.challenges {
		switch {
		case c.To.ID == mine:
			toMe++
		case c.From.ID != mine:
			open++
		}
	}
	switch {
	case toMe > 0:
		e.Live = h.session.Words("%d to you", toMe)
	case open > 0:
		e.Live = h.session.Words("%d to anybody", open)
	}
	return e
}

func (h *home) watch() page.Entry {
	e := page.Entry{
		Label: h.session.Words("Watch"), Live: h.best(),
		Choose: push(func() tui.Screen { return h.session.Routes.Tables(h.session) }),
	}
	if h.known {
		e.Hint = page.Tables(h.session.Language, h.figures.public)
	}
	return e
}

// best says who plays at the best table; "" for none.
func (h *home) best() string {
	if h.figures.best[1] == 0 {
		return ""
	}
	return h.session.Words("best: %.0f v %.0f", h.figures.best[0], h.figures.best[1])
}

func (h *home) rankings() page.Entry {
	game := h.session.Games[0].Info().Name
	for _, g := range h.session.Games {
		if h.Ranks[g.Info().Name] > 0 {
			game = g.Info().Name
			break
		}
	}
	e := page.Entry{
		Label: h.session.Words("Rankings"), Hint: h.session.Words("nobody ranked yet"), Live: season(h.session, h.Seasons[game]),
		Choose: push(func() tui.Screen { return h.session.Routes.Rankings(h.session, game) }),
	}
	if total := h.Totals[game]; h.Ranks[game] > 0 {
		e.Hint = h.session.Words("you are %s of %d", page.Ordinal(h.session.Language, h.Ranks[game]), total)
	} else if total > 0 {
		e.Hint = page.Players(h.session.Language, total)
	}
	return e
}

func (h *home) rules() page.Entry {
	e := page.Entry{
		Label: h.session.Words("How to play"), Hint: h.session.Words("the rules, in plain words"), Verb: language.Mark("read"),
		Choose: push(func() tui.Screen { return Learn(h.session) }),
	}
	if slices.ContainsFunc(h.session.Games, tui.Game.Teaches) {
		e.Hint, e.Verb = h.session.Words("a lesson · the rules"), language.Mark("learn")
	}
	for _, g := range h.session.Games {
		if at, scenes := h.session.Taught(g.Info().Name); at.Scene > 0 {
			e.Live, e.Verb = fmt.Sprintf("scene %d of %d", at.Scene+1, scenes), "go on"
		}
	}
	return e
}
