package plain

import (
	"errors"
	"strings"

	"noir/data"
)

// nameAttempts is how often a name is proposed that turns out to be taken.
const nameAttempts = 50

// chooseName asks somebody whose key is new what he is called.
func (c *conversation) chooseName() error {
	c.say("Nobody has seen this key before. What do they call you?")
	proposal := c.freeName()
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
		if err := c.enrol(wish); err == nil {
			return nil
		}
	}
}

// freeName returns a free name like the user name of the session, or "".
func (c *conversation) freeName() string {
	for n := range nameAttempts {
		name := data.ProposeName(c.session.User, n)
		free, err := c.session.Store.NameFree(c.ctx, name)
		if err != nil {
			return ""
		}
		if free {
			return name
		}
	}
	return ""
}

// enrol makes the visitor a player, or tells him why not.
func (c *conversation) enrol(wish string) error {
	s := c.session
	name, err := data.CheckName(wish)
	if err != nil {
		_, why, _ := strings.Cut(err.Error(), ": ")
		c.say("%s", sentence(why))
		return err
	}
	player, err := s.Store.CreatePlayer(c.ctx, name, s.Fingerprint, "")
	if errors.Is(err, data.ErrKeyTaken) { // named on another connection meanwhile
		player, err = s.Store.PlayerByKey(c.ctx, s.Fingerprint)
	}
	switch {
	case errors.Is(err, data.ErrNameTaken):
		c.say("Somebody here answers to that, or to something that looks just like it.")
	case err != nil:
		c.say("The house cannot write at the moment. Try again.")
	default:
		s.Player = player
	}
	return err
}
