package desk

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/internal/language"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// circle is the screen of the players to whom the visitor has a tie.
type circle struct {
	session *tui.Session
	list    page.List
	tied    []data.Tied
	came    bool
	refusal string
}

// ties brings a player's ties.
type ties []data.Tied

// fetchTies returns the Cmd that reads the visitor's ties.
func fetchTies(s *tui.Session) tea.Cmd {
	ctx, circle, player := s.Context, s.Services.Circle, s.Player.ID
	return func() tea.Msg {
		all, err := circle.All(ctx, player)
		if err != nil {
			return refused{err}
		}
		return ties(all)
	}
}

func (c *circle) Init() tea.Cmd { return fetchTies(c.session) }

func (c *circle) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tui.Shown:
		return c, fetchTies(c.session)
	case ties:
		c.tied, c.came, c.refusal = msg, true, ""
		c.list.Len = len(c.tied)
		c.list.At = max(0, min(c.list.At, len(c.tied)-1))
		return c, nil
	case refused:
		c.refusal = msg.text(c.session)
		return c, nil
	case tea.KeyPressMsg:
		if key.Matches(msg, page.Keys.Back) {
			return c, tui.Ask(tui.Pop{})
		}
	}
	if c.list.Update(msg) {
		return c, push(Acquaintance(c.session, c.tied[c.list.At].Player))
	}
	return c, nil
}

func (c *circle) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words("people")), Fact: th.Words("friends, muted and blocked")}
	a := p.Body(w, h)
	body := []string{""}
	switch {
	case c.refusal != "":
		body = append(body, page.Prose(th.Danger, a.W, c.refusal)...)
	case c.came && len(c.tied) == 0:
		body = append(body, page.Prose(th.Text, a.W, th.Words("Nobody yet. To add somebody press f on their profile, or c and then p at a table."))...)
	}
	from, to := c.list.Window(a.Y+1, a.H-1)
	for i := from; i < to; i++ {
		style, cursor := th.Text, " "
		if i == c.list.At {
			style, cursor = th.Lamp, th.Lamp.Render(th.Glyphs.Cursor)
		}
		body = append(body, " "+cursor+" "+style.Render(kit.Pad(c.tied[i].Player.Name, 19))+th.Smoke.Render(th.Words(standings[c.tied[i].Tie])))
	}
	return p.Draw(th, w, h, body)
}

// standings are the words for ties beside a name.
var standings = map[data.Tie]string{
	data.Friend: language.Mark("friend"), data.Muted: language.Mark("muted"), data.Blocked: language.Mark("blocked"),
}

// Title implements tui.Titled.
func (c *circle) Title() string { return c.session.Words("noir: people") }

func (c *circle) ShortHelp() []key.Binding {
	return []key.Binding{page.Keys.Choose, tui.Says(page.Keys.Enter, "change"), page.Keys.Back}
}

func (c *circle) FullHelp() [][]key.Binding {
	return [][]key.Binding{c.ShortHelp(), c.list.Keys()[1:]}
}
