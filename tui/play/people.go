package play

import (
	"context"
	"errors"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/data/account"
	"noir/data/language"
	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
)

// company is who sits at the table beside the viewer, and what he may do about them.
type company struct {
	at   int
	name string              // of that one
	ties map[string]data.Tie // by name; nil until they are known
}

// people are the seats of those at the table who are no house players, but for the
// viewer.
func (t *table) people() (seats []engine.Seat) {
	for i, s := range t.frame.Seats {
		if s.Kind != data.Bot && engine.Seat(i) != t.frame.Seat {
			seats = append(seats, engine.Seat(i))
		}
	}
	return seats
}

// tied brings the viewer's ties, and what has been done to one.
type tied struct {
	ties map[string]data.Tie
	done string
	err  error
}

// meet opens the list of those at the table.
func (t *table) meet() tea.Cmd {
	t.over = &company{name: t.frame.Seats[t.people()[0]].Name}
	return t.circle(func(context.Context, data.Store, data.PlayerID) (string, error) { return "", nil })
}

// circle does something about the viewer's ties and brings them as they are then.
func (t *table) circle(do func(context.Context, data.Store, data.PlayerID) (string, error)) tea.Cmd {
	ctx, store, player := t.session.Context, t.session.Store, t.session.Player.ID
	return func() tea.Msg {
		done, err := do(ctx, store, player)
		if err != nil || player.Guest() {
			return tied{done: done, err: err}
		}
		all, err := store.Ties(ctx, player)
		ties := map[string]data.Tie{}
		for _, one := range all {
			ties[one.Player.Name] = one.Tie
		}
		return tied{ties, done, err}
	}
}

// acquaint takes in what has become of a tie.
func (t *table) acquaint(msg tied) tea.Cmd {
	refused := account.Refused("")
	switch {
	case errors.As(msg.err, &refused):
		t.complaint = t.session.Why(refused)
	case errors.Is(msg.err, data.ErrNotFound):
		t.complaint = t.session.Words("That is a guest, whom nobody knows again.")
	case msg.err != nil:
		t.complaint = Sorry(t.session.Language, t.board, msg.err)
	}
	if c, open := t.over.(*company); open && msg.ties != nil {
		c.ties = msg.ties
	}
	if msg.done == "" {
		return nil
	}
	return tui.Ask(tui.Toast{Text: msg.done})
}

func (c *company) press(t *table, name string) tea.Cmd {
	people := t.people()
	switch name {
	case "up", "k":
		c.at = max(0, c.at-1)
	case "down", "j":
		c.at = min(len(people)-1, c.at+1)
	case "esc", "q":
		t.over = nil
	case "r":
		t.over = newReport(t.session, c.name)
	}
	c.name = t.frame.Seats[people[c.at]].Name
	for _, b := range account.Bonds() {
		if name == b.Verb[:1] {
			return c.tie(t, b, c.name)
		}
	}
	return nil
}

// tie makes a tie to who is called so, or ends it if there is that one. What is
// pressed before it is known how things stand counts for nothing.
func (c *company) tie(t *table, b account.Bond, name string) tea.Cmd {
	if c.ties == nil && !t.session.Player.ID.Guest() {
		return nil
	}
	do := b.Make
	if c.ties[name] == b.Tie {
		do = b.End
	}
	reader := t.session.Language
	return t.circle(func(ctx context.Context, s data.Store, own data.PlayerID) (string, error) {
		p, err := s.PlayerByName(ctx, name)
		if err != nil {
			return "", err
		}
		return do(ctx, reader, s, own, p)
	})
}

// newReport asks why somebody is reported.
func newReport(s *tui.Session, name string) *draft {
	return &draft{
		title: s.Words("report %s", name), verb: "report it", limit: data.MaxReason,
		above: func(*table) []string {
			return []string{s.Words("What has been done? The operators read it, with what was said at the table.")}
		},
		send: func(t *table, text string) tea.Cmd {
			c := matchmaking.Complaint{By: t.session.Player, About: name, Match: t.frame.Match, Reason: text}
			ctx, broker := t.session.Context, t.session.Broker
			return func() tea.Msg {
				if _, err := broker.Complain(ctx, c); err != nil {
					return answered{err: err}
				}
				return tui.Toast{Text: t.session.Words("Reported. A letter tells you what has come of it.")}
			}
		},
	}
}

// standings are what the ties are called beside a name.
var standings = map[data.Tie]string{data.Friend: language.Mark("a friend"), data.Muted: language.Mark("muted"), data.Blocked: language.Mark("blocked")}

func (c *company) box(t *table, w, _ int, th *tui.Theme) kit.Block {
	var lines []kit.Block
	for i, seat := range t.people() {
		name := t.frame.Seats[seat].Name
		mark, style := "  ", th.Text
		if i == c.at {
			mark, style = th.Glyphs.Cursor+" ", th.Lamp
		}
		lines = append(lines, kit.Lines(style.Render(mark+name)+th.Smoke.Render("  "+th.Words(standings[c.ties[name]]))))
	}
	return kit.Frame(th, min(w, menuWidth), th.Words("people here"), kit.Stack(lines...))
}

func (c *company) help() []key.Binding {
	keys := []key.Binding{tui.Bind("↑↓", "choose", "down")}
	for _, b := range account.Bonds() {
		does := b.Verb
		if c.ties[c.name] == b.Tie {
			does = language.Mark("take it back")
		}
		keys = append(keys, tui.Bind(b.Verb[:1], does, b.Verb[:1]))
	}
	return append(keys, tui.Bind("r", "report", "r"), tui.Bind("esc", "back", "esc"))
}
