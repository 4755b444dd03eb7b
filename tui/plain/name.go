package plain

import (
	"slices"
	"strings"

	"noir/tui"
)

// commands are what somebody types who does not know yet that he is asked for a
// name. One cannot be called like that here.
var commands = []string{
	"help", "play", "house", "host", "join", "watch", "games", "rankings", "rules", "leave", "begin",
	"enter", "exit", "keys", "claim", "recover", "settings", "account", "sit", "challenge", "challenges", "accept", "decline", "withdraw",
}

// chooseName asks somebody whose key is new what he is called.
func (c *conversation) chooseName() error {
	c.say("Nobody has seen this key before. What do they call you?")
	c.say("If you have a code from another machine, type claim and the code. With a recovery code, type recover, your name and the code.")
	proposal := tui.FreeName(c.ctx, c.session.Store, c.session.User)
	for {
		c.say("Type a name of 3 to 16 letters and digits.")
		if proposal != "" {
			c.say("An empty line takes %s.", proposal)
		}
		l, err := c.hear()
		if err != nil {
			return err
		}
		wish := strings.TrimSpace(l.text)
		if wish == "" {
			wish = proposal
		}
		if c.become(wish) {
			return nil
		}
	}
}

// become makes the visitor the player that a line means: a new one of that name, or
// one who has a code. It is not done when there is a reason, which is told.
func (c *conversation) become(line string) (done bool) {
	words := strings.Fields(strings.ToLower(line))
	switch {
	case len(words) == 2 && words[0] == "claim":
		return c.bind("", words[1], false)
	case len(words) > 1 && words[0] == "recover":
		return c.recover(words[1:])
	case len(words) > 0 && slices.Contains(commands, words[0]):
		c.say("That is for later: quit leaves, anything else wants a name first.")
		return false
	}
	return c.enrol(line) == nil
}

// enrol makes the visitor a player, or tells him why not.
func (c *conversation) enrol(wish string) error {
	player, err := c.session.Enrol(c.ctx, wish)
	if err != nil {
		c.say("%s", tui.Unnamed(c.session.Language, err))
		return err
	}
	c.settle(tui.Welcome(c.ctx, c.session.Store, player))
	return nil
}
