package desk

import (
	"cmp"
	"context"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// circle is the screen of the players to whom the visitor has a tie: friends first, those who play
// and those who are here above the others.
type circle struct {
	page.Polling
	session *tui.Session
	list    page.List
	rows    []acquainted
	loaded  bool
	refusal string
}

// acquainted is a player on the screen.
type acquainted struct {
	data.Tied
	here  bool
	table matchmaking.Listing // where they can be watched; zero for nowhere
}

// known is the content of the screen, or why it cannot be read.
type known struct {
	rows []acquainted
	err  error
}

// Friends returns the screen of the visitor's friends, of those they have muted and of those they
// have blocked.
func Friends(s *tui.Session) tui.Screen { return &circle{session: s} }

func (c *circle) Init() tea.Cmd {
	return page.Poll(c.Anew(c.session.Context), nil, c.look())
}

// look returns a function that looks around among the visitor's ties. It reads them once.
func (c *circle) look() func(context.Context) known {
	s := c.session
	circle, broker, here, player := s.Services.Circle, s.Broker, s.Here, s.Player.ID
	var tied []data.Tied
	read := false
	return func(ctx context.Context) known {
		if !read {
			all, err := circle.All(ctx, player)
			if err != nil {
				return known{err: err}
			}
			tied, read = all, true
		}
		tables, _ := broker.Live(ctx, player) // an error shows nobody at play
		var now known
		for _, t := range tied {
			row := acquainted{Tied: t}
			if t.Tie == data.Friend {
				row.here = here(t.Player.ID)
				row.table, _ = matchmaking.TableOf(tables, t.Player.Name)
			}
			now.rows = append(now.rows, row)
		}
		slices.SortStableFunc(now.rows, func(a, b acquainted) int { return cmp.Compare(a.rank(), b.rank()) })
		return now
	}
}

// rank orders the rows.
func (a acquainted) rank() int {
	switch {
	case a.table.ID != "":
		return 0
	case a.here:
		return 1
	case a.Tie == data.Friend:
		return 2
	}
	return 3
}

func (c *circle) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tui.Shown:
		return c, c.Init()
	case tui.Hidden:
		c.Leave()
		return c, nil
	case page.Polled[known]:
		return c, msg.Take(func(now known) func(context.Context) known {
			c.adopt(now)
			return c.look()
		})
	case tea.KeyPressMsg:
		switch {
		case key.Matches(msg, page.Keys.Back):
			return c, tui.Ask(tui.Pop{})
		case key.Matches(msg, bindings.tie) && len(c.rows) > 0:
			return c, push(Acquaintance(c.session, c.rows[c.list.At].Player))
		}
	}
	if c.list.Update(msg) {
		return c, c.choose(c.rows[c.list.At])
	}
	return c, nil
}

// adopt shows other rows. The cursor stays on its player.
func (c *circle) adopt(now known) {
	c.loaded, c.refusal = true, ""
	if now.err != nil {
		c.refusal = c.session.Why(now.err)
		return
	}
	if c.list.At < len(c.rows) {
		was := c.rows[c.list.At].Player.ID
		c.list.At = max(0, slices.IndexFunc(now.rows, func(a acquainted) bool { return a.Player.ID == was }))
	}
	c.rows = now.rows
	c.list.Len = len(c.rows)
	c.list.At = max(0, min(c.list.At, len(c.rows)-1))
}

// choose watches a friend who plays, challenges one who does not, and changes the tie to other
// players.
func (c *circle) choose(a acquainted) tea.Cmd {
	switch {
	case a.table.ID != "":
		return push(c.session.Routes.Watch(c.session, a.table.ID))
	case a.Tie == data.Friend:
		return push(c.session.Routes.Invite(c.session, a.Player))
	}
	return push(Acquaintance(c.session, a.Player))
}

// verb is what enter does.
func (c *circle) verb() string {
	switch {
	case len(c.rows) == 0 || c.rows[c.list.At].Tie != data.Friend:
		return language.Mark("change")
	case c.rows[c.list.At].table.ID != "":
		return language.Mark("watch")
	}
	return language.Mark("challenge")
}

func (c *circle) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words("people")), Fact: th.Words("friends, muted and blocked")}
	a := p.Body(w, h)
	body := []string{""}
	switch {
	case c.refusal != "":
		body = append(body, page.Prose(th.Danger, a.W, c.refusal)...)
	case c.loaded && len(c.rows) == 0:
		body = append(body, page.Prose(th.Text, a.W, th.Words("Nobody yet. To add somebody press f on their profile, or c and then p at a table."))...)
	}
	from, to := c.list.Window(a.Y+1, a.H-1)
	var lines []string
	for i := from; i < to; i++ {
		style, cursor := th.Text, " "
		if i == c.list.At {
			style, cursor = th.Lamp, th.Lamp.Render(th.Glyphs.Cursor)
		}
		lines = append(lines, " "+cursor+" "+style.Render(kit.Pad(c.rows[i].Player.Name, 17))+c.stand(th, c.rows[i], a.W-20))
	}
	return p.Draw(th, w, h, append(body, page.Fold(th, lines, a.W, from > 0, to < len(c.rows))...))
}

// stand says in w cells what a player does.
func (c *circle) stand(th *tui.Theme, a acquainted, w int) string {
	switch {
	case a.table.ID != "":
		return th.Bright.Render(kit.FirstFit(w, th.Words("plays %s: enter watches", c.session.Title(a.table.Game)), th.Words("playing")))
	case a.here:
		return th.Bright.Render(kit.FirstFit(w, th.Words("is here: enter challenges"), th.Words("is here")))
	}
	return th.Smoke.Render(th.Words(standings[a.Tie]))
}

// standings are the words for ties beside a name.
var standings = map[data.Tie]string{
	data.Friend: language.Mark("friend"), data.Muted: language.Mark("muted"), data.Blocked: language.Mark("blocked"),
}

// Title implements tui.Titled.
func (c *circle) Title() string { return c.session.Words("noir: people") }

func (c *circle) ShortHelp() []key.Binding {
	some := len(c.rows) > 0
	return []key.Binding{page.Keys.Choose, tui.When(some, tui.Says(page.Keys.Enter, c.verb())), tui.When(some, bindings.tie), page.Keys.Back}
}

func (c *circle) FullHelp() [][]key.Binding {
	return [][]key.Binding{c.ShortHelp(), c.list.Keys()[1:]}
}
