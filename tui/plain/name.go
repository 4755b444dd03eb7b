package plain

import (
	"slices"
	"strings"
	"unicode/utf8"

	"noir/tui"
)

// commands are words that a visitor might type without noticing that they are asked for a name.
// They cannot be chosen as names here.
var commands = []string{
	"help", "play", "house", "host", "join", "watch", "games", "rankings", "profile", "rules", "learn", "leave", "begin",
	"enter", "exit", "keys", "claim", "recover", "settings", "account", "sit", "challenge", "challenges", "accept", "decline", "withdraw",
	"event", "replay", "review", "puzzle", "webhook", "feed", "friends", "mutes", "blocks", "more", "stop", "no",
}

// chooseName asks the owner of a new key for a name. Nobody gets a name without being asked: an
// empty line accepts the proposed name; any other has to be confirmed.
func (c *conversation) chooseName() error {
	for line := range strings.Lines(c.session.Notice) {
		c.say("%s", strings.TrimSpace(line))
	}
	c.say("Nobody has seen this key before. What is your name?")
	c.say("If you have a code from another machine, type claim and the code. With a recovery code, type recover, your name and the code.")
	proposal, wish := c.session.Services.Names.Propose(c.ctx, c.session.User), ""
	for done := false; !done; {
		c.askName(proposal, wish)
		l, err := c.hear()
		if err != nil {
			return err
		}
		text := strings.TrimSpace(l.text)
		yes := c.answers(text, "yes", c.session.Words("yes"))
		switch {
		case l.tooLong:
			c.words(l) // which complains
		case wish != "" && yes:
			done, wish = c.enrol(wish) == nil, ""
		case wish != "" && c.answers(text, "no", c.session.Words("no")):
			wish = ""
		case wish == "" && proposal != "" && (yes || text == ""):
			done = c.enrol(proposal) == nil
		case text != "":
			done, wish = c.become(text)
		}
	}
	return nil
}

// askName asks for a name, or whether the typed one is really meant.
func (c *conversation) askName(proposal, wish string) {
	switch {
	case wish != "":
		c.say("Do you want to be called %s? Type yes or no.", wish)
	case proposal != "":
		c.say("Type a name of 3 to 16 letters and digits.")
		c.say("An empty line takes %s.", proposal)
	default:
		c.say("Type a name of 3 to 16 letters and digits.")
	}
}

// become binds the key to the player whose code a line contains; wish is the name if it is none. If
// it returns neither, it has said why.
func (c *conversation) become(line string) (done bool, wish string) {
	words := strings.Fields(strings.ToLower(line))
	switch {
	case len(words) == 2 && words[0] == "claim":
		return c.bind("keys", "claim", words[1]), ""
	case len(words) > 1 && words[0] == "recover":
		return c.bind(words...), ""
	case slices.Contains(commands, words[0]):
		c.say("Choose a name first, or type quit.")
		return false, ""
	}
	wish, err := c.session.Services.Names.Check(c.ctx, "", line)
	if err != nil {
		c.say("%s", c.session.Why(err))
		return false, ""
	}
	return false, wish
}

// bind runs a command that binds the visitor's key to a player, and reports whether that succeeded.
func (c *conversation) bind(words ...string) (done bool) {
	_ = c.command(words...) // which asks nothing
	return c.session.Player.ID != 0
}

// settle switches to the player that the visitor has become.
func (c *conversation) settle(named tui.Named) {
	c.session.Player = named.Player
	c.session.Settle(named.Settings)
}

// answers reports whether a line is one of some words or the first letter of one.
func (c *conversation) answers(line string, words ...string) bool {
	line = c.session.Language.Lower(line)
	return slices.ContainsFunc(words, func(word string) bool {
		_, first := utf8.DecodeRuneInString(word)
		return line == word || line == word[:first]
	})
}

// enrol makes the visitor a player, or says why not.
func (c *conversation) enrol(wish string) error {
	player, err := c.session.Keys.Enrol(c.ctx, wish)
	if err != nil {
		c.say("%s", c.session.Why(err))
		return err
	}
	c.settle(tui.Welcome(c.ctx, c.session.Services.Settings, player))
	return nil
}
