package history

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/tui"
	"noir/tui/page"
)

// latest is how many games a profile lists.
const latest = 30

// profile is what the house knows of a player.
type profile struct {
	session *tui.Session
	player  data.Player
	kind    kind
	list    page.List
	past    []data.Match
	kinds   map[string]record
	came    bool
	failed  bool
}

// record is a player's standing in one game and how it came about.
type record struct {
	data.Standing
	total   int
	history []data.Event
}

// told brings a profile.
type told struct {
	kinds map[string]record
	past  []data.Match
}

// Profile returns the screen about a player.
func Profile(s *tui.Session, p data.Player) tui.Screen {
	return &profile{session: s, player: p, kind: newKind(s, "")}
}

func (p *profile) Init() tea.Cmd {
	ctx, store, player := p.session.Context, p.session.Store, p.player.ID
	games := make([]string, len(p.kind.games))
	for i, info := range p.kind.games {
		games[i] = info.Name
	}
	return func() tea.Msg {
		answer := told{kinds: map[string]record{}}
		var err error
		for _, game := range games {
			rec, err := recordOf(ctx, store, game, player)
			if err != nil {
				return failure{}
			}
			if rec != nil {
				answer.kinds[game] = *rec
			}
		}
		if answer.past, err = past(ctx, store, player, latest); err != nil {
			return failure{}
		}
		return answer
	}
}

// recordOf returns a player's record in a game, nil if he has none.
func recordOf(ctx context.Context, store data.Store, game string, player data.PlayerID) (*record, error) {
	row, err := rank(ctx, store, game, player)
	if row == nil || err != nil {
		return nil, err
	}
	rec := record{Standing: *row}
	if _, rec.total, err = store.Rankings(ctx, game, 1, 0); err != nil {
		return nil, err
	}
	rec.history, err = store.History(ctx, player, game)
	return &rec, err
}

func (p *profile) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case told:
		p.kinds, p.past, p.came = msg.kinds, msg.past, true
		p.list.Len = len(p.past)
	case failure:
		p.failed = true
	default:
		press, _ := msg.(tea.KeyPressMsg)
		switch {
		case back(msg):
			return p, tui.Ask(tui.Pop{})
		case press.String() == "a":
			return p, tui.Ask(tui.Push{Screen: p.session.Routes.Games(p.session, p.player)})
		case p.kind.turned(msg):
		case p.list.Update(msg):
			replay := p.session.Routes.Replay(p.session, p.past[p.list.At].ID)
			return p, tui.Ask(tui.Push{Screen: replay})
		}
	}
	return p, nil
}

func (p *profile) View(w, h int, th *tui.Theme) string {
	pg := page.Page{Title: p.player.Name, Fact: "here since " + p.player.Created.Format("2 Jan 2006")}
	a := pg.Body(w, h)
	switch {
	case p.failed:
		return pg.Draw(th, w, h, page.Note(th.Danger, a.W, unread))
	case !p.came:
		return pg.Draw(th, w, h, nil)
	}
	body := p.record(th, a.W-6)
	for i := range body {
		body[i] = "   " + body[i]
	}
	body = append(body, "")
	if len(p.past) == 0 {
		return pg.Draw(th, w, h, append(body, "   "+th.Smoke.Render("Nothing has been played yet.")))
	}
	from, to := p.list.Window(a.Y+len(body), a.H-len(body))
	now := p.session.Now()
	for i := from; i < to; i++ {
		body = append(body, matchRow(th, p.session, p.past[i], p.player.ID, i == p.list.At, a.W, now))
	}
	return pg.Draw(th, w, h, body)
}

// record tells the standing in the game that is shown, and draws its curve.
func (p *profile) record(th *tui.Theme, w int) []string {
	title := p.kind.info().Title
	rec, ok := p.kinds[p.kind.info().Name]
	if !ok {
		return []string{"", th.Bright.Render(title), th.Text.Render("no rated game yet")}
	}
	dot := " " + th.Glyphs.Dot + " "
	lines := []string{
		th.Bright.Render(title+"  "+page.Rating(rec.Rating)) +
			th.Text.Render(dot+fmt.Sprintf("%s of %d", page.Ordinal(rec.Rank), rec.total)),
		th.Text.Render(tally(rec.Rating)),
	}
	return append(lines, curve(th, rec.history, min(w, 60))...)
}

// tally counts a player's rated games.
func tally(r data.Rating) string {
	text := fmt.Sprintf("%s: %d won, %d lost", page.Count(r.Games, "rated game", "rated games"), r.Wins, r.Losses)
	if r.Draws > 0 {
		text += fmt.Sprintf(", %d shared", r.Draws)
	}
	return text
}

// curve draws the ratings after the latest games, one cell each, with the
// lowest and the highest of them.
func curve(th *tui.Theme, history []data.Event, w int) []string {
	points := []float64{data.StartRating}
	for _, e := range history {
		points = append(points, e.Rating)
	}
	const legend = 14
	points = points[max(0, len(points)-(w-legend)):]
	low, high := slices.Min(points), slices.Max(points)
	spark := th.Glyphs.Spark
	var b strings.Builder
	for _, v := range points {
		level := len(spark) / 2
		if high > low {
			level = int((v - low) / (high - low) * float64(len(spark)-1))
		}
		b.WriteString(spark[level])
	}
	span := page.Points(low) + " " + th.Glyphs.Dash + " " + page.Points(high)
	return []string{th.Lamp.Render(b.String()) + "  " + th.Smoke.Render(span)}
}

func (p *profile) ShortHelp() []key.Binding {
	enter := tui.Bind("enter", "replay", "enter")
	enter.SetEnabled(len(p.past) > 0)
	return []key.Binding{
		tui.Bind("↑↓", "choose", "down"), enter, tui.Bind("a", "all games", "a"), p.kind.key(), tui.Bind("esc", "back", "esc"),
	}
}

func (p *profile) FullHelp() [][]key.Binding {
	return [][]key.Binding{p.ShortHelp(), p.list.Keys()[1:]}
}
