package history

import (
	"fmt"
	"time"

	"noir/data"
	"noir/internal/language"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// fact is a line of a record.
type fact struct{ name, text string }

// factWidth is the width of the names of facts.
const factWidth = 10

func (f fact) draw(th *tui.Theme, style tui.Style) string {
	return page.Gutter + th.Smoke.Render(kit.Pad(f.name, factWidth)) + style.Render(f.text)
}

// drawRecord shows the results in the shown kind of game.
func (p *profile) drawRecord(th *tui.Theme, w int) []string {
	r := p.record()
	var facts []fact
	if r.Streak != 0 {
		facts = append(facts, fact{th.Words("in a row"), streak(th, r.Streak)})
	}
	if r.Best > 0 {
		facts = append(facts, fact{th.Words("best run"), th.Several(r.Best, "%d win", "%d wins")})
	}
	if r.Highest > 0 {
		facts = append(facts, fact{th.Words("highest"), page.Points(r.Highest)})
	}
	for _, pace := range []data.Pace{data.Live, data.Day, data.Fast} {
		if of, ok := r.ByPace[pace]; ok {
			facts = append(facts, fact{th.Words(paces[pace]), outcomes(th, of)})
		}
	}
	body := []string{""}
	for _, f := range facts {
		body = append(body, f.draw(th, th.Text))
	}
	body = append(body, p.hours(th)...)
	return append(body, p.play(th, w)...)
}

// paces are the names of the paces.
var paces = map[data.Pace]string{
	data.Live: language.Mark("live"), data.Day: language.Mark("day"), data.Fast: language.Mark("fast"),
}

// streak words the current streak.
func streak(th *tui.Theme, n int) string {
	if n < 0 {
		return th.Words("%d lost", -n)
	}
	return th.Words("%d won", n)
}

// hours shows at what hours the player plays, in the reader's time zone.
func (p *profile) hours(th *tui.Theme) []string {
	hours, favourite, most := [24]float64{}, 0, 0.0
	midnight := p.session.Now().Truncate(24 * time.Hour) // UTC
	for utc, n := range p.record().Hours {
		there := midnight.Add(time.Duration(utc) * time.Hour).In(p.session.Local()).Hour()
		hours[there] += float64(n)
	}
	for at, n := range hours {
		if n > most {
			favourite, most = at, n
		}
	}
	if most == 0 {
		return nil
	}
	mostly := th.Sign(th.Words("%d–%d h, your time", favourite, (favourite+1)%24))
	return []string{
		fact{th.Words("hours"), kit.Spark(&th.Glyphs, hours[:])}.draw(th, th.Lamp),
		fact{"", "0     6     12    18"}.draw(th, th.Smoke),
		fact{th.Words("mostly"), mostly}.draw(th, th.Text),
	}
}

// play shows the statistics of the player's play.
func (p *profile) play(th *tui.Theme, w int) []string {
	means := p.means[p.kind.info().Name]
	switch {
	case p.means == nil:
		return append([]string{""}, page.Prose(th.Smoke, w, th.Words("Counting the cards of the latest games."))...)
	case len(means) == 0:
		return nil
	}
	body := []string{"", page.Gutter + th.Smoke.Render(th.Words("Average per game:"))}
	for _, m := range means {
		body = append(body, page.Gutter+th.Text.Render(kit.Pad(th.Words(m.Title), figureWidth)+right(th.Sign(m.Amount(th.Reader)), 7)))
	}
	return body
}

// figureWidth is the width of the names of statistics.
const figureWidth = 22

// tally words the counts of rated games.
func tally(th *tui.Theme, r data.Rating) string {
	return th.Several(r.Games, "%d rated game: %s", "%d rated games: %s", outcomes(th, r))
}

func outcomes(th *tui.Theme, r data.Rating) string {
	if r.Draws > 0 {
		return th.Words("%d won, %d lost, %d shared", r.Wins, r.Losses, r.Draws)
	}
	return th.Words("%d won, %d lost", r.Wins, r.Losses)
}

// drawRivals lists the opponents whom the player has met most often.
func (p *profile) drawRivals(th *tui.Theme, a page.Area) []string {
	rivals := p.record().Rivals
	if len(rivals) == 0 {
		return append([]string{""}, page.Prose(th.Smoke, a.W, th.Words("Nobody has played against %s yet.", p.player.Name))...)
	}
	body := []string{"", "  " + th.Smoke.Render(meeting(th.Words("met"), th.Words("games"), th.Words("won"), th.Words("lost"), th.Words("shared"), a.W-2))}
	from, to := p.rivals.Window(a.Y+len(body), a.H-len(body))
	for i := from; i < to; i++ {
		r, style := rivals[i], th.Text
		if i == p.rivals.At {
			style = th.Bright
		}
		row := meeting(r.Player.Name, fmt.Sprint(r.Games), fmt.Sprint(r.Wins), fmt.Sprint(r.Losses), fmt.Sprint(r.Draws), a.W-2)
		body = append(body, cursor(th, i == p.rivals.At)+style.Render(row))
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
