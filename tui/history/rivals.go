package history

import (
	"fmt"

	"noir/data"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// rivals are the opponents whom a player has met most often.
type rivals struct {
	page.List
	met []data.Rival
}

func (r *rivals) draw(th *tui.Theme, name string, a page.Area) []string {
	if len(r.met) == 0 {
		return append([]string{""}, page.Prose(th.Smoke, a.W, th.Words("Nobody has played against %s yet.", name))...)
	}
	body := []string{"", "  " + th.Smoke.Render(meeting(th.Words("met"), th.Words("games"), th.Words("won"), th.Words("lost"), th.Words("shared"), a.W-2))}
	from, to := r.Window(a.Y+len(body), a.H-len(body))
	for i := from; i < to; i++ {
		one, style := r.met[i], th.Text
		if i == r.At {
			style = th.Bright
		}
		row := meeting(one.Player.Name, fmt.Sprint(one.Games), fmt.Sprint(one.Wins), fmt.Sprint(one.Losses), fmt.Sprint(one.Draws), a.W-2)
		body = append(body, cursor(th, i == r.At)+style.Render(row))
	}
	return body
}

// meeting formats a row of the rivals; a narrow one leaves out shared games.
func meeting(name, games, won, lost, shared string, w int) string {
	if w < 50 {
		return kit.Pad(name, 17) + cell(games, 6) + cell(won, 6) + cell(lost, 6)
	}
	return kit.Pad(name, 20) + cell(games, 8) + cell(won, 8) + cell(lost, 8) + cell(shared, 9)
}
