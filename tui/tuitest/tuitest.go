// Package tuitest runs a Bubble Tea model in a real program whose screen is an
// emulated terminal, for tests: keys and clicks go in, the text of the screen
// comes out. A terminal needs a testing/synctest bubble: it is looked at when nothing
// is under way any more at the moment of the bubble's clock, so that nothing that is
// seen, on this terminal or on another one, depends on who was faster.
package tuitest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"noir/internal/await"
	"noir/tui"
)

// patience is how long a test waits for a screen before it fails.
const patience = 20 * time.Second

// Terminal is an emulated terminal that shows a running model. A frame that is
// larger than the terminal fails the test.
type Terminal struct {
	t       testing.TB
	program *tea.Program
	ended   chan struct{} // closed when the program has returned

	mu      sync.Mutex
	screen  *vt.Emulator
	lines   []string // of the screen, as last painted; nil when it has another size since
	read    string   // of the screen, its text, and with colours below; empty until somebody looks
	styled  string
	title   string
	focus   bool
	bells   int
	noted   []string      // notifications outside of the window
	changed chan struct{} // closed by the next frame
}

// Start runs the model in a terminal of w×h cells until the test ends, and
// returns when its first frame stands and what it asks for at once has come. A model
// that is a tui.Leaver is left when the program has returned.
func Start(t testing.TB, model tea.Model, w, h int) *Terminal {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	term := &Terminal{t: t, screen: vt.NewEmulator(w, h), changed: make(chan struct{}), ended: make(chan struct{})}
	first := make(chan struct{})
	term.program = tea.NewProgram(&probe{Model: model, term: term, first: first},
		tea.WithContext(ctx), tea.WithInput(nil), tea.WithOutput(io.Discard), tea.WithoutRenderer(), tea.WithoutSignalHandler(),
		tea.WithoutCatchPanics(), tea.WithWindowSize(w, h), tea.WithFPS(1))
	go func() {
		defer close(term.ended)
		if held, ok := model.(tui.Leaver); ok {
			defer held.Leave()
		}
		if _, err := term.program.Run(); err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("the program ended with: %v", err)
		}
	}()
	t.Cleanup(func() {
		cancel()
		await.One(t, term.ended, "end of the program")
	})
	await.One(t, first, "first frame")
	synctest.Wait()
	return term
}

// Press sends keys by their names: "enter", "ctrl+c", "shift+tab", "q". When it returns the
// model has handled them. Each follows the one before at once, whose effect may not be there
// yet.
func (term *Terminal) Press(keys ...string) {
	term.t.Helper()
	for _, name := range keys {
		press, ok := tui.KeyPress(name)
		if !ok {
			term.t.Fatalf("no key is called %q", name)
		}
		term.Send(press)
	}
}

