package lobby

import (
	"fmt"
	"slices"
	"strings"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/page"
)

// verbs are what one comes for: a running game first, then what can be played.
func (h *facts) verbs() []page.Entry {
	rows := make([]page.Entry, 0, 8)
	if len(h.figures.mine) > 0 {
		rows = append(rows, h.running(h.figures.mine[0]))
	}
	if h.newcomer() {
		rows = append(rows, h.first()...)
	}
	for i, g := range h.session.Games {
		rows = append(rows, h.strangers(i, g.Info()))
	}
	rows = append(rows, h.practice(), h.friends())
	if !h.session.Player.ID.Guest() {
		rows = append(rows, h.own())
	}
	return rows
}

// shelf is what there is to look at.
func (h *facts) shelf() []page.Entry {
	rows := make([]page.Entry, 0, 8)
	if h.puzzle.there() {
		rows = append(rows, h.today())
	}
	if h.figures.event.ID != 0 {
		rows = append(rows, h.tournament())
	}
	return append(append(rows, h.open()...), h.watch(), h.rankings(), h.learn())
}

// newcomer reports whether the visitor has not finished a game yet, as far as is known.
func (h *facts) newcomer() bool { return h.read && len(h.Past) == 0 }

// first is where a newcomer begins: the lesson of the first game, until it is finished.
func (h *facts) first() []page.Entry {
	g := h.session.Games[0]
	info := g.Info()
	at, scenes := h.session.Taught(info.Name)
	if !g.Teaches() || at.Done {
		return nil
	}
	e := page.Entry{
		Label: h.session.Words("Learn %s", info.Title), Hint: h.session.Words("ten minutes at a table of your own"), Verb: language.Mark("learn"),
		Choose: push(func() tui.Screen { return h.session.Routes.Lesson(h.session, info.Name) }),
	}
	if at.Scene > 0 {
		e.Live, e.Verb = h.session.Words("scene %d of %d", at.Scene+1, scenes), language.Mark("go on")
	}
	return []page.Entry{e}
}

