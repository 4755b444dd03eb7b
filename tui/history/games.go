package history

import (
	"errors"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// batch is how many of a player's games are fetched at once, ahead of the cursor.
const batch = 200

// games lists a player's games; the visitor's own list includes running ones.
type games struct {
	session *tui.Session
	player  data.Player
	list    page.List
	running []matchmaking.Listing
	past    []data.Match
	whole   bool // there are no older ones
	asked   bool // for older ones
	loaded  bool
	failed  bool
}

// older brings more of the list: games that ended before the last one.
type older struct {
	before data.MatchID
	past   []data.Match
}

// played brings the list.
type played struct {
	running []matchmaking.Listing
	past    []data.Match
}

// Games returns the list of a player's games; each leads to its table.
func Games(s *tui.Session, p data.Player) tui.Screen { return &games{session: s, player: p} }

func (g *games) own() bool { return g.player.ID == g.session.Player.ID }

func (g *games) Init() tea.Cmd {
	ctx, matches, broker, player, own := g.session.Context, g.session.Services.Matches, g.session.Broker, g.player.ID, g.own()
	return func() tea.Msg {
		var answer played
		var err error
		if own {
			answer.running, _ = broker.Mine(ctx, player) // past games are worth showing without them
		}
		if answer.past, err = matches.Past(ctx, player, "", batch); err != nil {
			return failure{}
		}
		return answer
	}
}

// mark keeps a game against the house for good, or undoes that.
func (g *games) mark() tea.Cmd {
	i := g.list.At - len(g.running)
	if !g.own() || i < 0 || i >= len(g.past) {
		return nil
	}
	m, s, list := g.past[i], g.session, g.Init()
	return func() tea.Msg {
		kept, err := s.Services.Matches.Keep(s.Context, s.Player.ID, m.ID, m.Passing)
		text := tui.Say("This game is kept.")
		switch {
		case errors.Is(err, data.ErrTooMany):
			text = tui.Say("You keep %d games already: unmark one first.", data.MaxKept)
		case err != nil:
			text = tui.Say("That did not work. Try again in a minute.")
		case kept.Passing:
			text = tui.Say("This game is kept until %s.", kept.Ended.Add(data.KeptFor).Format(time.DateOnly))
		}
		return tea.BatchMsg{tui.Ask(tui.Toast{Text: text}), list}
	}
}

// fetch fetches older games when the cursor comes near the end of the list.
func (g *games) fetch() tea.Cmd {
	if g.whole || g.asked || len(g.past) == 0 || g.list.At+batch/2 < g.list.Len {
		return nil
	}
	g.asked = true
	ctx, matches, player, before := g.session.Context, g.session.Services.Matches, g.player.ID, g.past[len(g.past)-1].ID
	return func() tea.Msg {
		more, err := matches.Past(ctx, player, before, batch)
		if err != nil {
			return failure{}
		}
		return older{before, more}
	}
}

// adopt adds games; fewer than requested means that these are the last.
func (g *games) adopt(past []data.Match) {
	g.past = append(g.past, past...)
	g.whole, g.asked = len(past) < batch, false
	g.list.Len = len(g.running) + len(g.past)
}

func (g *games) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case played:
		g.running, g.past, g.loaded, g.failed = msg.running, nil, true, false
		g.adopt(msg.past)
	case older:
		if n := len(g.past); n > 0 && g.past[n-1].ID == msg.before {
			g.adopt(msg.past)
		}
	case failure:
		g.failed, g.asked = true, false
	case tui.Shown:
		return g, g.Init()
	default:
		if back(msg) {
			return g, tui.Ask(tui.Pop{})
		}
		if retries(&g.failed, msg) {
			return g, g.Init()
		}
		if press, ok := msg.(tea.KeyPressMsg); ok {
			switch {
			case key.Matches(press, keys.profile):
				return g, tui.Ask(tui.Push{Screen: g.session.Routes.Profile(g.session, g.player)})
			case key.Matches(press, keys.mark):
				return g, g.mark()
			}
		}
		if g.list.Update(msg) {
			return g, tui.Ask(tui.Push{Screen: g.chosen()})
		}
	}
	return g, g.fetch()
}

// chosen is the table of the row under the cursor.
func (g *games) chosen() tui.Screen {
	if i := g.list.At; i < len(g.running) {
		return g.session.Routes.Play(g.session, g.running[i].ID)
	}
	return g.session.Routes.Replay(g.session, g.past[g.list.At-len(g.running)].ID)
}

func (g *games) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words("your games")), Fact: g.count(th)}
	if !g.own() {
		p.Title, p.Fact = th.Upper(th.Words("games")), g.player.Name
	}
	a := p.Body(w, h)
	switch {
	case g.failed:
		return p.Draw(th, w, h, page.Note(th.Danger, a.W, th.Words(unread)))
	case !g.loaded:
		return p.Draw(th, w, h, nil)
	case g.list.Len == 0:
		return p.Draw(th, w, h, page.Note(th.Text, a.W, th.Words("A clean sheet. No games yet.")))
	}
	now := g.session.LocalTime()
	var body []string
	from, to := g.list.Window(a.Y, a.H)
	for i := from; i < to; i++ {
		on := i == g.list.At
		if i < len(g.running) {
			body = append(body, g.runningRow(th, g.running[i], on, a.W))
			continue
		}
		body = append(body, matchRow(th, g.session, g.past[i-len(g.running)], g.player.ID, on, a.W, now))
	}
	return p.Draw(th, w, h, body)
}

// count counts the finished games, once all of them are here.
func (g *games) count(th *tui.Theme) string {
	switch n := len(g.past); {
	case !g.whole:
		return ""
	case n == 0:
		return th.Words("no games")
	default:
		return th.Several(n, "%d game", "%d games")
	}
}

func (g *games) runningRow(th *tui.Theme, t matchmaking.Listing, on bool, w int) string {
	fact := th.Words("waiting")
	if t.YourMove() {
		fact = th.Words("your move")
	}
	if !t.Until.IsZero() {
		fact += ", " + kit.Duration(max(0, t.Until.Sub(g.session.Now())))
	}
	if namesGames(g.session, w) {
		fact = g.session.Title(t.Game) + " " + th.Sign("·") + " " + fact
	}
	outcome := outcomeWidth(th)
	who := facing(th, t, t.Seat, w-3-outcome-kit.Width(fact))
	return cursor(th, on) + kit.Spread(w-2, th.Lamp.Render(kit.Pad(th.Words("runs"), outcome))+th.Bright.Render(who), th.Lamp.Render(fact))
}

func (g *games) ShortHelp() []key.Binding {
	verb := language.Mark("replay")
	if g.list.At < len(g.running) {
		verb = language.Mark("resume")
	}
	return []key.Binding{
		page.Keys.Choose, tui.When(g.list.Len > 0, tui.Says(page.Keys.Enter, verb)), keys.profile, page.Keys.Back,
	}
}

func (g *games) FullHelp() [][]key.Binding {
	mark := tui.When(g.own() && g.list.At >= len(g.running) && g.list.Len > 0, keys.mark)
	return [][]key.Binding{append(g.ShortHelp(), mark), g.list.Keys()[1:]}
}
