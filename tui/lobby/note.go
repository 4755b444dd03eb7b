package lobby

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// mail are a player's unread letters, oldest first, without kinds unknown here.
type mail []data.Letter

// collect returns the Cmd that brings them. On an error they come another time.
func collect(s *tui.Session) tea.Cmd {
	ctx, post, player, reader := s.Context, s.Services.Letters, s.Player.ID, s.Reader()
	if player.Guest() {
		return nil
	}
	return func() tea.Msg {
		letters, _ := post.Unread(ctx, player, reader)
		return mail(letters)
	}
}

// note is the letter shown on top of home.
type note struct{ letters mail }

// press marks the letter as read.
func (n *note) press(s *tui.Session, msg tea.KeyPressMsg) tea.Cmd {
	if !key.Matches(msg, n.key()) {
		return nil
	}
	ctx, post, player, seen := s.Context, s.Services.Letters, s.Player.ID, n.letters[0].ID
	n.letters = n.letters[1:]
	return func() tea.Msg {
		_ = post.Read(ctx, player, seen) // on an error it is shown once more
		return nil
	}
}

// noteLines is how many lines of the menu a letter may cover.
const noteLines = 6

func (n *note) draw(th *tui.Theme, s *tui.Session, w int) []string {
	if len(n.letters) == 0 {
		return nil
	}
	lines := page.Prose(th.Bright, w, s.Reader().Tell(n.letters[0]))
	lines = lines[:min(len(lines), noteLines)]
	put := th.Lamp.Render(keys.putAway.Help().Key) + th.Smoke.Render(" "+th.Words("put it away"))
	if more := len(n.letters) - 1; more > 0 {
		put += th.Smoke.Render(", " + th.Words("%d more", more))
	}
	return append(lines, page.Gutter+put, kit.Rule(th, w, ""))
}

// key is the key that marks the letter as read.
func (n *note) key() key.Binding {
	return tui.When(len(n.letters) > 0, keys.putAway)
}
