package history

import (
	"fmt"
	"maps"
	"slices"

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

// standings are what the screen has of a sheet.
type standings struct {
	session *tui.Session
	sheet   sheet
	list    page.List
	rows    []data.Standing // from the first on
	curves  map[data.PlayerID][]float64
	total   int
	own     *data.Standing // nil if the visitor has no row
	loaded  bool           // an answer has come
	failed  bool
	asked   int // number of rows requested
}

// ranked brings more rows of a sheet.
type ranked struct {
	data.Sheet
	sheet sheet
	from  int
}

// forget makes room for those of another sheet.
func (s *standings) forget() { *s = standings{session: s.session, sheet: s.sheet} }

// renew fetches the rows again, which then replace the old ones.
func (s *standings) renew() tea.Cmd { return s.ask(0, max(s.asked, chunk)) }

// fetch fetches missing rows up to a chunk after the cursor.
func (s *standings) fetch() tea.Cmd {
	from, limit := s.asked, s.list.At+chunk-s.asked
	if limit < chunk/2 || s.loaded && s.asked >= s.total {
		return nil
	}
	s.asked += limit
	return s.ask(from, limit)
}

func (s *standings) ask(from, limit int) tea.Cmd {
	ctx, book, player, wanted := s.session.Context, s.session.Services.Rankings, s.session.Player.ID, s.sheet
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

// adopt takes rows, and reports whether they are of the shown sheet.
func (s *standings) adopt(msg ranked) bool {
	if msg.sheet != s.sheet || msg.from != 0 && msg.from != len(s.rows) {
		return false
	}
	s.rows = append(s.rows[:msg.from:msg.from], msg.Rows...)
	if msg.from == 0 { // these replace all rows
		s.asked = len(s.rows)
	}
	s.total, s.own, s.loaded, s.failed = msg.Total, msg.Own, true, false
	s.list.Len = s.total
	s.list.At = max(0, min(s.list.At, s.total-1))
	if s.curves == nil {
		s.curves = map[data.PlayerID][]float64{}
	}
	maps.Copy(s.curves, msg.Curves)
	return true
}

// table draws the rows from one to another.
func (s *standings) table(th *tui.Theme, w, from, to int) []string {
	header := columns{
		name: th.Words("name"), rating: th.Words("rating"), games: th.Words("games"), won: th.Words("won"), curve: th.Words("latest games"),
	}
	lines := []string{"  " + th.Smoke.Render(header.line(w))}
	for i := from; i < to; i++ {
		if i >= len(s.rows) {
			lines = append(lines, "  "+th.Smoke.Render(th.Sign("·")))
			continue
		}
		style := th.Text
		if s.rows[i].Player.ID == s.session.Player.ID {
			style = th.Lamp
		} else if i == s.list.At {
			style = th.Bright
		}
		lines = append(lines, cursor(th, i == s.list.At)+style.Render(s.row(th, s.rows[i], w)))
	}
	return lines
}

// foot shows the visitor's own row, unless it is among the visible ones; otherwise it explains the
// marks.
func (s *standings) foot(th *tui.Theme, w, from, to int) string {
	isOwn := func(one data.Standing) bool { return one.Player.ID == s.own.Player.ID }
	switch {
	case s.own == nil && s.sheet.field != s.session.Player.Field():
		return th.Smoke.Render(s.marks(th, w))
	case s.own == nil:
		return th.Smoke.Render(kit.FirstFit(w, th.Words("No rank yet: it takes one rated game."), th.Words("No rank yet.")))
	case slices.ContainsFunc(s.rows[min(from, len(s.rows)):min(to, len(s.rows))], isOwn):
		return th.Smoke.Render(s.marks(th, w))
	case w < 50:
		return th.Lamp.Render(" " + s.row(th, *s.own, w-1))
	}
	return th.Lamp.Render(kit.Spread(w, " "+s.row(th, *s.own, w-1), th.Words("you")))
}

// marks explains the symbols in the rows.
func (s *standings) marks(th *tui.Theme, w int) string {
	here := th.Words("%s is here now.", th.Glyphs.Pip)
	return kit.FirstFit(w, here+" "+th.Words("A rating with ? may still change a lot."), here+" "+th.Words("? may still change a lot."), here)
}

// row formats a standing in columns.
func (s *standings) row(th *tui.Theme, of data.Standing, w int) string {
	c := columns{
		rank: fmt.Sprintf("%d.", of.Rank), name: of.Player.Name, rating: page.Rating(of.Rating), games: fmt.Sprint(of.Games),
	}
	if of.Games > 0 {
		c.won = th.Words("%.0f %%", 100*float64(of.Wins)/float64(of.Games))
	}
	if s.session.Here(of.Player.ID) {
		c.here = th.Glyphs.Pip
	}
	if curve := s.curves[of.Player.ID]; len(curve) > 0 {
		c.curve = kit.Spark(&th.Glyphs, curve)
	}
	return c.line(w)
}

// columns are a row of the table.
type columns struct{ rank, here, name, rating, games, won, curve string }

// line formats the row; a narrow one has neither games nor a curve.
func (c columns) line(w int) string {
	who := right(c.rank, 5) + " " + kit.Pad(c.here, 1) + " " + kit.Pad(c.name, 16)
	switch {
	case w < 50:
		return who + right(short(c.rating, 6), 6) + cell(c.won, 6)
	case w < 44+recent:
		return who + right(c.rating, 7) + cell(c.games, 7) + cell(c.won, 7)
	}
	return who + right(c.rating, 7) + cell(c.games, 6) + cell(c.won, 6) + "  " + c.curve
}
