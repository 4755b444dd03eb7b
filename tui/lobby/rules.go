package lobby

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"noir/tui"
	"noir/tui/page"
)

// rules is the screen on which one reads how a game is played.
type rules struct {
	session *tui.Session
	games   []string // that have rules to read
	at      int      // of games
	view    viewport.Model
	leaves  []leaf
	width   int // for which the leaves are set

	looking bool // a word to look for is being typed
	word    field
	hits    int
}

// Rules returns the rules of a game, and of the others a key away.
func Rules(s *tui.Session, game string) tui.Screen {
	r := &rules{session: s, view: viewport.New(), word: field{limit: 24}}
	for _, g := range s.Games {
		if name := g.Info().Name; s.Rules[name] != "" {
			r.games = append(r.games, name)
		}
	}
	r.at = max(0, slices.Index(r.games, game))
	return r
}

func (r *rules) Init() tea.Cmd { return nil }

func (r *rules) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	press, pressed := msg.(tea.KeyPressMsg)
	switch {
	case r.looking:
		r.look(msg)
		return r, nil
	case pressed && back(press):
		return r, tui.Ask(tui.Pop{})
	case pressed:
		if r.press(press.String()) {
			return r, nil
		}
	}
	var cmd tea.Cmd
	r.view, cmd = r.view.Update(msg)
	return r, cmd
}

// press does what the pager itself has a key for.
func (r *rules) press(name string) bool {
	switch name {
	case "/":
		r.looking, r.word.text = true, ""
	case "n":
		r.view.HighlightNext()
	case "N":
		r.view.HighlightPrevious()
	case "g", "home":
		r.view.GotoTop()
	case "G", "end":
		r.view.GotoBottom()
	case "tab":
		if len(r.games) > 1 {
			r.at, r.width = (r.at+1)%len(r.games), 0
			r.view.GotoTop()
		}
	default:
		return false
	}
	return true
}

// look takes what is typed and shows where it stands.
func (r *rules) look(msg tea.Msg) {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch press.String() {
		case "esc":
			r.word.text = ""
			r.mark()
			fallthrough
		case "enter":
			r.looking = false
			return
		}
	}
	if r.word.update(msg) {
		r.mark()
	}
}

// mark highlights the word wherever it stands.
func (r *rules) mark() {
	r.view.ClearHighlights()
	r.hits = 0
	if r.word.text == "" {
		return
	}
	word := regexp.MustCompile("(?i)" + regexp.QuoteMeta(r.word.text))
	found := word.FindAllStringIndex(r.view.GetContent(), -1)
	r.hits = len(found)
	r.view.SetHighlights(found)
}

// set breaks the rules into lines for a width.
func (r *rules) set(th *tui.Theme, w int) {
	if w == r.width || len(r.games) == 0 {
		return
	}
	r.width = w
	r.leaves = typeset(r.session.Rules[r.games[r.at]], w)
	lines := make([]string, len(r.leaves))
	for i, l := range r.leaves {
		lines[i] = th.Sign(l.text)
	}
	r.view.SetContentLines(lines)
	r.view.StyleLineFunc = func(i int) lipgloss.Style { return r.leaves[i].style(th).Source() }
	r.view.HighlightStyle, r.view.SelectedHighlightStyle = th.Lamp.Source(), th.Picked.Source()
	r.mark()
}

func (r *rules) View(w, h int, th *tui.Theme) string {
	p := page.Page{Title: "how to play"}
	if len(r.games) == 0 {
		return p.Draw(th, w, h, page.Note(th.Text, w, "Nobody has written it down yet."))
	}
	p.Fact = r.session.Title(r.games[r.at])
	a := p.Body(w, h)
	r.view.SetHeight(a.H - 1)
	r.view.SetWidth(min(a.W-len(page.Gutter), page.Measure+4))
	r.set(th, r.view.Width())
	p.Fact = fmt.Sprintf("%s  %d %%", p.Fact, int(100*r.view.ScrollPercent()))
	var body []string
	for line := range strings.SplitSeq(r.view.View(), "\n") {
		body = append(body, page.Gutter+line)
	}
	return p.Draw(th, w, h, append(body, page.Gutter+r.status(th)))
}

// status is the line of the search.
func (r *rules) status(th *tui.Theme) string {
	found := page.Count(r.hits, "place", "places")
	switch {
	case r.looking:
		return th.Lamp.Render("/") + r.word.draw(th) + "  " + th.Smoke.Render(found)
	case r.word.text != "":
		return th.Smoke.Render("/" + r.word.text + "  " + found)
	}
	return ""
}

// Typing implements tui.Typist.
func (r *rules) Typing() bool { return r.looking }

func (r *rules) ShortHelp() []key.Binding {
	if r.looking {
		return []key.Binding{tui.Bind("enter", "look", "enter"), tui.Bind("esc", "give up", "esc")}
	}
	next := tui.Bind("n", "next place", "n")
	next.SetEnabled(r.hits > 0)
	other := tui.Bind("tab", "other game", "tab")
	other.SetEnabled(len(r.games) > 1)
	return []key.Binding{
		tui.Bind("↑↓", "scroll", "down"), tui.Bind("/", "look for", "/"), next, other, tui.Bind("esc", "back", "esc"),
	}
}

func (r *rules) FullHelp() [][]key.Binding {
	return [][]key.Binding{
		r.ShortHelp(),
		{tui.Bind("space b", "page down, up", "space"), tui.Bind("g G", "first, last", "g"), tui.Bind("N", "place before", "N")},
	}
}
