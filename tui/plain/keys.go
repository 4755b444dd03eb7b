package plain

import (
	"errors"
	"strconv"
	"strings"

	"noir/data"
	"noir/data/account"
	"noir/data/language"
	"noir/tui"
	"noir/tui/page"
)

// keys does what a line about the keyring asks for.
func (c *conversation) keys(args []string, text string) {
	if c.guest() {
		return
	}
	switch {
	case len(args) == 0:
		c.listKeys()
	case args[0] == "add":
		c.invite()
	case args[0] == "recovery":
		c.makeRecovery()
	case args[0] == "claim" && len(args) == 2:
		c.bind("", args[1], false)
	case args[0] == "claim" && len(args) == 3 && args[2] == "merge":
		c.bind("", args[1], true)
	case args[0] == "remove" && len(args) > 1:
		c.removeKey(args[1], len(args) == 3 && args[2] == "now")
	case args[0] == "label" && len(args) > 2:
		c.labelKey(args[1], text)
	default:
		c.say("keys: your keys. keys add: a code for another machine. keys claim CODE: use one.")
		c.say("keys label 1 TEXT: name the first. keys remove 1: take it away. keys recovery: codes for the day you lose them all.")
	}
}

// guest tells a guest that nothing is kept of him.
func (c *conversation) guest() bool {
	guest := c.session.Player.ID.Guest()
	if guest {
		c.say("A guest has no keys and no name. Make a key with ssh-keygen -t ed25519 and come back with it.")
	}
	return guest
}

// ring looks the keyring up; it has nothing when it cannot, and says so.
func (c *conversation) ring() []data.Key {
	all, err := c.session.Keys.Keys(c.ctx, c.session.Player.ID)
	if err != nil {
		c.say("%s", c.session.Words(account.Refusal(err)))
	}
	return all
}

func (c *conversation) listKeys() {
	s := c.session
	for i, k := range c.ring() {
		label := k.Label
		if label == "" {
			label = c.session.Words("no label")
		}
		seen := page.When(s.Language, k.LastSeen, s.LocalTime())
		if k.Fingerprint == s.Fingerprint {
			c.say("%d: %s, %s, seen %s, in use now.", i+1, label, k.Fingerprint, seen)
			continue
		}
		c.say("%d: %s, %s, seen %s.", i+1, label, k.Fingerprint, seen)
	}
	if left, err := s.Keys.RecoveryLeft(c.ctx, s.Player.ID); err == nil {
		c.say("Recovery codes that are left: %d.", left)
	}
}

func (c *conversation) invite() {
	made, err := c.session.Keys.Invite(c.ctx, c.session.Player.ID)
	if err != nil {
		c.say("%s", c.session.Words(account.Refusal(err)))
		return
	}
	c.say("The code is %s. It is good once, for %.0f minutes.", made.Code, data.InvitationLasts.Minutes())
	c.say("On the other machine, with its own key, type: %s keys claim %s", c.session.Address, made.Code)
}

func (c *conversation) makeRecovery() {
	s := c.session
	codes, err := s.Keys.NewRecovery(c.ctx, s.Player.ID)
	if err != nil {
		c.say("%s", c.session.Words(account.Refusal(err)))
		return
	}
	c.say("Write these down: they are told only now, and those from before are void.")
	for _, code := range codes {
		c.say("%s", code)
	}
	c.say("With a new key, type: %s recover %s and a code.", s.Address, s.Player.Name)
}

// bind makes the visitor's key one of somebody's: of the player of that name, whose
// recovery code it is, or without a name of him who has made the code.
func (c *conversation) bind(name, code string, merge bool) (done bool) {
	s := c.session
	var p data.Player
	var err error
	if name == "" {
		p, err = s.Keys.Claim(c.ctx, s.Fingerprint, code, merge)
	} else {
		p, err = s.Keys.Recover(c.ctx, s.Fingerprint, name, code, merge)
	}
	switch {
	case errors.Is(err, data.ErrHasPlayed):
		c.say("%s", c.session.Words(account.Refusal(err)))
		c.say("Add merge to the line to make the two one, for good.")
	case err != nil:
		c.say("%s", c.session.Words(account.Refusal(err)))
	default:
		c.settle(tui.Welcome(c.ctx, s.Store, p))
		c.say("You are %s: this key is on that keyring now.", p.Name)
	}
	return err == nil
}

