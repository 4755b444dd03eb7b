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

// facts are what home's rows are made of: what is known about the visitor and the server.
type facts struct {
	session  *tui.Session
	figures  figures
	known    bool // the figures have come
	standing standing
}

// verbs are what one comes for: a running game first, then what can be played.
func (f *facts) verbs() []page.Entry {
	rows := make([]page.Entry, 0, 8)
	if len(f.figures.mine) > 0 {
		rows = append(rows, f.running(f.figures.mine[0]))
	}
	if f.newcomer() {
		rows = append(rows, f.first()...)
	}
	for i, g := range f.session.Games {
		rows = append(rows, f.strangers(i, g.Info()))
	}
	rows = append(rows, f.practice(), f.friends())
	if !f.session.Player.ID.Guest() {
		rows = append(rows, f.own())
	}
	return rows
}

// shelf is what there is to look at.
func (f *facts) shelf() []page.Entry {
	rows := make([]page.Entry, 0, 8)
	if f.standing.Puzzle.ID != 0 {
		rows = append(rows, f.today())
	}
	if f.figures.event.tournament.ID != 0 {
		rows = append(rows, f.tournament())
	}
	return append(append(rows, f.open()...), f.watch(), f.rankings(), f.learn())
}

// newcomer reports whether the visitor has not finished a game yet, as far as is known.
func (f *facts) newcomer() bool { return f.standing.known && len(f.standing.Past) == 0 }

// first is where a newcomer begins: the lesson of the first game, until it is finished.
func (f *facts) first() []page.Entry {
	g := f.session.Games[0]
	info := g.Info()
	at, scenes := f.session.Taught(info.Name)
	if !g.Teaches() || at.Done {
		return nil
	}
	e := page.Entry{
		Label: f.session.Words("Learn %s", info.Title), Hint: f.session.Words("ten minutes at a table of your own"), Verb: language.Mark("learn"),
		Choose: push(func() tui.Screen { return f.session.Routes.Lesson(f.session, info.Name) }),
	}
	if at.Scene > 0 {
		e.Live, e.Verb = f.session.Words("scene %d of %d", at.Scene+1, scenes), language.Mark("go on")
	}
	return []page.Entry{e}
}

func (f *facts) running(t matchmaking.Listing) page.Entry {
	live := f.session.Words("your move")
	if !t.YourMove() {
		live = f.session.Words("waiting for %s", page.Company(f.session.Language, names(t, func(seat engine.Seat) bool { return slices.Contains(t.Asked, seat) })))
	}
	others := names(t, func(seat engine.Seat) bool { return seat != t.Seat })
	against := f.session.Words("%d others", len(others))
	if len(others) == 1 {
		against = others[0]
	}
	return page.Entry{
		Label: f.session.Words("Your table"), Hint: f.session.Words("%s v %s", f.session.Title(t.Game), against), Live: live, Verb: language.Mark("resume"),
		Choose: push(func() tui.Screen { return f.session.Routes.Play(f.session, t.ID) }),
	}
}

