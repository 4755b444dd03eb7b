package desk

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/data/account"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// keys is the screen of a player's keyring.
type keys struct {
	session *tui.Session
	list    page.List
	ring    []data.Key // nil before it has come
	left    int        // unused recovery codes
	refusal string
}

// fetched brings the keyring.
type fetched struct {
	ring []data.Key
	left int
}

// Keys returns the screen of the visitor's keys.
func Keys(s *tui.Session) tui.Screen {
	if s.Player.ID.Guest() {
		return note{s.Language.Upper(s.Words("your keys")), s.Words("A guest has none, and owns nothing. Make one with ssh-keygen -t ed25519 and come back with it.")}
	}
	return &keys{session: s}
}

func (k *keys) Init() tea.Cmd { return k.fetch() }

// fetch returns the Cmd that looks the keyring up.
func (k *keys) fetch() tea.Cmd {
	ctx, ring, player := k.session.Context, k.session.Keys, k.session.Player.ID
	return func() tea.Msg {
		all, err := ring.Keys(ctx, player)
		if err != nil {
			return refused{err}
		}
		left, err := ring.RecoveryLeft(ctx, player)
		if err != nil {
			return refused{err}
		}
		return fetched{all, left}
	}
}

func (k *keys) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tui.Shown:
		return k, k.fetch()
	case fetched:
		k.ring, k.left, k.refusal = msg.ring, msg.left, ""
		k.list.Len = len(k.ring)
		k.list.At = min(k.list.At, len(k.ring)-1)
		return k, nil
	case refused:
		k.refusal = msg.text(k.session)
		return k, nil
	case tea.KeyPressMsg:
		if cmd, ok := k.press(msg); ok {
			return k, cmd
		}
	}
	if k.list.Update(msg) && len(k.ring) > 0 {
		return k, push(newLabel(k.session, k.chosen()))
	}
	return k, nil
}

// press does what the screen itself has a key for.
func (k *keys) press(msg tea.KeyPressMsg) (cmd tea.Cmd, done bool) {
	s := k.session
	switch name := msg.String(); {
	case page.Back(msg):
		return tui.Ask(tui.Pop{}), true
	case name == "a":
		return push(&invite{session: s}), true
	case name == "r":
		return push(&recovery{session: s, left: k.left}), true
	case name == "u":
		return push(Code(s)), true
	case name == "x" && len(k.ring) > 0:
		return push(&removal{session: s, key: k.chosen()}), true
	}
	return nil, false
}

func (k *keys) chosen() data.Key { return k.ring[k.list.At] }

func (k *keys) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words("your keys")), Fact: k.session.Player.Name, Foot: k.foot(th)}
	a := p.Body(w, h)
	body := []string{""}
	switch {
	case k.refusal != "":
		return p.Draw(th, w, h, append(body, page.Prose(th.Danger, a.W, k.refusal)...))
	case k.ring == nil:
		return p.Draw(th, w, h, append(body, page.Prose(th.Smoke, a.W, th.Words("Looking at your keyring."))...))
	}
	k.list.Pitch = 2
	from, to := k.list.Window(a.Y+1, a.H-1)
	for i := from; i < to; i++ {
		body = append(body, k.row(th, i, a.W)...)
	}
	return p.Draw(th, w, h, body)
}

// row is one key, in two lines: what it is called, and where it comes from.
func (k *keys) row(th *tui.Theme, i, w int) []string {
	one, style, cursor := k.ring[i], th.Text, " "
	if i == k.list.At {
		style, cursor = th.Lamp, th.Lamp.Render(th.Glyphs.Cursor)
	}
	label := one.Label
	if label == "" {
		label = th.Words("no label")
	}
	current := ""
	if one.Fingerprint == k.session.Fingerprint {
		current = th.Bright.Render(th.Words("in use now"))
	}
	fingerprint := one.Fingerprint
	if w < 76 {
		fingerprint = account.Fingerprint(fingerprint)
	}
	seen := th.Words("seen %s", page.When(th.Reader, one.LastSeen, k.session.LocalTime()))
	return []string{
		kit.Spread(w-1, " "+cursor+" "+style.Render(label), current),
		th.Smoke.Render(page.Gutter + fingerprint + " " + th.Glyphs.Dot + " " + seen),
	}
}

// foot says how safe the player is from losing his keys.
func (k *keys) foot(th *tui.Theme) []string {
	switch {
	case k.ring == nil:
		return nil
	case k.left == 0:
		return []string{th.Text.Render(th.Words("no recovery codes yet: make some"))}
	}
	return []string{th.Smoke.Render(th.Several(k.left, "%d recovery code left", "%d recovery codes left"))}
}

// Title implements tui.Titled.
func (k *keys) Title() string { return k.session.Words("noir: keys") }

func (k *keys) ShortHelp() []key.Binding {
	remove := tui.Bind("x", "remove", "x")
	remove.SetEnabled(len(k.ring) > 0)
	return []key.Binding{
		tui.Bind("↑↓", "choose", "down"), tui.Bind("a", "add", "a"), remove, tui.Bind("r", "recovery", "r"),
		tui.Bind("enter", "label", "enter"), tui.Bind("esc", "back", "esc"),
	}
}

func (k *keys) FullHelp() [][]key.Binding {
	return [][]key.Binding{k.ShortHelp(), {tui.Bind("u", "use a code", "u")}, k.list.Keys()[1:]}
}
