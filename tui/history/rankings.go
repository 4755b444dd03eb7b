package history

import (
	"maps"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

const (
	chunk  = 100 // how many rows are fetched at once, ahead of the cursor
	recent = 30  // how many games a row's sparkline shows
)

// sheet identifies the rankings table that is shown.
type sheet struct {
	game   string
	month  data.Month // the zero value: all time
	field  data.Field
	search string
}

func (s sheet) filter() data.Filter {
	return data.Filter{Field: s.field, Month: s.month, Search: s.search}
}

// rankings is the screen of the rankings tables.
type rankings struct {
	session *tui.Session
	kind    kind
	months  []data.Month // with a table of the kind, newest first
	sheet   sheet
	fetched
	looking bool // a name to search for is being typed
	name    kit.Field
}

// fetched is what the screen has of a sheet.
type fetched struct {
	list   page.List
	rows   []data.Standing // from the first on
	curves map[data.PlayerID][]float64
	total  int
	own    *data.Standing // nil if the visitor has no row
	loaded bool           // an answer has come
	failed bool
	asked  int // number of rows requested
}

// ranked brings more rows of a sheet.
type ranked struct {
	data.Sheet
	sheet sheet
	from  int
}

// Rankings returns the screen of the rankings tables, starting with those of a game.
func Rankings(s *tui.Session, game string) tui.Screen {
	k := newKind(s, game)
	return &rankings{
		session: s, kind: k, name: kit.NewField("", data.MaxName),
		sheet: sheet{game: k.info().Name, field: s.Player.Field()},
	}
}

func (r *rankings) Init() tea.Cmd { return r.fetch() }

// renew fetches the rows again, which then replace the old ones.
func (r *rankings) renew() tea.Cmd { return r.ask(0, max(r.asked, chunk)) }

// fetch fetches missing rows up to a chunk after the cursor.
func (r *rankings) fetch() tea.Cmd {
	from, limit := r.asked, r.list.At+chunk-r.asked
	if limit < chunk/2 || r.loaded && r.asked >= r.total {
		return nil
	}
	r.asked += limit
	return r.ask(from, limit)
}

func (r *rankings) ask(from, limit int) tea.Cmd {
	ctx, book, player, wanted := r.session.Context, r.session.Services.Rankings, r.session.Player.ID, r.sheet
	return func() tea.Msg {
		f := wanted.filter()
		f.Limit, f.Offset = limit, from
		page, err := book.Page(ctx, wanted.game, f, player, recent)
		if err != nil {
			return failure{}
		}
		return ranked{sheet: wanted, from: from, Sheet: page}
	}
}

func (r *rankings) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ranked:
		r.adopt(msg)
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
		r.fetched = fetched{}
	case r.list.Update(msg) && r.list.At < len(r.rows):
		if player := r.rows[r.list.At].Player; player.ID != 0 {
			return r, tui.Ask(tui.Push{Screen: r.session.Routes.Profile(r.session, player)})
		}
	}
	return r, r.fetch()
}

// adopt takes rows of the shown sheet.
func (r *rankings) adopt(msg ranked) {
	if msg.sheet != r.sheet || msg.from != 0 && msg.from != len(r.rows) {
		return
	}
	r.rows = append(r.rows[:msg.from:msg.from], msg.Rows...)
	if msg.from == 0 { // these replace all rows
		r.asked = len(r.rows)
	}
	r.months, r.total, r.own, r.loaded, r.failed = msg.Months, msg.Total, msg.Own, true, false
	r.list.Len = r.total
	r.list.At = max(0, min(r.list.At, r.total-1))
	if r.curves == nil {
		r.curves = map[data.PlayerID][]float64{}
	}
	maps.Copy(r.curves, msg.Curves)
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
			r.sheet.search, r.fetched = r.name.Text(), fetched{}
		}
		return r.fetch()
	}
	r.name.Update(msg)
	return nil
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
