package desk

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/data/account"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// rename is the screen on which a player changes their name.
type rename struct {
	session *tui.Session
	field   kit.Field
	wish    string // the typed name, while the screen asks whether it is meant; "" before that
	busy    bool   // the store is being asked
	refusal string
}

func newRename(s *tui.Session) *rename {
	return &rename{session: s, field: kit.NewFreeField(data.MaxName)}
}

// The answers of the store.
type (
	unnamed struct{ cause error }
	free    struct{ name string }
)

func (r *rename) Init() tea.Cmd { return nil }

func (r *rename) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	s := r.session
	switch msg := msg.(type) {
	case unnamed:
		r.busy, r.wish, r.refusal = false, "", s.Why(msg.cause)
		return r, nil
	case free:
		r.busy, r.wish = false, msg.name
		return r, nil
	case tui.Renamed:
		return r, tea.Sequence(tui.Ask(tui.Pop{}), tui.Ask(tui.Toast{Text: tui.Say("You are called %s now.", msg.Player.Name)}))
	case tea.KeyPressMsg:
		switch {
		case r.busy:
			return r, nil
		case r.wish != "":
			return r, r.answer(msg)
		case key.Matches(msg, page.Keys.Escape):
			return r, tui.Ask(tui.Pop{})
		case key.Matches(msg, page.Keys.Enter):
			return r, r.look()
		}
	}
	if !r.busy && r.wish == "" && r.field.Update(msg) {
		r.refusal = ""
	}
	return r, nil
}

// look asks whether the typed name is free.
func (r *rename) look() tea.Cmd {
	s, wish := r.session, strings.TrimSpace(r.field.Text())
	switch strings.ToLower(wish) {
	case "":
		return nil
	case s.Player.Name:
		r.refusal = s.Words("That is your name already.")
		return nil
	}
	r.busy = true
	ctx, names, now := s.Context, s.Services.Names, s.Player.Name
	return func() tea.Msg {
		name, err := names.Check(ctx, now, wish)
		if err != nil {
			return unnamed{err}
		}
		return free{name}
	}
}

// answer handles the answer to whether the player means the name.
func (r *rename) answer(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, bindings.otherName):
		r.wish = ""
	case key.Matches(msg, bindings.rename):
		r.busy = true
		ctx, keys, player, wish := r.session.Context, r.session.Keys, r.session.Player.ID, r.wish
		return func() tea.Msg {
			p, err := keys.Rename(ctx, player, wish)
			if err != nil {
				return unnamed{err}
			}
			return tui.Renamed{Player: p}
		}
	}
	return nil
}

func (r *rename) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words("your name")), Fact: r.session.Player.Name}
	a := p.Body(w, h)
	body := append([]string{""}, page.Prose(th.Text, a.W,
		th.Words("What shall they call you from now on? You can change your name once in %d days. For as long nobody else gets the old one.", account.NameDays))...)
	body = append(body, "", answer(th, &r.field), "")
	switch {
	case r.refusal != "":
		body = append(body, page.Prose(th.Danger, a.W, r.refusal)...)
	case r.wish != "":
		body = append(body, page.Prose(th.Lamp, a.W, th.Words("Do you want to be called %s?", r.wish))...)
	}
	return p.Draw(th, w, h, body)
}

// Typing implements tui.Typist.
func (r *rename) Typing() bool { return true }

func (r *rename) ShortHelp() []key.Binding {
	if r.wish != "" {
		return []key.Binding{bindings.rename, bindings.otherName}
	}
	return []key.Binding{tui.Says(page.Keys.Enter, "call me that"), tui.Says(page.Keys.Escape, "leave it")}
}

func (r *rename) FullHelp() [][]key.Binding { return nil }
