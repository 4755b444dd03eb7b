package history

import (
	"context"
	"errors"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/data/language"
	"noir/tui"
	"noir/tui/page"
)

const (
	chunk  = 100 // rows are fetched ahead of the cursor
	recent = 30  // games are in a row's sparkline
)

// sheet is which of all tables of rankings is shown.
type sheet struct {
	game   string
	month  data.Month // the zero value: of all time
	field  data.Field
	search string
}

func (s sheet) filter() data.Filter {
	return data.Filter{Field: s.field, Month: s.month, Search: s.search}
}

// rankings is the screen of the tables of everybody with a rated game.
type rankings struct {
	session *tui.Session
	kind    kind
	months  []data.Month // that have a table of the kind, newest first
	sheet   sheet
	ledger
	looking bool // a name to look for is being typed
	name    page.Field
}

// ledger is what has come of a sheet.
type ledger struct {
	list   page.List
	rows   []data.Standing // the first so many
	curves map[data.PlayerID][]float64
	total  int
	own    *data.Standing // nil when the visitor has no row
	came   bool           // an answer has come
	failed bool
	asked  int // rows that have been asked for
}

// ranked brings more rows of a sheet.
type ranked struct {
	data.Sheet
	sheet sheet
	from  int
}

// nameLimit is as long as a name may be.
const nameLimit = 16

// Rankings returns the tables of rankings, and shows that of a game.
func Rankings(s *tui.Session, game string) tui.Screen {
	k := newKind(s, game)
	return &rankings{
		session: s, kind: k, name: page.Field{Limit: nameLimit},
		sheet: sheet{game: k.info().Name, field: s.Player.Field()},
	}
}

func (r *rankings) Init() tea.Cmd { return r.fetch() }

// fetch asks for the rows up to a chunk after the cursor that are not here yet.
func (r *rankings) fetch() tea.Cmd {
	from, limit := r.asked, r.list.At+chunk-r.asked
	if limit < chunk/2 || r.came && r.asked >= r.total {
		return nil
	}
	r.asked += limit
	ctx, store, player, wanted := r.session.Context, r.session.Store, r.session.Player.ID, r.sheet
	return func() tea.Msg {
		answer, err := read(ctx, store, wanted, player, from, limit)
		if err != nil {
			return failure{}
		}
		return answer
	}
}

// read reads rows of a sheet, and a visitor's own.
func read(ctx context.Context, store data.Store, s sheet, visitor data.PlayerID, from, limit int) (r ranked, err error) {
	r = ranked{sheet: s, from: from}
	f := s.filter()
	f.Limit, f.Offset = limit, from
	r.Sheet, err = store.Sheet(ctx, s.game, f, visitor, recent)
	return r, err
}

// rank returns a player's row of all time, nil for one who has none.
func rank(ctx context.Context, store data.Store, game string, player data.PlayerID) (*data.Standing, error) {
	row, err := store.Rank(ctx, game, player)
	switch {
	case errors.Is(err, data.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &row, nil
}

func (r *rankings) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ranked:
		r.adopt(msg)
		return r, nil
	case failure:
		r.failed = true
		return r, nil
	}
	if r.looking {
		return r, r.look(msg)
	}
	switch press, _ := msg.(tea.KeyPressMsg); {
	case back(msg):
		return r, tui.Ask(tui.Pop{})
	case r.turned(msg, press.String()):
		r.ledger = ledger{}
	case r.list.Update(msg) && r.list.At < len(r.rows):
		if player := r.rows[r.list.At].Player; player.ID != 0 {
			return r, tui.Ask(tui.Push{Screen: r.session.Routes.Profile(r.session, player)})
		}
	}
	return r, r.fetch()
}

// adopt takes rows of the sheet that is shown.
func (r *rankings) adopt(msg ranked) {
	if msg.sheet != r.sheet || msg.from != len(r.rows) {
		return
	}
	r.rows = append(r.rows, msg.Rows...)
	r.months, r.total, r.own, r.came = msg.Months, msg.Total, msg.Own, true
	r.list.Len = r.total
	if r.curves == nil {
		r.curves = map[data.PlayerID][]float64{}
	}
	for id, curve := range msg.Curves {
		r.curves[id] = curve
	}
}

// turned reports whether a key has turned to another sheet, or to looking for one.
func (r *rankings) turned(msg tea.Msg, key string) bool {
	switch {
	case r.kind.turned(msg):
		r.sheet = sheet{game: r.kind.info().Name, field: r.sheet.field}
		return true
	case key == "b":
		r.sheet.field = other(r.sheet.field)
		return true
	case key == "left", key == "h":
		return r.season(1)
	case key == "right", key == "l":
		return r.season(-1)
	case key == "/":
		r.looking, r.name.Text = true, ""
	}
	return false
}

func other(f data.Field) data.Field {
	if f == data.Programs {
		return data.People
	}
	return data.Programs
}

// season goes to an older season, or with -1 to a newer one: after the newest month
// comes all time.
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

// look takes what is typed of a name; enter looks for it.
func (r *rankings) look(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyPressMsg)
	switch {
	case ok && press.String() == "esc":
		r.name.Text = ""
		fallthrough
	case ok && press.String() == "enter":
		r.looking = false
		if r.sheet.search != r.name.Text {
			r.sheet.search, r.ledger = r.name.Text, ledger{}
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
		return []key.Binding{tui.Bind("enter", "look", "enter"), tui.Bind("esc", "everybody", "esc")}
	}
	enter := tui.Bind("enter", "profile", "enter")
	enter.SetEnabled(r.total > 0)
	season := tui.Bind("←→", "season", "left")
	season.SetEnabled(len(r.months) > 0)
	field := language.Mark("programs")
	if r.sheet.field == data.Programs {
		field = language.Mark("people")
	}
	return []key.Binding{
		tui.Bind("↑↓", "choose", "down"), enter, tui.Bind("/", "look for", "/"), season, r.kind.key(), tui.Bind("b", field, "b"),
		tui.Bind("esc", "back", "esc"),
	}
}

func (r *rankings) FullHelp() [][]key.Binding {
	return [][]key.Binding{r.ShortHelp(), r.list.Keys()[1:]}
}