// strangers leads to the queue of the i-th game. The first game goes without its name.
func (f *facts) strangers(i int, game engine.Info) page.Entry {
	s := f.session
	e := page.Entry{Label: game.Title, Hint: s.Words("a stranger"), Verb: language.Mark("wait for one")}
	if roomy(game) {
		e.Hint, e.Verb = s.Words("table of %d–%d", game.MinSeats, game.MaxSeats), language.Mark("look for it")
	}
	if i == 0 {
		e.Label, e.Hint = s.Words("Play a stranger"), game.Title
	}
	if n := f.figures.counts.Waiting[game.Name]; n > 0 {
		e.Live = f.gathered(game, n)
	} else if f.known {
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
func (f *facts) gathered(game engine.Info, n int) string {
	if roomy(game) && n < game.MinSeats {
		return f.session.Words("1 table filling, %d of %d", n, game.MinSeats)
	}
	return f.session.Several(n, "%d waits", "%d wait")
}

func (f *facts) practice() page.Entry {
	return page.Entry{
		Label: f.session.Words("Practice"), Hint: f.session.Words("against the house, no clock"), Verb: language.Mark("choose a level"),
		Choose: push(func() tui.Screen { return House(f.session, "") }),
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
func (f *facts) friends() page.Entry {
	e := page.Entry{
		Label: f.session.Words("With a friend"), Hint: f.session.Words("open a table · type a code · challenge"),
		Choose: push(func() tui.Screen { return Private(f.session) }),
	}
	if friends := f.figures.friends; len(friends) > 0 {
		e.Live = f.session.Several(len(friends), "%d friend here", "%d friends here")
	}
	if n := len(toMe(f.figures.challenges, f.session.Player.ID)); n > 0 {
		e.Hint, e.Live = "", f.session.Several(n, "%d challenge to you", "%d challenges to you")
	}
	if search := f.session.Search; search != nil && search.Ticket.Private() {
		e.Hint, e.Live = "", f.session.Words("%d of %d seated", search.Waiting.Seated, search.Waiting.Seats)
		e.Choose = push(func() tui.Screen { return Queue(f.session, search.Ticket) })
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
func (f *facts) open() []page.Entry {
	n := 0
	for _, c := range f.figures.challenges {
		if c.To.ID == 0 && c.From.ID != f.session.Player.ID {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return []page.Entry{{
		Label: f.session.Words("Challenges"), Live: f.session.Words("%d to anybody", n),
		Choose: push(func() tui.Screen { return Challenges(f.session) }),
	}}
}

// own leads to the visitor's games.
func (f *facts) own() page.Entry {
	s := f.session
	e := page.Entry{
		Label:  s.Words("Your games"),
		Choose: push(func() tui.Screen { return s.Routes.Games(s, s.Player) }),
	}
	switch n := len(f.standing.Past); {
	case n >= glance:
		e.Hint = s.Words("many to replay")
	case n > 0:
		e.Hint = s.Several(n, "%d to replay", "%d to replay")
	case f.standing.known:
		e.Hint = s.Words("none finished yet")
	}
	running, waiting := len(f.figures.mine), 0
	for _, t := range f.figures.mine {
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

func (f *facts) watch() page.Entry {
	e := page.Entry{
		Label:  f.session.Words("Watch"),
		Choose: push(func() tui.Screen { return f.session.Routes.Tables(f.session) }),
	}
	if f.known {
		e.Live = page.Tables(f.session.Language, f.figures.public)
	}
	return e
}

func (f *facts) rankings() page.Entry {
	game := f.session.Games[0].Info().Name
	for _, g := range f.session.Games {
		if f.standing.Ranks[g.Info().Name] > 0 {
			game = g.Info().Name
			break
		}
	}
	e := page.Entry{
		Label:  f.session.Words("Rankings"),
		Choose: push(func() tui.Screen { return f.session.Routes.Rankings(f.session, game) }),
	}
	if rank := f.standing.Ranks[game]; rank > 0 {
		e.Live = f.session.Words("%s of %d", page.Ordinal(f.session.Language, rank), f.standing.Totals[game])
	}
	return e
}

// learn leads to the lessons and the rules, and shows how far the visitor has come in each lesson.
func (f *facts) learn() page.Entry {
	s := f.session
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
func (f *facts) tournament() page.Entry {
	s, e := f.session, f.figures.event
	t := e.tournament
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
	case s.Search != nil && s.Search.Ticket.Tournament == t.ID:
		stand = s.Words("you are waiting")
	case e.stage == data.Coming:
		stand = s.Words("starts %s", page.Moment(s, t.Starts))
	case e.stage != data.Running && place != "":
		stand = s.Words("over: you were %s", place)
	case e.stage != data.Running:
		stand = s.Words("over")
	case place != "":
		stand = s.Words("until %s, you are %s", page.Moment(s, t.Ends), place)
	default:
		stand = s.Words("until %s", page.Moment(s, t.Ends))
	}
	row.Live = t.Title + " " + stand
	return row
}

// today leads to the puzzle of the day.
func (f *facts) today() page.Entry {
	s := f.session
	e := page.Entry{
		Label: s.Words("Today's puzzle"), Verb: language.Mark("look at it"),
		Choose: push(func() tui.Screen { return s.Routes.Puzzle(s) }),
	}
	puzzle, fared := f.standing.Puzzle, f.standing.Solving
	given, answered := puzzle.Weigh(fared.Today)
	switch {
	case !answered:
		e.Live = s.Words("new")
	case puzzle.Solved(given) && fared.Run > 1:
		e.Live = s.Several(fared.Run, "%d day in a row", "%d days in a row")
	case puzzle.Solved(given):
		e.Live = s.Words("solved")
	default:
		e.Live = s.Words("not solved")
	}
	return e
}
