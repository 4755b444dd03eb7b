package desk

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/app/service"
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
	ring    *service.Keyring // nil before it has come
	refusal string
}

// fetched brings the keyring.
type fetched struct{ service.Keyring }

// Keys returns the screen of the visitor's keys.
func Keys(s *tui.Session) tui.Screen {
	if s.Player.ID.Guest() {
		return note{s.Language.Upper(s.Words("your keys")), s.Words("Guests have none, and own nothing. Make one with ssh-keygen -t ed25519 and come back with it.")}
	}
	return &keys{session: s}
}

func (k *keys) Init() tea.Cmd { return k.fetch() }

// fetch returns the Cmd that reads the keyring.
func (k *keys) fetch() tea.Cmd {
	ctx, keys, player := k.session.Context, k.session.Keys, k.session.Player.ID
	return func() tea.Msg {
		ring, err := keys.List(ctx, player)
		if err != nil {
			return refused{err}
		}
		return fetched{ring}
	}
}

func (k *keys) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tui.Shown:
		return k, k.fetch()
	case fetched:
		k.ring, k.refusal = &msg.Keyring, ""
		k.list.Len = len(k.ring.Keys)
		k.list.At = min(k.list.At, k.list.Len-1)
		return k, nil
	case refused:
		k.refusal = msg.text(k.session)
		return k, nil
	case tea.KeyPressMsg:
		if cmd, ok := k.press(msg); ok {
			return k, cmd
		}
	}
	if k.list.Update(msg) && k.any() {
		return k, push(newLabel(k.session, k.chosen()))
	}
	return k, nil
}

// press handles the screen's own keys.
func (k *keys) press(msg tea.KeyPressMsg) (cmd tea.Cmd, done bool) {
	s := k.session
	switch {
	case key.Matches(msg, page.Keys.Back):
		return tui.Ask(tui.Pop{}), true
	case key.Matches(msg, bindings.add):
		return push(&invite{session: s}), true
	case key.Matches(msg, bindings.recovery):
		return push(&recovery{session: s, left: k.codes()}), true
	case key.Matches(msg, bindings.claim):
		return push(Code(s)), true
	case key.Matches(msg, bindings.remove) && k.any():
		return push(&removal{session: s, key: k.chosen(), current: k.chosen().ID == k.ring.Current}), true
	}
	return nil, false
}

// any reports whether there is a key to choose.
func (k *keys) any() bool { return k.ring != nil && len(k.ring.Keys) > 0 }

// codes is how many recovery codes are unused, as far as known.
func (k *keys) codes() int {
	if k.ring == nil {
		return 0
	}
	return k.ring.Codes
}

func (k *keys) chosen() data.Key { return k.ring.Keys[k.list.At] }

func (k *keys) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words("your keys")), Fact: k.session.Player.Name, Foot: k.foot(th)}
	a := p.Body(w, h)
	body := []string{""}
	switch {
	case k.refusal != "":
		return p.Draw(th, w, h, append(body, page.Prose(th.Danger, a.W, k.refusal)...))
	case k.ring == nil:
		return p.Draw(th, w, h, append(body, page.Prose(th.Smoke, a.W, th.Words("Reading your keyring."))...))
	}
	k.list.Pitch = 2
	from, to := k.list.Window(a.Y+1, a.H-1)
	for i := from; i < to; i++ {
		body = append(body, k.row(th, i, a.W)...)
	}
	return p.Draw(th, w, h, body)
}

// row shows a key in two lines: its label, and where it comes from.
func (k *keys) row(th *tui.Theme, i, w int) []string {
	one, style, cursor := k.ring.Keys[i], th.Text, " "
	if i == k.list.At {
		style, cursor = th.Lamp, th.Lamp.Render(th.Glyphs.Cursor)
	}
	label := one.Label
	if label == "" {
		label = th.Words("no label")
	}
	current := ""
	if one.ID == k.ring.Current {
		current = th.Bright.Render(th.Words("in use now"))
	}
	fingerprint := one.Fingerprint
	if w < 76 {
		fingerprint = account.Fingerprint(fingerprint)
	}
	seen := ""
	if current == "" {
		seen = " " + th.Sign("·") + " " + th.Words("seen %s", page.When(th.Reader, one.LastSeen, k.session.LocalTime()))
	}
	return []string{
		kit.Spread(w-1, " "+cursor+" "+style.Render(label), current),
		th.Smoke.Render(page.Gutter + fingerprint + seen),
	}
}

// foot says how well the player is protected against the loss of all keys.
func (k *keys) foot(th *tui.Theme) []string {
	switch {
	case k.ring == nil:
		return nil
	case k.codes() == 0:
		return []string{th.Text.Render(th.Words("no recovery codes yet: make some"))}
	}
	return []string{th.Smoke.Render(th.Several(k.codes(), "%d recovery code left", "%d recovery codes left"))}
}

// Title implements tui.Titled.
func (k *keys) Title() string { return k.session.Words("noir: keys") }

func (k *keys) ShortHelp() []key.Binding {
	return []key.Binding{
		page.Keys.Choose, bindings.add, tui.When(k.any(), bindings.remove), bindings.recovery,
		tui.Says(page.Keys.Enter, "label"), page.Keys.Back,
	}
}

func (k *keys) FullHelp() [][]key.Binding {
	return [][]key.Binding{k.ShortHelp(), {bindings.claim}, k.list.Keys()[1:]}
}
