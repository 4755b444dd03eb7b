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
	"noir/tui/wording"
)

// sayMenu offers the phrases.
type sayMenu struct{ *sight }

func (m sayMenu) press(msg tea.KeyPressMsg) (overlay, tea.Cmd) {
	switch {
	case key.Matches(msg, keys.ownWords) && m.mayWrite():
		return newWords(m.sight), nil
	case key.Matches(msg, keys.people) && len(m.people()) > 0:
		return meet(m.sight)
	case !key.Matches(msg, keys.phrase):
		return nil, nil
	}
	n, err := strconv.Atoi(msg.String())
	if err != nil || n > len(matchmaking.Phrases) {
		return nil, nil
	}
	phrase := matchmaking.Phrases[n-1]
	return nil, m.do(func(ctx context.Context, c matchmaking.Seat) error { return c.Say(ctx, phrase) })
}

func (m sayMenu) box(w, _ int, th *tui.Theme) kit.Block {
	var lines []kit.Block
	offer := func(name, text string) {
		lines = append(lines, kit.Lines(th.Lamp.Render(name)+" "+th.Text.Render(text)).Click(name))
	}
	for i, code := range matchmaking.Phrases {
		offer(fmt.Sprint(i+1), wording.Phrase(th.Reader, code))
	}
	if m.mayWrite() {
		offer(keys.ownWords.Help().Key, th.Words(keys.ownWords.Help().Desc))
	}
	if len(m.people()) > 0 {
		offer(keys.people.Help().Key, th.Words(keys.people.Help().Desc))
	}
	return kit.Frame(th, min(w, 28), th.Words("say"), kit.Stack(lines...))
}

func (sayMenu) help() []key.Binding {
	return []key.Binding{keys.phrase, tui.Says(keys.close, "say nothing")}
}
