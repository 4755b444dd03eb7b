package plain

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/tui/play"
)

// greet says who is here and what can be typed.
func (c *conversation) greet() {
	s := c.session
	c.say("NOIR. You are %s.", s.Player.Name)
	if rows, err := s.Broker.Mine(c.ctx, s.Player.ID); err == nil && len(rows) > 0 {
		c.say("You have a game running: play takes it up again.")
	}
	c.door()
}

// door says what can be typed.
func (c *conversation) door() {
	c.say("Type play, house, host, join, watch, games, rankings, rules or quit.")
	c.say("help says more.")
}

// menu does what a line at the door asks for.
func (c *conversation) menu(l line) error {
	words := c.words(l)
	if len(words) == 0 {
		return nil
	}
	args := words[1:]
	switch words[0] {
	case "help":
		c.menuHelp()
	case "play":
		return c.withGame(args, c.play)
	case "house":
		return c.house(args)
	case "host":
		return c.withGame(args, func(g engine.Info) error {
			ticket := c.ticket(g)
			ticket.Host, ticket.Rated = true, false
			return c.wait(ticket)
		})
	case "join":
		return c.join(args)
	case "watch":
		return c.watch(args)
	case "games":
		c.games()
	case "rankings":
		return c.withGame(args, c.rankings)
	case "rules":
		return c.withGame(args, c.rules)
	default:
		c.door()
	}
	return nil
}

func (c *conversation) menuHelp() {
	var levels []string
	for _, g := range c.session.Games {
		levels = append(levels, fmt.Sprintf("%s: %s", g.Info().Name, strings.Join(g.Info().Levels, ", ")))
	}
	c.say("play: find a stranger, or go on with a running game.")
	c.say("house LEVEL: play against the house. Levels of %s.", strings.Join(levels, "; of "))
	c.say("host: open a private table and read its code to a friend. join CODE: sit down at one.")
	c.say("watch: the running tables. watch 1: look on at the first of them.")
	c.say("games: your latest games. rankings: the best players. rules: how it is played.")
	c.say("quit: leave. Your seats are kept.")
	if len(c.session.Games) > 1 {
		c.say("play, house, host, rankings and rules take the name of a game as well.")
	}
}

// withGame finds the game that is named last, the first of the house if none is.
func (c *conversation) withGame(args []string, do func(engine.Info) error) error {
	info := c.session.Games[0].Info()
	if len(args) > 0 {
		var ok bool
		if info, ok = c.session.Info(args[len(args)-1]); !ok {
			var names []string
			for _, g := range c.session.Games {
				names = append(names, g.Info().Name)
			}
			c.say("There is no such game. Name one of: %s.", strings.Join(names, ", "))
			return nil
		}
	}
	return do(info)
}

// ticket is the wish for a game with strangers.
func (c *conversation) ticket(g engine.Info) matchmaking.Ticket {
	p := c.session.Player
	return matchmaking.Ticket{
		Player: p, Terms: matchmaking.Terms{Game: g.Name, Rated: !p.ID.Guest(), Pace: data.Live},
	}
}

// play takes a running game up again or looks for another one.
func (c *conversation) play(g engine.Info) error {
	rows, err := c.session.Broker.Mine(c.ctx, c.session.Player.ID)
	if err != nil {
		c.say("%s", play.Sorry(nil, err))
		return nil
	}
	for _, row := range rows {
		if row.Game == g.Name {
			return c.sit(row.ID)
		}
	}
	return c.wait(c.ticket(g))
}

// house sits down with the house: a level, and a game if there are several.
func (c *conversation) house(args []string) error {
	if len(args) == 0 {
		c.say("Type house and a level: %s.", strings.Join(c.session.Games[0].Info().Levels, ", "))
		return nil
	}
	return c.withGame(args[1:], func(g engine.Info) error {
		ticket := c.ticket(g)
		ticket.Rated, ticket.Bot = false, args[0]
		return c.wait(ticket)
	})
}

func (c *conversation) join(args []string) error {
	if len(args) != 1 {
		c.say("Type join and the code of the table.")
		return nil
	}
	ticket := c.ticket(c.session.Games[0].Info())
	ticket.Join = args[0]
	return c.wait(ticket)
}

