package desk

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/data/account"
	"noir/internal/language"
	"noir/tui"
	"noir/tui/page"
)

// acquaintance is the screen about the visitor's tie to another player.
type acquaintance struct {
	session *tui.Session
	player  data.Player
	tie     data.Tie
	loaded  bool // the tie has been read
	menu    page.Menu
	made    tea.Cmd // the Cmd of the last change
	said    string
	refusal string
}

// Acquaintance returns the screen on which a player is made a friend, muted, blocked or reported,
// and on which that is undone.
func Acquaintance(s *tui.Session, p data.Player) tui.Screen {
	if s.Player.ID.Guest() || s.Player.ID == p.ID {
		return note{p.Name, s.Words("Players with a key can have friends, and mute, block and report others.")}
	}
	v := &acquaintance{session: s, player: p}
	v.fill()
	return v
}

// fill makes the rows.
func (v *acquaintance) fill() {
	var rows []page.Entry
	for _, b := range account.Bonds() {
		live := ""
		switch {
		case v.loaded && v.tie == b.Tie:
			live = v.session.Words("yes")
		case v.loaded:
			live = v.session.Words("no")
		}
		rows = append(rows, page.Entry{Label: v.session.Words(b.Title), Live: live, Turn: func(int) { v.turn(b) }})
	}
	rows = append(rows, page.Entry{Label: v.session.Words("Report"), Hint: v.session.Words("to the operators"), Verb: language.Mark("say why"),
		Choose: func() tea.Cmd { return push(newComplaint(v.session, v.player)) }})
	v.menu.Set(rows)
}

// turn makes a tie, or ends it. It does nothing before the present tie is known.
func (v *acquaintance) turn(b account.Bond) {
	if !v.loaded {
		return
	}
	do, said := v.session.Services.Circle.Tie, b.Made
	if v.tie == b.Tie {
		do, said = v.session.Services.Circle.Untie, b.Ended
	}
	s, p := v.session, v.player
	ctx, reader, own := s.Context, s.Language, s.Player.ID
	v.made = func() tea.Msg {
		if err := do(ctx, own, p, b.Tie); err != nil {
			return refused{err}
		}
		return made(said(reader, p.Name))
	}
}

// made tells the result of a change.
type made string

// ties brings a player's ties.
type ties []data.Tied

// fetchTies returns the Cmd that reads the visitor's ties.
func fetchTies(s *tui.Session) tea.Cmd {
	ctx, circle, player := s.Context, s.Services.Circle, s.Player.ID
	return func() tea.Msg {
		all, err := circle.All(ctx, player)
		if err != nil {
			return refused{err}
		}
		return ties(all)
	}
}

func (v *acquaintance) Init() tea.Cmd { return fetchTies(v.session) }

func (v *acquaintance) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ties:
		v.tie, v.loaded = "", true
		for _, t := range msg {
			if t.Player.ID == v.player.ID {
				v.tie = t.Tie
			}
		}
		v.fill()
		return v, nil
	case made:
		v.said, v.refusal = string(msg), ""
		return v, fetchTies(v.session)
	case refused:
		v.said, v.refusal = "", msg.text(v.session)
		return v, nil
	case tea.KeyPressMsg:
		if key.Matches(msg, page.Keys.Back) {
			return v, tui.Ask(tui.Pop{})
		}
	}
	cmd := v.menu.Update(msg)
	cmd, v.made = tea.Batch(cmd, v.made), nil
	return v, cmd
}

func (v *acquaintance) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: v.player.Name, Fact: th.Words("you and this player")}
	a := p.Body(w, h)
	body := append(v.menu.Draw(th, page.Area{X: a.X, Y: a.Y, W: a.W, H: a.H - 4}), "")
	if v.refusal != "" {
		return p.Draw(th, w, h, append(body, page.Prose(th.Danger, a.W, v.refusal)...))
	}
	return p.Draw(th, w, h, append(body, page.Prose(th.Smoke, a.W, v.said)...))
}

// Title implements tui.Titled.
func (v *acquaintance) Title() string { return "noir: " + v.player.Name }

func (v *acquaintance) ShortHelp() []key.Binding { return v.menu.Keys("back") }

func (v *acquaintance) FullHelp() [][]key.Binding {
	return [][]key.Binding{v.ShortHelp(), v.menu.List.Keys()[1:]}
}
