package desk

import (
	"errors"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// code is the screen on which a code is typed that binds this key to a player.
type code struct {
	session *tui.Session
	field   kit.Field
	busy    bool
	refusal string
	merge   bool // asking whether to merge the key's player into the other
}

// codeLimit is the length of a name and a code, with room for typing errors.
const codeLimit = 48

// Code returns the screen for a visitor with a code from another machine of theirs, or a
// recovery code.
func Code(s *tui.Session) tui.Screen { return &code{session: s, field: kit.NewField("", codeLimit)} }

func (c *code) Init() tea.Cmd { return nil }

func (c *code) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case refused:
		c.busy, c.refusal = false, msg.text(c.session)
		c.merge = errors.Is(msg.cause, data.ErrHasPlayed)
		return c, nil
	case tea.KeyPressMsg:
		switch {
		case c.busy: // they may be another player in a moment
			return c, nil
		case key.Matches(msg, page.Keys.Escape):
			return c, tui.Ask(tui.Pop{})
		case c.merge:
			return c, c.answer(msg)
		case key.Matches(msg, page.Keys.Enter):
			return c, c.bind(false)
		}
	}
	if !c.busy && !c.merge && c.field.Update(msg) {
		c.refusal = ""
	}
	return c, nil
}

// answer handles the answer to whether the two players are to be merged.
func (c *code) answer(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, bindings.merge):
		c.merge = false
		return c.bind(true)
	case key.Matches(msg, bindings.leaveApart):
		c.merge, c.refusal = false, ""
	}
	return nil
}

// bind uses the code: a name and a code recover that player, a code alone is an invitation.
func (c *code) bind(merge bool) tea.Cmd {
	words := strings.Fields(c.field.Text())
	if len(words) == 0 {
		return nil
	}
	c.busy = true
	ctx, keys, settings, own := c.session.Context, c.session.Keys, c.session.Services.Settings, c.session.Player.ID
	return func() tea.Msg {
		var p data.Player
		var err error
		if len(words) == 1 {
			p, err = keys.Claim(ctx, own, words[0], merge)
		} else {
			p, err = keys.Recover(ctx, own, words[0], strings.Join(words[1:], ""), merge)
		}
		if err != nil {
			return refused{err}
		}
		return tui.Welcome(ctx, settings, p)
	}
}

func (c *code) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words("I have a code"))}
	a := p.Body(w, h)
	body := append([]string{""}, page.Prose(th.Text, a.W,
		th.Words("Type the code that your other machine shows under keys. With a recovery code, type your name before it."))...)
	body = append(body, "", answer(th, &c.field), "")
	switch {
	case c.merge:
		body = append(body, page.Prose(th.Danger, a.W, c.refusal+" "+th.Words("Merge the two? This cannot be undone."))...)
	case c.refusal != "":
		body = append(body, page.Prose(th.Danger, a.W, c.refusal)...)
	case c.busy:
		body = append(body, page.Prose(th.Smoke, a.W, th.Words("Looking it up."))...)
	}
	return p.Draw(th, w, h, body)
}

// Typing implements tui.Typist.
func (c *code) Typing() bool { return true }

func (c *code) ShortHelp() []key.Binding {
	if c.merge {
		return []key.Binding{bindings.merge, bindings.leaveApart}
	}
	return []key.Binding{tui.Says(page.Keys.Enter, "this is it"), page.Keys.Escape}
}

func (c *code) FullHelp() [][]key.Binding { return nil }
