package desk

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// hook is the screen on which a webhook's URL is typed, and its secret shown once.
type hook struct {
	form
	secret string // "" before there is one
}

// hooked brings the secret.
type hooked struct{ secret string }

func newHook(s *tui.Session) *hook {
	text := s.Settings.Webhook
	if text == "" {
		text = "https://"
	}
	return &hook{form: form{session: s, field: kit.NewField(text, 500)}}
}

func (k *hook) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case hooked:
		k.busy, k.secret = false, msg.secret
		return k, nil
	case tea.KeyPressMsg:
		if k.secret == "" {
			break
		}
		if key.Matches(msg, k.wayOut()) {
			return k, tui.Ask(tui.Pop{})
		}
		return k, nil
	}
	return k, k.update(msg, k.take)
}

// take sets the typed webhook.
func (k *hook) take() tea.Cmd {
	k.busy = true
	s, address := k.session, k.field.Text()
	ctx, webhooks, player := s.Context, s.Services.Webhooks, s.Player.ID
	return func() tea.Msg {
		secret, now, err := webhooks.Set(ctx, player, address)
		if err != nil {
			return refused{err}
		}
		return tui.Settle{Settings: now, Then: hooked{secret}}
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
		body = append(append(body, ""), page.Prose(th.Smoke, a.W, th.Words("To see how they are signed, type:"))...)
		return p.Draw(th, w, h, append(body, command(th, a.W, k.session.Address+" webhook --help")...))
	}
	return k.draw(p, w, h, th, th.Words("A URL of yours that gets JSON when something happens while you are away. Each time you set it, it gets a new secret."))
}

// Typing implements tui.Typist.
func (k *hook) Typing() bool { return k.secret == "" }

func (k *hook) ShortHelp() []key.Binding {
	return []key.Binding{tui.When(k.secret == "", tui.Says(page.Keys.Enter, "take it")), k.wayOut()}
}

// wayOut leaves the screen; q does too once nothing is typed any more.
func (k *hook) wayOut() key.Binding {
	if k.Typing() {
		return page.Keys.Escape
	}
	return page.Keys.Back
}