// Type sends a text key by key.
func (term *Terminal) Type(text string) {
	for _, r := range text {
		term.Send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

// Click clicks on the first place of the screen where the text stands.
func (term *Terminal) Click(text string) {
	term.t.Helper()
	for y, line := range strings.Split(term.Screen(), "\n") {
		if before, _, ok := strings.Cut(line, text); ok {
			at := tea.Mouse{X: ansi.StringWidth(before), Y: y, Button: tea.MouseLeft}
			term.Send(tea.MouseClickMsg(at))
			term.Send(tea.MouseReleaseMsg(at))
			return
		}
	}
	term.t.Fatalf("nothing reads %q on\n%s", text, term.Screen())
}

// Resize gives the terminal another size.
func (term *Terminal) Resize(w, h int) { term.Send(tea.WindowSizeMsg{Width: w, Height: h}) }

// Send sends the model a message and returns when it has been handled. Use Wait for the effects
// of its commands.
func (term *Terminal) Send(msg tea.Msg) {
	taken := make(barrier)
	term.program.Send(msg)
	term.program.Send(taken)
	select {
	case <-taken:
	case <-term.ended:
	}
}

// Screen returns the text of the screen, without trailing blanks.
func (term *Terminal) Screen() string {
	screen, _ := term.look()
	return screen
}

// look returns the text of the screen and what the next frame closes.
func (term *Terminal) look() (screen string, changed <-chan struct{}) {
	synctest.Wait()
	term.mu.Lock()
	defer term.mu.Unlock()
	return term.text(), term.changed
}

// Styled returns the screen with its colours as escape codes.
func (term *Terminal) Styled() string {
	synctest.Wait()
	term.mu.Lock()
	defer term.mu.Unlock()
	if term.styled == "" {
		term.styled = term.screen.Render()
	}
	return term.styled
}

// Colours lists what is written on the screen by the colours and styles that it has, each in the order
// of reading.
func (term *Terminal) Colours() string {
	synctest.Wait()
	term.mu.Lock()
	defer term.mu.Unlock()
	var styles []string
	texts := map[string][]string{}
	for y := range term.screen.Height() {
		last := ""
		for x := range term.screen.Width() {
			cell := term.screen.CellAt(x, y)
			if cell == nil || cell.Width == 0 { // the second half of a sign
				continue
			}
			seen := shown(cell)
			style := strings.Trim(seen.String(), "\x1b[m")
			if texts[style] == nil {
				styles = append(styles, style)
			}
			if style != last || x == 0 {
				texts[style] = append(texts[style], "")
			}
			last = style
			texts[style][len(texts[style])-1] += cell.Content
		}
	}
	var out strings.Builder
	for _, style := range styles {
		var said []string
		for _, text := range texts[style] {
			if text = strings.TrimSpace(text); text != "" {
				said = append(said, text)
			}
		}
		fmt.Fprintf(&out, "%s: %s\n", style, strings.Join(slices.Compact(said), " "))
	}
	return strings.TrimRight(out.String(), "\n")
}

// shown is a cell's style as far as it is seen: of a blank only what is behind it.
func shown(cell *uv.Cell) uv.Style {
	if cell.Content == " " && cell.Style.Underline == 0 && cell.Style.Attrs&(uv.AttrReverse|uv.AttrStrikethrough) == 0 {
		return uv.Style{Bg: cell.Style.Bg}
	}
	return cell.Style
}

// Seen is a text with its codes as it is seen: line by line what its cells show, whatever codes led to that.
func Seen(text string) string { return seen{}.text(text) }

// seen are lines with their codes, as they are seen: hundreds of pictures share most of theirs.
type seen map[string]string

func (s seen) text(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if !strings.Contains(line, "\x1b") {
			continue
		}
		if s[line] == "" {
			s[line] = drawn(line)
		}
		lines[i] = s[line]
	}
	return strings.Join(lines, "\n")
}

// drawn is a line as its cells show it.
func drawn(line string) string {
	cells := uv.NewScreenBuffer(ansi.StringWidth(line), 1)
	uv.NewStyledString(line).Draw(cells, cells.Bounds())
	for x := range cells.Width() {
		if cell := cells.CellAt(x, 0); cell != nil {
			cell.Style = shown(cell)
		}
	}
	return cells.Render()
}

// colour is the escape code of a colour.
var colour = regexp.MustCompile(`\x1b\[([\d;]*;)?(3[0-8]|4[0-8]|9[0-7]|10[0-7])`)

// OnlyASCII checks that the screen has no sign beyond ASCII and no colours.
func (term *Terminal) OnlyASCII() {
	term.t.Helper()
	screen := term.Screen()
	for _, r := range screen {
		if r > '~' {
			term.t.Fatalf("%q is no ASCII sign:\n%s", r, screen)
		}
	}
	if styled := term.Styled(); colour.MatchString(styled) {
		term.t.Errorf("there are colours in %q", styled)
	}
}

// Title returns the title of the window.
func (term *Terminal) Title() string {
	synctest.Wait()
	term.mu.Lock()
	defer term.mu.Unlock()
	return term.title
}

// ReportsFocus returns whether the terminal was asked to tell when it is looked at.
func (term *Terminal) ReportsFocus() bool {
	synctest.Wait()
	term.mu.Lock()
	defer term.mu.Unlock()
	return term.focus
}

// Bells returns how often the terminal has rung.
func (term *Terminal) Bells() int {
	synctest.Wait()
	term.mu.Lock()
	defer term.mu.Unlock()
	return term.bells
}

// Notified returns what the terminal was told to show outside of its window.
func (term *Terminal) Notified() []string {
	synctest.Wait()
	term.mu.Lock()
	defer term.mu.Unlock()
	return slices.Clone(term.noted)
}

// Wait returns the first screen that satisfies the condition. What comes at the very
// moment at which its patience is over still counts.
func (term *Terminal) Wait(until func(screen string) bool) string {
	term.t.Helper()
	late := time.After(patience)
	for over := ""; ; {
		screen, changed := term.look()
		switch {
		case until(screen):
			return screen
		case over != "":
			term.t.Fatalf("%s\n%s", over, screen)
		}
		select {
		case <-changed:
		case <-term.ended:
			over = "the program has ended; its last screen is"
		case <-late:
			over = "the screen stays"
		}
	}
}

// WaitFor returns the first screen that shows all the texts.
func (term *Terminal) WaitFor(texts ...string) string {
	term.t.Helper()
	if Spoken(term.t) != nil {
		return term.Screen()
	}
	missing := ""
	defer func() {
		if term.t.Failed() && missing != "" {
			term.t.Logf("missing: %q", missing)
		}
	}()
	return term.Wait(func(screen string) bool {
		for _, text := range texts {
			if missing = text; !strings.Contains(screen, text) {
				return false
			}
		}
		missing = ""
		return true
	})
}

// WaitQuit returns when the program has ended by itself.
func (term *Terminal) WaitQuit() {
	term.t.Helper()
	select {
	case <-term.ended:
	case <-time.After(patience):
		term.t.Fatalf("the program goes on and shows\n%s", term.Screen())
	}
}

// text is the screen's text; its lines end where their last sign is.
func (term *Terminal) text() string {
	if term.read == "" {
		lines := strings.Split(term.screen.String(), "\n")
		for i := range lines {
			lines[i] = strings.TrimRight(lines[i], " ")
		}
		term.read = strings.TrimRight(strings.Join(lines, "\n"), "\n")
	}
	return term.read
}

// paint draws the lines of a frame that have changed.
func (term *Terminal) paint(view tea.View) {
	term.mu.Lock()
	defer term.mu.Unlock()
	lines, w, h := strings.Split(view.Content, "\n"), term.screen.Width(), term.screen.Height()
	high, widest := len(lines), 0
	var out strings.Builder
	lines = append(lines, make([]string, max(0, h-high))...)[:h]
	for i, line := range lines {
		if term.lines == nil || term.lines[i] != line {
			widest = max(widest, ansi.StringWidth(line))
			fmt.Fprintf(&out, "\x1b[%d;1H\x1b[2K%s", i+1, line)
		}
	}
	if high > h || widest > w {
		term.t.Errorf("a frame of %d×%d cells does not fit on %d×%d:\n%s", widest, high, w, h, ansi.Strip(view.Content))
	}
	if out.Len() > 0 {
		_, _ = term.screen.WriteString(out.String())
		term.read, term.styled = "", ""
	}
	term.lines = lines
	term.title, term.focus = view.WindowTitle, view.ReportFocus
	close(term.changed)
	term.changed = make(chan struct{})
}

func (term *Terminal) resize(w, h int) {
	term.mu.Lock()
	defer term.mu.Unlock()
	term.screen.Resize(w, h)
	term.lines, term.read, term.styled = nil, "", ""
}

func (term *Terminal) hear(raw string) {
	term.mu.Lock()
	defer term.mu.Unlock()
	term.bells += strings.Count(raw, "\a")
}

func (term *Terminal) note(text string) {
	term.mu.Lock()
	defer term.mu.Unlock()
	term.noted = append(term.noted, text)
}

// barrier is a message that tells when everything before it has been taken in.
type barrier chan struct{}

// probe stands between the program and the model and paints its frames.
type probe struct {
	tea.Model
	term  *Terminal
	first chan struct{} // closed with the first frame of a known size; then nil
}

func (p *probe) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case barrier:
		close(msg)
		return p, nil
	case tea.WindowSizeMsg:
		p.term.resize(msg.Width, msg.Height)
	case tui.Notification:
		p.term.note(msg.Text)
	case tea.RawMsg:
		p.term.hear(fmt.Sprint(msg.Msg))
	}
	next, cmd := p.Model.Update(msg)
	p.Model = next
	_, sized := msg.(tea.WindowSizeMsg)
	if sized || p.first == nil {
		p.term.paint(next.View())
	}
	if sized && p.first != nil {
		close(p.first)
		p.first = nil
	}
	return p, cmd
}

func (p *probe) View() tea.View { return tea.View{} }
