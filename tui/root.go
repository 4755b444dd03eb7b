package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
)

// root is the one model of a connection. It owns the stack of screens, the overlays and the
// session's search, and routes messages between them.
type root struct {
	window
	session *Session

	stack  stack
	cover  cover
	toast  toast
	focus  focus
	seeker seeker
	shelf  shelf
	former int // the newest layer of the player that the visitor was before; -1 for none
}

var (
	_ tea.Model = (*root)(nil)
	_ Leaver    = (*root)(nil)
)

// NewRoot returns the model of a connection, which starts with the given screen. It is also a
// Leaver: the runner of the program must call Leave when the program has returned, so that chairs
// and tickets are given up.
func NewRoot(s *Session, th *Theme, first Screen) tea.Model {
	last := &drawn{stale: true}
	r := &root{
		session: s, stack: stack{drawn: last, layers: []layer{{0, first}}}, cover: cover{drawn: last},
		focus: focus{session: s, pressed: s.Now()}, shelf: shelf{session: s}, former: -1,
	}
	r.toast = toast{drawn: last, session: s, focus: &r.focus}
	r.window = window{drawn: last, session: s, theme: th, stack: &r.stack, cover: &r.cover, toast: &r.toast}
	r.seeker = seeker{session: s, stack: &r.stack, cover: &r.cover, toast: &r.toast, focus: &r.focus}
	return r
}

func (r *root) Init() tea.Cmd {
	first := tea.Batch(address(0, r.stack.top().screen.Init()), expect(r.session))
	if !r.theme.Colour {
		return first
	}
	return tea.Batch(first, tea.RequestBackgroundColor)
}

// settle applies other settings.
func (r *root) settle(s data.Settings) {
	r.session.Settle(s)
	r.dress()
}

// Farewell returns what a visitor who has quit reads on their own terminal: the games that wait for
// them, and the way back.
func (r *root) Farewell() string {
	s := r.session
	text := s.Words("Good night.")
	if s.Player.ID > 0 {
		text = s.Words("Good night, %s.", s.Player.Name)
		mine, _ := s.Broker.Mine(s.Context, s.Player.ID) // on an error it looks as if nothing waited
		waiting := 0
		for _, table := range mine {
			if table.YourMove() {
				waiting++
			}
		}
		if waiting > 0 {
			text += " " + s.Several(waiting, "%d game waits for your move.", "%d games wait for your move.")
		} else if len(mine) > 0 {
			text += " " + s.Several(len(mine), "%d game is running.", "%d games are running.")
		}
	}
	return r.theme.Sign(text + "\n" + s.Words("The way back:") + " " + s.Address + "\n")
}

// Leave gives up what the session holds.
func (r *root) Leave() {
	r.seeker.leave()
	r.stack.drop(0)
}

func (r *root) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		r.w, r.h, r.stale = msg.Width, msg.Height, true
	case tea.KeyPressMsg:
		r.focus.press()
		r.toast.press()
		return r, r.press(msg)
	case tea.MouseMsg:
		r.focus.press()
		return r, r.point(msg)
	case tea.BackgroundColorMsg:
		r.session.Look.Light = !msg.IsDark()
		r.dress()
	case tea.FocusMsg:
		r.focus.told, r.focus.gone = true, false
	case tea.BlurMsg:
		r.focus.told, r.focus.gone = true, true
	case tea.PasteMsg:
		if r.cover.top() == nil && r.stack.typing() {
			return r, r.stack.deliver(r.stack.top().number, msg)
		}
	case addressed:
		return r, r.heed(msg)
	case Deferred:
		return r, wait(r.session.Context, msg)
	case opened:
		return r, r.seeker.enlist(msg)
	case moved:
		return r, r.seeker.follow(msg)
	case seated:
		return r, r.seeker.takeUp(msg)
	case dealt:
		return r, r.seeker.sitWithHouse(msg)
	case shelved:
		r.shelf.busy = false
		return r, r.shelf.store()
	case cardMoved:
		return r, r.cover.move(msg)
	case called:
		return r, r.answer(msg)
	case Toast:
		return r, r.toast.say(msg)
	case toastOver:
		r.toast.end(msg)
	}
	return r, nil
}

