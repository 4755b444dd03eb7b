package desk

import (
	"context"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// invite is the screen that shows the code by which another key is added.
type invite struct {
	page.Polling
	session *tui.Session
	made    data.Invitation // zero until it has come
	keys    int             // on the keyring, as last read
	before  int             // when the code was made
	refusal string
}

// invited brings the code, and the number of keys.
type invited struct {
	data.Invitation
	keys int
}

// tooOld tells that a code may have expired.
type tooOld struct{}

func (v *invite) Init() tea.Cmd { return v.ask() }

// ask returns the Cmd that makes a code.
func (v *invite) ask() tea.Cmd {
	ctx, keys, player := v.session.Context, v.session.Keys, v.session.Player.ID
	return func() tea.Msg {
		ring, err := keys.List(ctx, player)
		if err != nil {
			return refused{err}
		}
		made, err := keys.Invite(ctx, player)
		if err != nil {
			return refused{err}
		}
		return invited{made, len(ring.Keys)}
	}
}

// look returns the Cmd that waits until the number of keys changes.
func (v *invite) look() tea.Cmd {
	keys, player, before := v.session.Keys, v.session.Player.ID, v.keys
	return page.Poll(v.Anew(v.session.Context), &before, func(ctx context.Context) int {
		ring, err := keys.List(ctx, player)
		if err != nil { // as if nothing had happened
			return before
		}
		return len(ring.Keys)
	})
}

func (v *invite) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case invited:
		v.made, v.keys, v.before = msg.Invitation, msg.keys, msg.keys
		return v, tea.Batch(v.look(), tui.TickAfter(time.Second), tui.After(v.left(), tooOld{}))
	case tooOld: // forget other keys added meanwhile
	case refused:
		v.refusal = msg.text(v.session)
	case page.Polled[int]:
		return v, msg.Take(func(keys int) func(context.Context) int {
			v.keys = keys
			return nil
		})
	case tui.Tick:
		if v.open() {
			return v, tui.TickAfter(time.Second)
		}
	case tea.KeyPressMsg:
		switch {
		case key.Matches(msg, page.Keys.Back):
			return v, tui.Ask(tui.Pop{})
		case key.Matches(msg, bindings.again) && !v.open():
			v.made, v.refusal = data.Invitation{}, ""
			return v, v.ask()
		}
	}
	return v, nil
}

// left is how long the code remains valid.
func (v *invite) left() time.Duration { return v.made.Expires.Sub(v.session.Now()) }

// used reports whether the code has added a key.
func (v *invite) used() bool { return v.keys > v.before }

// open reports whether the code is valid, or on its way.
func (v *invite) open() bool {
	return v.refusal == "" && !v.used() && (v.made.Code == "" || v.left() > 0)
}

func (v *invite) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words("add a key")), Fact: v.session.Player.Name}
	a := p.Body(w, h)
	body := []string{""}
	switch {
	case v.refusal != "":
		body = append(body, page.Prose(th.Danger, a.W, v.refusal)...)
	case v.made.Code == "":
		body = append(body, page.Prose(th.Smoke, a.W, th.Words("Making a code."))...)
	case v.used():
		body = append(body, page.Prose(th.Bright, a.W, th.Words("The other key is yours.")+" "+
			th.Several(v.keys, "There is %d key on your keyring now.", "There are %d keys on your keyring now."))...)
	case !v.open():
		body = append(body, page.Prose(th.Text, a.W, th.Words("The code has expired. Nobody has used it."))...)
	default:
		body = append(body, v.code(th, a.W)...)
	}
	return p.Draw(th, w, h, body)
}

// code shows the code and what to do with it.
func (v *invite) code(th *tui.Theme, w int) []string {
	lines := plate(th, w, v.made.Code)
	lines = append(lines, page.Gutter+th.Bright.Render(kit.Duration(v.left()))+" "+th.Smoke.Render(th.Words("left, each works once")), "")
	lines = append(lines, page.Prose(th.Text, w, th.Words("On the other machine, with its own key, type:"))...)
	lines = append(lines, "")
	lines = append(lines, command(th, w, v.session.Address+" keys claim "+v.made.Code)...)
	lines = append(lines, "")
	return append(lines, page.Prose(th.Smoke, w, th.Words("Or come in there as a newcomer, and press tab."))...)
}

func (v *invite) ShortHelp() []key.Binding {
	return []key.Binding{tui.When(!v.open(), bindings.again), page.Keys.Back}
}

func (v *invite) FullHelp() [][]key.Binding { return nil }
