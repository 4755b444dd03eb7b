package terminal

import (
	"fmt"
	"io"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// Drawer is a model that hands over its view line by line, so that an unchanged line is never
// copied. Its View is not called.
type Drawer interface {
	// Draw returns the lines, which stay the model's and last until the next call, and the view
	// without its Content. changed reports whether either differs from the last call.
	Draw() (lines []string, view tea.View, changed bool)
}

// program is a model and what its terminal was last given to show. It belongs to the turns of the
// session's mailbox.
type program struct {
	model   tea.Model
	session *Session
	size    Size // that the model knows; zero before its first turn
	shown   Size // of what was last drawn; zero for nothing
}

// turn has the model handle the size of its window, if that has changed, and its mail, and draws
// the result. It reports whether the result must be written now; the next turn may start meanwhile.
// A panic ends the session.
func (p *program) turn(mail []tea.Msg) (write bool) {
	defer func() {
		if v := recover(); v != nil {
			write = false
			p.session.fail(v)
		}
	}()
	if p.session.ctx.Err() != nil {
		return false
	}
	if p.size == (Size{}) {
		p.session.commands.start(p.model.Init())
	}
	if size := p.session.terminal.Window.Size().Clamp(); size != p.size {
		p.size = size
		p.update(tea.WindowSizeMsg(size))
	}
	for _, msg := range mail {
		if p.handle(msg); p.session.ctx.Err() != nil {
			return false
		}
	}
	return p.draw()
}

// handle does what a message asks of the terminal, or of the caller that runs the program, and has the
// model handle any other.
func (p *program) handle(msg tea.Msg) {
	switch msg := msg.(type) {
	case tea.QuitMsg:
		p.session.end(errQuit)
	case tea.RawMsg:
		fmt.Fprint(p.session.writer.raw(), msg.Msg)
	case Notifier:
		title, text := msg.Notification()
		_, _ = io.WriteString(p.session.writer.raw(), notify(p.session.terminal.Env, title, text))
	default:
		if msg != tea.RequestBackgroundColor() {
			p.update(msg)
		} else if !simple(p.session.terminal.Env) {
			_, _ = io.WriteString(p.session.writer.raw(), ansi.RequestBackgroundColor)
		}
	}
}

func (p *program) update(msg tea.Msg) {
	next, cmd := p.model.Update(msg)
	p.model = next
	p.session.commands.start(cmd)
}

// draw gives the newest frame to the writer, unless it has it, and reports whether the caller must
// run the writer.
func (p *program) draw() bool {
	lines, view, changed := p.look()
	if !changed && p.shown == p.size {
		return false
	}
	p.shown, view.Content = p.size, ""
	return p.session.writer.show(lines, view, p.size)
}

// look returns what the model draws.
func (p *program) look() (lines []string, view tea.View, changed bool) {
	if drawer, ok := p.model.(Drawer); ok {
		return drawer.Draw()
	}
	view = p.model.View()
	return strings.Split(view.Content, "\n"), view, true
}
