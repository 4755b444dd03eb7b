package desk

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// complaint is the screen on which a report's reason is typed.
type complaint struct {
	form
	about data.Player
}

func newComplaint(s *tui.Session, about data.Player) *complaint {
	return &complaint{form{session: s, field: kit.NewFreeField(data.MaxReason)}, about}
}

// reported tells that the report was stored.
type reported struct{}

func (c *complaint) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	if _, ok := msg.(reported); ok {
		return c, tea.Batch(tui.Ask(tui.Pop{}), tui.Ask(tui.Toast{Text: tui.Say("Reported. A letter will tell you the result.")}))
	}
	return c, c.update(msg, c.send)
}

// send reports the player and goes back.
func (c *complaint) send() tea.Cmd {
	c.busy = true
	s, report := c.session, matchmaking.Complaint{By: c.session.Player, About: c.about.Name, Reason: c.field.Text()}
	ctx, circle := s.Context, s.Services.Circle
	return func() tea.Msg {
		if _, err := circle.Report(ctx, report); err != nil {
			return refused{err}
		}
		return reported{}
	}
}

func (c *complaint) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words("report")), Fact: c.about.Name}
	a := p.Body(w, h)
	body := append([]string{""}, page.Prose(th.Text, a.W, th.Words("What happened? The operators will read it, with what was said at the last table where "+
		"you both sat, if that was within the last hour. A letter tells you the result."))...)
	body = append(append(append(body, ""), wrapped(th.Bright, a.W, c.field.Plain())...), "")
	return p.Draw(th, w, h, append(body, c.refused(th, a.W)...))
}

func (c *complaint) ShortHelp() []key.Binding {
	return []key.Binding{tui.Says(page.Keys.Enter, "report it"), tui.Says(page.Keys.Escape, "leave it")}
}
