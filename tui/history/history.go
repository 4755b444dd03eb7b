// Package history holds the screens of past games and of other people's: rankings, profiles, lists
// of games, the running tables.
package history

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// failure tells that the store did not answer.
type failure struct{}

// unread is what a screen shows after a failure.
var unread = language.Mark("The house cannot find its books. Wait a minute, then press a key.")

// retries reports whether a key has what could not be read read again.
func retries(failed *bool, msg tea.Msg) bool {
	if _, press := msg.(tea.KeyPressMsg); !press || !*failed {
		return false
	}
	*failed = false
	return true
}

// back reports whether a key returns to the previous screen.
func back(msg tea.Msg) bool {
	press, ok := msg.(tea.KeyPressMsg)
	return ok && key.Matches(press, page.Keys.Back)
}

// kind is the game that a screen shows, of those of the session.
type kind struct {
	games []engine.Info
	at    int
}

func newKind(s *tui.Session, game string) kind {
	k := kind{games: make([]engine.Info, len(s.Games))}
	for i, g := range s.Games {
		k.games[i] = g.Info()
	}
	k.at = max(0, slices.IndexFunc(k.games, func(i engine.Info) bool { return i.Name == game }))
	return k
}

func (k *kind) info() engine.Info { return k.games[k.at] }

// names are the names of all games.
func (k *kind) names() []string {
	names := make([]string, len(k.games))
	for i, info := range k.games {
		names[i] = info.Name
	}
	return names
}

// turned reports whether a key switched to the next game.
func (k *kind) turned(msg tea.Msg) bool {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok || !key.Matches(press, page.Keys.OtherGame) || len(k.games) < 2 {
		return false
	}
	k.at = (k.at + 1) % len(k.games)
	return true
}

func (k *kind) key() key.Binding { return tui.When(len(k.games) > 1, page.Keys.OtherGame) }

// cursor is drawn in front of a row.
func cursor(th *tui.Theme, on bool) string {
	if on {
		return th.Lamp.Render(th.Glyphs.Cursor) + " "
	}
	return "  "
}

// right aligns a text to the right of w cells.
func right(text string, w int) string {
	return strings.Repeat(" ", max(0, w-kit.Width(text))) + kit.Cut(text, w)
}

// cell aligns a text to the right of a column of w cells, after a blank.
func cell(text string, w int) string { return right(short(text, w-1), w) }

// short abbreviates a heading wider than w cells.
func short(heading string, w int) string {
	if kit.Width(heading) <= w {
		return heading
	}
	return kit.Cut(heading, w-1) + "."
}

// The widths of columns of finished matches.
const (
	changeWidth = 6 // of the rating
	titleWidth  = 16
	whenWidth   = 13
)

// roomy is how wide a row is that has room for more facts.
const roomy = 70

// namesGames reports whether rows say which game was played.
func namesGames(s *tui.Session, w int) bool { return len(s.Games) > 1 && w >= roomy }

// matchRow draws a finished match as one player sees it, with the name of the game if there are
// several.
func matchRow(th *tui.Theme, s *tui.Session, m data.Match, player data.PlayerID, on bool, w int, now time.Time) string {
	own := m.SeatOf(player)
	if own < 0 {
		return cursor(th, on)
	}
	var others company
	for i, seat := range m.Seats {
		if engine.Seat(i) != own {
			others.add(tui.Called(seat.Name), cmp.Or(page.Level(th.Reader, seat.Level), rating(seat)))
		}
	}
	outcome, wide := m.Outcome(own), outcomeWidth(th)
	name := th.Text
	if on {
		name = th.Bright
	}
	title := ""
	if namesGames(s, w) {
		title = th.Smoke.Render(kit.Pad(s.Title(m.Game), titleWidth))
	}
	against := w - 2 - wide - changeWidth - kit.Width(title) - whenWidth
	return cursor(th, on) + outcomeStyle(th, outcome).Render(kit.Pad(page.Ended(th.Reader, m, own), wide)) +
		name.Render(kit.Pad(others.list(th, ", ", against), against)) +
		right(th.Text.Render(page.Change(th, m.Seats[own])), changeWidth-1) + " " +
		title + right(th.Smoke.Render(page.When(th.Reader, m.Ended, now)), whenWidth)
}

func outcomeStyle(th *tui.Theme, outcome data.Outcome) tui.Style {
	switch outcome {
	case data.OutcomeWon:
		return th.Bright
	case data.OutcomeShared, data.OutcomeVoid:
		return th.Smoke
	}
	return th.Text
}

// outcomeWidth is the width of the column of outcomes.
func outcomeWidth(th *tui.Theme) int {
	widest := 0
	for _, word := range []string{th.Words("won"), th.Words("lost"), th.Words("shared"), th.Words("void"), th.Words("runs")} {
		widest = max(widest, kit.Width(word))
	}
	return widest + 1
}

// rating formats the rating with which a seat began; "" for none.
func rating(s data.Seat) string {
	if s.Before == nil {
		return ""
	}
	return page.Points(*s.Before)
}

// company is people at a table, with the ratings of those who have one.
type company struct{ names, rated []string }

func (c *company) add(name, rating string) {
	c.names = append(c.names, name)
	c.rated = append(c.rated, strings.TrimSpace(name+" "+rating))
}

// list formats the company in w cells. If space is short it drops the ratings first, then all names
// but one, then the end of that name, but never the number of others.
func (c *company) list(th *tui.Theme, between string, w int) string {
	fewest := c.names[0]
	if more := len(c.names) - 1; more > 0 {
		others := fmt.Sprintf(" +%d", more)
		fewest = kit.Cut(fewest, w-len(others)) + others
	}
	return kit.FirstFit(w, strings.Join(c.rated, between), strings.Join(c.names, between), page.Company(th.Reader, c.names), fewest)
}

// facing formats in w cells who sits at a running table, the best first, without one seat.
func facing(th *tui.Theme, t matchmaking.Listing, but engine.Seat, w int) string {
	var seats []matchmaking.Seated
	for i, seat := range t.Seats {
		if engine.Seat(i) != but {
			seats = append(seats, seat)
		}
	}
	slices.SortStableFunc(seats, func(a, b matchmaking.Seated) int {
		return cmp.Or(cmp.Compare(strength(b), strength(a)), strings.Compare(a.Name, b.Name))
	})
	var people company
	for _, seat := range seats {
		seat.Provisional = false // a list has no room for the mark
		people.add(tui.Called(seat.Name), tui.Standing(seat))
	}
	return people.list(th, " "+th.Words("v")+" ", w)
}

func strength(s matchmaking.Seated) float64 {
	if s.Rating == nil {
		return 0
	}
	return *s.Rating
}
