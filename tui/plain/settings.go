package plain

import (
	"slices"
	"strings"

	"noir/data/account"
)

// settings lists the settings, or changes one. The line is as it was typed: time
// zones are written in capitals.
func (c *conversation) settings(line string) {
	s := c.session
	all := account.Settings()
	if s.Player.ID.Guest() {
		all = slices.DeleteFunc(all, func(one account.Setting) bool { return one.Named })
	}
	words := strings.Fields(line)[1:]
	if len(words) == 0 {
		for _, one := range all {
			c.say("%s is %s.", one.Name, one.Of(s.Settings))
			c.say("%s", s.Words(one.About))
		}
		c.say("Type settings, a name and a value, such as: settings one-key on.")
		return
	}
	i := slices.IndexFunc(all, func(one account.Setting) bool { return one.Name == strings.ToLower(words[0]) })
	switch {
	case i < 0:
		c.say("There is no such setting. Type settings to hear them all.")
	case len(words) == 1:
		c.say("%s is %s.", all[i].Name, all[i].Of(s.Settings))
		c.say("%s", s.Words(all[i].About))
		c.say("It may be: %s.", c.session.Language.List(all[i].Values))
	default:
		c.set(all[i], words[1])
	}
}

// set changes a setting. That of a guest lasts as long as he stays.
func (c *conversation) set(one account.Setting, value string) {
	s := c.session
	now, err := one.In(s.Settings, value)
	if err != nil {
		c.say("%s", s.Why(err))
		return
	}
	if !s.Player.ID.Guest() {
		if now, err = one.Save(c.ctx, s.Store, s.Player.ID, value); err != nil {
			c.say("%s", s.Words(account.Refusal(err)))
			return
		}
	}
	s.Settle(now)
	c.say("%s is %s now.", one.Name, one.Of(now))
}
