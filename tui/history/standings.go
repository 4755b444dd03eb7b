package history

import (
	"fmt"
	"slices"

	"noir/data"
	"noir/internal/language"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

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
		return p.Draw(th, w, h, append(body, page.Note(th.Text, a.W, th.Words(r.nobody()))...))
	}
	header := columns{
		name: th.Words("name"), rating: th.Words("rating"), games: th.Words("games"), won: th.Words("won"), curve: th.Words("latest games"),
	}
	body = append(body, "  "+th.Smoke.Render(header.line(a.W-2)))
	for i := from; i < to; i++ {
		if i >= len(r.rows) {
			body = append(body, "  "+th.Smoke.Render(th.Sign("·")))
			continue
		}
		style := th.Text
		if r.rows[i].Player.ID == r.session.Player.ID {
			style = th.Lamp
		} else if i == r.list.At {
			style = th.Bright
		}
		body = append(body, cursor(th, i == r.list.At)+style.Render(r.row(th, r.rows[i], a.W-2)))
	}
	return p.Draw(th, w, h, body)
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

// nobody says in English that the table is empty.
func (r *rankings) nobody() string {
	switch {
	case r.sheet.search != "":
		return language.Mark("Nobody here has a name like that.")
	case r.sheet.field == data.Programs:
		return language.Mark("No program is rated here yet.")
	}
	return language.Mark("Nobody has a rating yet. The first rated game makes two.")
}

// foot shows the visitor's own row, unless it is among the visible ones; otherwise it explains the
// marks.
func (r *rankings) foot(th *tui.Theme, w, from, to int) string {
	isOwn := func(s data.Standing) bool { return s.Player.ID == r.own.Player.ID }
	switch {
	case r.own == nil && r.sheet.field != r.session.Player.Field():
		return th.Smoke.Render(r.marks(th, w))
	case r.own == nil:
		return th.Smoke.Render(kit.FirstFit(w, th.Words("No rank yet: it takes one rated game."), th.Words("No rank yet.")))
	case slices.ContainsFunc(r.rows[min(from, len(r.rows)):min(to, len(r.rows))], isOwn):
		return th.Smoke.Render(r.marks(th, w))
	case w < 50:
		return th.Lamp.Render(" " + r.row(th, *r.own, w-1))
	}
	return th.Lamp.Render(kit.Spread(w, " "+r.row(th, *r.own, w-1), th.Words("you")))
}

// marks explains the symbols in the rows.
func (r *rankings) marks(th *tui.Theme, w int) string {
	here := th.Words("%s is here now.", th.Glyphs.Pip)
	return kit.FirstFit(w, here+" "+th.Words("A rating with ? may still change a lot."), here+" "+th.Words("? may still change a lot."), here)
}

// row formats a standing in columns.
func (r *rankings) row(th *tui.Theme, s data.Standing, w int) string {
	c := columns{
		rank: fmt.Sprintf("%d.", s.Rank), name: s.Player.Name, rating: page.Rating(s.Rating), games: fmt.Sprint(s.Games),
	}
	if s.Games > 0 {
		c.won = th.Words("%.0f %%", 100*float64(s.Wins)/float64(s.Games))
	}
	if r.session.Here(s.Player.ID) {
		c.here = th.Glyphs.Pip
	}
	if curve := r.curves[s.Player.ID]; len(curve) > 0 {
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