// settle makes the visitor whoever he has become.
func (c *conversation) settle(named tui.Named) {
	c.session.Player = named.Player
	c.session.Settle(named.Settings)
}

// key finds the key that has a number in the list.
func (c *conversation) key(number string) (data.Key, error) {
	all := c.ring()
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > len(all) {
		return data.Key{}, language.Sentence(nil, "name a key by its number, from 1 to %d", len(all))
	}
	return all[n-1], nil
}

// removeKey takes a key away, if it is really meant.
func (c *conversation) removeKey(number string, meant bool) {
	s := c.session
	k, err := c.key(number)
	switch {
	case err != nil:
		c.say("%s", c.session.Why(err))
		return
	case !meant && k.Fingerprint == s.Fingerprint:
		c.say("That is the key you are here with: you would be sent away. Type keys remove %s now if you mean it.", number)
		return
	case !meant:
		c.say("Whoever is here with that key would be sent away. Type keys remove %s now if you mean it.", number)
		return
	}
	if _, err := s.Keys.Revoke(c.ctx, s.Player.ID, k.ID); err != nil {
		c.say("%s", c.session.Words(account.Refusal(err)))
		return
	}
	c.say("It is off your keyring.")
}

// labelKey names a key by the rest of the line, as it was typed.
func (c *conversation) labelKey(number, line string) {
	k, err := c.key(number)
	if err != nil {
		c.say("%s", c.session.Why(err))
		return
	}
	label := strings.Join(strings.Fields(line)[3:], " ")
	if k, err = c.session.Keys.Relabel(c.ctx, c.session.Player.ID, k.ID, label); err != nil {
		c.say("%s", c.session.Words(account.Refusal(err)))
		return
	}
	c.say("That key is called %s.", k.Label)
}

// recover comes in as a player whose keys are lost.
func (c *conversation) recover(args []string) (done bool) {
	merge := len(args) == 3 && args[2] == "merge"
	if len(args) != 2 && !merge {
		c.say("Type recover, your name and a recovery code.")
		return false
	}
	return !c.guest() && c.bind(args[0], args[1], merge)
}

// account gives the player another name, or deletes them.
func (c *conversation) account(args []string) error {
	if len(args) > 0 && args[0] == "rename" {
		c.rename(args[1:])
		return nil
	}
	return c.forget(args)
}

// rename gives the player another name, if it is really meant.
func (c *conversation) rename(args []string) {
	s := c.session
	switch {
	case c.guest():
	case len(args) == 1:
		name, err := tui.CheckName(c.ctx, s.Store, s.Player.Name, args[0])
		switch {
		case err != nil:
			c.say("%s", tui.Unnamed(s.Language, err))
			return
		case name == s.Player.Name:
			c.say("That is your name already.")
			return
		}
		c.say("You would be called %s for %d days at least. Type account rename %s now if you mean it.", name, account.NameDays, name)
	case len(args) == 2 && args[1] == "now":
		p, err := s.Keys.TakeName(c.ctx, s.Player.ID, args[0])
		if err != nil {
			c.say("%s", tui.Unnamed(s.Language, err))
			return
		}
		s.Player = p
		c.say("You are called %s now.", p.Name)
	default:
		c.say("Type account rename and a name. You can change it once in %d days.", account.NameDays)
	}
}

// forget deletes the player, if he types his name.
func (c *conversation) forget(args []string) error {
	s := c.session
	switch {
	case c.guest():
		return nil
	case len(args) != 2 || args[0] != "delete":
		c.say("Type account delete and your name, and you are deleted, for good. Your games stay, without your name.")
		return nil
	case args[1] != s.Player.Name:
		c.say("That is not your name. Nothing has been deleted.")
		return nil
	}
	if err := s.Keys.Forget(c.ctx, s.Player.ID); err != nil {
		c.say("%s", c.session.Words(account.Refusal(err)))
		return nil
	}
	return errBye
}
