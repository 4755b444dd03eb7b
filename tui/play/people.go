package play

import (
	"context"
	"slices"

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

// company is the other people at the table, and what the viewer may do about them.
type company struct {
	*sight
	at   int
	name string              // of that person
	ties map[string]data.Tie // by name; nil until they are known
}

// tied brings the viewer's ties, and the result of a change.
type tied struct {
	ties map[string]data.Tie
	done func(*language.Reader) string // nil for nothing
	err  error
}

// meet opens the list of those at the table.
func meet(s *sight) (overlay, tea.Cmd) {
	c := &company{sight: s, name: s.frame.Seats[s.people()[0]].Name}
	return c, c.circle(func(context.Context, []data.Seat) error { return nil }, nil)
}

// circle changes the viewer's ties and brings the new ones, with what was done. do is told who sits at
// the table: others may have another name by now than it shows.
func (c *company) circle(do func(ctx context.Context, seats []data.Seat) error, done func(*language.Reader) string) tea.Cmd {
	ctx, services, player, f := c.session.Context, c.session.Services, c.session.Player.ID, c.frame
	return func() tea.Msg {
		seats, err := services.Matches.Seats(ctx, f.Match)
		if err == nil {
			err = do(ctx, seats)
		}
		switch {
		case err != nil:
			return tied{err: err}
		case player.Guest():
			return tied{done: done}
		}
		all, err := services.Circle.All(ctx, player)
		ties := map[string]data.Tie{}
		for _, one := range all {
			if seat := slices.IndexFunc(seats, func(s data.Seat) bool { return s.Player == one.Player.ID }); seat >= 0 {
				ties[f.Seats[seat].Name] = one.Tie
			}
		}
		return tied{ties, done, err}
	}
}

func (c *company) press(msg tea.KeyPressMsg) (overlay, tea.Cmd) {
	people := c.people()
	switch {
	case key.Matches(msg, keys.up):
		c.at = max(0, c.at-1)
	case key.Matches(msg, keys.down):
		c.at = min(len(people)-1, c.at+1)
	case key.Matches(msg, keys.close):
		return nil, nil
	case key.Matches(msg, keys.report):
		return newReport(c.sight, c.name), nil
	}
	c.name = c.frame.Seats[people[c.at]].Name
	for _, b := range account.Bonds() {
		if key.Matches(msg, bondKey(b)) {
			return c, c.tie(b, people[c.at])
		}
	}
	return c, nil
}

// bondKey is the key that makes a tie, or ends it: the first letter of its verb.
func bondKey(b account.Bond) key.Binding { return tui.Bind(b.Verb[:1], b.Verb, b.Verb[:1]) }

// tie makes a tie to the player in a seat, or ends it if it exists. It does nothing before the ties are
// known.
func (c *company) tie(b account.Bond, seat engine.Seat) tea.Cmd {
	if c.ties == nil && !c.session.Player.ID.Guest() {
		return nil
	}
	do, said, own, name := c.session.Services.Circle.Tie, b.Made, c.session.Player.ID, c.name
	if c.ties[name] == b.Tie {
		do, said = c.session.Services.Circle.Untie, b.Ended
	}
	return c.circle(func(ctx context.Context, seats []data.Seat) error {
		switch who := seats[seat]; {
		case who.Kind == data.Guest:
			return language.Sentence(nil, "That is a guest, and guests have no account: you can only report them.")
		case who.Player == 0: // deleted meanwhile
			return language.Sentence(nil, "there is no player %.64q: check the name", name)
		default:
			return do(ctx, own, data.Player{ID: who.Player, Name: name}, b.Tie)
		}
	}, func(r *language.Reader) string { return said(r, name) })
}

// newReport asks why somebody is reported.
func newReport(s *sight, name string) *draft {
	return &draft{
		title: s.session.Words("report %s", name), verb: "report it", text: kit.NewFreeField(data.MaxReason),
		above: func() []string {
			return []string{s.session.Words("What happened? The operators will read it, with what was said at the table.")}
		},
		send: func(text string) tea.Cmd {
			c := matchmaking.Complaint{By: s.session.Player, About: name, Match: s.frame.Match, Reason: text}
			ctx, circle := s.session.Context, s.session.Services.Circle
			return func() tea.Msg {
				if _, err := circle.Report(ctx, c); err != nil {
					return answered{err: err}
				}
				return tui.Toast{Text: tui.Say("Reported. A letter will tell you the result.")}
			}
		},
	}
}

// standings are the words for ties, after a name.
var standings = map[data.Tie]string{data.Friend: language.Mark("a friend"), data.Muted: language.Mark("muted"), data.Blocked: language.Mark("blocked")}

func (c *company) box(w, _ int, th *tui.Theme) kit.Block {
	var lines []kit.Block
	for i, seat := range c.people() {
		name := c.frame.Seats[seat].Name
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
			bond = tui.Says(bond, "withdraw it")
		}
		shown = append(shown, bond)
	}
	return append(shown, keys.report, keys.close)
}
