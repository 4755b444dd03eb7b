package plain

import (
	"slices"
	"strings"

	"noir/tui"
)

// commands are what somebody types who does not know yet that he is asked for a
// name. One cannot be called like that here.
var commands = []string{
	"help", "play", "house", "host", "join", "watch", "games", "rankings", "rules", "leave", "exit",
}

// chooseName asks somebody whose key is new what he is called.
func (c *conversation) chooseName() error {
	c.say("Nobody has seen this key before. What do they call you?")
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
		if slices.Contains(commands, strings.ToLower(wish)) {
			c.say("That is for later: quit leaves, anything else wants a name first.")
			continue
		}
		if err := c.enrol(wish); err == nil {
			return nil
		}
	}
}

// enrol makes the visitor a player, or tells him why not.
func (c *conversation) enrol(wish string) error {
	player, err := tui.Enrol(c.ctx, c.session.Store, wish, c.session.Fingerprint)
	if err != nil {
		c.say("%s", tui.Unnamed(err))
		return err
	}
	c.session.Player = player
	return nil
}
