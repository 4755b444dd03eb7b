package desk

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/data/account"
	"noir/tui"
	"noir/tui/page"
)

// removal asks whether to remove a key.
type removal struct {
	session *tui.Session
	key     data.Key
	current bool // it is the session's own key
	busy    bool
	refusal string
}

func (r *removal) Init() tea.Cmd { return nil }

func (r *removal) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case refused:
		r.busy, r.refusal = false, msg.text(r.session)
	case tea.KeyPressMsg:
		switch {
		case r.busy:
		case key.Matches(msg, bindings.removeIt) && r.refusal == "":
			r.busy = true
			return r, r.remove()
		case key.Matches(msg, bindings.keepIt):
			return r, tui.Ask(tui.Pop{})
		}
	}
	return r, nil
}

// remove removes the key and goes back.
func (r *removal) remove() tea.Cmd {
	ctx, keys, player, id := r.session.Context, r.session.Keys, r.session.Player.ID, r.key.ID
	return func() tea.Msg {
		if _, err := keys.Revoke(ctx, player, id); err != nil {
			return refused{err}
		}
		return tui.Pop{}
	}
}

func (r *removal) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words("remove a key")), Fact: account.Fingerprint(r.key.Fingerprint)}
	a := p.Body(w, h)
	name := r.key.Label
	if name == "" {
		name = account.Fingerprint(r.key.Fingerprint)
	}
	body := append([]string{""}, page.Prose(th.Text, a.W, th.Words("Remove the key %s from your keyring? Anybody connected with it is disconnected at once.", name))...)
	body = append(body, "")
	switch {
	case r.refusal != "":
		body = append(body, page.Prose(th.Danger, a.W, r.refusal)...)
	case r.current:
		body = append(body, page.Prose(th.Danger, a.W, th.Words("It is the key of this connection."))...)
	}
	return p.Draw(th, w, h, body)
}

func (r *removal) ShortHelp() []key.Binding {
	return []key.Binding{tui.When(r.refusal == "", bindings.removeIt), bindings.keepIt}
}

func (r *removal) FullHelp() [][]key.Binding { return nil }
