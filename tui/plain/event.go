package plain

import (
	"slices"
	"strconv"

	"noir/data"
	"noir/matchmaking"
	"noir/tui/page"
	"noir/tui/play"
)

// event lists the events, tells how everybody stands in one, or plays in it.
func (c *conversation) event(args []string) error {
	all := c.session.Broker.Contests()
	join := len(args) > 0 && args[0] == "join"
	if join {
		args = args[1:]
	}
	switch {
	case len(all) == 0:
		c.say("There is no event at the moment.")
		return nil
	case len(args) == 0 && !join:
		c.events(all)
		return nil
	}
	contest, _ := data.Foremost(all, c.session.Now())
	if len(args) > 0 {
		id, _ := strconv.ParseInt(args[0], 10, 64) // none is 0
		i := slices.IndexFunc(all, func(one data.Contest) bool { return one.ID == id })
		if i < 0 {
			c.say("There is no event of that number. Type event for those that there are.")
			return nil
		}
		contest = all[i]
	}
	if join {
		return c.compete(contest)
	}
	c.standings(contest)
	return nil
}

// events lists what there is.
func (c *conversation) events(all []data.Contest) {
	for _, one := range all {
		title, now := c.session.Title(one.Game), c.session.Now()
		starts, ends := page.Moment(c.session, one.Starts), page.Moment(c.session, one.Ends)
		switch one.Stage(now) {
		case data.Coming:
			c.say("%d: %s, %s, starts %s.", one.ID, one.Title, title, starts)
		case data.Running:
			c.say("%d: %s, %s, runs until %s.", one.ID, one.Title, title, ends)
		default:
			c.say("%d: %s, %s, is over.", one.ID, one.Title, title)
		}
	}
	c.say("Type event and a number for how everybody stands, or event join and a number to play in it.")
}

// best is how many rows are read out of a table of standings.
const best = 10

// standings reads out how the first stand in an event, and the visitor.
func (c *conversation) standings(contest data.Contest) {
	rows, err := c.session.Broker.Standings(c.ctx, contest.ID)
	switch {
	case err != nil:
		c.say("%s", play.Sorry(c.session.Language, nil, err))
		return
	case len(rows) == 0:
		c.say("Nobody has finished a game in it.")
	}
	for i, row := range rows {
		if i < best || row.Player.ID == c.session.Player.ID {
			c.say("%d: %s. Points: %d. Games: %d.", row.Rank, row.Player.Name, row.Points, row.Games)
		}
	}
}

// compete plays in an event, game after game, until it is over or the visitor waits no
// longer.
func (c *conversation) compete(contest data.Contest) error {
	for {
		seated, err := c.seek(matchmaking.Ticket{Player: c.session.Player, Terms: matchmaking.TermsOf(contest)})
		if err != nil || !seated {
			return err
		}
		c.say("On to the next game of the event.")
	}
}
