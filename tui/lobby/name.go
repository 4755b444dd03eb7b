package lobby

import (
	"cmp"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/app/service"
	"noir/data"
	"noir/internal/language"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// name is the screen of a new key: its owner chooses a name.
type name struct {
	session *tui.Session
	field   kit.Field
	tag     string // of the language that was turned to; "" for none
	refusal string // why the last name was refused
	kept    error  // that the user name is reserved; nil if it is not
	ready   bool   // a name has been proposed
	busy    bool   // waiting for the store
}

// The answers of the store.
type (
	proposed struct{ service.Proposal }
	refused  struct{ cause error }
)

// Name returns the screen for the owner of a new key. It proposes a free name made from the SSH
// user name. Its field takes any letter, so that a name with others than a name may have is refused
// and not cut: "jrg" for "jörg".
func Name(s *tui.Session) tui.Screen {
	return &name{session: s, field: kit.NewFreeField(data.MaxName)}
}

func (n *name) Init() tea.Cmd { return n.propose() }

// propose looks for a free name.
func (n *name) propose() tea.Cmd {
	ctx, names, user := n.session.Context, n.session.Services.Names, n.session.User
	return func() tea.Msg { return proposed{names.Propose(ctx, user)} }
}

func (n *name) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case proposed:
		n.ready = true
		if msg.Name != "" && (n.field.Text() == "" || n.field.Proposal) {
			n.field.Propose(msg.Name)
			n.kept = msg.Kept
		}
		return n, nil
	case refused:
		n.busy, n.refusal = false, n.session.Why(msg.cause)
		if n.field.Proposal { // another newcomer has taken it since
			return n, n.propose()
		}
		return n, nil
	case tea.KeyPressMsg:
		switch {
		case key.Matches(msg, keys.previous):
			return n, n.speak(-1)
		case key.Matches(msg, keys.next):
			return n, n.speak(1)
		case key.Matches(msg, page.Keys.Enter):
			return n, n.accept()
		case key.Matches(msg, keys.code):
			return n, tui.Ask(tui.Push{Screen: n.session.Routes.Code(n.session)})
		case key.Matches(msg, page.Keys.Escape):
			return n, tui.Ask(tui.Quit{})
		}
	}
	if !n.busy && n.field.Update(msg) {
		n.refusal = ""
	}
	return n, nil
}

// speak switches to another language for now.
func (n *name) speak(step int) tea.Cmd {
	wanted := n.session.Settings
	n.tag = next(language.Tags(), cmp.Or(n.tag, n.session.Language.Tag()), step)
	wanted.Language = n.tag
	return tui.Ask(tui.Settle{Settings: wanted})
}

// accept takes the typed name, if it is free, and keeps the chosen language.
func (n *name) accept() tea.Cmd {
	if n.busy || !n.ready {
		return nil
	}
	n.busy = true
	ctx, settings, keys, wish, tag := n.session.Context, n.session.Services.Settings, n.session.Keys, n.field.Text(), n.tag
	return func() tea.Msg {
		player, err := keys.Enrol(ctx, wish)
		if err != nil {
			return refused{err}
		}
		welcome := tui.Welcome(ctx, settings, player)
		if welcome.Settings.Language == "" && tag != "" {
			welcome.Settings.Language = tag
			_ = settings.Speak(ctx, player.ID, tag) // on an error it must be chosen again
		}
		return welcome
	}
}

func (n *name) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: "n o i r", Fact: th.Words("Hoboken, New Jersey, 1954")}
	a := p.Body(w, h)
	greeting := []string{
		th.Words("Come in out of the rain. There are card tables in the back, and strangers who play."),
		th.Words("Nobody has seen this key before. What is your name?"),
	}
	if a.H < roomToGreet {
		greeting = greeting[1:]
	}
	body := append([]string{""}, page.Prose(th.Text, a.W, greeting...)...)
	body = append(body, "", page.Gutter+th.Lamp.Render(th.Glyphs.Cursor)+" "+n.field.Draw(th), "")
	p.Foot = []string{th.Lamp.Render(th.Glyphs.Left) + " " + th.Text.Render(th.Words(language.English)) + " " + th.Lamp.Render(th.Glyphs.Right)}
	switch {
	case n.refusal != "":
		body = append(body, page.Prose(th.Danger, a.W, n.refusal)...)
	case n.busy:
		body = append(body, page.Prose(th.Smoke, a.W, th.Words("Saving it."))...)
	default:
		if n.field.Proposal && n.field.Text() != "" {
			hint := th.Words("Enter takes it, or type another.")
			if n.kept != nil {
				hint = n.session.User + ": " + n.session.Why(n.kept)
			}
			body = append(body, page.Prose(th.Text, a.W, hint)...)
		}
		body = append(body, page.Prose(th.Smoke, a.W,
			th.Words("3 to 16 letters, digits, - or _. It goes with your key: no password."),
			th.Words("Do you already have a name here? With a code, press tab."))...)
		notice := noticeLines(th, th.Text, n.session.Notice, a.W)
		switch room := p.Body(w, h).H - len(body) - 1; {
		case len(notice) <= room:
		case room > 1:
			notice = append(notice[:room-1], page.Gutter+th.Smoke.Render(th.Words("More of it is under Learn.")))
		default:
			notice = []string{page.Gutter + th.Smoke.Render(th.Words("The house's notice is under Learn."))}
		}
		body = append(append(body, ""), notice...)
	}
	return p.Draw(th, w, h, body)
}

// roomToGreet is the height from which on there is room for the whole greeting.
const roomToGreet = 18

// Typing implements tui.Typist.
func (n *name) Typing() bool { return true }

func (n *name) ShortHelp() []key.Binding {
	return []key.Binding{tui.Says(page.Keys.Enter, "that's me"), keys.language, keys.code, tui.Says(page.Keys.Escape, "leave")}
}

func (n *name) FullHelp() [][]key.Binding { return nil }
