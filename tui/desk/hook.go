package desk

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/tui"
	"noir/tui/page"
)

// hook is the screen on which the URL of a webhook is typed, and its secret shown,
// once.
type hook struct {
	session *tui.Session
	field   page.Field
	secret  string // "" before there is one
	busy    bool
	refusal string
}

// hooked brings the secret, and the settings as they are then.
type hooked struct {
	secret string
	now    data.Settings
}

func newHook(s *tui.Session) *hook {
	text := s.Settings.Webhook
	if text == "" {
		text = "https://"
	}
	return &hook{session: s, field: page.Field{Text: text, Limit: 500}}
}

func (k *hook) Init() tea.Cmd { return nil }

func (k *hook) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case refused:
		k.busy, k.refusal = false, msg.text(k.session)
		return k, nil
	case hooked:
		k.busy, k.secret = false, msg.secret
		return k, tui.Ask(tui.Settle{Settings: msg.now})
	case tea.KeyPressMsg:
		switch {
		case msg.String() == "esc", k.secret != "" && page.Back(msg):
			return k, tui.Ask(tui.Pop{})
		case msg.String() == "enter" && k.secret == "":
			return k, k.take()
		}
	}
	if !k.busy && k.secret == "" && k.field.Update(msg) {
		k.refusal = ""
	}
	return k, nil
}

// take has the webhook be what was typed.
func (k *hook) take() tea.Cmd {
	if k.busy {
		return nil
	}
	k.busy = true
	s, address := k.session, k.field.Text
	ctx, hooks, store, player := s.Context, s.Hooks, s.Store, s.Player.ID
	return func() tea.Msg {
		secret, err := hooks.Hook(ctx, player, address)
		if err != nil {
			return refused{err}
		}
		now, err := store.Settings(ctx, player)
		if err != nil {
			return refused{err}
		}
		return hooked{secret, now}
	}
}

// Question implements tui.Guard.
func (k *hook) Question() string {
	if k.secret == "" {
		return ""
	}
	return k.session.Words("This secret is never shown again. Have you kept it?")
}

func (k *hook) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words("a webhook"))}
	a := p.Body(w, h)
	if k.secret != "" {
		body := append([]string{""}, page.Prose(th.Text, a.W, th.Words("Messages are signed with this secret, which is shown only now:"))...)
		body = append(append(body, ""), plate(th, a.W, k.secret)...)
		body = append(append(body, ""), page.Prose(th.Smoke, a.W, th.Words("How they are signed is told by:"))...)
		return p.Draw(th, w, h, append(body, command(th, a.W, k.session.Address+" webhook --help")...))
	}
	body := append([]string{""}, page.Prose(th.Text, a.W, th.Words("A URL of your own that is posted JSON when something happens while you are elsewhere. It has a new secret each time that you set it."))...)
	body = append(body, "", answer(th, &k.field), "")
	if k.refusal != "" {
		body = append(body, page.Prose(th.Danger, a.W, k.refusal)...)
	}
	return p.Draw(th, w, h, body)
}

// Typing implements tui.Typist.
func (k *hook) Typing() bool { return k.secret == "" }

func (k *hook) ShortHelp() []key.Binding {
	take := tui.Bind("enter", "take it", "enter")
	take.SetEnabled(k.secret == "")
	return []key.Binding{take, tui.Bind("esc", "back", "esc")}
}

func (k *hook) FullHelp() [][]key.Binding { return nil }