// press routes a key: the topmost overlay or screen has it first.
func (r *root) press(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, keys.hangUp), r.cramped() && key.Matches(msg, keys.quit):
		return tea.Quit
	case r.cramped():
		return nil
	case key.Matches(msg, keys.help) && r.cover.explains():
		r.cover.lay(newHelp(overlayKeys{r.cover.top()}, r.theme.Reader))
		return nil
	case r.cover.top() != nil:
		return r.cover.press(msg)
	case key.Matches(msg, keys.help) && !r.stack.typing():
		r.cover.lay(newHelp(r.stack.top().screen, r.theme.Reader))
		return nil
	}
	return r.stack.deliver(r.stack.top().number, msg)
}

// point routes the mouse: a click on the key line is a press of that key.
func (r *root) point(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	if _, click := msg.(tea.MouseClickMsg); click && at.Y == r.h-1 && !r.cramped() {
		if press, ok := r.keys.at(at.X); ok {
			return r.press(press)
		}
		return nil
	}
	if r.cover.top() != nil || r.cramped() {
		return nil
	}
	return r.stack.deliver(r.stack.top().number, msg)
}

// heed does what a screen asks for, or returns the message to it.
func (r *root) heed(from addressed) tea.Cmd {
	switch msg := from.msg.(type) {
	case Toast:
		return r.toast.say(msg)
	case Seek:
		return r.seeker.seek(from.layer, msg.Ticket)
	case Attend:
		r.seeker.attend(from.layer)
		return nil
	case Withdraw:
		return r.seeker.abandon()
	case Begin:
		return r.seeker.host()
	case Settle:
		if from.layer <= r.former { // of the player that they were before
			return nil
		}
		r.settle(msg.Settings)
		if msg.Then == nil {
			return nil
		}
		return r.stack.deliver(from.layer, msg.Then)
	case Renamed:
		if msg.Player.ID == r.session.Player.ID {
			r.session.Player = msg.Player
		}
	case Named:
		return r.welcome(msg)
	case Shelve:
		r.stale, r.shelf.stale = true, !r.session.Player.ID.Guest()
		return r.shelf.store()
	case Alert:
		return r.focus.alert(msg.Text)
	case Push, Pop, Replace, Home, Quit:
		if from.layer != r.stack.top().number {
			return nil
		}
		return r.navigate(from.msg)
	}
	return r.stack.deliver(from.layer, from.msg)
}

// navigate changes the shown screen, after a question if something would be lost.
func (r *root) navigate(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case Push:
		return r.stack.push(msg.Screen)
	case Replace:
		return r.stack.replace(len(r.stack.layers)-1, msg.Screen)
	case Pop:
		return r.leaveTo(len(r.stack.layers)-1, msg)
	case Home:
		return r.leaveTo(1, msg)
	}
	return r.leaveTo(0, Quit{})
}

// welcome brings a visitor home who has a name now, or is another player.
func (r *root) welcome(msg Named) tea.Cmd {
	withdrawn, before := r.seeker.withdraw(), r.session.Player.ID
	r.session.Player = msg.Player
	r.settle(msg.Settings)
	r.cover.overlays = nil // they ask about what is gone
	former := r.stack.serial
	home := r.stack.replace(0, r.session.Routes.Home(r.session))
	if before == msg.Player.ID { // a code of their own
		return tea.Batch(withdrawn, home)
	}
	r.former = former
	return tea.Batch(withdrawn, home, expect(r.session))
}

// leaveTo goes down to the lowest n screens, or asks first.
func (r *root) leaveTo(n int, wish tea.Msg) tea.Cmd {
	text := r.stack.loss(n)
	if text == "" && n == 0 && r.seeker.pursuit != nil {
		text = r.session.Words("Somebody may come any moment. Leave and lose your place?")
	}
	if text != "" {
		r.cover.lay(&question{text: text, yes: func() tea.Cmd { return r.leave(wish) }})
		return nil
	}
	return r.leave(wish)
}

// leave does what the visitor was asked about.
func (r *root) leave(wish tea.Msg) tea.Cmd {
	switch wish.(type) {
	case Pop:
		return r.stack.cut(len(r.stack.layers) - 1)
	case Home:
		return r.stack.cut(1)
	}
	return tea.Quit
}

// answer says who challenges the visitor, over whatever is on, and waits for the next.
func (r *root) answer(c called) tea.Cmd {
	s := r.session
	if c.challenge.To.ID != s.Player.ID {
		return nil // for a name that they had before
	}
	text := Say("%s challenges you to %s: see With a friend.", Called(c.challenge.From.Name), s.Title(c.challenge.Game))
	return tea.Batch(r.toast.say(Toast{Text: text, Bell: true}), expect(s))
}
