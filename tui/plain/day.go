package plain

import (
	"errors"
	"strconv"
	"strings"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/tui/kit"
	"noir/tui/play"
)

// running lists the visitor's running games, those that wait for him first.
func (c *conversation) running() []matchmaking.Listing {
	rows, err := c.session.Broker.Mine(c.ctx, c.session.Player.ID)
	if err != nil {
		c.say("%s", play.Sorry(c.session.Language, nil, err))
		return nil
	}
	for i, row := range rows {
		var others, movers []string
		for seat, s := range row.Seats {
			if engine.Seat(seat) != row.Seat {
				others = append(others, s.Name)
			}
		}
		for _, seat := range row.Asked {
			movers = append(movers, row.Seats[seat].Name)
		}
		turn := c.session.Words("waits for %s", c.session.Language.List(movers))
		if row.YourMove() {
			turn = c.session.Words("your move")
		}
		if !row.Until.IsZero() {
			turn = c.session.Words("%s, %s left", turn, kit.Duration(row.Until.Sub(c.session.Now())))
		}
		c.say("%d: running, %s against %s: %s. %s", i+1, c.session.Title(row.Game), c.session.Language.List(others), turn, row.ID)
	}
	if len(rows) > 0 {
		c.say("Type sit and a number to take one up.")
	}
	return rows
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
		c.say("In all %d are running, and in %d it is your move: games lists them.", len(rows), n)
	}
}

// called says that somebody has challenged the visitor.
func (c *conversation) called(list []data.Challenge) {
	for _, o := range list {
		if o.To.ID == c.session.Player.ID {
			c.say("%s challenges you: challenges says to what.", o.From.Name)
		}
	}
}

// sitAt takes up one of the running games.
func (c *conversation) sitAt(args []string) error {
	rows, err := c.session.Broker.Mine(c.ctx, c.session.Player.ID)
	switch {
	case err != nil:
		c.say("%s", play.Sorry(c.session.Language, nil, err))
		return nil
	case len(rows) == 0:
		c.say("You have no game running.")
		return nil
	}
	n := 1
	if len(args) > 0 {
		if n, err = strconv.Atoi(args[0]); err != nil || n < 1 || n > len(rows) {
			c.say("Type sit and a number from 1 to %d; games lists them.", len(rows))
			return nil
		}
	}
	return c.sit(rows[n-1].ID)
}

// challenge offers a game at a day a move, to the player who is named first or to
// anybody.
func (c *conversation) challenge(args []string) error {
	if len(args) == 0 {
		c.say("Type challenge and a name, or challenge anybody; then a game, a number of seats, rated.")
		return nil
	}
	o, ok := c.order(args[1:])
	if !ok {
		return nil
	}
	offer := data.Challenge{From: c.session.Player, Game: o.info.Name, Rated: o.rated, Seats: o.seats, Options: o.ticket().Options}
	if args[0] != "anybody" {
		var err error
		offer.To, err = c.session.Store.PlayerByName(c.ctx, args[0])
		if errors.Is(err, data.ErrNotFound) {
			c.say("Nobody here is called %s.", args[0])
			return nil
		}
		if err != nil {
			c.say("%s", play.Sorry(c.session.Language, nil, err))
			return nil
		}
	}
	return c.challenged(c.session.Broker.Challenge(c.ctx, offer))
}

// challenged says what has come of a challenge, and goes there if it is a table.
func (c *conversation) challenged(a matchmaking.Acceptance, err error) error {
	switch {
	case err != nil:
		c.say("%s", play.Sorry(c.session.Language, nil, err))
		return nil
	case a.Match != "":
		return c.sit(a.Match)
	case a.Code != "":
		return c.join([]string{a.Code})
	}
	c.say("The challenge %s stands for a week. You need not be here when somebody takes it.", a.Left.ID)
	return nil
}

// challenges lists those that the visitor may take, and his own.
func (c *conversation) challenges() {
	list, err := c.session.Broker.Challenges(c.ctx, c.session.Player.ID)
	switch {
	case err != nil:
		c.say("%s", play.Sorry(c.session.Language, nil, err))
		return
	case len(list) == 0:
		c.say("Nobody has a challenge out. Type challenge anybody to leave one.")
		return
	}
	for _, o := range list {
		stake := c.session.Words("casual")
		if o.Rated {
			stake = c.session.Words("rated")
		}
		c.say("%s: %s, %s, %s.", o.ID, c.between(o), c.session.Title(o.Game), stake)
	}
	c.say("Type accept, decline or withdraw, and the ID before one.")
}

// between says who challenges whom.
func (c *conversation) between(o data.Challenge) string {
	s, own := c.session, c.session.Player.ID
	switch {
	case o.From.ID == own && o.To.ID == 0:
		return s.Words("you challenge whoever comes")
	case o.From.ID == own:
		return s.Words("you challenge %s", o.To.Name)
	case o.To.ID == 0:
		return s.Words("%s challenges whoever comes", o.From.Name)
	}
	return s.Words("%s challenges you", o.From.Name)
}

func (c *conversation) accept(args []string) error {
	if len(args) != 1 {
		c.say("Type accept and the ID of a challenge; challenges lists them.")
		return nil
	}
	return c.challenged(c.session.Broker.Accept(c.ctx, c.session.Player, args[0]))
}

// withdraw takes a challenge back, or declines one.
func (c *conversation) withdraw(args []string) {
	if len(args) != 1 {
		c.say("Type the ID of a challenge after it; challenges lists them.")
		return
	}
	if _, err := c.session.Broker.Withdraw(c.ctx, c.session.Player.ID, args[0]); err != nil {
		c.say("%s", play.Sorry(c.session.Language, nil, err))
		return
	}
	c.say("%s is gone.", strings.ToUpper(args[0]))
}
