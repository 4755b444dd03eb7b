package play

import (
	"context"
	"fmt"
	"strconv"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
)

// overlay lies over the table and has all keys while it is there.
type overlay interface {
	press(t *table, msg tea.KeyPressMsg) tea.Cmd
	// box draws it; a click on a place in it is a press of the key of that name.
	box(t *table, w, h int, th *tui.Theme) kit.Block
	help() []key.Binding
}

// placed is where an overlay was last drawn.
type placed struct {
	kit.Block
	x, y int
}

func (t *table) clickOverlay(msg tea.MouseClickMsg) tea.Cmd {
	if name, ok := t.overAt.At(msg.X-t.overAt.x, msg.Y-t.overAt.y); ok {
		if press, known := tui.KeyPress(name); known {
			return t.over.press(t, press)
		}
		return nil
	}
	t.over = nil
	return nil
}

// sayMenu offers the phrases.
type sayMenu struct{}

func (*sayMenu) press(t *table, msg tea.KeyPressMsg) tea.Cmd {
	t.over = nil
	switch {
	case key.Matches(msg, keys.ownWords) && t.mayWrite():
		t.over = newWords(t.session)
		return nil
	case key.Matches(msg, keys.people) && len(t.people()) > 0:
		return t.meet()
	case !key.Matches(msg, keys.phrase):
		return nil
	}
	n, err := strconv.Atoi(msg.String())
	if err != nil || n > len(matchmaking.Phrases) {
		return nil
	}
	phrase := matchmaking.Phrases[n-1]
	return t.do(func(ctx context.Context, c matchmaking.Seat) error { return c.Say(ctx, phrase) })
}

func (*sayMenu) box(t *table, w, _ int, th *tui.Theme) kit.Block {
	var lines []kit.Block
	offer := func(name, text string) {
		lines = append(lines, kit.Lines(th.Lamp.Render(name)+" "+th.Text.Render(text)).Click(name))
	}
	for i, code := range matchmaking.Phrases {
		offer(fmt.Sprint(i+1), Phrase(th.Reader, code))
	}
	if t.mayWrite() {
		offer(keys.ownWords.Help().Key, th.Words(keys.ownWords.Help().Desc))
	}
	if len(t.people()) > 0 {
		offer(keys.people.Help().Key, th.Words(keys.people.Help().Desc))
	}
	return kit.Frame(th, min(w, 28), th.Words("say"), kit.Stack(lines...))
}

func (*sayMenu) help() []key.Binding {
	return []key.Binding{keys.phrase, tui.Says(keys.close, "say nothing")}
}
