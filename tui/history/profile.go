package history

import (
	"errors"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/app/service"
	"noir/data"
	"noir/data/stats"
	"noir/internal/language"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// latest is how many games a profile lists.
const latest = 30

// tab is one of the pages that a profile shows below the standing.
type tab int

const (
	tabGames  tab = iota // the curve, and the latest games
	tabRecord            // the results
	tabRivals            // the most frequent opponents
	tabCount
)

var tabNames = [tabCount]string{language.Mark("games"), language.Mark("record"), language.Mark("rivals")}

// profile is the screen about a player.
type profile struct {
	page.Polling // of the count, so that it ends when nobody sees the screen
	session      *tui.Session
	player       data.Player
	created      time.Time // zero while it is not known
	kind         kind
	tab          tab
	games        page.List
	rivals       rivals
	past         []data.Match
	kinds        map[string]service.Profile
	means        map[string][]stats.Mean // nil until they are counted
	loaded       bool
	failed       bool
}

// told brings a profile, and the player as stored, since callers may know only the id and the name.
type told struct {
	player data.Player
	kinds  map[string]service.Profile
	past   []data.Match
}

// counted brings the statistics of a player's play, by game.
type counted map[string][]stats.Mean

// Profile returns the screen about a player.
func Profile(s *tui.Session, p data.Player) tui.Screen {
	return &profile{session: s, player: p, kind: newKind(s, "")}
}

func (p *profile) Init() tea.Cmd { return tea.Batch(p.look(), p.count()) }

// look reads the player's profile.
func (p *profile) look() tea.Cmd {
	ctx, services, player, name, games := p.session.Context, p.session.Services, p.player.ID, p.player.Name, p.kind.names()
	return func() tea.Msg {
		answer := told{kinds: map[string]service.Profile{}}
		answer.player, _ = services.Names.Find(ctx, name) // on an error there is no date
		past, failed := services.Matches.Past(ctx, player, "", latest)
		answer.past = past
		for _, game := range games {
			rec, err := services.Rankings.Profile(ctx, game, player, mostPoints)
			answer.kinds[game], failed = rec, errors.Join(failed, err)
		}
		if failed != nil {
			return failure{}
		}
		return answer
	}
}

// count has the player's games counted, which takes a while, as long as the screen is seen. It leaves out what cannot be
// counted.
func (p *profile) count() tea.Cmd {
	ctx, book, player, games := p.Anew(p.session.Context), p.session.Services.Rankings, p.player.ID, p.kind.names()
	return func() tea.Msg {
		answer := counted{}
		for _, game := range games {
			answer[game], _ = book.Means(ctx, game, player)
		}
		if ctx.Err() != nil {
			return nil
		}
		return answer
	}
}

func (p *profile) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case told:
		p.kinds, p.past, p.loaded = msg.kinds, msg.past, true
		p.created = msg.player.Created
		p.turn()
	case counted:
		p.means = msg
	case failure:
		p.failed = true
	case tui.Hidden:
		p.Leave()
	case tui.Shown:
		if p.means == nil {
			return p, p.count()
		}
	default:
		return p, p.input(msg)
	}
	return p, nil
}

// shown is the player's profile in the shown game.
func (p *profile) shown() service.Profile { return p.kinds[p.kind.info().Name] }

// turn sets the lists for the shown game.
func (p *profile) turn() {
	p.games.Len = len(p.past)
	met := p.shown().Rivals
	p.rivals = rivals{page.List{Len: len(met)}, met}
}

// input handles a key or the mouse.
func (p *profile) input(msg tea.Msg) tea.Cmd {
	press, _ := msg.(tea.KeyPressMsg)
	switch {
	case back(msg):
		return tui.Ask(tui.Pop{})
	case retries(&p.failed, msg):
		return p.Init()
	case key.Matches(press, keys.games):
		return tui.Ask(tui.Push{Screen: p.session.Routes.Games(p.session, p.player)})
	case key.Matches(press, keys.tie) && p.another():
		return tui.Ask(tui.Push{Screen: p.session.Routes.Tie(p.session, p.player)})
	case key.Matches(press, page.Keys.Right):
		p.tab = (p.tab + 1) % tabCount
	case key.Matches(press, page.Keys.Left):
		p.tab = (p.tab + tabCount - 1) % tabCount
	case p.kind.turned(msg):
		p.turn()
	case p.tab == tabGames && p.games.Update(msg):
		return tui.Ask(tui.Push{Screen: p.session.Routes.Replay(p.session, p.past[p.games.At].ID)})
	case p.tab == tabRivals && p.rivals.Update(msg):
		return tui.Ask(tui.Push{Screen: p.session.Routes.Profile(p.session, p.rivals.met[p.rivals.At].Player)})
	}
	return nil
}

