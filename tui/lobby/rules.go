package lobby

import (
	"regexp"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// rules is the screen with the rules of a game.
type rules struct {
	session  *tui.Session
	games    []tui.Game // that have rules to read
	at       int        // index in games
	view     viewport.Model
	leaves   []leaf
	width    int // for which the leaves are set
	contents headings

	looking bool // a search text is being typed
	word    kit.Field
	hits    int
}

// Rules returns the rules of a game; a key switches to the other games.
func Rules(s *tui.Session, game string) tui.Screen {
	r := &rules{session: s, view: newPager(), word: kit.NewFreeField(24)}
	for _, g := range s.Games {
		if g.Texts != nil {
			r.games = append(r.games, g)
		}
	}
	r.at = max(0, slices.IndexFunc(r.games, func(g tui.Game) bool { return g.Info().Name == game }))
	return r
}

// newPager returns a viewport that scrolls by the keys of the help.
func newPager() viewport.Model {
	v := viewport.New()
	v.KeyMap = keys.pager
	return v
}

func (r *rules) Init() tea.Cmd { return nil }

func (r *rules) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	press, pressed := msg.(tea.KeyPressMsg)
	switch {
	case r.looking:
		r.look(msg)
		return r, nil
	case r.contents.shown:
		if line, chosen := r.contents.Update(msg); chosen {
			r.view.SetYOffset(line)
		}
		return r, nil
	case pressed && key.Matches(press, page.Keys.Back):
		return r, tui.Ask(tui.Pop{})
	case pressed:
		if r.press(press) {
			return r, nil
		}
	}
	var cmd tea.Cmd
	r.view, cmd = r.view.Update(msg)
	return r, cmd
}

// press handles the pager's own keys.
func (r *rules) press(msg tea.KeyPressMsg) bool {
	switch {
	case key.Matches(msg, keys.search):
		r.looking = true
		r.word.Set("")
	case key.Matches(msg, keys.nextHit):
		r.view.HighlightNext()
	case key.Matches(msg, keys.lastHit):
		r.view.HighlightPrevious()
	case key.Matches(msg, keys.top):
		r.view.GotoTop()
	case key.Matches(msg, keys.bottom):
		r.view.GotoBottom()
	case key.Matches(msg, keys.contents):
		r.contents.open(r.view.YOffset())
	case key.Matches(msg, page.Keys.OtherGame):
		if len(r.games) > 1 {
			r.at, r.width = (r.at+1)%len(r.games), 0
			r.view.GotoTop()
		}
	default:
		return false
	}
	return true
}

// look handles the typing of a search text and shows the matches.
func (r *rules) look(msg tea.Msg) {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch {
		case key.Matches(press, page.Keys.Escape):
			r.word.Set("")
			r.mark()
			fallthrough
		case key.Matches(press, page.Keys.Enter):
			r.looking = false
			return
		}
	}
	if r.word.Update(msg) {
		r.mark()
	}
}

// mark highlights all matches.
func (r *rules) mark() {
	r.view.ClearHighlights()
	r.hits = 0
	if r.word.Text() == "" {
		return
	}
	word := regexp.MustCompile("(?i)" + regexp.QuoteMeta(r.word.Text()))
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
	r.leaves = typeset(r.games[r.at].Page(r.session.Language.Tag()), w)
	r.contents.of(r.leaves)
	lines := make([]string, len(r.leaves))
	for i, l := range r.leaves {
		lines[i] = th.Sign(th.Spell(l.text))
	}
	r.view.SetContentLines(lines)
	r.view.StyleLineFunc = func(i int) lipgloss.Style { return r.leaves[i].style(th).Source() }
	r.view.HighlightStyle, r.view.SelectedHighlightStyle = th.Lamp.Source(), th.Picked.Source()
	r.mark()
}

func (r *rules) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words("how to play"))}
	if len(r.games) == 0 {
		return p.Draw(th, w, h, page.Note(th.Text, w, th.Words("Nobody has written them down yet.")))
	}
	p.Fact = r.games[r.at].Info().Title
	a := p.Body(w, h)
	r.view.SetHeight(a.H - 1)
	r.view.SetWidth(min(a.W-len(page.Gutter), page.Measure+4))
	r.set(th, r.view.Width())
	if r.contents.shown {
		return p.Draw(th, w, h, r.contents.draw(th, a))
	}
	var body []string
	for line := range strings.SplitSeq(r.view.View(), "\n") {
		body = append(body, page.Gutter+line)
	}
	return p.Draw(th, w, h, append(body, page.Gutter+kit.Spread(r.view.Width(), r.status(th), r.place(th))))
}

// place says how far the reader has come: the last visible line, and of how many.
func (r *rules) place(th *tui.Theme) string {
	last := min(r.view.YOffset()+r.view.Height(), len(r.leaves))
	return th.Smoke.Render(th.Words("line %d of %d", last, len(r.leaves)))
}

// status is the line of the search.
func (r *rules) status(th *tui.Theme) string {
	found := th.Words("no places")
	if r.hits > 0 {
		found = th.Several(r.hits, "%d place", "%d places")
	}
	switch {
	case r.looking:
		return th.Lamp.Render("/") + r.word.Draw(th) + "  " + th.Smoke.Render(found)
	case r.word.Text() != "":
		return th.Smoke.Render("/" + r.word.Text() + "  " + found)
	}
	return ""
}

// Typing implements tui.Typist.
func (r *rules) Typing() bool { return r.looking }

func (r *rules) ShortHelp() []key.Binding {
	switch {
	case r.looking:
		return []key.Binding{tui.Says(page.Keys.Enter, "look"), tui.Says(page.Keys.Escape, "give up")}
	case r.contents.shown:
		return r.contents.keys()
	}
	return []key.Binding{
		keys.scroll, keys.contents, keys.search, tui.When(r.hits > 0, keys.nextHit),
		tui.When(len(r.games) > 1, page.Keys.OtherGame), page.Keys.Back,
	}
}

func (r *rules) FullHelp() [][]key.Binding {
	if r.looking || r.contents.shown {
		return [][]key.Binding{r.ShortHelp()}
	}
	return [][]key.Binding{
		r.ShortHelp(),
		{keys.leaf, keys.ends, keys.lastHit},
	}
}
