package play

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/engine"
	"noir/matchmaking"
	"noir/matchmaking/replay"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
	"noir/tui/wording"
)

// onward asks how a replayed game is to go on against the house from the moment shown: at which
// level, and in whose seat.
type onward struct {
	*sight
	fork  replay.Fork
	house []engine.Opponent
	level int // index in house
	seats []engine.Seat
	seat  int // index in seats
}

// usualLevel is the level that is offered first after a game among people.
const usualLevel = "normal"

// newOnward is for the moment that a replay shows. *matchmaking.BadTerms at its end.
func newOnward(s *sight, r *reel) (*onward, error) {
	fork, err := r.Fork()
	if err != nil {
		return nil, err
	}
	info, _ := s.session.Info(s.frame.Game)
	level := usualLevel
	for _, at := range s.frame.Seats {
		if at.Level != "" {
			level = at.Level
		}
	}
	seats := fork.Seats()
	return &onward{
		sight: s, fork: fork, house: info.House, seats: seats, seat: slices.Index(seats, fork.Seat(s.session.Player.ID)),
		level: max(0, slices.Index(info.Levels(), level)),
	}, nil
}

func (o *onward) press(msg tea.KeyPressMsg) (overlay, tea.Cmd) {
	switch {
	case key.Matches(msg, keys.up):
		o.level = max(0, o.level-1)
	case key.Matches(msg, keys.down):
		o.level = min(len(o.house)-1, o.level+1)
	case key.Matches(msg, keys.before):
		o.seat = (o.seat + len(o.seats) - 1) % len(o.seats)
	case key.Matches(msg, keys.after):
		o.seat = (o.seat + 1) % len(o.seats)
	case key.Matches(msg, keys.enter):
		return nil, tui.Ask(tui.Seek{Ticket: o.ticket()})
	case key.Matches(msg, keys.close):
		return nil, nil
	}
	return o, nil
}

// ticket is for the table that is chosen.
func (o *onward) ticket() matchmaking.Ticket {
	seat := o.seats[o.seat]
	return matchmaking.Ticket{
		Player: o.session.Player, Bot: o.house[o.level].Level, Origin: o.fork.Origin(), Seat: &seat,
	}
}

func (o *onward) box(w, h int, th *tui.Theme) kit.Block {
	w = min(w, menuWidth)
	var lines []kit.Block
	for i, level := range o.house {
		mark, style, press := "  ", th.Text, keys.down
		if i < o.level {
			press = keys.up
		}
		if i == o.level {
			mark, style, press = th.Glyphs.Cursor+" ", th.Lamp, keys.enter
		}
		who, _ := tui.Meet(level.Name + "/" + level.Level)
		line := style.Render(mark+kit.Pad(page.Level(th.Reader, level.Level), levelWidth)) + th.Smoke.Render(who.Name)
		lines = append(lines, kit.Lines(kit.Cut(line, w-4)).Click(press.Keys()[0]))
	}
	side := th.Text.Render(th.Words("You play %s.", wording.Name(th.Reader, o.frame, o.seats[o.seat])))
	side = kit.Join(" ", th.Lamp.Render(th.Glyphs.Left), side, th.Lamp.Render(th.Glyphs.Right))
	lines = append(lines, kit.Lines(""), kit.Lines(kit.Cut(side, w-4)).Click(keys.after.Keys()[0]))
	room := h - 2 - len(lines)
	for _, line := range kit.Shorten(th.Words("The hidden cards lie as they did. The game counts for nothing."), w-4, max(0, room), th.Glyphs.More) {
		lines = append(lines, kit.Lines(th.Smoke.Render(line)))
	}
	return kit.Frame(th, w, th.Words("on from move %d", o.fork.Origin().Plies), kit.Stack(lines...))
}

// levelWidth is the width of the names of levels.
const levelWidth = 10

func (o *onward) help() []key.Binding {
	short := []key.Binding{tui.Says(keys.enter, "sit down"), tui.Says(keys.choose, "level")}
	if len(o.seats) > 1 {
		short = append(short, keys.sides)
	}
	return append(short, keys.close)
}
