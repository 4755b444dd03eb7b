package plain

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"noir/data"
	"noir/data/account"
	"noir/matchmaking"
	"noir/tui/play"
)

// acquainted does what a line about other people asks for, at the door and at a
// table; false when it is about none.
func (c *conversation) acquainted(words []string, line string) bool {
	if words[0] == "report" {
		c.report(words[1:], line, "")
		return true
	}
	for _, b := range account.Bonds() {
		switch words[0] {
		case b.Verb:
			c.befriend(b, words[1:])
			return true
		case b.List:
			c.tied(b, words[1:])
			return true
		}
	}
	return false
}

// befriend makes a tie to who is named.
func (c *conversation) befriend(b account.Bond, args []string) {
	if len(args) != 1 {
		c.say("Type %s and a name.", b.Verb)
		return
	}
	if p, ok := c.known(args[0]); ok {
		c.answer(b.Make(c.ctx, c.session.Language, c.session.Store, c.session.Player.ID, p))
	}
}

// tied lists those to whom the visitor has a tie, or takes one away.
func (c *conversation) tied(b account.Bond, args []string) {
	if len(args) == 2 && args[0] == "remove" {
		if p, ok := c.known(args[1]); ok {
			c.answer(b.End(c.ctx, c.session.Language, c.session.Store, c.session.Player.ID, p))
		}
		return
	}
	tied, err := b.Among(c.ctx, c.session.Store, c.session.Player.ID)
	switch {
	case err != nil:
		c.answer("", err)
	case len(tied) == 0:
		c.say("%s", c.session.Words(b.None))
		c.say("%s and a name makes one.", b.Verb)
	default:
		names := make([]string, len(tied))
		for i, t := range tied {
			names[i] = t.Player.Name
		}
		c.say("%s. %s remove and a name takes one away.", c.session.Language.List(names), b.List)
	}
}

// known finds a player by his name, or says that there is none.
func (c *conversation) known(name string) (data.Player, bool) {
	p, err := c.session.Store.PlayerByName(c.ctx, name)
	switch {
	case errors.Is(err, data.ErrNotFound):
		c.say("Nobody who comes with a key is called that.")
	case err != nil:
		c.say("%s", play.Sorry(c.session.Language, nil, err))
	}
	return p, err == nil
}

// answer says what has been done, or why it has not.
func (c *conversation) answer(done string, err error) {
	if refused := account.Refused(""); errors.As(err, &refused) {
		done, err = c.session.Why(refused), nil
	}
	if err != nil {
		done = play.Sorry(c.session.Language, nil, err)
	}
	c.say("%s", done)
}

// report tells the operators of somebody, and of a game. The line is as it was typed.
func (c *conversation) report(args []string, line string, at data.MatchID) {
	if len(args) < 2 {
		c.say("Type report, a name, and in a few words what he has done. The operators read it, with what was said at the table.")
		return
	}
	r, err := c.session.Broker.Complain(c.ctx, matchmaking.Complaint{
		By: c.session.Player, About: args[0], Match: at, Reason: after(line, 2),
	})
	if err != nil {
		c.say("%s", play.Sorry(c.session.Language, nil, err))
		return
	}
	c.say("Reported: %s. A letter tells you what has come of it.", r.About.Name)
}

// after is a line without its first words.
func after(line string, words int) string {
	for range words {
		_, line, _ = strings.Cut(strings.TrimSpace(line), " ")
	}
	return strings.TrimSpace(line)
}

// speak says a phrase or what was typed, or lists what can be said.
func (s *sitting) speak(text string) {
	n, err := strconv.Atoi(text)
	switch {
	case err == nil && n >= 1 && n <= len(matchmaking.Phrases):
		s.try(s.chair.Say(s.ctx, matchmaking.Phrases[n-1]))
		return
	case text != "" && err != nil:
		s.try(s.chair.Write(s.ctx, text))
		return
	}
	for i, code := range matchmaking.Phrases {
		s.say("%d: %s", i+1, play.Phrase(s.session.Language, code))
	}
	s.say("Type say and a number from 1 to %d. Where everybody allows it: say and your own words.", len(matchmaking.Phrases))
}

// talkHelp says what can be typed about those at the table, if they are people.
func (s *sitting) talkHelp() {
	people := func(seat matchmaking.Seated) bool { return seat.Kind != data.Bot }
	others := slices.Clone(s.frame.Seats)
	if s.seated() {
		others = slices.Delete(others, int(s.frame.Seat), int(s.frame.Seat)+1)
		s.say("say: what can be said. say 1: say the first of it. say and your own words, where all allow them.")
	}
	if slices.ContainsFunc(others, people) {
		s.say("friend, mute or block, and a name. report, a name and why: tell the operators.")
	}
}
