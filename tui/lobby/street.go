package lobby

import (
	"slices"

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

// street is the skyline below home, along which the visitor may walk from one lit window to the
// next, to see who is there.
type street struct {
	session *tui.Session
	sky     kit.Skyline
	th      *tui.Theme
	drawn   []string // nil when out of date
	y       int      // the line where it begins, as drawn last

	walked bool          // the cursor is here
	people []data.Player // who live at the first windows; the others are nobody's in particular
	at     int           // the number of the window
	here   neighbour     // who lives there, once it is known
}

// neighbour brings what is known of the player at a window.
type neighbour struct {
	player  data.Player
	ratings map[string]data.Rating
	table   matchmaking.Listing // where they can be watched; zero for nowhere
}

// enter goes out into the street, if there is a light in it.
func (s *street) enter() tea.Cmd {
	if s.drawn == nil || s.sky.Lights == 0 {
		return nil
	}
	s.sky = kit.NewSkyline(s.sky.W, s.sky.Higher, s.sky.Lights)
	s.people = s.session.Around()
	own := slices.IndexFunc(s.people, func(p data.Player) bool { return p.ID == s.session.Player.ID })
	s.walked, s.at = true, s.sky.Row()[0]
	if own >= 0 && own < len(s.sky.Lit) {
		s.at = own
	}
	return s.look()
}

// leave goes back in.
func (s *street) leave() {
	if s.walked {
		s.walked, s.drawn = false, nil
		s.sky.Rest()
	}
}

// Update walks along the street.
func (s *street) Update(msg tea.Msg) tea.Cmd {
	press, _ := msg.(tea.KeyPressMsg)
	switch {
	case key.Matches(press, page.Keys.Left):
		return s.step(-1)
	case key.Matches(press, page.Keys.Right):
		return s.step(1)
	case key.Matches(press, page.Keys.Up, page.Keys.Escape):
		s.leave()
	case key.Matches(press, page.Keys.Enter):
		return s.visit()
	}
	return nil
}

// step walks to another window.
func (s *street) step(by int) tea.Cmd {
	row := s.sky.Row()
	s.at = row[max(0, min(slices.Index(row, s.at)+by, len(row)-1))]
	return s.look()
}

// click walks to the lit window at a cell.
func (s *street) click(at tea.Mouse) (look tea.Cmd, ok bool) {
	if s.drawn == nil || at.Y < s.y || at.Y >= s.y+len(s.drawn) {
		return nil, false
	}
	sky := kit.NewSkyline(s.sky.W, s.sky.Higher, s.sky.Lights)
	n := slices.Index(sky.Lit, kit.Window{X: at.X, Y: at.Y - s.y})
	if n < 0 || s.enter() == nil {
		return nil, false
	}
	s.at = n
	return s.look(), true
}

// look returns the Cmd that finds out who lives at the window.
func (s *street) look() tea.Cmd {
	s.drawn, s.here = nil, neighbour{}
	if s.at >= len(s.people) {
		return func() tea.Msg { return neighbour{} }
	}
	ctx, broker, rankings, viewer, p := s.session.Context, s.session.Broker, s.session.Services.Rankings, s.session.Player.ID, s.people[s.at]
	return func() tea.Msg {
		n := neighbour{player: p}
		n.ratings, _ = rankings.Ratings(ctx, p.ID)
		tables, _ := broker.Live(ctx, viewer) // an error shows them away from tables
		n.table, _ = matchmaking.TableOf(tables, p.Name)
		return n
	}
}

// meet tells who lives at the window, unless the visitor has walked on.
func (s *street) meet(n neighbour) {
	if s.at < len(s.people) && s.people[s.at].ID == n.player.ID {
		s.here = n
	}
}

// visit watches the game of the player at the window, or shows who they are.
func (s *street) visit() tea.Cmd {
	switch {
	case s.here.player.ID == 0:
		return nil
	case s.here.table.ID != "" && !s.own():
		return tui.Ask(tui.Push{Screen: s.session.Routes.Watch(s.session, s.here.table.ID)})
	}
	return tui.Ask(tui.Push{Screen: s.session.Routes.Profile(s.session, s.here.player)})
}

// own reports whether the window is the visitor's.
func (s *street) own() bool { return s.here.player.ID == s.session.Player.ID }

// hide leaves the street, for which there is no room.
func (s *street) hide() {
	s.leave()
	s.drawn = nil
}

// draw draws the street.
func (s *street) draw(th *tui.Theme, w, higher, lights int) []string {
	if s.drawn != nil && s.th == th && s.sky.W == w && s.sky.Higher == higher && s.sky.Lights == lights {
		return s.drawn
	}
	s.th, s.sky = th, kit.Skyline{W: w, Higher: higher, Lights: lights}
	if s.walked {
		s.sky = kit.NewSkyline(w, higher, lights)
		if s.at < len(s.sky.Lit) {
			s.drawn = s.sky.Draw(th, s.at)
			return s.drawn
		}
		s.leave()
	}
	s.drawn = kit.Street(th, w, higher, lights) // the same for every visitor
	return s.drawn
}

// caption says what the street shows: who lives at the window before which the visitor stands.
func (s *street) caption(th *tui.Theme, w int) string {
	switch p := s.here.player; {
	case s.drawn == nil:
		return ""
	case !s.walked:
		return th.Smoke.Render(kit.FirstFit(w, th.Words("one lit window for everyone here: walk down to them"), th.Words("a lit window for everyone here"), ""))
	case s.at >= len(s.people):
		return th.Smoke.Render(kit.FirstFit(w, th.Words("A guest, or a neighbour with the curtains drawn."), th.Words("A guest, perhaps.")))
	case p.ID == 0:
		return ""
	default:
		name := th.Bright.Render(p.Name) + "  "
		return name + th.Text.Render(kit.FirstFit(w-kit.Width(name), s.about(th, true), s.about(th, false)))
	}
}

// about says what the player at the window does, and how well.
func (s *street) about(th *tui.Theme, all bool) string {
	var does string
	switch row := s.here.table; {
	case s.own():
		does = th.Words("your own window")
	case row.ID != "":
		others := names(row, func(seat engine.Seat) bool { return row.Seats[seat].Name != s.here.player.Name })
		does = th.Words("plays %s with %s", s.session.Title(row.Game), page.Company(th.Reader, others))
	default:
		does = th.Words("at home, not at a public table")
	}
	if ratings := ratingsOf(s.session, s.here.ratings, th); all && ratings != "" {
		return ratings + " " + th.Sign("·") + " " + does
	}
	return does
}

// keys are those of the street.
func (s *street) keys() []key.Binding {
	verb := language.Mark("profile")
	if s.here.table.ID != "" && !s.own() {
		verb = language.Mark("watch")
	}
	return []key.Binding{
		tui.Says(page.Keys.Turn, "walk"), tui.When(s.here.player.ID != 0, tui.Says(page.Keys.Enter, verb)),
		keys.quit, tui.Says(page.Keys.Escape, "back"),
	}
}
