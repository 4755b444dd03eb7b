package history

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// rankings is the screen of the rankings tables.
type rankings struct {
	standings
	kind    kind
	months  []data.Month // with a table of the kind, newest first
	looking bool         // a name to search for is being typed
	name    kit.Field
}

// Rankings returns the screen of the rankings tables, starting with those of a game.
func Rankings(s *tui.Session, game string) tui.Screen {
	k := newKind(s, game)
	return &rankings{
		kind: k, name: kit.NewField("", data.MaxName),
		standings: standings{session: s, sheet: sheet{game: k.info().Name, field: s.Player.Field()}},
	}
}

func (r *rankings) Init() tea.Cmd { return r.fetch() }

func (r *rankings) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ranked:
		if r.adopt(msg) {
			r.months = msg.Months
		}
		return r, nil
	case failure:
		r.failed = true
		return r, nil
	case tui.Shown: // a game may have ended meanwhile
		return r, r.renew()
	}
	if r.looking {
		return r, r.look(msg)
	}
	switch press, _ := msg.(tea.KeyPressMsg); {
	case back(msg):
		return r, tui.Ask(tui.Pop{})
	case retries(&r.failed, msg):
		return r, r.renew()
	case r.turned(press):
		r.forget()
	case r.list.Update(msg) && r.list.At < len(r.rows):
		if player := r.rows[r.list.At].Player; player.ID != 0 {
			return r, tui.Ask(tui.Push{Screen: r.session.Routes.Profile(r.session, player)})
		}
	}
	return r, r.fetch()
}

// turned reports whether a key switched to another sheet, or started a search.
func (r *rankings) turned(press tea.KeyPressMsg) bool {
	switch {
	case r.kind.turned(press):
		r.sheet = sheet{game: r.kind.info().Name, field: r.sheet.field}
		return true
	case key.Matches(press, keys.pool):
		r.sheet.field = other(r.sheet.field)
		return true
	case key.Matches(press, page.Keys.Left):
		return r.season(1)
	case key.Matches(press, page.Keys.Right):
		return r.season(-1)
	case key.Matches(press, keys.search):
		r.looking = true
		r.name.Set("")
	}
	return false
}

func other(f data.Field) data.Field {
	if f == data.Programs {
		return data.People
	}
	return data.Programs
}

// season goes to an older season, or with -1 to a newer one; all time comes after the newest month.
func (r *rankings) season(older int) bool {
	at := slices.Index(r.months, r.sheet.month) + older // -1 is all time
	switch {
	case at < -1 || at >= len(r.months):
		return false
	case at < 0:
		r.sheet.month = data.Month{}
	default:
		r.sheet.month = r.months[at]
	}
	return true
}

// look handles the typing of a name; enter searches for it.
func (r *rankings) look(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyPressMsg)
	switch {
	case ok && key.Matches(press, page.Keys.Escape):
		r.name.Set("")
		fallthrough
	case ok && key.Matches(press, page.Keys.Enter):
		r.looking = false
		if r.sheet.search != r.name.Text() {
			r.sheet.search = r.name.Text()
			r.forget()
		}
		return r.fetch()
	}
	r.name.Update(msg)
	return nil
}

func (r *rankings) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words("rankings")), Foot: []string{""}}
	if r.loaded {
		p.Fact = page.Players(th.Reader, r.total)
	}
	a := p.Body(w, h)
	body := []string{"  " + r.heading(th)}
	from, to := r.list.Window(a.Y+2, a.H-2)
	if r.loaded {
		p.Foot[0] = r.foot(th, a.W-2, from, to)
	}
	switch {
	case r.failed:
		return p.Draw(th, w, h, page.Note(th.Danger, a.W, th.Words(unread)))
	case !r.loaded:
		return p.Draw(th, w, h, body)
	case r.total == 0:
		return p.Draw(th, w, h, append(body, page.Note(th.Text, a.W, th.Words(r.sheet.nobody()))...))
	}
	return p.Draw(th, w, h, append(body, r.table(th, a.W-2, from, to)...))
}

// heading says which table is shown, or what is searched for.
func (r *rankings) heading(th *tui.Theme) string {
	if r.looking {
		return th.Lamp.Render("/") + r.name.Draw(th)
	}
	season := th.Words("all time")
	if m := r.sheet.month; m != (data.Month{}) {
		season = th.Month(m.Begins())
	}
	dot := " " + th.Sign("·") + " "
	facts := th.Smoke.Render(dot + season)
	if r.sheet.field == data.Programs {
		facts += th.Smoke.Render(dot + th.Words("programs"))
	}
	if r.sheet.search != "" {
		facts += th.Lamp.Render(dot + "/" + r.sheet.search)
	}
	return th.Bright.Render(r.kind.info().Title) + facts
}

// Typing implements tui.Typist.
func (r *rankings) Typing() bool { return r.looking }

func (r *rankings) ShortHelp() []key.Binding {
	if r.looking {
		return []key.Binding{tui.Says(page.Keys.Enter, "look"), tui.Says(page.Keys.Escape, "everybody")}
	}
	pool := keys.pool
	if r.sheet.field == data.Programs {
		pool = tui.Says(pool, "people")
	}
	return []key.Binding{
		page.Keys.Choose, tui.When(r.total > 0, tui.Says(page.Keys.Enter, "profile")), keys.search,
		tui.When(len(r.months) > 0, keys.season), r.kind.key(), pool, page.Keys.Back,
	}
}

func (r *rankings) FullHelp() [][]key.Binding {
	return [][]key.Binding{r.ShortHelp(), r.list.Keys()[1:]}
}
