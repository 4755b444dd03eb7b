package desk

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data/account"
	"noir/internal/language"
	"noir/tui"
	"noir/tui/page"
)

// settings is the screen of the visitor's settings.
type settings struct {
	session *tui.Session
	shown   []account.Setting
	menu    page.Menu
	turned  tea.Cmd // the Cmd of the last change
	busy    bool    // a change is being stored
	refusal string
}

// Settings returns the screen of the visitor's settings. A guest's last as long as their session.
func Settings(s *tui.Session) tui.Screen {
	v := &settings{session: s, shown: account.SettingsOf(s.Player.ID)}
	v.fill()
	return v
}

// fill makes the rows.
func (v *settings) fill() {
	var rows []page.Entry
	for _, s := range v.shown {
		rows = append(rows, page.Entry{Label: v.session.Words(s.Title), Live: s.Say(v.session.Language, s.Of(v.session.Settings)), Turn: func(step int) { v.turn(s, step) }})
	}
	if !v.session.Player.ID.Guest() {
		rows = append(rows, page.Entry{Label: v.session.Words("Your name"), Hint: v.session.Words("once in %d days", account.NameDays), Live: v.session.Player.Name, Verb: language.Mark("change it"),
			Choose: func() tea.Cmd { return push(newRename(v.session)) }})
		rows = append(rows, page.Entry{Label: v.session.Words("People"), Hint: v.session.Words("friends, muted, blocked"),
			Choose: func() tea.Cmd { return push(Friends(v.session)) }})
		if v.session.Services.Webhooks.There() {
			rows = append(rows, page.Entry{Label: v.session.Words("Notifications"), Hint: v.session.Words("webhook, feed"),
				Choose: func() tea.Cmd { return push(newElsewhere(v.session)) }})
		}
		rows = append(rows, page.Entry{Label: v.session.Words("Delete account"), Hint: v.session.Words("for good"), Verb: language.Mark("think about it"),
			Choose: func() tea.Cmd { return push(newFarewell(v.session)) }})
	}
	v.menu.Set(rows)
}

// turn moves a setting by a number of values. It does nothing while another change is being stored.
func (v *settings) turn(s account.Setting, step int) {
	if !v.busy {
		v.busy, v.turned = true, change(v.session, s, s.Turn(v.session.Settings, step))
	}
}

// change returns the Cmd that changes one setting. It first reads the stored settings again, so
// that another session's changes stay.
func change(s *tui.Session, setting account.Setting, value string) tea.Cmd {
	ctx, kept, player, now := s.Context, s.Services.Settings, s.Player.ID, s.Settings
	return func() tea.Msg {
		now, err := kept.Change(ctx, player, now, setting, value)
		if err != nil {
			return refused{err}
		}
		return tui.Settle{Settings: now, Then: changed{}}
	}
}

// changed tells that the settings in force are the resulting ones.
type changed struct{}

func (v *settings) Init() tea.Cmd { return nil }

func (v *settings) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case refused:
		v.busy, v.refusal = false, msg.text(v.session)
		return v, nil
	case changed:
		v.busy = false
		return v, nil
	case tea.KeyPressMsg:
		switch {
		case key.Matches(msg, page.Keys.Back):
			return v, tui.Ask(tui.Pop{})
		case key.Matches(msg, page.Keys.Enter) && v.at().Open:
			return v, push(newZone(v.session, v.at()))
		}
		v.refusal = ""
	}
	cmd := v.menu.Update(msg)
	cmd, v.turned = tea.Batch(cmd, v.turned), nil
	return v, cmd
}

// at is the setting under the cursor; the zero value on other rows.
func (v *settings) at() account.Setting {
	if v.menu.List.At < len(v.shown) {
		return v.shown[v.menu.List.At]
	}
	return account.Setting{}
}

func (v *settings) View(w, h int, th *tui.Theme) []string {
	v.fill()
	p := page.Page{Title: th.Upper(th.Words("settings")), Fact: th.Words("kept with your name")}
	if v.session.Player.ID.Guest() {
		p.Fact = th.Words("as long as you stay")
	}
	const below = 4 // lines
	a := p.Body(w, h)
	body := append(v.menu.Draw(th, page.Area{X: a.X, Y: a.Y, W: a.W, H: a.H - below}), "")
	if v.refusal != "" {
		return p.Draw(th, w, h, append(body, page.Prose(th.Danger, a.W, v.refusal)...))
	}
	return p.Draw(th, w, h, append(body, page.Prose(th.Smoke, a.W, th.Words(v.at().About))...))
}

func (v *settings) ShortHelp() []key.Binding {
	if v.at().Open {
		return []key.Binding{page.Keys.Choose, tui.Says(page.Keys.Turn, "change"), tui.Says(page.Keys.Enter, "type it"), page.Keys.Back}
	}
	return v.menu.Keys("back")
}

func (v *settings) FullHelp() [][]key.Binding {
	return [][]key.Binding{v.ShortHelp(), v.menu.List.Keys()[1:]}
}
