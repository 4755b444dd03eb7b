package lesson

import (
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/wording"
)

// pause is how long a house player seems to think.
const pause = 800 * time.Millisecond

// screen is a lesson on a screen: the board, with the text below it like subtitles.
type screen struct {
	session *tui.Session
	game    string
	table   *Table
	board   tui.Board
	said    string // about a wrong move, until the next key
	trouble string // why something failed, until the next key
	dealing bool   // a game against the house has been requested
	from    int    // the first visible line of the score sheet
	last    int    // the largest useful from, as last drawn
}

var _ tui.Screen = (*screen)(nil)

// Screen returns the lesson of a game, at the scene where the session left it. For a game without a
// lesson it shows the rules.
func Screen(s *tui.Session, game string) tui.Screen {
	board := s.ScreenBoard(game)
	table, err := Open(s, game, s.Settings.Lessons[game].Scene)
	if err != nil || board == nil {
		return s.Routes.Rules(s, game)
	}
	l := &screen{session: s, game: game, table: table, board: board}
	l.show()
	return l
}

// The messages of the screen.
type (
	// due makes a house player think, if nothing has been played since.
	due struct{ made int }
	// chosen brings the learner's move.
	chosen struct {
		reply Reply
		err   error
	}
)

func (l *screen) Init() tea.Cmd { return nil }

// Update implements tui.Screen.
func (l *screen) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case due:
		return l, l.think(msg)
	case chosen:
		if l.fail(msg.err) || l.fail(l.table.Answer(msg.reply)) {
			return l, nil
		}
		return l, l.moved()
	case tui.Sought:
		l.dealing = false
		if msg.Err != nil {
			l.trouble = wording.Sorry(l.session.Language, l.board, msg.Err)
		}
	case tea.KeyPressMsg:
		l.said, l.trouble = "", ""
		return l, l.press(msg)
	case tea.MouseClickMsg:
		l.said, l.trouble = "", ""
		msg.Y -= headLines
		return l, l.toBoard(msg)
	}
	return l, nil
}

// headLines is how many lines are above the table.
const headLines = 1

// press handles the lesson's own keys; the others are the board's.
func (l *screen) press(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, l.wayOut()):
		return tui.Ask(tui.Pop{})
	case key.Matches(msg, keys.back):
		l.fail(l.table.Back())
		return l.moved()
	case l.table.Over():
		return l.pressEnd(msg)
	case !l.table.Reads():
		return l.toBoard(msg)
	case key.Matches(msg, keys.next):
		l.fail(l.table.Next())
		return l.moved()
	}
	return nil
}

// pressEnd handles keys at the score sheet.
func (l *screen) pressEnd(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, keys.again):
		l.fail(l.table.Again())
		return l.moved()
	case key.Matches(msg, keys.house) && !l.dealing:
		l.dealing = true
		return tui.Ask(tui.Seek{Ticket: matchmaking.Ticket{
			Player: l.session.Player, Bot: l.table.lesson.Level,
			Terms: matchmaking.Terms{Game: l.game, Pace: data.Live, Seats: l.table.lesson.Setup.Seats},
		}})
	case key.Matches(msg, keys.stranger):
		p := l.session.Player
		terms := matchmaking.Terms{Game: l.game, Rated: !p.ID.Guest(), Pace: data.Live}
		return tui.Ask(tui.Push{Screen: l.session.Routes.Queue(l.session, matchmaking.Ticket{Player: p, Terms: terms})})
	case key.Matches(msg, keys.up):
		l.from = max(l.from-1, 0)
	case key.Matches(msg, keys.down):
		l.from = min(l.from+1, l.last)
	}
	return nil
}

// toBoard gives the board a message and plays the resulting move.
func (l *screen) toBoard(msg tea.Msg) tea.Cmd {
	if l.table.Reads() || l.table.Over() {
		return nil
	}
	move, made := l.board.Update(msg)
	if !made {
		return nil
	}
	instead, err := l.table.Play(move)
	if l.fail(err) {
		return nil
	}
	if instead != "" {
		l.said = instead
		l.show()
		return nil
	}
	return l.moved()
}

// fail keeps an error to be shown.
func (l *screen) fail(err error) bool {
	if err != nil {
		l.trouble = wording.Sorry(l.session.Language, l.board, err)
	}
	return err != nil
}