// watch lists the running tables or looks on at one of them.
func (c *conversation) watch(args []string) error {
	rows, err := c.session.Broker.Live(c.ctx)
	switch {
	case err != nil:
		c.say("%s", play.Sorry(nil, err))
		return nil
	case len(rows) == 0:
		c.say("Nobody plays at the moment.")
		return nil
	case len(args) == 0:
		for i, row := range rows {
			c.say("%d: %s, %s, %d moves made.", i+1, c.session.Title(row.Game), people(row.Seats), row.Ply)
		}
		c.say("Type watch and the number of a table.")
		return nil
	}
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 1 || n > len(rows) {
		c.say("Type watch and a number from 1 to %d.", len(rows))
		return nil
	}
	chair, err := c.session.Broker.Watch(c.ctx, rows[n-1].ID)
	if err != nil {
		c.say("%s", play.Sorry(nil, err))
		return nil
	}
	return c.table(chair)
}

// sit takes one's own seat.
func (c *conversation) sit(id data.MatchID) error {
	chair, err := c.session.Broker.Sit(c.ctx, id, c.session.Player.ID)
	if err != nil {
		c.say("%s", play.Sorry(nil, err))
		return nil
	}
	return c.table(chair)
}

// games lists the latest games.
func (c *conversation) games() {
	s := c.session
	if s.Player.ID.Guest() {
		c.say("A guest owns nothing. Come with a key, and your games are kept.")
		return
	}
	matches, err := s.Store.Games(c.ctx, s.Player.ID, 10)
	switch {
	case err != nil:
		c.say("%s", play.Sorry(nil, err))
	case len(matches) == 0:
		c.say("You have not finished a game yet.")
	}
	for _, m := range matches {
		c.say("%s, %s: %s. %s", m.Ended.UTC().Format("2 January 2006"), s.Title(m.Game), c.against(m), m.ID)
	}
}

// against says how a game ended for the player, and with whom.
func (c *conversation) against(m data.Match) string {
	outcome, others := "called off", []string(nil)
	for i, seat := range m.Seats {
		if seat.Player != c.session.Player.ID {
			others = append(others, seat.Name)
			continue
		}
		if m.Result == nil || m.Result.Reason == engine.Aborted {
			continue
		}
		outcome = "lost"
		for _, w := range m.Result.Winners {
			if w == engine.Seat(i) {
				outcome = "won"
			}
		}
	}
	return fmt.Sprintf("%s against %s", outcome, strings.Join(others, ", "))
}

// rankings lists the best players and one's own rank.
func (c *conversation) rankings(g engine.Info) error {
	s := c.session
	rows, total, err := s.Store.Rankings(c.ctx, g.Name, 10, 0)
	switch {
	case err != nil:
		c.say("%s", play.Sorry(nil, err))
		return nil
	case total == 0:
		c.say("Nobody has a rank in %s yet.", g.Title)
		return nil
	}
	for _, row := range rows {
		c.say("%s", ranked(row))
	}
	own, err := s.Store.Rank(c.ctx, g.Name, s.Player.ID)
	if err == nil {
		c.say("Of %d, you are %s", total, ranked(own))
	} else if !errors.Is(err, data.ErrNotFound) {
		c.say("%s", play.Sorry(nil, err))
	}
	return nil
}

func ranked(row data.Standing) string {
	mark := ""
	if row.Provisional() {
		mark = ", provisional"
	}
	return fmt.Sprintf("%d: %s, %.0f%s, %d games, %d won.",
		row.Rank, row.Player.Name, row.Value, mark, row.Games, row.Wins)
}

// markup is taken out of a page that is read aloud.
var markup = strings.NewReplacer("**", "", "## ", "", "# ", "")

// rules prints the page on which a game is explained.
func (c *conversation) rules(g engine.Info) error {
	page := strings.TrimSpace(c.session.Rules[g.Name])
	if page == "" {
		c.say("There is no page about %s here.", g.Title)
		return nil
	}
	for text := range strings.Lines(markup.Replace(page)) {
		c.say("%s", text)
	}
	return nil
}

// people names who sits at a table.
func people(seats []matchmaking.Seated) string {
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = s.Name
		if s.Rating != nil {
			names[i] += fmt.Sprintf(" %.0f", *s.Rating)
		}
	}
	return strings.Join(names, " and ")
}
