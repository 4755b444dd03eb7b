package plain

import (
	"errors"
	"strings"
	"time"

	"noir/data"
	"noir/data/language"
	"noir/engine"
	"noir/tui/play"
)

// spoken is how many rows of a list are told.
const spoken = 10

// rankings lists the best players and one's own rank. It takes the name of a game, a
// month, the word programs, and like with a part of a name.
func (c *conversation) rankings(args []string) error {
	info, f := c.session.Games[0].Info(), data.Filter{Limit: spoken}
	for i := 0; i < len(args); i++ {
		month, err := time.Parse("2006-01", args[i])
		named, known := c.session.Info(args[i])
		switch {
		case err == nil:
			f.Month = data.MonthOf(month)
		case args[i] == "programs":
			f.Field = data.Programs
		case args[i] == "like" && i+1 < len(args):
			i++
			f.Search = args[i]
		case known:
			info = named
		default:
			c.say("%s", c.noSuchGame())
			c.say("After rankings go also a month such as 2026-11, programs, or like and a part of a name.")
			return nil
		}
	}
	c.rank(info, f)
	return nil
}

// rank tells a table.
func (c *conversation) rank(g engine.Info, f data.Filter) {
	s := c.session
	sheet, err := s.Store.Sheet(c.ctx, g.Name, f, s.Player.ID, 0)
	switch {
	case err != nil:
		c.say("%s", play.Sorry(c.session.Language, nil, err))
		return
	case sheet.Total == 0 && f.Search != "":
		c.say("Nobody in that table has a name like %s.", f.Search)
		return
	case sheet.Total == 0:
		c.say("Nobody has a rank in %s yet.", g.Title)
		return
	}
	for _, row := range sheet.Rows {
		c.say("%s", c.ranked(row, s.Here(row.Player.ID)))
	}
	switch {
	case sheet.Own == nil:
	case f.Search == "":
		c.say("Of %d, you are %s", sheet.Total, c.ranked(*sheet.Own, false))
	default:
		c.say("You are %s", c.ranked(*sheet.Own, false))
	}
}

// ranked says how a player stands.
func (c *conversation) ranked(row data.Standing, here bool) string {
	text := language.Mark("%d: %s, %.0f, %s, %d won.")
	if row.Provisional() {
		text = language.Mark("%d: %s, %.0f, provisional, %s, %d won.")
	}
	games := c.session.Several(row.Games, "%d game", "%d games")
	said := c.session.Words(text, row.Rank, row.Player.Name, row.Value, games, row.Wins)
	if here {
		said += " " + c.session.Words("Here now.")
	}
	return said
}

// profile tells how a player has fared: the visitor, or who is named.
func (c *conversation) profile(args []string) error {
	s := c.session
	p := s.Player
	if len(args) > 0 {
		var err error
		p, err = s.Store.PlayerByName(c.ctx, args[0])
		switch {
		case errors.Is(err, data.ErrNotFound):
			c.say("Nobody here is called that.")
			return nil
		case err != nil:
			c.say("%s", play.Sorry(c.session.Language, nil, err))
			return nil
		}
	}
	if p.ID.Guest() {
		c.say("A guest owns nothing. Come with a key, and your games are kept.")
		return nil
	}
	c.say("%s has been here since %s.", p.Name, s.Language.Date(p.Created.In(s.Local())))
	if s.Here(p.ID) {
		c.say("%s is here now.", p.Name)
	}
	if p.Bot {
		c.say("That is a program's account. It is ranked among programs.")
	}
	for _, g := range s.Games {
		if err := c.fared(g.Info(), p.ID); err != nil {
			c.say("%s", play.Sorry(c.session.Language, nil, err))
			return nil
		}
	}
	return nil
}

// fared tells how a player has fared in a game.
func (c *conversation) fared(g engine.Info, id data.PlayerID) error {
	s := c.session
	row, err := s.Store.Rank(c.ctx, g.Name, id)
	switch {
	case errors.Is(err, data.ErrNotFound):
		c.say("%s: no rated game yet.", g.Title)
		return nil
	case err != nil:
		return err
	}
	r, err := s.Store.Record(c.ctx, id, g.Name)
	if err != nil {
		return err
	}
	c.say("%s, rank %s", g.Title, c.ranked(row, false))
	c.lately(r.Streak)
	c.say("The highest rating was %.0f, the longest run of wins %d.", r.Highest, r.Best)
	for _, rival := range r.Rivals[:min(spoken/2, len(r.Rivals))] {
		c.say("Against %s: %d won, %d lost of %d.", rival.Player.Name, rival.Wins, rival.Losses, rival.Games)
	}
	means, err := s.Almanac.Means(c.ctx, g.Name, id)
	var told []string
	for _, m := range means {
		told = append(told, c.session.Words(m.Title)+" "+m.Amount(c.session.Language))
	}
	if len(told) > 0 {
		c.say("In a game, on the average: %s.", c.session.Language.List(told))
	}
	return err
}

// lately says how the latest games went.
func (c *conversation) lately(streak int) {
	switch {
	case streak > 0:
		c.say("%d won in a row.", streak)
	case streak < 0:
		c.say("%d lost in a row.", -streak)
	}
}

// noSuchGame says which games there are.
func (c *conversation) noSuchGame() string {
	var names []string
	for _, g := range c.session.Games {
		names = append(names, g.Info().Name)
	}
	return c.session.Words("There is no such game. Name one of: %s.", strings.Join(names, ", "))
}
