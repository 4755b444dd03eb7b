// Package puzzle is the screen of a position of a real game whose best move the visitor looks for,
// on the ordinary board: the puzzle of the day, or a mistake of their own. It knows no game.
package puzzle

import (
	"errors"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/app/service"
	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/replay"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/wording"
)

// screen is a task and, once there is one, the answer.
type screen struct {
	session  *tui.Session
	task     task
	away     bool             // the task is lent to the goroutine that fetches or answers
	exercise *replay.Exercise // nil before it has come
	board    tui.Board        // nil before it has come
	call     string           // the task in words
	fared    string           // the visitor's results so far; "" for none
	verdict  string           // of the answer; "" before there is one
	trouble  string           // why something failed, until the next key on the board
}

var _ tui.Screen = (*screen)(nil)

// Screen returns the screen of today's puzzle.
func Screen(s *tui.Session) tui.Screen { return &screen{session: s, task: new(daily)} }

// Retry returns the screen of the decision that became a ply of a finished game.
func Retry(s *tui.Session, id data.MatchID, ply int) tui.Screen {
	return &screen{session: s, task: &retry{match: id, ply: ply}}
}

// The messages of the screen.
type (
	// found brings the position, or why it cannot be shown.
	found struct {
		exercise *replay.Exercise
		err      error
	}
	// judged brings the result of an answer.
	judged struct {
		given answer
		err   error
	}
)

// Init fetches the position.
func (p *screen) Init() tea.Cmd {
	s, task := p.session, p.task
	p.away, p.call = true, task.fetching(s.Language)
	return func() tea.Msg {
		x, err := task.fetch(s)
		return found{x, err}
	}
}

// Update implements tui.Screen.
func (p *screen) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case found:
		p.away = false
		p.trouble = p.sorry(msg.err)
		if msg.err == nil {
			p.show(msg.exercise)
		}
	case judged:
		p.away = false
		p.trouble = p.sorry(msg.err)
		if msg.err == nil {
			p.settle(msg.given)
		}
	case tea.KeyPressMsg:
		switch {
		case key.Matches(msg, p.wayOut()):
			return p, tui.Ask(tui.Pop{})
		case p.verdict != "" && p.task.again() && key.Matches(msg, keys.again):
			p.verdict = ""
			p.trouble = p.sorry(p.board.Show(p.exercise.Frame))
			return p, nil
		}
		return p, p.toBoard(msg)
	case tea.MouseClickMsg:
		msg.Y -= headLines
		return p, p.toBoard(msg)
	}
	return p, nil
}

// show has the board show a position.
func (p *screen) show(x *replay.Exercise) {
	board := p.session.ScreenBoard(x.Game)
	if board == nil {
		p.trouble = p.sorry(data.ErrNotFound)
		return
	}
	if err := board.Show(x.Frame); err != nil {
		p.trouble = p.sorry(err)
		return
	}
	p.exercise, p.board, p.call, p.fared = x, board, p.task.call(p.session.Language), p.task.fared(p.session.Language)
	if given, ok := p.task.given(); ok {
		p.settle(given)
	}
}

// settle shows the worth of an answer.
func (p *screen) settle(given answer) {
	p.fared = p.task.fared(p.session.Language)
	p.verdict = p.task.verdict(p.session.Language, given, p.board.Advise)
	settled := p.exercise.Frame
	settled.Turn, settled.Clocks = nil, make([]matchmaking.SeatClock, len(settled.Seats))
	p.trouble = p.sorry(p.board.Show(settled))
}

// toBoard gives the board a message and answers with the resulting move.
func (p *screen) toBoard(msg tea.Msg) tea.Cmd {
	if p.board == nil { // the message about it stays
		return nil
	}
	p.trouble = ""
	if p.away || p.verdict != "" {
		return nil
	}
	move, made := p.board.Update(msg)
	if !made {
		return nil
	}
	p.away = true
	ctx, task := p.session.Context, p.task
	return func() tea.Msg {
		given, err := task.answer(ctx, move)
		return judged{given, err}
	}
}

// sorry words an error; "" for none.
func (p *screen) sorry(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, data.ErrNotFound):
		return p.task.missing(p.session.Language)
	case p.board == nil: // nothing was to be saved
		return tui.Sentence(p.session.Language, service.Explain(p.session.Language, err))
	}
	return wording.Sorry(p.session.Language, p.board, err)
}

// The lines above the table, and the most below it.
const (
	headLines = 1
	wordLines = 5
)

// View draws a title line, the board, and the task or the verdict.
func (p *screen) View(w, h int, th *tui.Theme) []string {
	lines := make([]string, h)
	lines[0] = p.header(th, w)
	below := p.below(th, w, min(wordLines, h/2))
	if p.board != nil {
		copy(lines[headLines:], p.board.View(w, h-headLines-len(below), p.session.Now(), th))
	}
	copy(lines[h-len(below):], below)
	return lines
}

// header shows the game and the board's heading.
func (p *screen) header(th *tui.Theme, w int) string {
	fact := th.Smoke.Render(p.task.name(th.Reader) + " ")
	if p.board == nil {
		return kit.Spread(w, "", fact)
	}
	title := " " + th.Bright.Render(strings.ToUpper(p.session.Title(p.exercise.Game)))
	long := title + "  " + th.Smoke.Render(p.board.Heading())
	if kit.Width(long)+kit.Width(fact) < w {
		return kit.Spread(w, long, fact)
	}
	return kit.FirstFit(w, long, title)
}

// below is the text below the board, on at most h lines.
func (p *screen) below(th *tui.Theme, w, h int) []string {
	text, style := p.text(), th.Lamp
	if p.trouble != "" {
		text, style = p.trouble, th.Danger
	}
	lines := []string{kit.Rule(th, w, "")}
	for _, line := range kit.Shorten(th.Sign(text), w-2, h-2, th.Glyphs.More) {
		lines = append(lines, " "+style.Render(line))
	}
	if p.fared != "" {
		lines = append(lines, " "+th.Smoke.Render(kit.Cut(p.fared, w-2)))
	}
	return lines
}

// text is the task, or the worth of the answer.
func (p *screen) text() string {
	if p.verdict != "" {
		return p.verdict
	}
	return p.call
}

// wayOut leaves the task: more keys do once the board has nothing more to do.
func (p *screen) wayOut() key.Binding {
	switch {
	case p.board != nil && p.verdict == "":
		return keys.leave
	case p.task.again():
		return keys.back
	}
	return keys.out
}

// ShortHelp lists the keys that do something now.
func (p *screen) ShortHelp() []key.Binding {
	switch {
	case p.board != nil && p.verdict == "":
		return append(p.board.ShortHelp(), keys.leave)
	case p.board != nil && p.task.again():
		return []key.Binding{keys.again, keys.back}
	}
	return []key.Binding{p.wayOut()}
}

// FullHelp lists all keys of the screen.
func (p *screen) FullHelp() [][]key.Binding {
	if p.board == nil || p.verdict != "" {
		return [][]key.Binding{p.ShortHelp()}
	}
	return append(p.board.FullHelp(), []key.Binding{keys.leave})
}
