// Package puzzle is the screen of the puzzle of the day: find the best move in a position of a real
// game, on the ordinary board. It knows no game.
package puzzle

import (
	"errors"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/data/review"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/play"
)

// screen is a puzzle and, once there is one, the answer.
type screen struct {
	session *tui.Session
	daily   *matchmaking.Daily // nil before it has come
	away    bool               // lent to the goroutine that answers
	board   tui.Board          // nil before it has come
	fared   data.Solving
	verdict string // of the answer; "" before there is one
	trouble string // why something failed, until the next key
}

var _ tui.Screen = (*screen)(nil)

// Screen returns the screen of today's puzzle.
func Screen(s *tui.Session) tui.Screen { return &screen{session: s} }

// The messages of the screen.
type (
	// found brings the puzzle, or why there is none.
	found struct {
		daily *matchmaking.Daily
		err   error
	}
	// judged brings the result of an answer.
	judged struct {
		given data.Weighed
		err   error
	}
)

// Init fetches the puzzle.
func (p *screen) Init() tea.Cmd {
	ctx, puzzles, player, now := p.session.Context, p.session.Services.Puzzles, p.session.Player, p.session.Now()
	return func() tea.Msg {
		d, err := puzzles.Today(ctx, player, now)
		return found{d, err}
	}
}

// Update implements tui.Screen.
func (p *screen) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case found:
		p.trouble = p.sorry(msg.err)
		if msg.err == nil {
			p.show(msg.daily)
		}
	case judged:
		p.away = false
		p.trouble = p.sorry(msg.err)
		if msg.err == nil {
			p.settle(msg.given)
		}
	case tea.KeyPressMsg:
		if key.Matches(msg, p.wayOut()) {
			return p, tui.Ask(tui.Pop{})
		}
		return p, p.toBoard(msg)
	case tea.MouseClickMsg:
		msg.Y -= headLines
		return p, p.toBoard(msg)
	}
	return p, nil
}

// show has the board show a puzzle.
func (p *screen) show(d *matchmaking.Daily) {
	board := p.session.NewBoard(d.Game)
	if board == nil {
		p.trouble = p.sorry(data.ErrNotFound)
		return
	}
	board.OneKey(p.session.Settings.OneKey)
	if err := board.Show(d.Frame); err != nil {
		p.trouble = p.sorry(err)
		return
	}
	p.daily, p.board, p.fared = d, board, d.Fared
	if given, ok := d.Answered(); ok {
		p.settle(given)
	}
}

// settle shows what an answer is worth. It is the last.
func (p *screen) settle(given data.Weighed) {
	p.fared = p.daily.Fared
	p.verdict = review.Answer(p.session.Language, p.daily.Puzzle, given, p.board.Advise)
	settled := p.daily.Frame
	settled.Turn, settled.Clocks = nil, make([]matchmaking.SeatClock, len(settled.Seats))
	p.trouble = p.sorry(p.board.Show(settled))
}

// toBoard gives the board a message and answers with the resulting move.
func (p *screen) toBoard(msg tea.Msg) tea.Cmd {
	p.trouble = ""
	if p.board == nil || p.away || p.verdict != "" {
		return nil
	}
	move, made := p.board.Update(msg)
	if !made {
		return nil
	}
	p.away = true
	ctx, d := p.session.Context, p.daily
	return func() tea.Msg {
		given, err := d.Answer(ctx, move)
		return judged{given, err}
	}
}

// sorry words an error; "" for none.
func (p *screen) sorry(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, data.ErrNotFound):
		return p.session.Words("There is no puzzle today. Puzzles come from reviewed games.")
	}
	return play.Sorry(p.session.Language, p.board, err)
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
	fact := th.Smoke.Render(th.Words("today's puzzle") + " ")
	if p.board == nil {
		return kit.Spread(w, "", fact)
	}
	title := " " + th.Bright.Render(strings.ToUpper(p.session.Title(p.daily.Game)))
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
	for _, line := range kit.Shorten(text, w-2, h-2, th.Glyphs.More) {
		lines = append(lines, " "+style.Render(line))
	}
	if fared := review.Fared(p.session.Language, p.fared); fared != "" {
		lines = append(lines, " "+th.Smoke.Render(kit.Cut(fared, w-2)))
	}
	return lines
}

// text is the task, or what the answer was worth.
func (p *screen) text() string {
	switch {
	case p.verdict != "":
		return p.verdict
	case p.board == nil:
		return p.session.Words("Fetching the puzzle.")
	case p.fared.Tries == 0:
		return p.session.Words("A position of a real game: one move is far best. Find it. Your first answer counts.")
	}
	return p.session.Words("One move is far best. Find it.")
}
