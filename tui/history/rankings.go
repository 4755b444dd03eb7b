package history

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// chunk is how many rows are fetched ahead of the cursor.
const chunk = 100

// rankings is the table of everybody with a rated game of a kind.
type rankings struct {
	session *tui.Session
	kind    kind
	list    page.List
	rows    []data.Standing // the first so many
	total   int
	own     *data.Standing // nil when the visitor has no rank
	came    bool           // an answer has come for this kind
	failed  bool
	asked   int // rows that have been asked for
}

// ranked brings more rows of a table.
type ranked struct {
	game  string
	rows  []data.Standing
	from  int
	total int
	own   *data.Standing
}

// Rankings returns the table of a game.
func Rankings(s *tui.Session, game string) tui.Screen {
	return &rankings{session: s, kind: newKind(s, game)}
}

func (r *rankings) Init() tea.Cmd { return r.fetch() }

// fetch asks for the rows up to a chunk after the cursor that are not here yet.
func (r *rankings) fetch() tea.Cmd {
	from, limit := r.asked, r.list.At+chunk-r.asked
	if limit < chunk/2 || r.came && r.asked >= r.total {
		return nil
	}
	r.asked += limit
	ctx, store, game, player := r.session.Context, r.session.Store, r.kind.info().Name, r.session.Player.ID
	return func() tea.Msg {
		answer := ranked{game: game, from: from}
		var err error
		if answer.rows, answer.total, err = store.Rankings(ctx, game, limit, from); err != nil {
			return failure{}
		}
		if answer.own, err = rank(ctx, store, game, player); err != nil {
			return failure{}
		}
		return answer
	}
}

// rank returns a player's row, nil for one who has none.
func rank(ctx context.Context, store data.Store, game string, player data.PlayerID) (*data.Standing, error) {
	if player.Guest() {
		return nil, nil
	}
	row, err := store.Rank(ctx, game, player)
	switch {
	case errors.Is(err, data.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &row, nil
}

func (r *rankings) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ranked:
		if msg.game == r.kind.info().Name && msg.from == len(r.rows) {
			r.rows = append(r.rows, msg.rows...)
			r.total, r.own, r.came = msg.total, msg.own, true
			r.list.Len = r.total
		}
		return r, nil
	case failure:
		r.failed = true
		return r, nil
	}
	switch {
	case back(msg):
		return r, tui.Ask(tui.Pop{})
	case r.kind.turned(msg):
		*r = rankings{session: r.session, kind: r.kind}
	case r.list.Update(msg) && r.list.At < len(r.rows):
		player := r.rows[r.list.At].Player
		return r, tui.Ask(tui.Push{Screen: r.session.Routes.Profile(r.session, player)})
	}
	return r, r.fetch()
}

func (r *rankings) View(w, h int, th *tui.Theme) string {
	p := page.Page{Title: "rankings", Fact: r.kind.info().Title, Foot: []string{""}}
	a := p.Body(w, h)
	from, to := r.list.Window(a.Y+1, a.H-1)
	if r.came {
		p.Foot[0] = r.foot(th, a.W-2, from, to)
	}
	switch {
	case r.failed:
		return p.Draw(th, w, h, page.Note(th.Danger, a.W, unread))
	case !r.came:
		return p.Draw(th, w, h, nil)
	case r.total == 0:
		return p.Draw(th, w, h, page.Note(th.Text, a.W, "Nobody has a rating yet. The first rated game makes two."))
	}
	body := []string{"  " + th.Smoke.Render(columns("", "name", "rating", "games", "won", a.W-2))}
	for i := from; i < to; i++ {
		if i >= len(r.rows) {
			body = append(body, "  "+th.Smoke.Render(th.Glyphs.Dot))
			continue
		}
		style := th.Text
		if r.rows[i].Player.ID == r.session.Player.ID {
			style = th.Lamp
		} else if i == r.list.At {
			style = th.Bright
		}
		body = append(body, cursor(th, i == r.list.At)+style.Render(row(r.rows[i], a.W-2)))
	}
	return p.Draw(th, w, h, body)
}

// foot is the visitor's own row, which is always in sight, unless it is among
// those from one row to another; then there is room for what the marks mean.
func (r *rankings) foot(th *tui.Theme, w, from, to int) string {
	isOwn := func(s data.Standing) bool { return s.Player.ID == r.own.Player.ID }
	switch {
	case r.own == nil:
		return th.Smoke.Render("No rank yet: it takes one rated game.")
	case slices.ContainsFunc(r.rows[min(from, len(r.rows)):min(to, len(r.rows))], isOwn):
		ranked := page.Count(r.total, "player", "players")
		return th.Smoke.Render(kit.FirstFit(w, ranked+". With ? a rating may still move far.", ranked+"; ? may still move far.", ranked))
	case w < 50:
		return th.Lamp.Render(" " + row(*r.own, w-1))
	}
	return th.Lamp.Render(kit.Spread(w, " "+row(*r.own, w-1), "you"))
}

// row writes a standing in columns.
func row(s data.Standing, w int) string {
	won := ""
	if s.Games > 0 {
		won = fmt.Sprintf("%d %%", (100*s.Wins+s.Games/2)/s.Games)
	}
	return columns(fmt.Sprintf("%d.", s.Rank), s.Player.Name, page.Rating(s.Rating), fmt.Sprint(s.Games), won, w)
}

// columns sets a row of the table; a narrow one has no games.
func columns(rank, name, rating, games, won string, w int) string {
	if w < 50 {
		return right(rank, 5) + " " + kit.Pad(name, 16) + right(rating, 6) + right(won, 6)
	}
	return right(rank, 6) + "  " + kit.Pad(name, 20) + right(rating, 8) + right(games, 10) + right(won, 10)
}

func (r *rankings) ShortHelp() []key.Binding {
	enter := tui.Bind("enter", "profile", "enter")
	enter.SetEnabled(r.total > 0)
	return []key.Binding{
		tui.Bind("↑↓", "choose", "down"), enter, r.kind.key(), tui.Bind("esc", "back", "esc"),
	}
}

func (r *rankings) FullHelp() [][]key.Binding {
	return [][]key.Binding{r.ShortHelp(), r.list.Keys()[1:]}
}
