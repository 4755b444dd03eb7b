package plain

import (
	"noir/data"
	"noir/matchmaking"
)

// greet says who is here and what can be typed.
func (c *conversation) greet() {
	s := c.session
	c.say("NOIR. You are %s.", s.Player.Name)
	c.letters()
	if rows, err := s.Broker.Mine(c.ctx, s.Player.ID); err == nil && len(rows) > 0 {
		c.say("You have a game running: type sit to go on.")
		c.waiting(rows)
	}
	if list, err := s.Broker.Challenges(c.ctx, s.Player.ID); err == nil {
		c.called(list)
	}
	for _, g := range s.Games {
		if at, scenes := s.Taught(g.Info().Name); at.Scene > 0 {
			c.say("You are at scene %d of %d of a lesson. learn %s: go on with it.", at.Scene+1, scenes, g.Info().Name)
		}
	}
	c.say("Type play, house, host, join, challenge, watch, games, rankings, learn, rules, keys, settings or quit.")
	c.say("help says more.")
}

// waiting says in how many of several running games it is the visitor's move.
func (c *conversation) waiting(rows []matchmaking.Listing) {
	n := 0
	for _, row := range rows {
		if row.YourMove() {
			n++
		}
	}
	if len(rows) > 1 {
		c.say("%d games are running, and in %d it is your move: games lists them.", len(rows), n)
	}
}

// called says that another player has challenged the visitor.
func (c *conversation) called(list []data.Challenge) {
	for _, o := range list {
		if o.To.ID == c.session.Player.ID {
			c.say("%s challenges you: challenges says to what.", o.From.Name)
		}
	}
}

// letters reads out the letters from the server, once.
func (c *conversation) letters() {
	s := c.session
	unread, err := s.Services.Letters.Unread(c.ctx, s.Player.ID, s.Reader())
	if err != nil || len(unread) == 0 {
		return // they are told another time
	}
	for _, one := range unread {
		c.say("%s", s.Reader().Tell(one))
	}
	if c.failed == nil {
		_ = s.Services.Letters.Read(c.ctx, s.Player.ID, unread[len(unread)-1].ID) // on an error they are told once more
	}
}
