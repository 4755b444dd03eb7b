package event

import (
	"fmt"
	"slices"

	"noir/data"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

func (e *screen) View(w, h int, th *tui.Theme) []string {
	c := e.known.event
	p := page.Page{Title: th.Words("event")}
	if c.ID == 0 || e.known.failed {
		return p.Draw(th, w, h, e.nothing(th, p.Body(w, h).W))
	}
	p.Fact = th.Several(len(e.known.rows), "%d player", "%d players")
	p.Foot = []string{th.Smoke.Render(kit.FirstFit(p.Body(w, h).W-2,
		th.Words("Win 2, draw 1. From your third straight win: double."), th.Words("A win 2, a draw 1, a streak twice that."))),
		th.Smoke.Render(kit.FirstFit(p.Body(w, h).W-2,
			th.Words("Two games with the same player score, if all have had three turns."), th.Words("Two games with the same player score.")))}
	a := p.Body(w, h)
	dot := " " + th.Sign("·") + " "
	body := []string{
		"  " + th.Bright.Render(c.Title) + th.Smoke.Render(dot+e.session.Title(c.Game)),
		"  " + th.Lamp.Render(e.when(th)),
		"",
	}
	if len(e.known.rows) == 0 {
		return p.Draw(th, w, h, append(body, page.Note(th.Text, a.W, th.Words("No games finished yet."))...))
	}
	from, to := e.list.Window(a.Y+len(body)+1, a.H-len(body)-1)
	if own := e.own(); own >= 0 && (own < from || own >= to) {
		p.Foot[1] = th.Lamp.Render(kit.Spread(a.W-2, line(th, e.known.rows[own], a.W-2), th.Words("you")))
	}
	body = append(body, "  "+th.Smoke.Render(heading(th, a.W-2)))
	for i := from; i < to; i++ {
		body = append(body, e.row(th, i, a.W-2))
	}
	return p.Draw(th, w, h, body)
}

// nothing says why no event is shown.
func (e *screen) nothing(th *tui.Theme, w int) []string {
	switch {
	case !e.loaded:
		return nil
	case e.known.failed:
		return page.Note(th.Danger, w, th.Words("The table cannot be read at the moment. Try again in a minute."))
	}
	return page.Note(th.Text, w, th.Words("There is no event at the moment."))
}

// when says when the event is, or was.
func (e *screen) when(th *tui.Theme) string {
	c := e.known.event
	switch e.known.stage {
	case data.Coming:
		return th.Words("starts %s", page.Moment(e.session, c.Starts))
	case data.Running:
		return th.Words("runs until %s", page.Moment(e.session, c.Ends))
	case data.Closing:
		return th.Words("the last games are being played")
	}
	return th.Words("ended %s", page.Moment(e.session, c.Closed))
}

// own is the visitor's row; -1 if there is none.
func (e *screen) own() int {
	return slices.IndexFunc(e.known.rows, func(row data.Score) bool {
		return row.Player.ID != 0 && row.Player.ID == e.session.Player.ID
	})
}

func (e *screen) row(th *tui.Theme, i, w int) string {
	style, cursor := th.Text, "  "
	if i == e.list.At {
		style, cursor = th.Bright, th.Lamp.Render(th.Glyphs.Cursor)+" "
	}
	if i == e.own() {
		style = th.Lamp
	}
	return cursor + style.Render(line(th, e.known.rows[i], w))
}

func heading(th *tui.Theme, w int) string {
	return set(w, "", th.Words("name"), th.Words("points"), th.Words("games"), "")
}

// line formats a row in columns. It marks a player whose next win counts double.
func line(th *tui.Theme, row data.Score, w int) string {
	mark := ""
	if row.Streak >= data.HotStreak {
		mark = th.Sign("×2")
	}
	return set(w, fmt.Sprintf("%d.", row.Rank), row.Player.Name, fmt.Sprint(row.Points), fmt.Sprint(row.Games), mark)
}

// set formats a row in columns. A narrow one leaves out the games.
func set(w int, rank, name, points, games, mark string) string {
	if w < 50 {
		return fmt.Sprintf("%4s %s%9s %s", rank, kit.Pad(name, 16), points, mark)
	}
	return fmt.Sprintf("%4s %s%9s%9s %s", rank, kit.Pad(name, 16), points, games, mark)
}
