// Package history holds the screens of what has been and of what goes on
// elsewhere: rankings, profiles, the games of a player, the running tables.
package history

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// failure is what a store that does not answer brings about.
type failure struct{}

// unread is what a screen shows then.
const unread = "The house cannot find its books. Try again in a minute."

// back reports whether a key leads back to the screen underneath.
func back(msg tea.Msg) bool {
	press, ok := msg.(tea.KeyPressMsg)
	return ok && (press.String() == "esc" || press.String() == "q")
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

// turned reports whether a key has turned to the next game.
func (k *kind) turned(msg tea.Msg) bool {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok || press.String() != "tab" || len(k.games) < 2 {
		return false
	}
	k.at = (k.at + 1) % len(k.games)
	return true
}

func (k *kind) key() key.Binding {
	b := tui.Bind("tab", "other game", "tab")
	b.SetEnabled(len(k.games) > 1)
	return b
}

// cursor stands before a row.
func cursor(th *tui.Theme, on bool) string {
	if on {
		return th.Lamp.Render(th.Glyphs.Cursor) + " "
	}
	return "  "
}

// right puts a text at the right end of w cells.
func right(text string, w int) string {
	return strings.Repeat(" ", max(0, w-kit.Width(text))) + kit.Cut(text, w)
}

// matchRow draws a match that is over as one player sees it, with the name of
// the game if there are several.
func matchRow(th *tui.Theme, s *tui.Session, m data.Match, player data.PlayerID, on bool, w int, now time.Time) string {
	own := slices.IndexFunc(m.Seats, func(seat data.Seat) bool { return seat.Player == player })
	if own < 0 {
		return cursor(th, on)
	}
	var others []string
	for i, seat := range m.Seats {
		if i != own {
			others = append(others, rated(seat))
		}
	}
	outcome := page.Outcome(m, engine.Seat(own))
	name := th.Text
	if on {
		name = th.Bright
	}
	against := w - 2 - 7 - 6 - 13
	if len(s.Games) > 1 && w >= 70 {
		against -= 16
	}
	line := cursor(th, on) + outcomeStyle(th, outcome).Render(kit.Pad(outcome, 7)) + name.Render(kit.Pad(strings.Join(others, ", "), against)) +
		right(th.Text.Render(page.Change(th, m.Seats[own])), 5) + " "
	if len(s.Games) > 1 && w >= 70 {
		line += th.Smoke.Render(kit.Pad(s.Title(m.Game), 16))
	}
	return line + right(th.Smoke.Render(page.When(m.Ended, now)), 13)
}

func outcomeStyle(th *tui.Theme, outcome string) tui.Style {
	switch outcome {
	case "won":
		return th.Bright
	case "lost":
		return th.Text
	}
	return th.Smoke
}

// rated writes a seat's name and the rating with which it sat down.
func rated(s data.Seat) string {
	if s.Before == nil {
		return s.Name
	}
	return s.Name + " " + page.Points(*s.Before)
}

// facing writes who sits at a running table, the best first, but for one seat.
func facing(t matchmaking.Listing, but engine.Seat) string {
	var seats []matchmaking.Seated
	for i, seat := range t.Seats {
		if engine.Seat(i) != but {
			seats = append(seats, seat)
		}
	}
	slices.SortStableFunc(seats, func(a, b matchmaking.Seated) int {
		return cmp.Or(cmp.Compare(strength(b), strength(a)), strings.Compare(a.Name, b.Name))
	})
	names := make([]string, len(seats))
	for i, seat := range seats {
		names[i] = strings.TrimSpace(seat.Name + " " + tui.Standing(seat))
	}
	return strings.Join(names, " v ")
}

func strength(s matchmaking.Seated) float64 {
	if s.Rating == nil {
		return 0
	}
	return *s.Rating
}
