package plain

import (
	"noir/data"
	"noir/matchmaking"
)

// greeting is what a visitor hears first.
type greeting struct{ *voice }

// greet says who is here and what can be typed.
func (g greeting) greet() {
	s := g.session
	g.say("NOIR. You are %s.", s.Player.Name)
	g.letters()
	if rows, err := s.Broker.Mine(g.ctx, s.Player.ID); err == nil && len(rows) > 0 {
		g.say("You have a game running: type sit to go on.")
		g.waiting(rows)
	}
	if list, err := s.Broker.Challenges(g.ctx, s.Player.ID); err == nil {
		g.called(list)
	}
	for _, game := range s.Games {
		if at, scenes := s.Taught(game.Info().Name); at.Scene > 0 {
			g.say("You are at scene %d of %d of a lesson. learn %s: go on with it.", at.Scene+1, scenes, game.Info().Name)
		}
	}
	g.say("Type play, house, host, join, challenge, watch, games, rankings, learn, rules, keys, settings or quit.")
	g.say("help says more.")
}

// waiting says in how many of several running games it is the visitor's move.
func (g greeting) waiting(rows []matchmaking.Listing) {
	n := 0
	for _, row := range rows {
		if row.YourMove() {
			n++
		}
	}
	if len(rows) > 1 {
		g.say("%d games are running, and in %d it is your move: games lists them.", len(rows), n)
	}
}

// called says that another player has challenged the visitor.
func (g greeting) called(list []data.Challenge) {
	for _, o := range list {
		if o.To.ID == g.session.Player.ID {
			g.say("%s challenges you: challenges says to what.", o.From.Name)
		}
	}
}

// letters reads out the letters from the server, once.
func (g greeting) letters() {
	s := g.session
	unread, err := s.Services.Letters.Unread(g.ctx, s.Player.ID, s.Reader())
	if err != nil || len(unread) == 0 {
		return // they are told another time
	}
	for _, one := range unread {
		g.say("%s", s.Reader().Tell(one))
	}
	if g.failed == nil {
		_ = s.Services.Letters.Read(g.ctx, s.Player.ID, unread[len(unread)-1].ID) // on an error they are told once more
	}
}
