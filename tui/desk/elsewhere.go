package desk

import (
	"context"
	"net/url"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/internal/language"
	"noir/tui"
	"noir/tui/page"
)

// elsewhere is the screen on which a player sets up their webhook and feed.
type elsewhere struct {
	session *tui.Session
	menu    page.Menu
	busy    bool
	said    string // what was done last
	refusal string
}

// told brings what was done, in English.
type told struct{ said string }

func newElsewhere(s *tui.Session) *elsewhere {
	e := &elsewhere{session: s}
	e.fill()
	return e
}

// fill makes the rows: what can be set up, tried and removed.
func (e *elsewhere) fill() {
	s := e.session
	none := s.Words("none")
	rows := []page.Entry{{Label: s.Words("Webhook"), Live: none, Verb: language.Mark("type its URL"),
		Choose: func() tea.Cmd { return push(newHook(s)) }}}
	if s.Settings.Webhook != "" {
		rows[0].Live = host(s.Settings.Webhook)
		rows = append(rows,
			page.Entry{Label: s.Words("Try the webhook"), Verb: language.Mark("send a message"),
				Choose: e.doing(language.Mark("The message has arrived."), s.Services.Webhooks.Try)},
			page.Entry{Label: s.Words("No webhook"), Verb: language.Mark("delete it"),
				Choose: e.doing(language.Mark("You have no webhook any more."), s.Services.Webhooks.Drop)})
	}
	if s.Services.NewsFeed.There() {
		feed := page.Entry{Label: s.Words("Feed"), Live: none, Verb: language.Mark("get a new one"),
			Choose: e.doing(language.Mark("The feed is at its new URL."), s.Services.NewsFeed.Renew)}
		if s.Settings.Feed == "" {
			rows = append(rows, feed)
		} else {
			feed.Live = s.Words("on")
			rows = append(rows, feed, page.Entry{Label: s.Words("No feed"), Verb: language.Mark("delete it"),
				Choose: e.doing(language.Mark("You have no feed any more."), s.Services.NewsFeed.End)})
		}
	}
	e.menu.Set(rows)
}

// host is the host of a URL.
func host(address string) string {
	if u, err := url.Parse(address); err == nil {
		return u.Host
	}
	return address
}

// doing is the action of a row that changes or tries something, and reports it. It does nothing
// while another action is under way.
func (e *elsewhere) doing(said string, do func(context.Context, data.PlayerID) (data.Settings, error)) func() tea.Cmd {
	ctx, player := e.session.Context, e.session.Player.ID
	return func() tea.Cmd {
		if e.busy {
			return nil
		}
		e.busy = true
		return func() tea.Msg {
			now, err := do(ctx, player)
			if err != nil {
				return refused{err}
			}
			return tui.Settle{Settings: now, Then: told{said}}
		}
	}
}

func (e *elsewhere) Init() tea.Cmd { return nil }

func (e *elsewhere) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case refused:
		e.busy, e.said, e.refusal = false, "", msg.text(e.session)
		return e, nil
	case told:
		e.busy, e.said, e.refusal = false, e.session.Words(msg.said), ""
		return e, nil
	case tea.KeyPressMsg:
		if key.Matches(msg, page.Keys.Back) {
			return e, tui.Ask(tui.Pop{})
		}
	}
	return e, e.menu.Update(msg)
}

func (e *elsewhere) View(w, h int, th *tui.Theme) []string {
	e.fill()
	p := page.Page{Title: th.Upper(th.Words("notifications"))}
	const below = 9 // lines
	a := p.Body(w, h)
	body := append(e.menu.Draw(th, page.Area{X: a.X, Y: a.Y, W: a.W, H: a.H - below}), "")
	switch {
	case e.refusal != "":
		body = append(body, page.Prose(th.Danger, a.W, e.refusal)...)
	case e.said != "":
		body = append(body, page.Prose(th.Text, a.W, e.said)...)
	default:
		body = append(body, page.Prose(th.Smoke, a.W, th.Words("How you hear what happens while you are away: that it is your move, that somebody wants to play."))...)
	}
	if s := e.session; s.Services.NewsFeed.There() && s.Settings.Feed != "" {
		body = append(body, page.Prose(th.Smoke, a.W, th.Words("Your feed, for you alone:"))...)
		body = append(body, command(th, a.W, s.Services.NewsFeed.URL(s.Settings))...)
	}
	return p.Draw(th, w, h, body)
}

// Title implements tui.Titled.
func (e *elsewhere) Title() string { return e.session.Words("noir: notifications") }

func (e *elsewhere) ShortHelp() []key.Binding { return e.menu.Keys("back") }

func (e *elsewhere) FullHelp() [][]key.Binding {
	return [][]key.Binding{e.ShortHelp(), e.menu.List.Keys()[1:]}
}