// presence says since when the player is here, and whether they are here now.
func (p *profile) presence(th *tui.Theme) string {
	since, here := th.ShortDate(p.created.In(p.session.Local())), p.session.Here(p.player.ID)
	switch {
	case p.created.IsZero() && here:
		return th.Words("here now")
	case p.created.IsZero():
		return ""
	case here:
		return th.Words("here now") + " " + th.Sign("·") + " " + th.Words("since %s", since)
	}
	return th.Words("here since %s", since)
}

func (p *profile) View(w, h int, th *tui.Theme) []string {
	pg := page.Page{Title: p.player.Name, Fact: p.presence(th)}
	a := pg.Body(w, h)
	switch {
	case p.failed:
		return pg.Draw(th, w, h, page.Note(th.Danger, a.W, th.Words(unread)))
	case !p.loaded:
		return pg.Draw(th, w, h, nil)
	}
	body := p.head(th, a.W)
	rest := page.Area{X: a.X, Y: a.Y + len(body), W: a.W, H: a.H - len(body)}
	switch p.tab {
	case tabGames:
		body = append(body, p.drawGames(th, rest)...)
	case tabRecord:
		body = append(body, record{p.shown(), p.session, p.means[p.kind.info().Name], p.means != nil}.draw(th, rest.W)...)
	case tabRivals:
		body = append(body, p.rivals.draw(th, p.player.Name, rest)...)
	}
	return pg.Draw(th, w, h, body)
}

// head shows the standing in the shown game, and which tab is shown.
func (p *profile) head(th *tui.Theme, w int) []string {
	dot := " " + th.Sign("·") + " "
	title, fact := p.kind.info().Title, th.Words("no rated game yet")
	if s := p.shown().Standing; s != nil {
		title += "  " + page.Rating(s.Rating)
		fact = tally(th, s.Rating)
		place := dot + th.Words("%s of %d", page.Ordinal(th.Reader, s.Rank), p.shown().Total)
		title = th.Bright.Render(title) + th.Text.Render(place)
	} else {
		title = th.Bright.Render(title)
	}
	if p.player.Bot {
		fact = th.Words("bot") + dot + fact
	}
	first := page.Gutter + title
	tabs := p.tabs(th)
	if kit.Width(first)+kit.Width(tabs) < w {
		return []string{kit.Spread(w-1, first, tabs), page.Gutter + th.Text.Render(fact)}
	}
	return []string{first, page.Gutter + th.Text.Render(fact), page.Gutter + tabs}
}

// tabs names them, with arrows around the shown one.
func (p *profile) tabs(th *tui.Theme) string {
	line := ""
	for i, name := range tabNames {
		if tab(i) == p.tab {
			line += th.Lamp.Render(th.Glyphs.Left + th.Words(name) + th.Glyphs.Right)
		} else {
			line += th.Smoke.Render(" " + th.Words(name) + " ")
		}
	}
	return line
}

// drawGames draws the curve and the latest games.
func (p *profile) drawGames(th *tui.Theme, a page.Area) []string {
	body := p.curve(th, a.W-2*len(page.Gutter), min(a.H/3, 10))
	body = append(body, "")
	if len(p.past) == 0 {
		return append(body, page.Gutter+th.Smoke.Render(th.Words("Nothing has been played yet.")))
	}
	from, to := p.games.Window(a.Y+len(body), a.H-len(body))
	now := p.session.LocalTime()
	for i := from; i < to; i++ {
		body = append(body, matchRow(th, p.session, p.past[i], p.player.ID, i == p.games.At, a.W, now))
	}
	return body
}

// mostPoints is how many of the latest ratings a curve shows.
const mostPoints = 200

// curve draws the ratings after the latest games of the shown kind; nothing without a rated one.
func (p *profile) curve(th *tui.Theme, w, h int) []string {
	history := p.shown().History
	if len(history) == 0 {
		return nil
	}
	var points []float64
	if len(history) < mostPoints {
		points = append(points, data.StartRating)
	}
	for _, e := range history {
		points = append(points, e.Rating)
	}
	lines := []string{""}
	for _, line := range kit.Curve(th, points, min(w, 90, 8+4*len(points)), max(h, 3)) {
		lines = append(lines, page.Gutter+line)
	}
	return lines
}

func (p *profile) ShortHelp() []key.Binding {
	verb, rows := language.Mark("replay"), len(p.past)
	switch p.tab {
	case tabRecord:
		rows = 0
	case tabRivals:
		verb, rows = language.Mark("profile"), p.rivals.Len
	}
	return []key.Binding{
		tui.When(rows > 0, page.Keys.Choose), tui.When(rows > 0, tui.Says(page.Keys.Enter, verb)), page.Keys.Turn,
		tui.When(p.another(), keys.tie), keys.games, p.kind.key(), page.Keys.Back,
	}
}

// another reports whether the visitor may have a tie to the profile's player.
func (p *profile) another() bool {
	own := p.session.Player.ID
	return p.player.ID != own && !own.Guest()
}

func (p *profile) FullHelp() [][]key.Binding {
	return [][]key.Binding{p.ShortHelp(), p.games.Keys()[1:]}
}