func (h *facts) running(t matchmaking.Listing) page.Entry {
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

// strangers leads to the queue of the i-th game. The first game goes without its name.
func (h *facts) strangers(i int, game engine.Info) page.Entry {
	s := h.session
	e := page.Entry{Label: game.Title, Hint: s.Words("a stranger"), Verb: language.Mark("wait for one")}
	if roomy(game) {
		e.Hint, e.Verb = s.Words("table of %d–%d", game.MinSeats, game.MaxSeats), language.Mark("look for it")
	}
	if i == 0 {
		e.Label, e.Hint = s.Words("Play a stranger"), game.Title
	}
	if n := h.figures.counts.Waiting[game.Name]; n > 0 {
		e.Live = h.gathered(game, n)
	} else if h.known {
		e.Live = s.Words("nobody waits yet")
	}
	search := s.Search
	if search != nil && (search.Ticket.Game != game.Name || search.Ticket.Private() || search.Ticket.Tournament != 0) {
		search = nil
	}
	if search != nil {
		e.Live, e.Verb = s.Words("you are waiting"), language.Mark("see the queue")
	}
	e.Choose = push(func() tui.Screen {
		if search != nil {
			return s.Routes.Queue(s, search.Ticket)
		}
		w := newWish(s, game.Name, true)
		return s.Routes.Queue(s, matchmaking.Ticket{Player: s.Player, Terms: w.terms()})
	})
	return e
}

// gathered says how many more players a table of a game needs.
func (h *facts) gathered(game engine.Info, n int) string {
	if roomy(game) && n < game.MinSeats {
		return h.session.Words("1 table filling, %d of %d", n, game.MinSeats)
	}
	return h.session.Several(n, "%d waits", "%d wait")
}

func (h *facts) practice() page.Entry {
	return page.Entry{
		Label: h.session.Words("Practice"), Hint: h.session.Words("against the house, no clock"), Verb: language.Mark("choose a level"),
		Choose: push(func() tui.Screen { return House(h.session, "") }),
	}
}

// span returns the lowest and the highest level of the house in a game.
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

// friends leads to private tables and challenges.
func (h *facts) friends() page.Entry {
	e := page.Entry{
		Label: h.session.Words("With a friend"), Hint: h.session.Words("open a table · type a code · challenge"),
		Choose: push(func() tui.Screen { return Private(h.session) }),
	}
	if friends := h.figures.friends; len(friends) > 0 {
		e.Live = h.session.Several(len(friends), "%d friend here", "%d friends here")
	}
	if n := len(toMe(h.figures.challenges, h.session.Player.ID)); n > 0 {
		e.Hint, e.Live = "", h.session.Several(n, "%d challenge to you", "%d challenges to you")
	}
	if search := h.session.Search; search != nil && search.Ticket.Private() {
		e.Hint, e.Live = "", h.session.Words("%d of %d seated", search.Waiting.Seated, search.Waiting.Seats)
		e.Choose = push(func() tui.Screen { return Queue(h.session, search.Ticket) })
	}
	return e
}

// toMe are the challenges to one player.
func toMe(list []data.Challenge, p data.PlayerID) []data.Challenge {
	var mine []data.Challenge
	for _, c := range list {
		if c.To.ID == p {
			mine = append(mine, c)
		}
	}
	return mine
}

// open leads to the challenges to anybody, if there are any.
func (h *facts) open() []page.Entry {
	n := 0
	for _, c := range h.figures.challenges {
		if c.To.ID == 0 && c.From.ID != h.session.Player.ID {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return []page.Entry{{
		Label: h.session.Words("Challenges"), Live: h.session.Words("%d to anybody", n),
		Choose: push(func() tui.Screen { return Challenges(h.session) }),
	}}
}

// own leads to the visitor's games.
func (h *facts) own() page.Entry {
	s := h.session
	e := page.Entry{
		Label:  s.Words("Your games"),
		Choose: push(func() tui.Screen { return s.Routes.Games(s, s.Player) }),
	}
	switch n := len(h.Past); {
	case n >= glance:
		e.Hint = s.Words("many to replay")
	case n > 0:
		e.Hint = s.Several(n, "%d to replay", "%d to replay")
	case h.read:
		e.Hint = s.Words("none finished yet")
	}
	running, waiting := len(h.figures.mine), 0
	for _, t := range h.figures.mine {
		if t.YourMove() {
			waiting++
		}
	}
	switch {
	case waiting > 0 && running > 1:
		e.Live = s.Several(waiting, "%d your move", "%d your move")
	case running > 0:
		e.Live = s.Several(running, "%d running", "%d running")
	}
	return e
}

func (h *facts) watch() page.Entry {
	e := page.Entry{
		Label:  h.session.Words("Watch"),
		Choose: push(func() tui.Screen { return h.session.Routes.Tables(h.session) }),
	}
	if h.known {
		e.Live = page.Tables(h.session.Language, h.figures.public)
	}
	return e
}

func (h *facts) rankings() page.Entry {
	game := h.session.Games[0].Info().Name
	for _, g := range h.session.Games {
		if h.Ranks[g.Info().Name] > 0 {
			game = g.Info().Name
			break
		}
	}
	e := page.Entry{
		Label:  h.session.Words("Rankings"),
		Choose: push(func() tui.Screen { return h.session.Routes.Rankings(h.session, game) }),
	}
	if rank := h.Ranks[game]; rank > 0 {
		e.Live = h.session.Words("%s of %d", page.Ordinal(h.session.Language, rank), h.Totals[game])
	}
	return e
}

// learn leads to the lessons and the rules, and shows how far the visitor has come in each lesson.
func (h *facts) learn() page.Entry {
	s := h.session
	e := page.Entry{
		Label: s.Words("Learn"), Verb: language.Mark("learn"),
		Choose: push(func() tui.Screen { return Learn(s) }),
	}
	var taught []string
	for _, g := range s.Games {
		at, scenes := s.Taught(g.Info().Name)
		if at.Done {
			at.Scene = scenes - 1
		}
		if at.Scene > 0 && scenes > 0 {
			taught = append(taught, fmt.Sprintf("%s %d/%d", g.Info().Title, at.Scene+1, scenes))
		}
	}
	if e.Live = strings.Join(taught, " · "); e.Live == "" {
		e.Live = s.Words("a lesson · the rules")
	}
	if !slices.ContainsFunc(s.Games, tui.Game.Teaches) {
		e.Live = s.Words("the rules")
	}
	return e
}

// tournament leads to the events.
func (h *facts) tournament() page.Entry {
	s, e := h.session, h.figures.event
	row := page.Entry{
		Label: s.Words("Event"), Verb: language.Mark("see it"),
		Choose: push(func() tui.Screen { return s.Routes.Event(s) }),
	}
	place := ""
	if e.rank > 0 {
		place = page.Ordinal(s.Language, e.rank)
	}
	stand := ""
	switch {
	case s.Search != nil && s.Search.Ticket.Tournament == e.ID:
		stand = s.Words("you are waiting")
	case e.stage == data.Coming:
		stand = s.Words("starts %s", page.Moment(s, e.Starts))
	case e.stage != data.Running && place != "":
		stand = s.Words("over: you were %s", place)
	case e.stage != data.Running:
		stand = s.Words("over")
	case place != "":
		stand = s.Words("until %s, you are %s", page.Moment(s, e.Ends), place)
	default:
		stand = s.Words("until %s", page.Moment(s, e.Ends))
	}
	row.Live = e.Title + " " + stand
	return row
}

// today leads to the puzzle of the day.
func (h *facts) today() page.Entry {
	s := h.session
	e := page.Entry{
		Label: s.Words("Today's puzzle"), Verb: language.Mark("look at it"),
		Choose: push(func() tui.Screen { return s.Routes.Puzzle(s) }),
	}
	given, answered := h.puzzle.Weigh(h.puzzle.fared.Today)
	switch run := h.puzzle.fared.Run; {
	case !answered:
		e.Live = s.Words("new")
	case h.puzzle.Solved(given) && run > 1:
		e.Live = s.Several(run, "%d day in a row", "%d days in a row")
	case h.puzzle.Solved(given):
		e.Live = s.Words("solved")
	default:
		e.Live = s.Words("not solved")
	}
	return e
}
