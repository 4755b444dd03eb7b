package play

import (
	"context"
	"errors"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/data/account"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
)

// company is the others at the table, and what the viewer may do about them.
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
	return t.circle(func(context.Context) (string, error) { return "", nil })
}

// circle does something about the viewer's ties and brings them as they are then.
func (t *table) circle(do func(context.Context) (string, error)) tea.Cmd {
	ctx, circle, player := t.session.Context, t.session.Services.Circle, t.session.Player.ID
	return func() tea.Msg {
		done, err := do(ctx)
		if err != nil || player.Guest() {
			return tied{done: done, err: err}
		}
		all, err := circle.All(ctx, player)
		ties := map[string]data.Tie{}
		for _, one := range all {
			ties[one.Player.Name] = one.Tie
		}
		return tied{ties, done, err}
	}
}

// acquaint takes in what has become of a tie.
func (t *table) acquaint(msg tied) tea.Cmd {
	switch {
	case errors.Is(msg.err, data.ErrNotFound):
		t.complaint = t.session.Words("That is a guest, and guests have no account.")
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

func (c *company) press(t *table, msg tea.KeyPressMsg) tea.Cmd {
	people := t.people()
	switch {
	case key.Matches(msg, keys.up):
		c.at = max(0, c.at-1)
	case key.Matches(msg, keys.down):
		c.at = min(len(people)-1, c.at+1)
	case key.Matches(msg, keys.close):
		t.over = nil
	case key.Matches(msg, keys.report):
		t.over = newReport(t.session, c.name)
	}
	c.name = t.frame.Seats[people[c.at]].Name
	for _, b := range account.Bonds() {
		if key.Matches(msg, bondKey(b)) {
			return c.tie(t, b, c.name)
		}
	}
	return nil
}

// bondKey is the key that makes a tie, or ends it: the first letter of its verb.
func bondKey(b account.Bond) key.Binding { return tui.Bind(b.Verb[:1], b.Verb, b.Verb[:1]) }

// tie makes a tie to the player of that name, or ends it if there is that one. What is
// pressed before it is known how things stand counts for nothing.
func (c *company) tie(t *table, b account.Bond, name string) tea.Cmd {
	if c.ties == nil && !t.session.Player.ID.Guest() {
		return nil
	}
	do, said := t.session.Services.Circle.Tie, b.Made
	if c.ties[name] == b.Tie {
		do, said = t.session.Services.Circle.Untie, b.Ended
	}
	reader, names, own := t.session.Language, t.session.Services.Names, t.session.Player.ID
	return t.circle(func(ctx context.Context) (string, error) {
		p, err := names.Find(ctx, name)
		if err == nil {
			err = do(ctx, own, p, b.Tie)
		}
		if err != nil {
			return "", err
		}
		return said(reader, p.Name), nil
	})
}

// newReport asks why somebody is reported.
func newReport(s *tui.Session, name string) *draft {
	return &draft{
		title: s.Words("report %s", name), verb: "report it", text: kit.NewFreeField("", data.MaxReason),
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
	shown := []key.Binding{keys.choose}
	for _, b := range account.Bonds() {
		bond := bondKey(b)
		if c.ties[c.name] == b.Tie {
			bond = tui.Says(bond, "take it back")
		}
		shown = append(shown, bond)
	}
	return append(shown, keys.report, keys.close)
}
