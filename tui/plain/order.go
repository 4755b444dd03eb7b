package plain

import (
	"slices"
	"strconv"
	"strings"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
)

// order is what the words after a command wish for.
type order struct {
	player   data.Player
	info     engine.Info
	seats    int    // 0: as many as are found, or as is usual
	level    string // of the house; "" for none
	rated    bool   // "rated" was among them
	day      bool   // "day" was: at a day a move
	clock    data.Clock
	switches []tui.Switch
	turned   map[string]bool // switches that are not to stand as usual, by name
}

// ticket is the wish for a game with strangers.
func (o order) ticket() matchmaking.Ticket {
	pace := data.Live
	if o.day {
		pace = data.Day
	}
	return matchmaking.Ticket{Player: o.player, Terms: matchmaking.Terms{
		Game: o.info.Name, Rated: !o.player.ID.Guest(), Pace: pace, Clock: o.clock, Seats: o.seats,
		Options: tui.Options(o.switches, func(s tui.Switch) bool { return s.Usual != o.turned[s.Name] }),
	}}
}

// order reads the words after a command, in any order: the name of a game, which
// is the first of the house if none is there, a number of seats, a level of the
// house, rated, day, a clock, the words of the game's switches. It complains of any other.
func (c *conversation) order(args []string) (o order, ok bool) {
	o = order{player: c.session.Player, info: c.session.Games[0].Info(), turned: map[string]bool{}}
	for _, arg := range args {
		if info, found := c.session.Info(arg); found {
			o.info = info
		}
	}
	o.switches = c.session.Switches[o.info.Name]
	for _, arg := range args {
		if arg != o.info.Name && !o.take(arg) {
			c.say("%q means nothing here.", arg)
			c.say("%s", c.choice(o.info))
			return order{}, false
		}
	}
	return o, true
}

// take reads a word that is no game; false if it means nothing.
func (o *order) take(arg string) bool {
	n, err := strconv.Atoi(arg)
	switch {
	case err == nil:
		o.seats = n
	case arg == "rated":
		o.rated = true
	case arg == "day":
		o.day = true
	case arg == "no-clock":
		o.clock = data.NoClock
	case slices.Contains(data.Clocks[:], data.Clock(arg)):
		o.clock = data.Clock(arg)
	case slices.Contains(o.info.Levels(), arg):
		o.level = arg
	default:
		return o.turn(arg)
	}
	return true
}

// turn reads the word of a switch; false if it is of none.
func (o *order) turn(arg string) bool {
	for _, s := range o.switches {
		for _, on := range []bool{true, false} {
			if arg == word(s, on) {
				o.turned[s.Name] = on != s.Usual
				return true
			}
		}
	}
	return false
}

// word turns a switch on or off.
func word(s tui.Switch, on bool) string {
	name := strings.ReplaceAll(s.Name, "_", "-")
	if on {
		return name
	}
	return "no-" + name
}

// choice says what may be named.
func (c *conversation) choice(info engine.Info) string {
	var names []string
	for _, g := range c.session.Games {
		names = append(names, g.Info().Name)
	}
	return c.session.Words("Games: %s. Levels of %s: %s.", c.session.Language.List(names), info.Title, c.session.Language.List(info.Levels()))
}
