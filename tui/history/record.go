package history

import (
	"time"

	"noir/app/service"
	"noir/data"
	"noir/data/stats"
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

// record is what a player has done in a game, as a visitor is shown it.
type record struct {
	service.Profile
	session *tui.Session
	means   []stats.Mean
	counted bool // the means are there
}

// draw shows the results.
func (r record) draw(th *tui.Theme, w int) []string {
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
	body = append(body, r.hours(th)...)
	return append(body, r.play(th, w)...)
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
func (r record) hours(th *tui.Theme) []string {
	hours, favourite, most := [24]float64{}, 0, 0.0
	midnight := r.session.Now().Truncate(24 * time.Hour) // UTC
	for utc, n := range r.Hours {
		there := midnight.Add(time.Duration(utc) * time.Hour).In(r.session.Local()).Hour()
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
func (r record) play(th *tui.Theme, w int) []string {
	switch {
	case !r.counted:
		return append([]string{""}, page.Prose(th.Smoke, w, th.Words("Counting the cards of the latest games."))...)
	case len(r.means) == 0:
		return nil
	}
	body := []string{"", page.Gutter + th.Smoke.Render(th.Words("Average per game:"))}
	for _, m := range r.means {
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