// moved shows the new state of the table, stores the learner's place, and lets the house play on.
func (l *screen) moved() tea.Cmd {
	l.show()
	var shelve tea.Cmd
	if l.session.Keep(tui.Bookmark{Game: l.game, Progress: l.table.Progress()}) {
		shelve = tui.Ask(tui.Shelve{})
	}
	if l.table.House() == nil {
		return shelve
	}
	return tea.Batch(shelve, tui.After(pause, due{l.table.made}))
}

// think has a house player choose.
func (l *screen) think(d due) tea.Cmd {
	choose := l.table.House()
	if choose == nil || d.made != l.table.made {
		return nil
	}
	ctx := l.session.Context
	return func() tea.Msg {
		reply, err := choose(ctx)
		return chosen{reply, err}
	}
}

// show has the board show the table.
func (l *screen) show() { l.fail(l.board.Show(l.table.Frame())) }

// View implements tui.Screen.
func (l *screen) View(w, h int, th *tui.Theme) []string {
	lines := make([]string, h)
	lines[0] = l.header(th, w)
	if l.table.Over() {
		copy(lines[headLines:], l.end(th, w, h-headLines))
		return lines
	}
	below := l.subtitles(th, w, h/2)
	copy(lines[headLines:], l.board.View(w, h-headLines-len(below), l.session.Now(), th))
	copy(lines[h-len(below):], below)
	return lines
}

// sheetWidth is the greatest width of the score sheet.
const sheetWidth = 60

// end is the score sheet and the last words.
func (l *screen) end(th *tui.Theme, w, h int) []string {
	width := min(w-2, sheetWidth)
	lines := append(strings.Split(l.board.Score(width, th, 1), "\n"), "")
	if l.trouble != "" {
		lines = append(lines, th.Danger.Render(l.trouble), "")
	}
	for _, line := range kit.Wrap(th.Sign(l.table.Text()), width) {
		lines = append(lines, th.Lamp.Render(line))
	}
	l.last = max(0, len(lines)-h)
	l.from = min(l.from, l.last)
	lines = lines[l.from:min(len(lines), l.from+h)]
	for i, line := range lines {
		lines[i] = strings.Repeat(" ", (w-width)/2) + kit.Cut(line, width)
	}
	return lines
}

// header names the game and the scene.
func (l *screen) header(th *tui.Theme, w int) string {
	at, scenes := l.table.At()
	title := " " + th.Bright.Render(strings.ToUpper(l.session.Title(l.game)))
	return kit.Spread(w, title, th.Smoke.Render(th.Words("lesson, scene %d of %d", at+1, scenes)+" "))
}

// subtitles are the text and the task, on at most h lines: the text is shortened if need be.
func (l *screen) subtitles(th *tui.Theme, w, h int) []string {
	text, style := l.table.Text(), th.Text
	switch {
	case l.trouble != "":
		text, style = l.trouble, th.Danger
	case l.said != "":
		text = l.said
	}
	task := kit.Wrap(th.Sign(l.table.Task()), w-2)
	lines := []string{kit.Rule(th, w, "")}
	for _, line := range kit.Shorten(th.Sign(text), w-2, max(1, h-1-len(task)), th.Glyphs.More) {
		lines = append(lines, " "+style.Render(line))
	}
	for _, line := range task {
		lines = append(lines, " "+th.Lamp.Render(line))
	}
	return lines
}

// ShortHelp lists the keys that do something now.
func (l *screen) ShortHelp() []key.Binding {
	back := keys.back
	at, _ := l.table.At()
	back.SetEnabled(at > 0)
	switch {
	case l.table.Over():
		return []key.Binding{keys.house, keys.stranger, keys.again, l.wayOut()}
	case l.table.Reads():
		return []key.Binding{keys.next, back, l.wayOut()}
	}
	return append(l.board.ShortHelp(), back, l.wayOut())
}

// wayOut leaves the lesson; esc does too where the board has no use for it.
func (l *screen) wayOut() key.Binding {
	if l.table.Reads() || l.table.Over() {
		return keys.out
	}
	return keys.leave
}

// FullHelp lists all keys of the screen.
func (l *screen) FullHelp() [][]key.Binding {
	if l.table.Over() || l.table.Reads() {
		return [][]key.Binding{l.ShortHelp()}
	}
	return append(l.board.FullHelp(), []key.Binding{keys.back, keys.leave})
}
